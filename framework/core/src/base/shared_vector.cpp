// SPDX-License-Identifier: MIT
#include <zermelo/core/base/shared_vector.hpp>

#include <algorithm>
#include <atomic>
#include <memory>

namespace zermelo {

template <class T>
struct shared_vector<T>::shared_elements {
  explicit shared_elements(std::vector<T> values) : elements(std::move(values)) {}

  std::vector<T> elements;
  /// Incremented with relaxed ordering, since the thread already has a share. Decremented with release and read with
  /// acquire ordering, so that reads through other copies happen before the elements are changed or destroyed.
  std::atomic<std::size_t> shares = 1;
};

template <class T>
shared_vector<T>::shared_vector(std::vector<T> elements)
    : m_elements(std::make_unique<shared_elements>(std::move(elements)).release()) {
  locate();
}

template <class T>
shared_vector<T>::shared_vector(const shared_vector& other) noexcept
    : m_elements(other.m_elements), m_data(other.m_data), m_size(other.m_size) {
  if (m_elements != nullptr) m_elements->shares.fetch_add(1, std::memory_order_relaxed);
}

template <class T>
void shared_vector<T>::release_share() noexcept {
  if (m_elements->shares.fetch_sub(1, std::memory_order_acq_rel) == 1)
    std::default_delete<shared_elements>()(m_elements);
}

template <class T>
void shared_vector<T>::reserve(std::size_t size) {
  unshare().reserve(size);
  locate();
}

template <class T>
void shared_vector<T>::push_back(T element) {
  unshare().push_back(std::move(element));
  locate();
}

template <class T>
std::span<T> shared_vector<T>::mutable_elements() {
  std::vector<T>& elements = unshare();
  locate();
  return elements;
}

template <class T>
bool shared_vector<T>::operator==(const shared_vector& other) const noexcept {
  return m_elements == other.m_elements || std::equal(begin(), end(), other.begin(), other.end());
}

template <class T>
std::vector<T>& shared_vector<T>::unshare() {
  if (m_elements == nullptr) {
    *this = shared_vector(std::vector<T>());
  } else if (m_elements->shares.load(std::memory_order_acquire) > 1) {
    *this = shared_vector(m_elements->elements);
  }
  return m_elements->elements;
}

template <class T>
void shared_vector<T>::locate() noexcept {
  m_data = m_elements->elements.data();
  m_size = m_elements->elements.size();
}

template class shared_vector<std::uint32_t>;

}  // namespace zermelo
