// SPDX-License-Identifier: MIT
#include <zermelo/core/base/uninitialized_array.hpp>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace zermelo::detail {
namespace {

constexpr std::size_t huge_page_bytes = std::size_t{1} << 21;
constexpr std::align_val_t page_alignment{huge_page_bytes};
/// From here on the rounding up to whole huge pages is less than a quarter.
constexpr std::size_t large_bytes = 4 * huge_page_bytes;

}  // namespace

untouched_memory::untouched_memory(std::size_t bytes) : m_bytes(bytes) {
  if (bytes < large_bytes) {
    m_data = ::operator new(bytes);
    return;
  }
  m_data = ::operator new(bytes, page_alignment);
#ifdef __linux__
  madvise(m_data, bytes, MADV_HUGEPAGE);  // advice: nothing depends on whether it is taken
#endif
}

void untouched_memory::release() noexcept {
  if (m_bytes < large_bytes) {
    ::operator delete(m_data);
  } else {
    ::operator delete(m_data, page_alignment);
  }
  m_data = nullptr;
  m_bytes = 0;
}

}  // namespace zermelo::detail
