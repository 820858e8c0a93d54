// SPDX-License-Identifier: MIT
// An array whose elements are initially zero. Arrays of at least 64 KiB are mapped from the system and not allocated on
// the heap: freed memory is returned to the system immediately, so that arrays that grow in turn leave no gaps. Arrays
// of at least 2 MiB use huge pages, and grow without copying.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace zermelo {

/// Movable, not copyable. The constructor and `grow` throw std::bad_alloc.
template <class T>
class zeroed_pages {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  zeroed_pages() = default;
  explicit zeroed_pages(std::size_t size) : m_data(allocate(size)), m_size(size) {}
  zeroed_pages(zeroed_pages&& other) noexcept
      : m_data(std::move(other.m_data)), m_size(std::exchange(other.m_size, 0)) {}
  zeroed_pages& operator=(zeroed_pages&& other) noexcept {
    m_data = std::move(other.m_data);
    m_size = std::exchange(other.m_size, 0);
    return *this;
  }
  ~zeroed_pages() = default;

  [[nodiscard]] T& operator[](std::size_t i) noexcept { return m_data.get()[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return m_data.get()[i]; }
  [[nodiscard]] std::size_t size() const noexcept { return m_size; }
  [[nodiscard]] T* data() noexcept { return m_data.get(); }
  [[nodiscard]] const T* data() const noexcept { return m_data.get(); }
  [[nodiscard]] std::span<T> span() noexcept { return {m_data.get(), m_size}; }
  [[nodiscard]] std::span<const T> span() const noexcept { return {m_data.get(), m_size}; }

  /// Appends zeros until there are `size` elements; elements may move. Precondition: size >= size().
  void grow(std::size_t size) {
#ifdef __linux__
    const std::size_t old_bytes = m_data.get_deleter().mapped_bytes;
    const std::size_t bytes = bytes_of(size);
    if (old_bytes > 0 && (old_bytes >= huge_page_bytes || bytes < huge_page_bytes)) {
      void* const address = reserve(bytes);
      void* const data = mremap(m_data.get(), old_bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, address);
      if (data == MAP_FAILED) {
        munmap(address, bytes);
        throw std::bad_alloc();
      }
      (void)m_data.release();
      m_data = pointer(static_cast<T*>(data), release{bytes});
      m_size = size;
      return;
    }
#endif
    zeroed_pages larger(size);
    if (m_size > 0) std::memcpy(larger.data(), data(), m_size * sizeof(T));
    *this = std::move(larger);
  }
  /// Returns the complete huge pages within the first `size` elements to the system; these elements become zero. Does
  /// nothing for arrays on the heap, or on systems other than Linux.
  void give_back(std::size_t size) noexcept {
#ifdef __linux__
    if (m_data.get_deleter().mapped_bytes == 0) return;
    const std::size_t bytes = size * sizeof(T) / huge_page_bytes * huge_page_bytes;
    if (bytes > 0) madvise(m_data.get(), bytes, MADV_DONTNEED);
#endif
  }

 private:
  /// Smaller arrays are allocated on the heap, since they would waste most of a page.
  static constexpr std::size_t min_mapped_bytes = std::size_t{1} << 16;
  static constexpr std::size_t huge_page_bytes = std::size_t{1} << 21;
  static constexpr std::size_t page_bytes = std::size_t{1} << 12;

  struct release {
    std::size_t mapped_bytes = 0;  ///< 0: allocated on the heap
    void operator()(T* data) const noexcept {
#ifdef __linux__
      if (mapped_bytes != 0) {
        munmap(data, mapped_bytes);
        return;
      }
#endif
      ::operator delete(data);
    }
  };
  using pointer = std::unique_ptr<T, release>;

  [[nodiscard]] static std::size_t bytes_of(std::size_t size) {
    if (size > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return size * sizeof(T);
  }

#ifdef __linux__
  [[nodiscard]] static std::size_t whole_pages(std::size_t bytes) {
    return (bytes + page_bytes - 1) / page_bytes * page_bytes;
  }
  /// Reserves a range of addresses, aligned to a huge page, without allocating memory.
  [[nodiscard]] static void* reserve(std::size_t bytes) {
    const std::size_t reserved_bytes = bytes + huge_page_bytes;
    void* const start = mmap(nullptr, reserved_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) throw std::bad_alloc();
    void* address = start;
    std::size_t space = reserved_bytes;
    std::align(huge_page_bytes, bytes, address, space);
    char* const behind = static_cast<char*>(address) + whole_pages(bytes);
    char* const end = static_cast<char*>(start) + reserved_bytes;
    if (address != start)
      munmap(start, static_cast<std::size_t>(static_cast<char*>(address) - static_cast<char*>(start)));
    if (behind < end) munmap(behind, static_cast<std::size_t>(end - behind));
    return address;
  }
#endif

  [[nodiscard]] static pointer allocate(std::size_t size) {
    if (size == 0) return {};
    const std::size_t bytes = bytes_of(size);
#ifdef __linux__
    if (bytes >= min_mapped_bytes) {
      const bool is_huge = bytes >= huge_page_bytes;
      void* const address = is_huge ? reserve(bytes) : nullptr;
      const int flags = MAP_PRIVATE | MAP_ANONYMOUS | (is_huge ? MAP_FIXED : 0);
      void* const data = mmap(address, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
      if (data == MAP_FAILED) {
        if (is_huge) munmap(address, bytes);
        throw std::bad_alloc();
      }
      if (is_huge) madvise(data, bytes, MADV_HUGEPAGE);  // a hint that may fail
      return pointer(static_cast<T*>(data), release{bytes});
    }
#endif
    void* const data = ::operator new(bytes);
    std::memset(data, 0, bytes);
    return pointer(static_cast<T*>(data), release{});
  }

  pointer m_data;
  std::size_t m_size = 0;
};

}  // namespace zermelo
