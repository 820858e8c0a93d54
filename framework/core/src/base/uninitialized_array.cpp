// SPDX-License-Identifier: MIT
#include <zermelo/core/base/uninitialized_array.hpp>

#include <algorithm>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace zermelo::detail {
namespace {

constexpr std::size_t huge_page_bytes = std::size_t{1} << 21;

/// The bytes of an array's huge pages. The last one, which the array fills in part, counts if it adds at most a quarter
/// to the array.
[[nodiscard]] std::size_t bytes_in_huge_pages(std::size_t bytes) noexcept {
  const std::size_t unfilled = (huge_page_bytes - bytes % huge_page_bytes) % huge_page_bytes;
  return unfilled <= bytes / 4 ? bytes + unfilled : bytes - bytes % huge_page_bytes;
}

[[nodiscard]] std::align_val_t alignment_of(std::size_t bytes) noexcept {
  constexpr std::size_t cache_line_bytes = 64;  // as long as the longest vectors
  return std::align_val_t{bytes_in_huge_pages(bytes) == 0 ? cache_line_bytes : huge_page_bytes};
}

}  // namespace

untouched_memory allocate_untouched(std::size_t bytes) {
  const std::size_t huge_bytes = bytes_in_huge_pages(bytes);
  untouched_memory memory(::operator new(std::max(bytes, huge_bytes), alignment_of(bytes)), {bytes});
#ifdef __linux__
  if (huge_bytes > 0) madvise(memory.get(), huge_bytes, MADV_HUGEPAGE);  // a hint; nothing depends on its success
#endif
  return memory;
}

void free_untouched::operator()(void* memory) const noexcept { ::operator delete(memory, alignment_of(bytes)); }

}  // namespace zermelo::detail
