// SPDX-License-Identifier: MIT
// Caches the chunks of an array in memory that other arrays may share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <zermelo/storage/table/chunk_memory.hpp>

namespace zermelo::storage {

/// A cache of chunks by number. Thread-safe.
template <class Chunk>
class chunk_cache {
 public:
  /// @param memory       null: a separate memory of `own_bytes` and at least `min_chunks` chunks
  /// @param chunk_bytes  the size of a chunk
  chunk_cache(std::shared_ptr<chunk_memory> memory, std::size_t own_bytes, std::size_t min_chunks,
              std::size_t chunk_bytes)
      : m_memory(memory != nullptr
                     ? std::move(memory)
                     : std::make_shared<chunk_memory>(std::max(own_bytes, min_chunks * chunk_bytes), min_chunks)),
        m_chunk_bytes(chunk_bytes) {}
  ~chunk_cache() { m_memory->remove(this); }
  chunk_cache(const chunk_cache&) = delete;
  chunk_cache& operator=(const chunk_cache&) = delete;

  /// Returns the maximum number of chunks that fit if no other cache shares the memory.
  [[nodiscard]] std::size_t capacity() const noexcept { return m_memory->max_bytes() / m_chunk_bytes; }
  /// Returns the chunk, or null if it is not cached.
  [[nodiscard]] std::shared_ptr<const Chunk> find(std::uint64_t number) {
    return std::static_pointer_cast<const Chunk>(m_memory->find(this, number));
  }
  void clear() { m_memory->remove(this); }
  void insert(std::uint64_t number, std::shared_ptr<const Chunk> chunk) {
    m_memory->insert(this, number, std::move(chunk), m_chunk_bytes);
  }

 private:
  std::shared_ptr<chunk_memory> m_memory;
  std::size_t m_chunk_bytes;
};

}  // namespace zermelo::storage
