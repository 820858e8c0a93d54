// SPDX-License-Identifier: MIT
// Encodes the rows of a graph in one pass: each row is listed once, or twice where a dictionary turns out to be full.
// Threads take blocks of rows, encode them in memory that stays in their caches, and append the result to the rows that
// they have stored before. So nothing is counted in advance, no page is touched twice, and there is never a second copy
// of the graph.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/edge_buckets.hpp>
#include <zermelo/core/graph/listed_rows.hpp>
#include <zermelo/core/graph/row_encoding.hpp>
#include <zermelo/core/graph/row_references.hpp>

namespace zermelo {

namespace detail {

/// The rows that one thread encodes.
template <class Builder>
class row_encoder {
 public:
  explicit row_encoder(Builder& all) : m_part(all) {}

  /// Encodes a block of rows. @param list  as row_lister
  template <class Lister>
  void encode(std::uint64_t begin, std::uint64_t end, const Lister& list) {
    if (!try_to_encode(begin, end, list, dictionary_choice::shared) &&
        !try_to_encode(begin, end, list, dictionary_choice::unused)) {
      throw std::logic_error("an unused dictionary has no room for a block of rows");
    }
    m_part.end_block(begin / row_references::rows_per_block);
  }
  void finish() { m_part.finish(); }

 private:
  /// Returns false if the dictionary is full.
  template <class Lister>
  [[nodiscard]] bool try_to_encode(std::uint64_t begin, std::uint64_t end, const Lister& list,
                                   dictionary_choice dictionary) {
    m_part.begin_block(dictionary);
    for (std::uint64_t first = begin; first != end; first = std::min(end, first + listed_rows::max_rows)) {
      m_listed.clear();
      list(first, std::min(end, first + listed_rows::max_rows), m_listed);
      for (std::size_t i = 0; i != m_listed.size(); ++i) {
        if (!m_part.add(first + i, m_listed.row(i))) return false;
      }
    }
    return true;
  }

  typename Builder::part m_part;
  listed_rows m_listed;
};

/// The edges of one bucket, sorted by their targets.
class sorted_bucket {
 public:
  /// Takes the edges of all threads, and gives their memory back. @throws interrupted.
  void take(edges_of_threads& edges, std::uint64_t bucket, const work_monitor& monitor) {
    const auto pause = [&monitor] { monitor.check_stop(); };
    m_first = bucket << edge_buckets::target_bits;
    m_ends.assign(edge_buckets::targets_per_bucket + 1, 0);
    std::uint64_t count = 0;
    for (const edge_buckets& of_thread : edges) {
      of_thread.for_each_edge(
          bucket, [this](std::uint64_t, std::uint16_t to) { ++m_ends[to + std::size_t{1}]; }, pause);
      count += of_thread.num_edges(bucket);
    }
    m_sources.resize(count);
    for (std::size_t i = 1; i < m_ends.size(); ++i) m_ends[i] += m_ends[i - 1];
    // The starts of the rows become their ends when all sources are placed.
    for (edge_buckets& of_thread : edges) {
      of_thread.take_edges(
          bucket, [this](std::uint64_t from, std::uint16_t to) { m_sources[m_ends[to]++] = from; }, pause);
    }
  }
  /// Lists the sources of the edges to begin .. end - 1, sorted, so that the order does not depend on threads.
  void list(std::uint64_t begin, std::uint64_t end, listed_rows& out) {
    for (std::uint64_t v = begin; v != end; ++v) {
      const auto first = m_sources.begin() + static_cast<std::ptrdiff_t>(v == m_first ? 0 : m_ends[v - m_first - 1]);
      const auto last = m_sources.begin() + static_cast<std::ptrdiff_t>(m_ends[v - m_first]);
      if (!std::is_sorted(first, last)) std::sort(first, last);
      std::copy(first, last, out.targets().extend(static_cast<std::size_t>(last - first)).begin());
      out.end_row();
    }
  }

 private:
  std::uint64_t m_first = 0;          ///< the first target of the bucket
  std::vector<std::uint64_t> m_ends;  ///< [target - m_first]: the end of its row in m_sources
  std::vector<std::uint64_t> m_sources;
};

}  // namespace detail

/// packed_rows_builder, which makes rows of edges in one step.
template <class Builder>
concept TakesEdges = requires { &Builder::transposed; };

/// Stores the rows that `list` lists. Phase "build".
/// @tparam Builder  repeated_rows_builder or gap_rows_builder, by the encoding
/// @param threads  at least 1
/// @throws interrupted, std::bad_alloc, contract_error for rows that are too long, too_many_patterns, and what `list`
///   throws.
template <class Builder>
[[nodiscard]] typename Builder::rows encode_rows(const rows_to_store& sizes, const row_lister& list, unsigned threads,
                                                 work_monitor& monitor) {
  using encoder = detail::row_encoder<Builder>;
  Builder all(sizes);
  per_thread<encoder> encoders([&all] { return encoder(all); });
  monitor.phase("build", sizes.num_rows);
  for_each_block(
      sizes.num_rows, threads, monitor,
      [&](std::uint64_t begin, std::uint64_t end) { encoders.local().encode(begin, end, list); },
      row_references::rows_per_block);
  for (encoder& of_thread : encoders) of_thread.finish();
  return std::move(all).finish();
}

/// Stores the rows of the transpose, which hold the sources of edges, sorted. Takes the edges. Phase "transpose".
/// Builder and errors as above.
template <class Builder>
[[nodiscard]] typename Builder::rows encode_transposed(const rows_to_store& sizes, edges_of_threads edges,
                                                       unsigned threads, work_monitor& monitor) {
  struct worker {
    explicit worker(Builder& all) : encoder(all) {}
    detail::row_encoder<Builder> encoder;
    detail::sorted_bucket bucket;
  };
  static_assert(edge_buckets::targets_per_bucket % row_references::rows_per_block == 0);
  Builder all(sizes);
  per_thread<worker> workers([&all] { return worker(all); });
  monitor.phase("transpose", sizes.num_rows);
  for_each_block(
      sizes.num_rows, threads, monitor,
      [&](std::uint64_t begin, std::uint64_t end) {
        worker& local = workers.local();
        local.bucket.take(edges, begin / edge_buckets::targets_per_bucket, monitor);
        for (std::uint64_t first = begin; first < end; first += row_references::rows_per_block) {
          monitor.check_stop();
          local.encoder.encode(
              first, std::min<std::uint64_t>(end, first + row_references::rows_per_block),
              [&](std::uint64_t from, std::uint64_t to, listed_rows& out) { local.bucket.list(from, to, out); });
        }
      },
      edge_buckets::targets_per_bucket);
  for (worker& of_thread : workers) of_thread.encoder.finish();
  return std::move(all).finish();
}

/// As above, in rows of numbers, which are not sorted.
template <TakesEdges Builder>
[[nodiscard]] typename Builder::rows encode_transposed(const rows_to_store& sizes, edges_of_threads edges,
                                                       unsigned threads, work_monitor& monitor) {
  monitor.phase("transpose", sizes.num_rows);
  return Builder::transposed(sizes, std::move(edges), threads, monitor);
}

}  // namespace zermelo
