// SPDX-License-Identifier: MIT
// Memory for chunks of open tables. Several tables may share it, such as those of a server.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace zermelo::storage {

/// Chunks, by their cache and number. When the memory is full, the least recently used chunks of any cache are dropped.
/// Thread-safe: one lock, held only during a look-up.
class chunk_memory {
 public:
  /// Enough for simultaneous readers of two tables, and for the successors of a position among its keys.
  static constexpr std::size_t default_min_chunks = 32;

  /// @param max_bytes   limit for all chunks
  /// @param min_chunks  the number of chunks that stay even if they exceed the limit
  explicit chunk_memory(std::size_t max_bytes, std::size_t min_chunks = default_min_chunks)
      : m_max_bytes(max_bytes), m_min_chunks(min_chunks) {}

  [[nodiscard]] std::size_t max_bytes() const noexcept { return m_max_bytes; }
  /// The size of the current chunks.
  [[nodiscard]] std::size_t bytes() const;

  // For use by caches:

  /// The chunk; null if it is not in memory.
  [[nodiscard]] std::shared_ptr<const void> find(const void* cache, std::uint64_t number);
  /// Adds a chunk, and drops others if necessary. Does nothing if the chunk exists, as when two threads have read it.
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
