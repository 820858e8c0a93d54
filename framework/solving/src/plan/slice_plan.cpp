// SPDX-License-Identifier: MIT
#include <zermelo/solving/plan/slice_plan.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/solving/plan/planning.hpp>
#include <zermelo/solving/plan/sampled_time.hpp>
#include <zermelo/solving/plan/slice_choice.hpp>
#include <zermelo/solving/plan/slicing.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "game_memory.hpp"

namespace zermelo {
namespace {

/// A rough estimate for one thread.
[[nodiscard]] double seconds_to_solve(const any_game& part) {
  constexpr double seconds_per_position = 40e-9;  // beside the rules: words, lists, summarizing, writing the table
  constexpr double seconds_per_move = 6e-9;       // an access to a word somewhere in memory
  const rules_cost rules = sample_rules_cost(part.rules());
  return (rules.seconds_per_position + seconds_per_position + seconds_per_move * rules.moves_per_position) *
         static_cast<double>(part.num_positions());
}

/// The memory of the outcomes of a group's slices.
[[nodiscard]] std::uint64_t outcome_bytes(const std::vector<slice>& slices, const slice_group& group) {
  std::uint64_t bytes = 0;
  for (const std::uint32_t member : group.slices) {
    bytes = saturating_sum(bytes, outcome_bits::bytes_of(slices[member].size));
  }
  return bytes;
}

/// The memory to read the tables that a group enters from their files: the chunks that each table keeps, and the chunks
/// of each thread that reads one.
[[nodiscard]] std::uint64_t reading_bytes(const std::vector<slice>& slices, const std::vector<slice_group>& order,
                                          const slice_group& group, std::uint64_t threads, std::uint32_t max_margin) {
  constexpr std::uint32_t max_margin_of_byte = std::numeric_limits<std::int8_t>::max();
  const std::uint64_t margin_bytes = max_margin == 1 ? 0 : max_margin <= max_margin_of_byte ? 1 : 2;
  const std::uint64_t chunk_entry_bytes = 3 + margin_bytes;  // an outcome, and a distance of 16 bits
  const std::uint64_t chunk_bytes = storage::endgame_table::max_chunk_positions * chunk_entry_bytes;
  const std::uint64_t cache_bytes = std::max<std::uint64_t>(cache_bytes_per_table(slices.size()),
                                                            storage::endgame_table::min_cached_chunks * chunk_bytes);
  std::uint64_t bytes = group.entered_groups.empty() ? 0 : threads * chunks_per_reader * chunk_bytes;
  for (const std::uint32_t entered : group.entered_groups) {
    for (const std::uint32_t member : order[entered].slices) {
      bytes = saturating_sum(bytes, std::min(cache_bytes, saturating_product(slices[member].size, chunk_entry_bytes)));
    }
  }
  return bytes;
}

/// The memory of the entries of a group's slices, as words.
[[nodiscard]] std::uint64_t entry_bytes_of(const std::vector<slice>& slices, const slice_group& group,
                                           std::uint32_t max_margin_of_game) {
  const std::uint32_t max_margin = slice_numbers(slices, group).max_margin(max_margin_of_game);
  return saturating_product(group.size, planned_entry_bytes(max_margin));
}

/// Sets `later_bytes` of all groups.
void add_later_bytes(slice_plan& plan, const std::vector<slice_group>& order, std::uint32_t max_margin_of_game) {
  for (std::size_t entered = 0; entered < order.size(); ++entered) {
    const auto enters = [entered](const planned_group& user) {
      return std::ranges::binary_search(user.group.entered_groups, entered);
    };
    const auto solved = std::ranges::find_if(
        plan.groups, [&](const planned_group& one) { return one.group.slices == order[entered].slices; });
    const auto last = std::find_if(plan.groups.rbegin(), plan.groups.rend(), enters);
    if (solved == plan.groups.end() || last == plan.groups.rend()) continue;
    const std::uint64_t bytes = last->by_outcome ? outcome_bytes(plan.slices, order[entered])
                                                 : entry_bytes_of(plan.slices, order[entered], max_margin_of_game);
    for (auto between = solved + 1; between != last.base(); ++between) {
      if (!enters(*between)) between->later_bytes = saturating_sum(between->later_bytes, bytes);
    }
  }
}

/// A plan with the slices of a game, without groups.
[[nodiscard]] slice_plan plan_without_groups(const any_game& game) {
  slice_plan plan;
  plan.slices = game.slices();
  for (position first = 0; const slice& s : plan.slices) {
    plan.first.push_back(first);
    first += s.size;
  }
  return plan;
}

/// The groups that are chosen, and those that these enter, in the order of solving. @throws as slice_choice;
/// input_error if none is chosen.
[[nodiscard]] std::vector<slice_group> needed_groups(const std::vector<slice>& slices, std::string_view choice) {
  const slice_choice chosen(choice, slices);
  std::vector<slice_group> groups = slice_order(slices);
  std::vector<bool> is_needed(groups.size());
  for (std::size_t i = groups.size(); i-- > 0;) {
    const auto is_chosen = [&](std::uint32_t member) { return chosen.has(slices[member]); };
    is_needed[i] = is_needed[i] || std::ranges::any_of(groups[i].slices, is_chosen);
    if (!is_needed[i]) continue;
    for (const std::uint32_t entered : groups[i].entered_groups) is_needed[entered] = true;
  }
  std::erase_if(groups, [&](const slice_group& group) { return !is_needed[group.place]; });
  if (groups.empty()) throw input_error(fmt::format("--slices: no slice is as '{}' says", excerpt(choice)));
  return groups;
}

/// The memory of tables, beside a solve.
struct table_costs {
  std::uint64_t writing_bytes = 0;  ///< of the one that is written
  std::uint64_t bytes = 0;          ///< of all: open ones, the one that is written, and HDF5
};

[[nodiscard]] table_costs costs_of_tables(const any_game& game, const std::vector<slice>& slices,
                                          const std::vector<slice_group>& groups, unsigned threads) {
  constexpr std::uint64_t library_bytes = std::uint64_t{6} << 20;  // HDF5
  constexpr std::uint64_t open_table_bytes = std::uint64_t{64} << 10;
  constexpr std::uint64_t writing_thread_bytes = std::uint64_t{3} << 20;  // see write_endgame_table, as is the next
  constexpr std::uint64_t key_writing_thread_bytes = std::uint64_t{5} << 20;
  threads = resolve_threads(threads);
  std::uint64_t num_tables = 0;
  std::uint64_t max_slice_size = 0;
  for (const slice_group& group : groups) {
    num_tables += group.slices.size();
    for (const std::uint32_t member : group.slices) max_slice_size = std::max(max_slice_size, slices[member].size);
  }
  table_costs costs;
  costs.writing_bytes = writing_thread_bytes * threads;
  if (game.numbering() != nullptr) {
    const std::uint64_t max_chunks = 1 + max_slice_size / storage::endgame_table::max_chunk_positions;
    costs.writing_bytes += key_writing_thread_bytes * std::min<std::uint64_t>(threads, max_chunks);
  }
  costs.bytes = library_bytes + open_table_bytes * num_tables + costs.writing_bytes;
  return costs;
}

/// A rough estimate of the size of the tables of a group.
[[nodiscard]] std::uint64_t bytes_on_disk(const planned_group& planned) {
  constexpr std::uint64_t bytes_without_entries = std::uint64_t{13} << 10;
  constexpr std::uint64_t outcomes_per_byte = 4;  // half to twice as many were measured
  // Compressed, a position with its distance takes a byte; a third to three times as much were measured.
  return saturating_sum(saturating_product(planned.group.slices.size(), bytes_without_entries),
                        planned.by_outcome ? planned.group.size / outcomes_per_byte : planned.group.size);
}

/// Chooses the engine of a group; none if none fits the limit beside its tables and what it looks up, in memory or read
/// from files. @throws input_error if the requested engine is not available.
void choose_engine(planned_group& planned, const memory_plan& estimates, std::optional<engine> requested,
                   std::uint64_t bytes_of_tables, std::uint64_t limit_bytes) {
  const std::uint64_t beside = saturating_sum(bytes_of_tables, std::min(planned.input_bytes, planned.reading_bytes));
  const engine_estimate* by = first_that_fits(estimates.engines, requested, saturating_difference(limit_bytes, beside));
  planned.fits = by != nullptr;
  if (planned.fits) planned.chosen = by->engine;
  for (const engine_estimate& one : estimates.engines) {  // else the one that needs the least
    if (planned.fits || (requested ? one.engine != *requested : one.engine.is_baseline())) continue;
    if (one.is_available && (by == nullptr || one.peak_bytes < by->peak_bytes)) by = &one;
    if (requested && !one.is_available) {
      throw unavailable_error(*requested, fmt::format("group {}: {}", planned.name, one.reason));
    }
  }
  if (by != nullptr) planned.solving_bytes = saturating_sum(by->peak_bytes, bytes_of_tables);
}

}  // namespace

std::uint64_t slice_plan::peak_bytes() const noexcept {
  std::uint64_t peak = 0;
  const std::span<const planned_group> all = groups;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    end = end_of_side_by_side(all, begin);
    const auto beside = all.subspan(begin, end - begin);
    const auto solving = std::ranges::max(beside, {}, &planned_group::solving_bytes).solving_bytes;
    const auto later = std::ranges::max(beside, {}, &planned_group::later_bytes).later_bytes;
    const std::uint64_t all_in_memory = saturating_sum(bytes_side_by_side(beside, shared_bytes), later);
    peak = std::max({peak, solving, std::min(all_in_memory, limit_bytes)});
  }
  return peak;
}

