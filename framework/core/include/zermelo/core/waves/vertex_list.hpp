// SPDX-License-Identifier: MIT
// The vertices of a wave, in lists with 4 bytes per vertex. Each thread has a list of limited length. If a list is too
// short, a sweep over the words finds the wave.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/waves/sort_wave.hpp>

namespace zermelo::detail {

/// Vertices whose numbers have the same high half (32 bits). Only the low halves are stored, in 4 bytes each.
struct vertex_span {
  std::uint64_t base = 0;  ///< the number whose low half is 0
  std::span<const std::uint32_t> low_halves;
};

/// The greatest number of vertices of a wave that one thread lists, in a graph of `num_vertices`. If a thread finds
/// more, as in graphs where nearly all positions have the same distance, a sweep over the words finds the wave instead,
/// so that memory is proportional to the words. A vertex is in only one wave, so at most 32 waves of a kind per thread
/// are larger.
[[nodiscard]] constexpr std::uint64_t max_listed_vertices(std::uint64_t num_vertices, unsigned threads) noexcept {
  constexpr std::uint64_t max_large_waves_per_thread = 32;
  return num_vertices / (max_large_waves_per_thread * threads) + 1;
}
/// The value of `max_listed` with which every vertex is listed.
inline constexpr std::uint64_t unlimited_listing = std::numeric_limits<std::uint64_t>::max();

/// Vertices in the order in which one thread found them, separately for each high half of their numbers.
class vertex_list {
 public:
  /// Counts v, and lists it unless `max_listed` vertices have already been counted.
  void push_back(std::uint64_t v, std::uint64_t max_listed = unlimited_listing) {
    if (m_size++ >= max_listed) return;
    ++m_listed;
    if (v >> low_half_bits == 0) [[likely]] {
      m_low_halves_of_zero.push_back(static_cast<std::uint32_t>(v));
    } else {
      m_low_halves[v >> low_half_bits].push_back(static_cast<std::uint32_t>(v));
    }
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] bool is_complete() const noexcept { return m_listed == m_size; }
  /// Calls f(base, low halves) for each high half; base is the number whose low half is 0. f may move from the low
  /// halves.
  template <class Function>
  void for_each_high_half(const Function& f) {
    if (!m_low_halves_of_zero.empty()) f(std::uint64_t{0}, m_low_halves_of_zero);
    for (auto& [high, low_halves] : m_low_halves) f(high << low_half_bits, low_halves);
  }

 private:
  static constexpr unsigned low_half_bits = 32;
  std::uint64_t m_size = 0;
  std::uint64_t m_listed = 0;
  std::vector<std::uint32_t> m_low_halves_of_zero;
  std::map<std::uint64_t, std::vector<std::uint32_t>> m_low_halves;  ///< [high half], which is not 0
};

/// The vertices that several threads found, in pieces. After an incomplete list is added, only their number is known.
class vertex_pieces {
 public:
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] bool is_complete() const noexcept { return m_is_complete; }
  /// Moves the vertices of a list to the end of the pieces.
  void add(vertex_list&& list) {
    m_size += list.size();
    drop_unless_complete(list.is_complete());
    if (!m_is_complete) return;
    list.for_each_high_half([this](std::uint64_t base, std::vector<std::uint32_t>& low_halves) {
      m_pieces[base].push_back(std::move(low_halves));
    });
  }
  void add(vertex_pieces&& more) {
    m_size += more.m_size;
    drop_unless_complete(more.m_is_complete);
    if (!m_is_complete) return;
    for (auto& [base, pieces] : more.m_pieces) {
      std::move(pieces.begin(), pieces.end(), std::back_inserter(m_pieces[base]));
    }
  }
  /// Sorts the vertices if there are enough to be worth it. Precondition: is_complete(). @param threads  see
  /// `for_each_index`
  void sort(unsigned threads) {
    constexpr std::uint64_t min_sorted_vertices = 4096;  // sorting fewer costs more than it saves
    if (m_size < min_sorted_vertices) return;
    for (auto& [base, pieces] : m_pieces) {
      std::vector<std::uint32_t> ordered = sort_wave(pieces, threads);
      pieces.clear();
      pieces.push_back(std::move(ordered));
    }
  }
  /// The pieces, split into ranges of at most `max_size` vertices. Precondition: is_complete().
  [[nodiscard]] std::vector<vertex_span> ranges(std::size_t max_size) const {
    std::vector<vertex_span> all;
    for_each_piece([&](std::uint64_t base, std::span<const std::uint32_t> whole) {
      for (std::size_t begin = 0; begin < whole.size(); begin += max_size) {
        all.push_back({base, whole.subspan(begin, std::min(max_size, whole.size() - begin))});
      }
    });
    return all;
  }
  /// Calls f(vertex) for each vertex. Precondition: is_complete().
  template <class Function>
  void for_each(const Function& f) const {
    for_each_piece([&](std::uint64_t base, std::span<const std::uint32_t> low_halves) {
      for (const std::uint32_t low : low_halves) f(base + low);
    });
  }

 private:
  template <class Function>
  void for_each_piece(const Function& f) const {
    for (const auto& [base, pieces] : m_pieces) {
      for (const auto& low_halves : pieces) f(base, std::span<const std::uint32_t>(low_halves));
    }
  }
  void drop_unless_complete(bool is_complete) {
    m_is_complete = m_is_complete && is_complete;
    if (!m_is_complete) m_pieces = {};
  }

  /// [base]: pieces of low halves; the base is the number whose low half is 0
  std::map<std::uint64_t, std::vector<std::vector<std::uint32_t>>> m_pieces;
  std::uint64_t m_size = 0;
  bool m_is_complete = true;
};

}  // namespace zermelo::detail
