// SPDX-License-Identifier: MIT
#include <zermelo/core/base/uninitialized_array.hpp>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace zermelo::detail {
namespace {

constexpr std::size_t huge_page_bytes = std::size_t{1} << 21;
constexpr std::align_val_t page_alignment{huge_page_bytes};
/// For arrays of at least this size, rounding up to a multiple of the huge page size adds less than a quarter.
constexpr std::size_t large_bytes = 4 * huge_page_bytes;

}  // namespace

untouched_memory allocate_untouched(std::size_t bytes) {
  if (bytes < large_bytes) return {::operator new(bytes), {bytes}};
  untouched_memory memory(::operator new(bytes, page_alignment), {bytes});
#ifdef __linux__
  madvise(memory.get(), bytes, MADV_HUGEPAGE);  // a hint; nothing depends on its success
#endif
  return memory;
}

void free_untouched::operator()(void* memory) const noexcept {
  if (bytes < large_bytes) {
    ::operator delete(memory);
  } else {
    ::operator delete(memory, page_alignment);
  }
}

}  // namespace zermelo::detail