double slice_plan::cpu_seconds() const noexcept {
  return std::accumulate(groups.begin(), groups.end(), 0.0,
                         [](double sum, const planned_group& group) { return sum + group.cpu_seconds; });
}

slice_plan plan_exploring(const any_game& game, std::string_view choice) {
  slice_plan plan = plan_without_groups(game);
  for (const slice_group& group : needed_groups(plan.slices, choice)) {
    plan.groups.emplace_back(planned_group{{group, name_of_group(plan.slices, group)}});
  }
  return plan;
}

slice_plan plan_slices(const any_game& game, const solve_options& options, std::string_view choice,
                       settled_slice_results results) {
  slice_plan plan = plan_without_groups(game);
  const std::vector<slice_group> order = slice_order(plan.slices);
  const std::vector<slice_group> needed = needed_groups(plan.slices, choice);
  const table_costs tables = costs_of_tables(game, plan.slices, needed, options.threads);
  const std::uint32_t max_margin = game.rules().traits().max_margin;
  const auto no_entries = std::make_shared<joined_entries>(game.num_positions());
  solve_options limited = options;
  for (const slice_group& group : needed) {
    planned_group& planned = plan.groups.emplace_back(planned_group{{group, name_of_group(plan.slices, group)}});
    planned.by_outcome = results == settled_slice_results::outcomes && !group.has_inner_moves;
    for (const std::uint32_t entered : group.entered_groups) {
      planned.input_bytes = saturating_sum(
          planned.input_bytes, planned.by_outcome ? outcome_bytes(plan.slices, order[entered])
                                                  : entry_bytes_of(plan.slices, order[entered], max_margin));
    }
    // No table is written while the solve reads tables.
    planned.reading_bytes = saturating_difference(
        reading_bytes(plan.slices, order, group, resolve_threads(options.threads), max_margin), tables.writing_bytes);
    work_monitor silent;
    hold_slices(game, slices_needed_by(order, group), options.threads, silent);
    const auto part = game_of_group(game, group, no_entries);
    const memory_plan estimates = estimate_engines(*part, limited);
    limited.memory_limit_bytes = plan.limit_bytes = estimates.limit_bytes;  // read from the system once
    plan.shared_bytes = saturating_sum(bytes_of_program, estimates.game_bytes, tables.bytes);
    if (planned.by_outcome) {
      planned.solving_bytes = saturating_sum(plan.shared_bytes, outcome_bytes(plan.slices, group));
      planned.fits = planned.max_bytes() <= plan.limit_bytes;
    } else {
      choose_engine(planned, estimates, options.engine, tables.bytes, plan.limit_bytes);
    }
    planned.edges_per_position = estimates.edges_per_position;
    planned.cpu_seconds = seconds_to_solve(*part);
    plan.positions += group.size;
    plan.disk_bytes = saturating_sum(plan.disk_bytes, bytes_on_disk(planned));
  }
  // Keys of one group at a time are in memory.
  if (game.numbering() == nullptr) {
    plan_side_by_side(plan.groups, plan.shared_bytes, plan.limit_bytes, options.threads);
  }
  add_later_bytes(plan, order, max_margin);
  return plan;
}

}  // namespace zermelo
