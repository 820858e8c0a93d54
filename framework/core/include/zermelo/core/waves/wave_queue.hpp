// SPDX-License-Identifier: MIT
// The vertices that a solve still has to propagate, by stage, distance and kind.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/boundary_list.hpp>
#include <zermelo/core/waves/vertex_list.hpp>

namespace zermelo::detail {

/// Vertices that one thread has decided.
struct found_vertices {
  vertex_list vertices;
  std::uint64_t wins = 0;  ///< number of vertices won by the player to move
};

/// The vertices of one kind in a wave.
struct wave_part {
  vertex_pieces decided;
  std::uint64_t wins = 0;  ///< number of decided vertices won by the player to move
  boundary_list boundary;  ///< vertices with a boundary value, see outside_moves.hpp

  [[nodiscard]] bool empty() const noexcept { return decided.empty() && boundary.empty(); }
  void add(found_vertices&& found) {
    wins += found.wins;
    decided.add(std::move(found.vertices));
  }
  void add(wave_part&& more) {
    wins += more.wins;
    decided.add(std::move(more.decided));
    boundary.append(std::move(more.boundary));
  }
};

/// The vertices that one thread contributes to a part of a wave.
struct found_part {
  found_vertices decided;
  boundary_list boundary;
};

/// A wave: all vertices that one stage propagates at one distance.
struct wave_id {
  solve_stage stage = 0;
  std::uint64_t distance = 0;  ///< in plies

  /// A number that orders waves by the time of their propagation.
  [[nodiscard]] constexpr std::uint64_t number() const noexcept {
    return std::uint64_t{stage} << distance_bits | distance;
  }
  [[nodiscard]] static constexpr wave_id of_number(std::uint64_t number) noexcept {
    return {static_cast<solve_stage>(number >> distance_bits), number & ((std::uint64_t{1} << distance_bits) - 1)};
  }
  friend auto operator<=>(const wave_id&, const wave_id&) = default;

  static constexpr unsigned distance_bits = 48;  ///< bits in a number
};

/// The stage that propagates a decided position. Precondition: its margin is at most max_margin.
[[nodiscard]] constexpr solve_stage stage_of_value(position_value value, std::uint32_t max_margin) noexcept {
  const int margin = value.margin();
  return stage_of(static_cast<std::uint32_t>(margin < 0 ? -margin : margin), max_margin);
}

/// The terminals and boundary values that one thread found, by wave and kind. An array finds waves of common distances,
/// since every terminal and every boundary value looks up its wave.
class found_buckets {
 public:
  found_buckets() = default;
  found_buckets(const found_buckets&) = delete;
  found_buckets& operator=(const found_buckets&) = delete;

  [[nodiscard]] found_part& at(const wave_id& wave, wave_kind kind) {
    if (m_last == nullptr || wave != m_last_wave) {
      m_last = &parts_at(wave);
      m_last_wave = wave;
    }
    return (*m_last)[index_of(kind)];
  }
  /// Calls f(wave, parts by kind) for each wave.
  template <class Function>
  void for_each(const Function& f) {
    for (solve_stage stage = 0; stage < m_near.size(); ++stage) {
      for (std::uint64_t distance = 0; distance < m_near[stage].size(); ++distance) {
        if (m_near[stage][distance]) f(wave_id{stage, distance}, *m_near[stage][distance]);
      }
    }
    for (auto& [wave, parts] : m_far) f(wave, parts);
  }

 private:
  using parts_of_wave = std::array<found_part, num_wave_kinds>;

  static constexpr std::uint64_t max_indexed_distance = 4096;  ///< the array of a stage needs up to 32 KiB

  [[nodiscard]] parts_of_wave& parts_at(const wave_id& wave) {
    if (wave.distance >= max_indexed_distance) return m_far[wave];
    if (wave.stage >= m_near.size()) m_near.resize(wave.stage + 1);
    auto& of_stage = m_near[wave.stage];
    if (wave.distance >= of_stage.size()) of_stage.resize(wave.distance + 1);
    std::unique_ptr<parts_of_wave>& parts = of_stage[wave.distance];
    if (!parts) parts = std::make_unique<parts_of_wave>();
    return *parts;
  }

  std::vector<std::vector<std::unique_ptr<parts_of_wave>>> m_near;  ///< [stage][distance]
  std::map<wave_id, parts_of_wave> m_far;                           ///< all other waves
  parts_of_wave* m_last = nullptr;                                  ///< the result of the last call; parts have stable
                                                                    ///< addresses
  wave_id m_last_wave;
};

/// The pending waves, and the progress of the solve. Not thread-safe.
class wave_queue {
 public:
  wave_queue() = default;
  /// Moves the vertices that the threads have found into the queue.
  explicit wave_queue(per_thread<found_buckets>& found) {
    for (found_buckets& of_thread : found) {
      of_thread.for_each([this](const wave_id& wave, auto& parts) {
        for (std::size_t kind = 0; kind < num_wave_kinds; ++kind) {
          wave_part& all = m_buckets[wave][kind];
          all.add(std::move(parts[kind].decided));
          all.boundary.append(std::move(parts[kind].boundary));
        }
      });
    }
  }

  solve_state progress;
  std::uint64_t num_propagated = 0;  ///< number of vertices that the saved solve had propagated; 0 for a new solve
  std::uint64_t num_tied_seeds = 0;  ///< number of vertices that are tied terminals or have a move to a tie outside

  /// The first wave with pending vertices; empty if there is none.
  [[nodiscard]] std::optional<wave_id> next_wave() const {
    for (const auto& [wave, parts] : m_buckets) {
      if (!are_empty(parts)) return wave;
    }
    return std::nullopt;
  }
  /// Removes and returns the part of a wave; it is empty if there are no pending vertices.
  [[nodiscard]] wave_part take(const wave_id& wave, wave_kind kind) {
    const auto bucket = m_buckets.find(wave);
    if (bucket == m_buckets.end()) return {};
    wave_part part = std::exchange(bucket->second[index_of(kind)], {});
    if (are_empty(bucket->second)) m_buckets.erase(bucket);
    return part;
  }
  /// The part of a wave, for adding vertices. Creates an empty part if there is none.
  [[nodiscard]] wave_part& at(const wave_id& wave, wave_kind kind) { return m_buckets[wave][index_of(kind)]; }

 private:
  using parts_of_wave = std::array<wave_part, num_wave_kinds>;

  [[nodiscard]] static bool are_empty(const parts_of_wave& parts) {
    return std::all_of(parts.begin(), parts.end(), [](const wave_part& part) { return part.empty(); });
  }

  std::map<wave_id, parts_of_wave> m_buckets;  ///< [wave][kind]
};

}  // namespace zermelo::detail
