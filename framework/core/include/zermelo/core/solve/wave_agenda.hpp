// SPDX-License-Identifier: MIT
// What there is still to spread in a solve, by distance and kind.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo::detail {

/// Vertices in the pieces in which the threads found them.
template <class Index>
class vertex_pieces {
 public:
  [[nodiscard]] bool empty() const noexcept { return m_pieces.empty(); }
  [[nodiscard]] std::uint64_t size() const noexcept {
    std::uint64_t sum = 0;
    for (const auto& piece : m_pieces) sum += piece.size();
    return sum;
  }
  void add(std::vector<Index>&& piece) {
    if (!piece.empty()) m_pieces.push_back(std::move(piece));
  }
  void add(vertex_pieces&& more) {
    for (auto& piece : more.m_pieces) m_pieces.push_back(std::move(piece));
  }
  [[nodiscard]] const std::vector<std::vector<Index>>& pieces() const noexcept { return m_pieces; }

 private:
  std::vector<std::vector<Index>> m_pieces;
};

/// Vertices that one thread decided.
template <class Index>
struct found_vertices {
  std::vector<Index> vertices;
  std::uint64_t wins = 0;  ///< those won by the player to move
};

/// The part of a wave that one player has won, or nobody.
template <class Index>
struct wave_part {
  vertex_pieces<Index> decided;
  std::uint64_t wins = 0;           ///< of them, those won by the player to move
  vertex_pieces<Index> arrived_at;  ///< vertices that a value from outside arrives at, see outside_moves.hpp

  [[nodiscard]] bool empty() const noexcept { return decided.empty() && arrived_at.empty(); }
  void add(found_vertices<Index>&& found) {
    wins += found.wins;
    decided.add(std::move(found.vertices));
  }
  void add(wave_part&& more) {
    wins += more.wins;
    decided.add(std::move(more.decided));
    arrived_at.add(std::move(more.arrived_at));
  }
};

template <class Index>
using wave_parts = std::array<wave_part<Index>, num_wave_kinds>;

/// The same, found by one thread.
template <class Index>
struct found_part {
  found_vertices<Index> decided;
  std::vector<Index> arrived_at;
};

template <class Index>
using found_buckets = std::map<std::uint64_t, std::array<found_part<Index>, num_wave_kinds>>;

/// What there is to spread, and how far that has come.
template <class Index>
class wave_agenda {
 public:
  wave_agenda() = default;
  explicit wave_agenda(tbb::enumerable_thread_specific<found_buckets<Index>>& found) {
    for (found_buckets<Index>& part : found) {
      for (auto& [distance, kinds] : part) {
        for (std::size_t kind = 0; kind < num_wave_kinds; ++kind) {
          wave_part<Index>& all = m_buckets[distance][kind];
          all.add(std::move(kinds[kind].decided));
          all.arrived_at.add(std::move(kinds[kind].arrived_at));
        }
      }
    }
  }

  solve_milestone milestone;
  std::uint64_t num_spread = 0;  ///< before a saved solve was continued
  std::uint64_t tied_ends = 0;   ///< vertices from which ties begin to spread, or a tie outside is one move away

  /// The least distance at which there is something of these kinds.
  [[nodiscard]] std::optional<std::uint64_t> next_distance(std::span<const wave_kind> kinds) const {
    for (const auto& [distance, parts] : m_buckets) {
      for (const wave_kind kind : kinds) {
        if (!parts[index_of(kind)].empty()) return distance;
      }
    }
    return std::nullopt;
  }
  [[nodiscard]] wave_part<Index> take(std::uint64_t distance, wave_kind kind) {
    const auto bucket = m_buckets.find(distance);
    if (bucket == m_buckets.end()) return {};
    wave_part<Index> part = std::exchange(bucket->second[index_of(kind)], {});
    // Ties of this distance may wait here for their own stage.
    bool is_empty = true;
    for (const auto& waiting : bucket->second) is_empty = is_empty && waiting.empty();
    if (is_empty) m_buckets.erase(bucket);
    return part;
  }
  /// To add to. There is an empty part where there was none.
  [[nodiscard]] wave_part<Index>& at(std::uint64_t distance, wave_kind kind) {
    return m_buckets[distance][index_of(kind)];
  }

 private:
  std::map<std::uint64_t, wave_parts<Index>> m_buckets;
};

}  // namespace zermelo::detail
