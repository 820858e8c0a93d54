// SPDX-License-Identifier: MIT
// What was used last, within a bound.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace zermelo::storage {

/// The `capacity` values that were used last, by number. Thread-safe: one lock, held for a look-up only.
template <class Value>
class least_recently_used {
 public:
  explicit least_recently_used(std::size_t capacity) : m_capacity(std::max<std::size_t>(capacity, 1)) {}

  /// Nothing if it is not there.
  [[nodiscard]] std::shared_ptr<const Value> find(std::uint64_t number) {
    const std::lock_guard lock(m_guard);
    const auto at = m_places.find(number);
    if (at == m_places.end()) return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, at->second);
    return at->second->second;
  }
  [[nodiscard]] std::size_t capacity() const noexcept { return m_capacity; }
  void clear() {
    const std::lock_guard lock(m_guard);
    m_places.clear();
    m_entries.clear();
  }
  /// Lets go of the one that was not used for longest, if there are too many. Two threads may insert the same.
  void insert(std::uint64_t number, std::shared_ptr<const Value> value) {
    const std::lock_guard lock(m_guard);
    if (m_places.contains(number)) return;
    if (m_entries.size() == m_capacity) {
      m_places.erase(m_entries.back().first);
      m_entries.pop_back();
    }
    m_entries.emplace_front(number, std::move(value));
    m_places.emplace(number, m_entries.begin());
  }

 private:
  using entry_list = std::list<std::pair<std::uint64_t, std::shared_ptr<const Value>>>;

  std::size_t m_capacity;
  std::mutex m_guard;
  entry_list m_entries;  ///< the one used last first
  std::unordered_map<std::uint64_t, typename entry_list::iterator> m_places;
};

}  // namespace zermelo::storage
