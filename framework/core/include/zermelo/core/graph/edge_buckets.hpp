// SPDX-License-Identifier: MIT
// Transposes a graph that can only be walked forwards. Each thread appends an edge to the bucket of the edge's target;
// then each bucket is emptied into the rows of its targets. Thus every edge is listed once, no two threads write to the
// same location, and scattered writes stay within a bucket, which fits a cache.
//
//   an edge   the low 16 bits of its target in 2 bytes, then the difference of its source from the source of the
//             previous edge in the bucket, with the sign in the lowest bit and 7 bits per byte
//   memory    3 to 4 bytes per edge until its bucket is emptied; 8 bytes per edge of each bucket that is being emptied
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <zermelo/core/base/zeroed_pages.hpp>

namespace zermelo {

/// The edges that one thread has listed.
class edge_buckets {
 public:
  /// The targets in a bucket differ only in these low bits.
  static constexpr unsigned target_bits = 16;
  static constexpr std::uint64_t targets_per_bucket = std::uint64_t{1} << target_bits;

  /// The size of an edge whose source is near the source of the previous edge in the bucket.
  static constexpr double min_bytes_per_edge = 3;

  [[nodiscard]] static constexpr std::uint64_t num_buckets(std::uint64_t num_vertices) noexcept {
    return (num_vertices + targets_per_bucket - 1) / targets_per_bucket;
  }

  edge_buckets() = default;
  explicit edge_buckets(std::uint64_t num_vertices) : m_buckets(num_buckets(num_vertices)) {}

  /// Precondition: `to` is a vertex.
  [[gnu::always_inline]] void add(std::uint64_t from, std::uint64_t to) {
    assert(to >> target_bits < m_buckets.size());
    bucket& into = m_buckets[to >> target_bits];
    if (into.end - into.at < max_edge_bytes) [[unlikely]]
      begin_chunk(into);
    std::uint8_t* at = into.at;
    const auto low = static_cast<std::uint16_t>(to);
    std::memcpy(at, &low, sizeof(low));
    at += sizeof(low);
    const std::uint64_t step = from - into.last_source;
    std::uint64_t zigzag = step << 1 ^ (0 - (step >> 63));  // small for a small step of either sign
    for (; zigzag >= continuation_bit; zigzag >>= bits_per_byte)
      *at++ = static_cast<std::uint8_t>(zigzag | continuation_bit);
    *at++ = static_cast<std::uint8_t>(zigzag);
    into.last_source = from;
    into.at = at;
    ++into.num_edges;
  }

  [[nodiscard]] std::uint64_t num_edges(std::uint64_t number) const noexcept { return m_buckets[number].num_edges; }
  /// Calls f(source, the low `target_bits` of the target) for the edges of a bucket, in order. Calls pause() before
  /// each chunk of edges, which is a few milliseconds of work.
  template <class Function, class Pause>
  void for_each_edge(std::uint64_t number, const Function& f, const Pause& pause) const {
    const bucket& of = m_buckets[number];
    std::uint64_t from = 0;
    for (const chunk& part : of.chunks) {
      pause();
      read_chunk(of, part, from, f);
    }
  }
  /// Like `for_each_edge`, and empties the bucket. Frees the memory of each chunk after its edges have been read.
  template <class Function, class Pause>
  void take_edges(std::uint64_t number, const Function& f, const Pause& pause) {
    bucket& of = m_buckets[number];
    std::uint64_t from = 0;
    for (chunk& part : of.chunks) {
      pause();
      read_chunk(of, part, from, f);
      part.bytes = {};
    }
    of = {};
  }

 private:
  struct chunk {
    zeroed_pages<std::uint8_t> bytes;
    std::size_t used = 0;  ///< in bytes; set when the next chunk begins
  };
  struct bucket {
    std::uint8_t* at = nullptr;   ///< the end of the edges in the last chunk
    std::uint8_t* end = nullptr;  ///< the end of the last chunk
    std::uint64_t last_source = 0;
    std::uint64_t num_edges = 0;
    std::uint64_t num_bytes = 0;  ///< total size of all chunks
    std::vector<chunk> chunks;
  };
  static constexpr unsigned bits_per_byte = 7;
  static constexpr std::uint8_t continuation_bit = 1 << bits_per_byte;
  static constexpr std::ptrdiff_t max_edge_bytes = 2 + 10;  // for the target, and for a source of 64 bits
  static constexpr std::size_t min_chunk_bytes = std::size_t{1} << 10;
  static constexpr std::size_t max_chunk_bytes = std::size_t{1} << 20;
  static constexpr std::size_t chunk_growth = 8;

  /// @param from  in: the source of the last edge before the chunk; out: the source of the last edge in the chunk
  template <class Function>
  static void read_chunk(const bucket& of, const chunk& part, std::uint64_t& from, const Function& f) {
    const std::uint8_t* at = part.bytes.data();
    const std::uint8_t* const end = &part == &of.chunks.back() ? of.at : at + part.used;
    while (at != end) {
      std::uint16_t low = 0;
      std::memcpy(&low, at, sizeof(low));
      at += sizeof(low);
      std::uint64_t zigzag = 0;
      unsigned shift = 0;
      for (; (*at & continuation_bit) != 0; shift += bits_per_byte)
        zigzag |= std::uint64_t{*at++ & (continuation_bit - 1U)} << shift;
      zigzag |= std::uint64_t{*at++} << shift;
      from += zigzag >> 1 ^ (0 - (zigzag & 1));
      f(from, low);
    }
  }

  /// A chunk is `chunk_growth` times as large as all previous chunks together. For chunks of at least 64 KiB, unused
  /// pages need no memory, and the memory of read edges returns to the system at once, see zeroed_pages.hpp. Chunks
  /// reach this size quickly, since the heap would retain smaller chunks until the solve ends.
  static void begin_chunk(bucket& of) {
    if (!of.chunks.empty()) {
      of.chunks.back().used = static_cast<std::size_t>(of.at - of.chunks.back().bytes.data());
    }
    const std::size_t size =
        std::clamp(chunk_growth * static_cast<std::size_t>(of.num_bytes), min_chunk_bytes, max_chunk_bytes);
    of.chunks.push_back({zeroed_pages<std::uint8_t>(size), 0});
    of.num_bytes += size;
    of.at = of.chunks.back().bytes.data();
    of.end = of.at + size;
  }

  std::vector<bucket> m_buckets;
};

/// [thread]: the edges listed by the thread.
using edges_of_threads = std::vector<edge_buckets>;

}  // namespace zermelo
