// SPDX-License-Identifier: MIT
// Limits the memory for chunks of open tables. Several tables may share a chunk_memory, such as those of a server.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace zermelo::storage {

/// Stores chunks by cache and number. When the memory is full, the least recently used chunks of any cache are dropped.
/// Thread-safe: one mutex, which is locked only during a look-up.
class chunk_memory {
 public:
  /// Suffices for simultaneous readers of two tables, and for looking up the successors of a position by their keys.
  static constexpr std::size_t default_min_chunks = 32;

  /// @param max_bytes   the limit for the total size of the chunks
  /// @param min_chunks  the number of chunks that are retained even if they exceed the limit
  explicit chunk_memory(std::size_t max_bytes, std::size_t min_chunks = default_min_chunks)
      : m_max_bytes(max_bytes), m_min_chunks(min_chunks) {}

  [[nodiscard]] std::size_t max_bytes() const noexcept { return m_max_bytes; }
  /// Returns the total size of the chunks in memory.
  [[nodiscard]] std::size_t bytes() const;

  // The following members are for use by caches.

  /// Returns the chunk, or null if it is not in memory.
  [[nodiscard]] std::shared_ptr<const void> find(const void* cache, std::uint64_t number);
  /// Adds a chunk, and drops others if necessary. Does nothing if the chunk exists because another thread has added it.
  void insert(const void* cache, std::uint64_t number, std::shared_ptr<const void> chunk, std::size_t bytes);
  /// Drops all chunks of a cache.
  void remove(const void* cache);

 private:
  struct key {
    const void* cache;
    std::uint64_t number;
    friend bool operator==(const key&, const key&) = default;
  };
  struct hash_of_key {
    std::size_t operator()(const key& k) const noexcept;
  };
  struct entry {
    key of;
    std::shared_ptr<const void> chunk;
    std::size_t bytes;
  };
  using entry_list = std::list<entry>;

  std::size_t m_max_bytes;
  std::size_t m_min_chunks;
  mutable std::mutex m_guard;  ///< guards the members below
  entry_list m_entries;        ///< most recently used first
  std::unordered_map<key, entry_list::iterator, hash_of_key> m_entry_of;
  std::size_t m_bytes = 0;
};

}  // namespace zermelo::storage
