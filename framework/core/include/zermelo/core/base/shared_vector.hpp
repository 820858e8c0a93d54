// SPDX-License-Identifier: MIT
// A vector that is cheap to copy, for example for the move tables in a game's product form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace zermelo {

/// A vector whose copies share its elements until one copy is changed; that copy then gets separate elements. Reading
/// is as fast as for std::vector, and copies are as independent as copies of std::vector, even in different threads.
/// Only vectors of std::uint32_t are compiled, in shared_vector.cpp.
template <class T>
class shared_vector {
  static_assert(std::is_same_v<T, std::uint32_t>, "members are compiled for std::uint32_t, in shared_vector.cpp");

 public:
  shared_vector() = default;
  explicit shared_vector(std::size_t size) : shared_vector(std::vector<T>(size)) {}
  shared_vector(std::vector<T> elements);  // NOLINT(google-explicit-constructor): converts
  shared_vector(const shared_vector& other) noexcept;
  shared_vector& operator=(const shared_vector& other) noexcept {
    shared_vector(other).swap(*this);
    return *this;
  }
  /// Leaves `other` empty.
  shared_vector(shared_vector&& other) noexcept { swap(other); }
  shared_vector& operator=(shared_vector&& other) noexcept {
    shared_vector(std::move(other)).swap(*this);
    return *this;
  }
  ~shared_vector() {
    if (m_elements != nullptr) release_share();
  }

  [[nodiscard]] std::size_t size() const noexcept { return m_size; }
  [[nodiscard]] const T* data() const noexcept { return m_data; }
  [[nodiscard]] const T* begin() const noexcept { return m_data; }
  [[nodiscard]] const T* end() const noexcept { return m_data + m_size; }
  // Precondition of the following two members: the element exists.
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return m_data[i]; }
  [[nodiscard]] const T& back() const noexcept { return m_data[m_size - 1]; }

  void reserve(std::size_t size);
  void push_back(T element);
  /// Returns the elements for writing; copies them first if other copies share them.
  [[nodiscard]] std::span<T> mutable_elements();

  [[nodiscard]] bool operator==(const shared_vector& other) const noexcept;

 private:
  struct shared_elements;  ///< a std::vector, and the number of copies that share it

  void swap(shared_vector& other) noexcept {
    std::swap(m_elements, other.m_elements);
    std::swap(m_data, other.m_data);
    std::swap(m_size, other.m_size);
  }
  /// Precondition: m_elements != nullptr.
  void release_share() noexcept;
  /// Gives this copy separate elements.
  [[nodiscard]] std::vector<T>& unshare();
  /// Sets m_data and m_size.
  void locate() noexcept;

  shared_elements* m_elements = nullptr;  ///< null: default-constructed or moved from
  const T* m_data = nullptr;
  std::size_t m_size = 0;
};

extern template class shared_vector<std::uint32_t>;

}  // namespace zermelo
