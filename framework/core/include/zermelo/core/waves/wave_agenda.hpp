// SPDX-License-Identifier: MIT
// The vertices that a solve has still to spread, by distance and kind.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/arrival_list.hpp>
#include <zermelo/core/waves/vertex_list.hpp>

namespace zermelo::detail {

/// Vertices that one thread decided.
struct found_vertices {
  vertex_list vertices;
  std::uint64_t wins = 0;  ///< the number of vertices that the player to move has won
};

/// The vertices of one kind in a wave.
struct wave_part {
  vertex_pieces decided;
  std::uint64_t wins = 0;   ///< the number of decided vertices that the player to move has won
  arrival_list arrived_at;  ///< vertices at which a value from outside arrives, see outside_moves.hpp

  [[nodiscard]] bool empty() const noexcept { return decided.empty() && arrived_at.empty(); }
  void add(found_vertices&& found) {
    wins += found.wins;
    decided.add(std::move(found.vertices));
  }
  void add(wave_part&& more) {
    wins += more.wins;
    decided.add(std::move(more.decided));
    arrived_at.append(std::move(more.arrived_at));
  }
};

/// The share of one thread in a part of a wave.
struct found_part {
  found_vertices decided;
  arrival_list arrived_at;
};

/// The ends and arrivals that one thread found: by distance in plies, then by kind.
using found_buckets = std::map<std::uint64_t, std::array<found_part, num_wave_kinds>>;

/// The waves that are still to be spread, and how far the solve has come. For one thread.
class wave_agenda {
 public:
  wave_agenda() = default;
  /// Takes over the vertices that the threads have found.
  explicit wave_agenda(tbb::enumerable_thread_specific<found_buckets>& found) {
    for (found_buckets& of_thread : found) {
      for (auto& [distance, parts] : of_thread) {
        for (std::size_t kind = 0; kind < num_wave_kinds; ++kind) {
          wave_part& all = m_buckets[distance][kind];
          all.add(std::move(parts[kind].decided));
          all.arrived_at.append(std::move(parts[kind].arrived_at));
        }
      }
    }
  }

  solve_milestone milestone;
  std::uint64_t num_spread = 0;      ///< vertices that the saved solve had spread; 0 for a new solve
  std::uint64_t num_tied_seeds = 0;  ///< vertices that are tied ends, or have a move to a tie outside

  /// The least distance, in plies, at which vertices of these kinds wait; nothing if none wait.
  [[nodiscard]] std::optional<std::uint64_t> next_distance(std::span<const wave_kind> kinds) const {
    for (const auto& [distance, parts] : m_buckets) {
      for (const wave_kind kind : kinds) {
        if (!parts[index_of(kind)].empty()) return distance;
      }
    }
    return std::nullopt;
  }
  /// Removes and returns the part of a wave; an empty part if nothing waits there.
  [[nodiscard]] wave_part take(std::uint64_t distance, wave_kind kind) {
    const auto bucket = m_buckets.find(distance);
    if (bucket == m_buckets.end()) return {};
    wave_part part = std::exchange(bucket->second[index_of(kind)], {});
    // Ties of this distance may wait here for their own stage.
    bool is_empty = true;
    for (const auto& waiting : bucket->second) is_empty = is_empty && waiting.empty();
    if (is_empty) m_buckets.erase(bucket);
    return part;
  }
  /// The part of a wave, to add vertices; a new one is empty.
  [[nodiscard]] wave_part& at(std::uint64_t distance, wave_kind kind) { return m_buckets[distance][index_of(kind)]; }

 private:
  std::map<std::uint64_t, std::array<wave_part, num_wave_kinds>> m_buckets;  ///< by distance, then by kind
};

}  // namespace zermelo::detail
