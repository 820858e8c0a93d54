// SPDX-License-Identifier: MIT
// Resumes a saved product solve: writes the log again from the entries, in the order of their distances, and fills the
// planes from the log, first with all propagated waves, in one pass, then with the next wave.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/product/adopt_known_values.hpp>
#include <zermelo/core/product/bit_planes.hpp>
#include <zermelo/core/product/product_state.hpp>
#include <zermelo/core/product/propagate_rows.hpp>
#include <zermelo/core/product/wave_rows.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/resume/saved_distances.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/propagation_rule.hpp>

namespace zermelo::detail {

/// A decided position of a group.
struct decided_node {
  std::uint32_t distance_plies;
  std::uint32_t number;  ///< the number of the position in the group
};

/// Sorts decided nodes by distance; the sort is stable.
/// @param scratch  working memory @param max_distance_plies  the greatest distance
inline void sort_by_distance(std::vector<decided_node>& nodes, std::vector<decided_node>& scratch,
                             std::uint32_t max_distance_plies) {
  constexpr int digit_bits = 11;  // 2^11 counters stay in the cache
  constexpr std::uint64_t num_digits = std::uint64_t{1} << digit_bits;
  scratch.resize(nodes.size());
  constexpr int distance_bits = 32;
  for (int shift = 0; shift < distance_bits && (max_distance_plies >> shift) != 0; shift += digit_bits) {
    const auto digit = [shift](decided_node p) { return (p.distance_plies >> shift) & (num_digits - 1); };
    std::array<std::uint32_t, num_digits> end{};
    for (const decided_node p : nodes) ++end[digit(p)];
    std::uint32_t sum = 0;
    for (std::uint32_t& count : end) count = sum += count;
    for (auto p = nodes.rbegin(); p != nodes.rend(); ++p) scratch[--end[digit(*p)]] = *p;
    nodes.swap(scratch);
  }
}

/// Whether a saved entry is possible for a position that is not terminal.
[[nodiscard]] inline bool is_entry_of_play(const position_value& entry, const solve_state& progress) {
  if (entry.outcome == outcome::draw) return entry.distance_plies == no_distance;
  if (entry.outcome == outcome::illegal || entry.distance_plies == 0) return false;
  const bool is_tie = entry.outcome == outcome::tie;
  if (is_tie && progress.stage == plain_stage::wins_and_losses) return false;
  const bool is_of_stage = is_tie == (progress.stage == plain_stage::ties);
  return entry.distance_plies <= (is_of_stage ? progress.next_distance_plies : wave_rows::max_distance);
}

/// Working memory and results of one thread that restores rows.
struct restoring_thread {
  std::vector<position_value> saved;  ///< the entries of a group
  std::vector<position_value> ends;   ///< the entries of the group's terminals
  std::vector<decided_node> by_distance;
  std::vector<decided_node> scratch;
  std::uint32_t max_distance_plies = 0;
  saved_distances distances{1};
};

/// Adds entries of one row and one distance to the solution.
/// @param group_begin  the first row of the group @param row  an index in the group
inline void record_entries(product_state& state, std::size_t s, std::uint64_t group_begin, std::uint64_t row,
                           std::span<const decided_node> nodes, restoring_thread& group, product_thread& local) {
  const walker_step& step = state.steps()[s];
  const auto bit_of = [&](decided_node p) {
    return state.board().bit_of(static_cast<node_number>(p.number - row * state.index().row_length()));
  };
  for (const wave_kind kind : all_wave_kinds) {
    const outcome wanted = outcome_of(kind, step.owner);
    std::fill(local.changed.begin(), local.changed.end(), 0);
    bool any = false;
    for (const decided_node p : nodes) {
      if (group.saved[p.number].outcome != wanted) continue;
      const std::size_t bit = bit_of(p);
      set_bit(local.blank.data(), bit);
      set_bit(local.changed.data(), bit / bit_board::word_bits / state.kernels().vector_words);
      any = true;
    }
    if (!any) continue;
    state.record(s, group_begin + row, kind, local.blank.data(), local.changed, nodes.front().distance_plies, local);
    for (const decided_node p : nodes) clear_bit(local.blank.data(), bit_of(p));
  }
}

/// Adds the entries of a saved solve in a group of rows to the solution, except the terminals, which are already
/// marked. @throws input_error for an entry that these rules do not allow.
inline void restore_group(product_state& state, std::size_t s, std::uint64_t group, const solution_entries& entries,
                          const solve_state& progress, restoring_thread& at, product_thread& local) {
  const std::uint64_t row_length = state.index().row_length();
  const auto [begin, end] = state.solution().rows_of(group);
  const position first = state.solution().first_position(state.steps()[s].turn, begin);
  at.saved.resize((end - begin) * row_length);
  at.ends.resize(at.saved.size());
  entries.read(first, at.saved);
  state.solution().read(first, at.ends);

  at.by_distance.clear();
  std::uint32_t max_distance_plies = 0;
  for (std::uint64_t row = begin, i = 0; row < end; ++row) {
    const std::uint64_t* const open = state.layer(s).open.row(row);
    for (node_number p = 0; p < row_length; ++p, ++i) {
      const position_value& entry = at.saved[i];
      const bool is_open = has_bit(open, state.board().bit_of(p));
      if (is_open ? !is_entry_of_play(entry, progress) : entry != at.ends[i]) {
        reject_saved_solve("invalid value of position " + std::to_string(first + i));
      }
      if (entry.distance_plies == no_distance) continue;
      const solve_stage stage = entry.outcome == outcome::tie ? plain_stage::ties : plain_stage::wins_and_losses;
      if (!is_open) {
        at.distances.add_end(stage, entry.distance_plies);
        continue;
      }
      at.distances.add_play(stage, entry.distance_plies);
      at.by_distance.push_back({entry.distance_plies, static_cast<std::uint32_t>(i)});
      max_distance_plies = std::max(max_distance_plies, entry.distance_plies);
    }
  }
  at.max_distance_plies = std::max(at.max_distance_plies, max_distance_plies);

  sort_by_distance(at.by_distance, at.scratch, max_distance_plies);
  const std::span<const decided_node> sorted(at.by_distance);
  for (std::size_t from = 0; from < sorted.size();) {
    const std::uint64_t row = sorted[from].number / row_length;
    const auto is_same_wave = [&](decided_node p) {
      return p.distance_plies == sorted[from].distance_plies && p.number < (row + 1) * row_length;
    };
    std::size_t to = from + 1;
    while (to < sorted.size() && is_same_wave(sorted[to])) ++to;
    record_entries(state, s, begin, row, sorted.subspan(from, to - from), at, local);
    from = to;
  }
}

/// Propagates the decided positions of distances below `num_distances` plies only to the nodes between positions, since
/// the solution already contains the positions that they decide. Returns the number of propagated positions.
inline std::uint64_t replay_waves(product_state& state, wave_kinds kinds, std::uint64_t num_distances) {
  std::uint64_t propagated = 0;
  state.begin_epoch();
  if (num_distances > 0) {
    const auto last = static_cast<std::uint32_t>(num_distances - 1);
    propagated = adopt_known_values(state, kinds, 0, last, frontier_kind::nodes_between_positions).report.decided();
  }
  state.begin_epoch();
  for (const std::size_t s : state.steps().wave_order()) {
    if (!state.steps()[s].begins_turn) propagate_rows(state, s, kinds, no_distance, row_threads::all);
  }
  (void)state.take_counts(0);  // earlier waves have counted them
  state.forget_pending();
  return propagated;
}

/// The state from which a resumed solve continues.
struct restored_solve {
  pending_wave wave;                 ///< the next wave to propagate
  std::uint64_t num_propagated = 0;  ///< number of positions of all earlier waves
};

/// Restores a saved solve, and frees its entries. Precondition: the terminals are marked. Phase "resume".
/// @throws contract_error if the saved solve has another number of positions, input_error if it contradicts the rules;
///   interrupted; what the reader of the entries throws.
inline restored_solve restore_rows(product_state& state, saved_solve& saved) {
  const solve_state progress = saved.progress;
  const std::uint64_t size = state.solution().size();
  expect_size(saved, size);
  if (progress.edges != state.solution().edges() || progress.legal_positions != size) {
    reject_saved_solve("wrong number of positions or moves");
  }
  constexpr std::uint64_t num_distances = std::uint64_t{wave_rows::max_distance} + 1;
  if (progress.max_margin != 1) reject_saved_solve("it has margins above 1");
  if (progress.stage > plain_stage::ties) reject_saved_solve("unknown stage " + std::to_string(progress.stage));
  if (progress.next_distance_plies > num_distances) reject_saved_solve("its next distance is above 2^29");

  const solution_entries& entries = entries_of(saved);
  per_thread<restoring_thread> threads;
  state.visitor().phase("resume", size);
  for (std::size_t s = 0; s < state.steps().size(); ++s) {
    if (!state.steps()[s].begins_turn) continue;
    const auto restore = [&](std::uint64_t group, product_thread& local) {
      restoring_thread& at = threads.local();
      restore_group(state, s, group, entries, progress, at, local);
      state.visitor().advance(at.saved.size());
    };
    state.for_each_group(restore, row_threads::all);
  }
  saved.entries.reset();
  saved_distances distances(1);
  for (const restoring_thread& at : threads) {
    distances.add(at.distances);
    state.solution().raise_distance_bound(at.max_distance_plies);
  }
  distances.expect_progress(progress);
  (void)state.take_counts(0);  // restored positions are not a wave of this solve
  state.solution().set_waves(progress.waves);

  restored_solve restored;
  state.forget_pending();
  if (progress.stage == plain_stage::ties) {
    restored.num_propagated = replay_waves(state, kinds_of(plain_stage::wins_and_losses), num_distances);
  }
  const wave_kinds kinds = kinds_of(progress.stage);
  restored.num_propagated += replay_waves(state, kinds, progress.next_distance_plies);
  const auto next = static_cast<std::uint32_t>(progress.next_distance_plies);
  restored.wave = adopt_known_values(state, kinds, next, next, frontier_kind::next_wave);
  return restored;
}

}  // namespace zermelo::detail
