// SPDX-License-Identifier: MIT
// A cache of chunks. A full cache drops the least recently used chunk.
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

/// Chunks by number. Thread-safe: one lock, held for a look-up only.
template <class Chunk>
class chunk_cache {
 public:
  /// @param capacity  chunks, at least 1
  explicit chunk_cache(std::size_t capacity) : m_capacity(std::max<std::size_t>(capacity, 1)) {}

  [[nodiscard]] std::size_t capacity() const noexcept { return m_capacity; }
  /// Null if the cache does not have the chunk.
  [[nodiscard]] std::shared_ptr<const Chunk> find(std::uint64_t number) {
    const std::lock_guard lock(m_guard);
    const auto found = m_places.find(number);
    if (found == m_places.end()) return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, found->second);
    return found->second->second;
  }
  void clear() {
    const std::lock_guard lock(m_guard);
    m_places.clear();
    m_entries.clear();
  }
  /// Adds a chunk, and drops the least recently used one if the cache is full. Does nothing if the cache has the chunk,
  /// as when two threads have read it.
  void insert(std::uint64_t number, std::shared_ptr<const Chunk> chunk) {
    const std::lock_guard lock(m_guard);
    if (m_places.contains(number)) return;
    if (m_entries.size() == m_capacity) {
      m_places.erase(m_entries.back().first);
      m_entries.pop_back();
    }
    m_entries.emplace_front(number, std::move(chunk));
    m_places.emplace(number, m_entries.begin());
  }

 private:
  using entry_list = std::list<std::pair<std::uint64_t, std::shared_ptr<const Chunk>>>;

  std::size_t m_capacity;
  std::mutex m_guard;
  entry_list m_entries;  ///< the most recently used first
  std::unordered_map<std::uint64_t, typename entry_list::iterator> m_places;
};

}  // namespace zermelo::storage
