// SPDX-License-Identifier: MIT
// Counts the positions of a solution by the game's own groups (hook `group_of`), and each representative for as many
// positions as share it (hook `orbit_size`).
//
//   time    V calls of each hook, every state made once; positions that are not legal are skipped unmade, but for
//           games with for_each_state
//   memory  a thread: 512 KiB, and for each group and player to move 64 bytes a distance, at most 128 MiB
//   throws  contract_error for a game with more groups than `most_groups`, or whose orbits have more than 2^64 - 1
//           positions; resource_error for more than `most_distances`; input_error for an entry, from a stranger's
//           table, that gives a hole an outcome; interrupted; what the rules, and reading the entries, throw
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_census.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// Groups, each counted once for every player to move. More are a mistake: they are meant to be read.
inline constexpr std::size_t most_groups = 1 << 16;

/// Distances from 0 to the farthest of each group and player to move, summed over these. A table that asks for more
/// than it is large itself may be a stranger's.
inline constexpr std::size_t most_distances = 1 << 20;

namespace detail {

inline void expect_few_groups(std::size_t groups) {
  if (groups <= most_groups) return;
  throw contract_error("the game's hook group_of names more than " + std::to_string(most_groups) + " groups");
}

inline void expect_few_distances(std::size_t distances) {
  if (distances <= most_distances) return;
  throw resource_error("counts by group have more than " + std::to_string(most_distances) +
                       " distances, those of all groups together");
}

/// @throws contract_error where the sum of what `orbit_size` says would wrap around.
[[nodiscard]] inline std::uint64_t sum_of_orbits(std::uint64_t sum, std::uint64_t more) {
  if (more <= std::numeric_limits<std::uint64_t>::max() - sum) return sum + more;
  throw contract_error("the game's hook orbit_size says of more than 2^64 - 1 positions that there are");
}

/// What one thread has counted.
template <RankedGame G>
class group_tallies {
 public:
  explicit group_tallies(const G& game) : m_game(&game), m_counts_orbits(counts_orbits(game)) {}

  /// Counts a position that its entry says is legal, whoever has written that.
  void add(position p, const typename G::state& s, position_value value) {
    if (!is_no_hole(*m_game, p, s)) {
      throw input_error("position " + std::to_string(p) + " is not legal, but has an outcome");
    }
    group_tally& mine = tally_of(group_of_state(*m_game, s), player_to_move_of(*m_game, s));
    if (value.distance_plies != no_distance && value.distance_plies >= mine.all.by_distance.size()) {
      m_distances += value.distance_plies + std::size_t{1} - mine.all.by_distance.size();
      expect_few_distances(m_distances);
    }
    if constexpr (HasOrbitSize<G>) {
      if (m_counts_orbits) {
        const std::uint64_t size = m_game->orbit_size(s);
        m_positions = sum_of_orbits(m_positions, size);
        mine.all.add(value, size);
        mine.orbits.add(value);
        return;
      }
    }
    mine.all.add(value);
  }
  /// How many the orbits have; 0 if they are not counted.
  [[nodiscard]] std::uint64_t positions() const noexcept { return m_positions; }
  template <class Callback>
  void for_each_tally(const Callback& f) const {
    for (const auto& [key, tally] : m_tallies) f(tally);
  }

 private:
  [[nodiscard]] group_tally& tally_of(std::uint32_t group, player to_move) {
    const std::uint64_t key = std::uint64_t{group} * 2 + index_of(to_move);
    group_tally*& recent = m_recent[key % m_recent.size()];
    if (recent != nullptr && recent->group == group && recent->to_move == to_move) return *recent;
    const auto [found, is_new] = m_tallies.try_emplace(key);
    if (is_new) {
      expect_few_groups(m_tallies.size());
      found->second.group = group;
      found->second.to_move = to_move;
    }
    recent = &found->second;
    return *recent;
  }

  const G* m_game;
  bool m_counts_orbits;
  std::uint64_t m_positions = 0;
  std::size_t m_distances = 0;
  std::unordered_map<std::uint64_t, group_tally> m_tallies;
  std::array<group_tally*, 64> m_recent{};  ///< by key; elements of the map stay where they are
};

/// Calls f(position, state) for the legal positions begin .. end - 1, whose entries are at hand.
template <RankedGame G, class Callback>
void for_each_legal_state(const G& game, position begin, const std::vector<position_value>& entries,
                          const Callback& f) {
  const auto is_legal = [&](position p) { return entries[p - begin].outcome != outcome::illegal; };
  const position end = begin + entries.size();
  position p = begin;
  if constexpr (HasStatesInOrder<G>) {
    game.for_each_state(begin, end, [&](const typename G::state& s) {
      if (is_legal(p)) f(p, s);
      ++p;
    });
  } else {
    for (; p != end; ++p) {
      if (is_legal(p)) f(p, game.unrank(p));
    }
  }
}

}  // namespace detail

/// Phase "census", one unit of work per position. What a solution of an instance that is not folded says of orbits is
/// nothing: it has none.
template <RankedGame G>
  requires(HasGroups<G> || HasOrbitSize<G>)
[[nodiscard]] position_census take_census(const G& game, const solution_entries& values, unsigned threads,
                                          work_monitor& monitor) {
  tbb::enumerable_thread_specific<detail::group_tallies<G>> found{detail::group_tallies<G>(game)};
  tbb::enumerable_thread_specific<std::vector<position_value>> buffers;
  monitor.phase("census", values.size());
  const auto count_block = [&](position begin, position end) {
    std::vector<position_value>& entries = buffers.local();
    entries.resize(end - begin);
    values.read(begin, entries);
    detail::group_tallies<G>& mine = found.local();
    detail::for_each_legal_state(game, begin, entries,
                                 [&](position p, const typename G::state& s) { mine.add(p, s, entries[p - begin]); });
  };
  constexpr std::uint64_t block_size = 1 << 16;  // entries; 512 KiB a thread
  for_each_block(values.size(), resolve_threads(threads), monitor, count_block, block_size);

  std::map<std::pair<std::uint32_t, player>, group_tally> whole;
  std::uint64_t positions = 0;
  std::size_t distances = 0;
  for (const detail::group_tallies<G>& part : found) {
    positions = detail::sum_of_orbits(positions, part.positions());
    part.for_each_tally([&](const group_tally& tally) {
      group_tally& sum = whole[{tally.group, tally.to_move}];
      const std::size_t known = sum.all.by_distance.size();
      distances += std::max(known, tally.all.by_distance.size()) - known;
      detail::expect_few_distances(distances);
      sum.all += tally.all;
      sum.orbits += tally.orbits;
    });
  }
  detail::expect_few_groups(whole.size());
  position_census census{HasGroups<G>, counts_orbits(game), {}};
  for (auto& [key, tally] : whole) {
    tally.group = key.first;
    tally.to_move = key.second;
    if constexpr (HasGroups<G>) tally.name = game.group_name(tally.group);
    census.groups.push_back(std::move(tally));
  }
  return census;
}

}  // namespace zermelo
