// SPDX-License-Identifier: MIT
// A list that is filled and cleared repeatedly, for example with the moves of several hundred positions, and reuses its
// memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace zermelo {

/// Movable, not copyable, and not thread-safe.
template <class T>
  requires std::is_trivially_copyable_v<T>
class batch_list {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return m_size; }
  [[nodiscard]] bool empty() const noexcept { return m_size == 0; }
  [[nodiscard]] std::span<T> all() noexcept { return {m_data.get(), m_size}; }
  [[nodiscard]] std::span<const T> all() const noexcept { return {m_data.get(), m_size}; }

  void clear() noexcept { m_size = 0; }
  [[gnu::always_inline]] void push(T element) {
    if (m_size == m_capacity) [[unlikely]]
      grow(m_size + 1);
    m_data[m_size++] = element;
  }
  /// Appends `count` uninitialized elements and returns them.
  [[nodiscard]] std::span<T> extend(std::size_t count) {
    if (m_size + count > m_capacity) grow(m_size + count);
    m_size += count;
    return {m_data.get() + (m_size - count), count};
  }
  /// Removes all elements after the first `size` ones. Precondition: size <= size().
  void shrink(std::size_t size) noexcept { m_size = size; }

 private:
  [[gnu::noinline]] void grow(std::size_t min_capacity) {
    constexpr std::size_t first_capacity = 1024;  // the moves of several hundred positions
    m_capacity = std::max({2 * m_capacity, first_capacity, min_capacity});
    auto larger = std::make_unique_for_overwrite<T[]>(m_capacity);
    std::copy_n(m_data.get(), m_size, larger.get());
    m_data = std::move(larger);
  }

  std::unique_ptr<T[]> m_data;
  std::size_t m_size = 0;
  std::size_t m_capacity = 0;
};

}  // namespace zermelo
