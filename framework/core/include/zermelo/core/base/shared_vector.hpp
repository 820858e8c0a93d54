// SPDX-License-Identifier: MIT
// A vector that is copied for nothing: move tables of a game, which all who ask for its product form have.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace zermelo {

/// A vector whose copies share its elements until one of them is changed: that one then has its own. Reading is as fast
/// as of a vector. Copies are as independent as those of a vector, in different threads, too.
template <class T>
class shared_vector {
 public:
  shared_vector() = default;
  explicit shared_vector(std::size_t size) : shared_vector(std::vector<T>(size)) {}
  shared_vector(std::vector<T> elements)  // NOLINT(google-explicit-constructor): it is one
      : m_elements(std::make_shared<std::vector<T>>(std::move(elements))) {
    look();
  }
  shared_vector(const shared_vector&) = default;
  shared_vector& operator=(const shared_vector&) = default;
  /// Leaves an empty one.
  shared_vector(shared_vector&& other) noexcept
      : m_elements(std::move(other.m_elements)),
        m_data(std::exchange(other.m_data, nullptr)),
        m_size(std::exchange(other.m_size, 0)) {}
  shared_vector& operator=(shared_vector&& other) noexcept {
    m_elements = std::move(other.m_elements);
    m_data = std::exchange(other.m_data, nullptr);
    m_size = std::exchange(other.m_size, 0);
    return *this;
  }
  ~shared_vector() = default;

  [[nodiscard]] std::size_t size() const noexcept { return m_size; }
  [[nodiscard]] const T* data() const noexcept { return m_data; }
  [[nodiscard]] const T* begin() const noexcept { return m_data; }
  [[nodiscard]] const T* end() const noexcept { return m_data + m_size; }
  // Preconditions: there is such an element.
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return m_data[i]; }
  [[nodiscard]] const T& back() const noexcept { return m_data[m_size - 1]; }

  void reserve(std::size_t size) {
    own().reserve(size);
    look();
  }
  void push_back(T element) {
    own().push_back(std::move(element));
    look();
  }
  /// The elements, to be changed.
  [[nodiscard]] std::span<T> changed() {
    std::vector<T>& elements = own();
    look();
    return elements;
  }

  friend bool operator==(const shared_vector& a, const shared_vector& b) {
    return a.m_elements == b.m_elements || std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  /// The elements, no other's.
  std::vector<T>& own() {
    if (m_elements == nullptr) {
      m_elements = std::make_shared<std::vector<T>>();
    } else if (m_elements.use_count() > 1) {
      m_elements = std::make_shared<std::vector<T>>(*m_elements);
    }
    return *m_elements;
  }
  void look() noexcept {
    m_data = m_elements->data();
    m_size = m_elements->size();
  }

  std::shared_ptr<std::vector<T>> m_elements;
  const T* m_data = nullptr;
  std::size_t m_size = 0;
};

}  // namespace zermelo
