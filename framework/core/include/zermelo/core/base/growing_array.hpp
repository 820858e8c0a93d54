// SPDX-License-Identifier: MIT
// An array that grows at its end, in place if possible, and uses memory only for its elements.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <zermelo/core/base/zeroed_pages.hpp>

namespace zermelo {

/// Movable, not copyable.
template <class T>
class growing_array {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return m_size; }
  [[nodiscard]] const T& back() const noexcept { return m_pages[m_size - 1]; }
  [[nodiscard]] std::span<T> span() noexcept { return {m_pages.data(), m_size}; }
  [[nodiscard]] std::span<const T> span() const noexcept { return {m_pages.data(), m_size}; }
  /// Appends `count` elements with unspecified values and returns them; elements may move. @throws std::bad_alloc
  [[nodiscard]] std::span<T> extend(std::size_t count) {
    const std::size_t needed = m_size + count;
    if (needed > m_pages.size()) m_pages.grow(std::max({needed, m_pages.size() * 2, min_size}));
    m_size = needed;
    return {m_pages.data() + (needed - count), count};
  }
  /// Removes all elements after the first `size` ones; frees no memory. Precondition: size <= size().
  void shrink(std::size_t size) noexcept { m_size = size; }

 private:
  static constexpr std::size_t min_size = 1 << 12;

  zeroed_pages<T> m_pages;  ///< pages after the end are never touched, so they use no memory
  std::size_t m_size = 0;
};

}  // namespace zermelo
