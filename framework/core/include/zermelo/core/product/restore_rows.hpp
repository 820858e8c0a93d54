// SPDX-License-Identifier: MIT
// Resumes a saved product solve. The log is written again from the entries, in the order of their distances, and then
// the planes are filled from the log: first all waves that have been spread, at once, then the wave that waits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/product/adopt_known_values.hpp>
#include <zermelo/core/product/bit_planes.hpp>
#include <zermelo/core/product/product_state.hpp>
#include <zermelo/core/product/spread_rows.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/resume/saved_distances.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/spreading_rule.hpp>

namespace zermelo::detail {

/// A position of a group and its distance as one number, whose order is that of distances.
struct distance_key {
  static constexpr int distance_bits = 32;

  [[nodiscard]] static std::uint64_t of(std::uint32_t distance, std::uint64_t number_in_group) {
    return std::uint64_t{distance} << distance_bits | number_in_group;
  }
  [[nodiscard]] static std::uint32_t distance(std::uint64_t key) {
    return static_cast<std::uint32_t>(key >> distance_bits);
  }
  [[nodiscard]] static std::uint64_t number_in_group(std::uint64_t key) {
    return key & std::numeric_limits<std::uint32_t>::max();
  }
};

/// Sorts keys by distance; the sort is stable. @param longest  the greatest distance
inline void sort_by_distance(std::vector<std::uint64_t>& keys, std::vector<std::uint64_t>& room,
                             std::uint32_t longest) {
  constexpr int digit_bits = 11;  // 2^11 counters stay in the cache
  constexpr std::uint64_t num_digits = std::uint64_t{1} << digit_bits;
  room.resize(keys.size());
  for (int shift = 0; shift < distance_key::distance_bits && (longest >> shift) != 0; shift += digit_bits) {
    const auto digit = [shift](std::uint64_t key) { return (distance_key::distance(key) >> shift) & (num_digits - 1); };
    std::array<std::uint32_t, num_digits> end{};
    for (const std::uint64_t key : keys) ++end[digit(key)];
    std::uint32_t sum = 0;
    for (std::uint32_t& count : end) count = sum += count;
    for (auto key = keys.rbegin(); key != keys.rend(); ++key) room[--end[digit(*key)]] = *key;
    keys.swap(room);
  }
}

/// Whether a saved entry is possible for a position in which play goes on.
[[nodiscard]] inline bool is_entry_of_play(const position_value& entry, const solve_milestone& milestone) {
  if (entry.outcome == outcome::draw) return entry.distance_plies == no_distance;
  if (entry.outcome == outcome::illegal || entry.distance_plies == 0) return false;
  const bool is_tie = entry.outcome == outcome::tie;
  if (is_tie && milestone.stage == solve_stage::wins_and_losses) return false;
  const bool is_of_stage = is_tie == (milestone.stage == solve_stage::ties);
  return entry.distance_plies <= (is_of_stage ? milestone.next_distance_plies : wave_rows::max_distance);
}

/// Working memory of one thread that restores rows.
struct restoring_thread {
  std::vector<position_value> saved;
  std::vector<position_value> ends;
  std::vector<std::uint64_t> by_distance;  ///< distance_key
  std::vector<std::uint64_t> room;
  std::uint32_t longest = 0;
  saved_distances distances;
};

/// Adds entries of one row and one distance to the solution. @param keys  distance_keys in the group @param row  in the
/// group
inline void record_entries(product_state& state, std::size_t s, std::uint64_t group_begin, std::uint64_t row,
                           std::span<const std::uint64_t> keys, restoring_thread& group, product_thread& mine) {
  const walker_step& step = state.steps()[s];
  const auto place_of = [&](std::uint64_t key) {
    return static_cast<place_number>(distance_key::number_in_group(key) - row * state.index().row_length());
  };
  for (const wave_kind kind : all_wave_kinds) {
    const outcome wanted = outcome_of(kind, step.owner);
    std::fill(mine.changed.begin(), mine.changed.end(), 0);
    bool any = false;
    for (const std::uint64_t key : keys) {
      if (group.saved[distance_key::number_in_group(key)].outcome != wanted) continue;
      const std::size_t bit = state.board().bit_of(place_of(key));
      set_bit(mine.blank.data(), bit);
      set_bit(mine.changed.data(), bit / bit_board::word_bits / state.kernels().vector_words);
      any = true;
    }
    if (!any) continue;
    state.record(s, group_begin + row, kind, mine.blank.data(), mine.changed, distance_key::distance(keys.front()),
                 mine);
    for (const std::uint64_t key : keys) clear_bit(mine.blank.data(), state.board().bit_of(place_of(key)));
  }
}

/// Adds the entries of a saved solve in a group of rows to the solution, without the ends of play, which are marked
/// already. @throws input_error for an entry that is impossible under these rules.
inline void restore_group(product_state& state, std::size_t s, std::uint64_t group, const solution_entries& entries,
                          const solve_milestone& milestone, restoring_thread& at, product_thread& mine) {
  const std::uint64_t row_length = state.index().row_length();
  const auto [begin, end] = state.solution().rows_of(group);
  const position first = state.solution().first_position(state.steps()[s].turn, begin);
  at.saved.resize((end - begin) * row_length);
  at.ends.resize(at.saved.size());
  entries.read(first, at.saved);
  state.solution().read(first, at.ends);

  at.by_distance.clear();
  std::uint32_t longest = 0;
  for (std::uint64_t row = begin, i = 0; row < end; ++row) {
    const std::uint64_t* const open = state.layer(s).open.row(row);
    for (place_number p = 0; p < row_length; ++p, ++i) {
      const position_value& entry = at.saved[i];
      const bool goes_on = has_bit(open, state.board().bit_of(p));
      if (goes_on ? !is_entry_of_play(entry, milestone) : entry != at.ends[i]) {
        refuse_saved_solve("position " + std::to_string(first + i));
      }
      if (entry.distance_plies == no_distance) continue;
      const solve_stage stage = entry.outcome == outcome::tie ? solve_stage::ties : solve_stage::wins_and_losses;
      if (!goes_on) {
        at.distances.add_end(stage, entry.distance_plies);
        continue;
      }
      at.distances.add_play(stage, entry.distance_plies);
      at.by_distance.push_back(distance_key::of(entry.distance_plies, i));
      longest = std::max(longest, entry.distance_plies);
    }
  }
  at.longest = std::max(at.longest, longest);

  sort_by_distance(at.by_distance, at.room, longest);
  const std::span<const std::uint64_t> sorted(at.by_distance);
  for (std::size_t from = 0; from < sorted.size();) {
    const std::uint64_t row = distance_key::number_in_group(sorted[from]) / row_length;
    const std::uint64_t limit = distance_key::of(distance_key::distance(sorted[from]), (row + 1) * row_length);
    std::size_t to = from + 1;
    while (to < sorted.size() && sorted[to] < limit) ++to;
    record_entries(state, s, begin, row, sorted.subspan(from, to - from), at, mine);
    from = to;
  }
}

/// Spreads the decided positions of distances below `num_distances` to the places between positions only, since the
/// positions before these are decided already. Returns the number of spread positions.
inline std::uint64_t replay_spread_waves(product_state& state, wave_kinds kinds, std::uint64_t num_distances) {
  std::uint64_t spread = 0;
  state.begin_epoch();
  if (num_distances > 0) {
    const auto last = static_cast<std::uint32_t>(num_distances - 1);
    spread = adopt_known_values(state, kinds, 0, last, frontier_kind::places_between_positions).report.decided();
  }
  state.begin_epoch();
  for (const std::size_t s : state.steps().wave_order()) {
    if (!state.steps()[s].begins_turn) spread_rows(state, s, kinds, no_distance, row_threads::all);
  }
  (void)state.take_counts(0);  // positions of waves that are over
  state.forget_pending();
  return spread;
}

/// The state from which a resumed solve goes on.
struct restored_solve {
  wave_in_hand wave;             ///< to be spread next
  std::uint64_t num_spread = 0;  ///< positions of all waves before it
};

/// Restores a saved solve, whose entries are released afterwards. Precondition: the ends of play are marked. Phase
/// "resume".
/// @throws contract_error if it has another number of positions, input_error if it contradicts these rules.
inline restored_solve restore_rows(product_state& state, saved_solve& saved) {
  const solve_milestone milestone = saved.milestone;
  const std::uint64_t size = state.solution().size();
  expect_size(saved, size);
  if (milestone.edges != state.solution().edges() || milestone.legal_positions != size) {
    refuse_saved_solve("it has another number of positions or moves");
  }
  constexpr std::uint64_t num_distances = std::uint64_t{wave_rows::max_distance} + 1;
  if (milestone.next_distance_plies > num_distances) refuse_saved_solve("its next distance is over 2^29");

  const solution_entries& entries = entries_of(saved);
  tbb::enumerable_thread_specific<restoring_thread> per_thread;
  state.visitor().phase("resume", size);
  for (std::size_t s = 0; s < state.steps().size(); ++s) {
    if (!state.steps()[s].begins_turn) continue;
    const auto restore = [&](std::uint64_t group, product_thread& mine) {
      restoring_thread& at = per_thread.local();
      restore_group(state, s, group, entries, milestone, at, mine);
      state.visitor().advance(at.saved.size());
    };
    state.for_each_group(restore, row_threads::all);
  }
  saved.entries.reset();
  saved_distances distances;
  for (const restoring_thread& at : per_thread) {
    distances.add(at.distances);
    state.solution().reach(at.longest);
  }
  distances.expect(milestone);
  (void)state.take_counts(0);  // restored positions are no wave
  state.solution().set_waves(milestone.waves);

  restored_solve restored;
  state.forget_pending();
  if (milestone.stage == solve_stage::ties) {
    restored.num_spread = replay_spread_waves(state, kinds_of(solve_stage::wins_and_losses), num_distances);
  }
  const wave_kinds kinds = kinds_of(milestone.stage);
  restored.num_spread += replay_spread_waves(state, kinds, milestone.next_distance_plies);
  const auto next = static_cast<std::uint32_t>(milestone.next_distance_plies);
  restored.wave = adopt_known_values(state, kinds, next, next, frontier_kind::next_wave);
  return restored;
}

}  // namespace zermelo::detail
