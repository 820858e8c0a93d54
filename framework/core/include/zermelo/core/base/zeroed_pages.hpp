// SPDX-License-Identifier: MIT
// A fixed-size array of zeros straight from the system. What is freed goes back to the system at once, whatever lies
// beside it: arrays that grow in turn leave no holes.
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

/// Movable, not copyable. @throws std::bad_alloc.
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

 private:
  /// What is smaller would waste most of a page.
  static constexpr std::size_t least_mapped_bytes = std::size_t{1} << 16;
  static constexpr std::size_t huge_page_bytes = std::size_t{1} << 21;

  struct release {
    std::size_t mapped_bytes = 0;  ///< 0: of the heap
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

  [[nodiscard]] static pointer allocate(std::size_t size) {
    if (size == 0) return {};
    if (size > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    const std::size_t bytes = size * sizeof(T);
#ifdef __linux__
    if (bytes >= least_mapped_bytes) {
      void* const data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (data == MAP_FAILED) throw std::bad_alloc();
      if (bytes >= huge_page_bytes) madvise(data, bytes, MADV_HUGEPAGE);  // advice: it is as good without
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
