// SPDX-License-Identifier: MIT
#include <zermelo/experiment/slices/slice_plan.hpp>

#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/shown_text.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/planning.hpp>
#include <zermelo/experiment/job/sampled_time.hpp>
#include <zermelo/experiment/slices/slicing.hpp>
#include <zermelo/experiment/slices/table_set.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "../job/game_memory.hpp"

namespace zermelo::experiment {
namespace {

/// Operators of two characters come first, since they contain those of one.
constexpr std::array<std::string_view, 6> comparisons{"<=", ">=", "!=", "<", ">", "="};

[[nodiscard]] bool holds(std::int64_t number, std::string_view comparison, std::int64_t bound) {
  if (comparison == "<=") return number <= bound;
  if (comparison == ">=") return number >= bound;
  if (comparison == "!=") return number != bound;
  if (comparison == "<") return number < bound;
  if (comparison == ">") return number > bound;
  return number == bound;
}

[[nodiscard]] std::vector<std::string> names_of_counts(const std::vector<slice>& slices) {
  std::vector<std::string> names;
  for (const slice& s : slices) {
    for (const auto& [name, number] : s.counts) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  return names;
}

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

/// A plan with the slices of a game, without groups. @throws input_error if the game has no slices.
[[nodiscard]] slice_plan plan_without_groups(const any_game& game) {
  slice_plan plan;
  plan.slices = game.slices();
  if (plan.slices.empty()) {
    throw input_error(fmt::format("--slices: {} names no slices, it is solved as a whole", game.name()));
  }
  for (position first = 0; const slice& s : plan.slices) {
    plan.first.push_back(first);
    first += s.size;
  }
  return plan;
}

/// By group, whether it is chosen or entered by a needed group. @throws as slice_choice; input_error if none is chosen.
[[nodiscard]] std::vector<bool> needed_groups(const slice_plan& plan, const std::vector<slice_group>& order,
                                              std::string_view choice) {
  const slice_choice chosen(choice, plan.slices);
  std::vector<bool> is_needed(order.size());
  for (std::size_t i = order.size(); i-- > 0;) {
    const std::vector<std::uint32_t>& members = order[i].slices;
    const bool is_chosen = std::any_of(members.begin(), members.end(),
                                       [&](std::uint32_t member) { return chosen.has(plan.slices[member]); });
    is_needed[i] = is_needed[i] || is_chosen;
    if (!is_needed[i]) continue;
    for (const std::uint32_t entered : order[i].entered_groups) is_needed[entered] = true;
  }
  if (std::none_of(is_needed.begin(), is_needed.end(), [](bool needed) { return needed; })) {
    throw input_error(fmt::format("--slices: no slice is as '{}' says", excerpt(choice)));
  }
  return is_needed;
}

}  // namespace

slice_choice::slice_choice(std::string_view text, const std::vector<slice>& slices) {
  if (text == "all") return;
  const std::vector<std::string> counts = names_of_counts(slices);
  const auto refuse = [&](std::string_view word, const std::string& why) {
    throw input_error(fmt::format("--slices: '{}': {}", excerpt(word), why));
  };
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    begin = end + 1;
    const auto compared = std::find_if(comparisons.begin(), comparisons.end(), [&](std::string_view comparison) {
      return word.find(comparison) != std::string_view::npos;
    });
    if (compared == comparisons.end()) {
      std::vector<std::string> names;
      for (const slice& s : slices) names.push_back(s.name);
      if (std::find(names.begin(), names.end(), word) == names.end()) {
        refuse(word, fmt::format("there is no such slice; {}", suggest(word, names)));
      }
      m_names.emplace_back(word);
      continue;
    }
    const std::size_t at = word.find(*compared);
    condition parsed{std::string(word.substr(0, at)), std::string(*compared), 0};
    if (std::find(counts.begin(), counts.end(), parsed.count) == counts.end()) {
      refuse(word, counts.empty() ? "the slices of this game have names alone, no counts to choose by"
                                  : fmt::format("slices have no such count; {}", suggest(parsed.count, counts)));
    }
    const auto number = parse_number<std::uint32_t>(word.substr(at + compared->size()));
    if (!number) refuse(word, fmt::format("a whole number is to follow {}", *compared));
    parsed.number = *number;
    m_conditions.push_back(std::move(parsed));
  }
  if (!m_names.empty() && !m_conditions.empty()) {
    throw input_error("--slices: give names of slices or conditions, not both");
  }
}

bool slice_choice::has(const slice& s) const {
  if (!m_names.empty()) return std::find(m_names.begin(), m_names.end(), s.name) != m_names.end();
  return std::all_of(m_conditions.begin(), m_conditions.end(), [&s](const condition& c) {
    const auto count =
        std::find_if(s.counts.begin(), s.counts.end(), [&c](const auto& named) { return named.first == c.count; });
    return count != s.counts.end() && holds(count->second, c.comparison, c.number);
  });
}

std::size_t slice_plan::end_of_side_by_side(std::size_t group) const noexcept {
  std::size_t end = group + 1;
  while (end < groups.size() && groups[end].is_beside_previous) ++end;
  return end;
}

std::uint64_t slice_plan::bytes_side_by_side(std::size_t begin, std::size_t end) const noexcept {
  std::uint64_t bytes = shared_bytes;
  for (std::size_t g = begin; g < end; ++g) {
    bytes = saturating_sum(bytes, saturating_difference(groups[g].max_bytes(), shared_bytes));
  }
  return bytes;
}

std::uint64_t slice_plan::peak_bytes() const noexcept {
  std::uint64_t peak = 0;
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < groups.size(); begin = end) {
    end = end_of_side_by_side(begin);
    std::uint64_t later = 0;
    for (std::size_t g = begin; g < end; ++g) {
      peak = std::max(peak, groups[g].solving_bytes);
      later = std::max(later, groups[g].later_bytes);
    }
    peak = std::max(peak, std::min(saturating_sum(bytes_side_by_side(begin, end), later), limit_bytes));
  }
  return peak;
}

double slice_plan::cpu_seconds() const noexcept {
  return std::accumulate(groups.begin(), groups.end(), 0.0,
                         [](double sum, const planned_group& group) { return sum + group.cpu_seconds; });
}

slice_plan plan_exploring(const any_game& game, std::string_view choice) {
  slice_plan plan = plan_without_groups(game);
  const std::vector<slice_group> order = slice_order(plan.slices);
  const std::vector<bool> is_needed = needed_groups(plan, order, choice);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (!is_needed[i]) continue;
    planned_group planned;
    planned.group = order[i];
    planned.name = name_of_group(plan.slices, order[i]);
    plan.groups.push_back(std::move(planned));
  }
  return plan;
}

slice_plan plan_slices(const any_game& game, const solve_options& options, std::string_view choice,
                       settled_slice_results results) {
  slice_plan plan = plan_without_groups(game);
  if (results == settled_slice_results::outcomes && game.reading().move_limit) {
    throw input_error(fmt::format("--outcomes: {} has a move limit, which asks for distances", game.name()));
  }
  const std::uint32_t max_margin = game.rules().traits().max_margin;
  if (results == settled_slice_results::outcomes && has_margins(game)) {
    throw input_error(
        fmt::format("--outcomes: {} is played for points, which outcomes alone do not keep", game.name()));
  }
  const std::vector<slice_group> order = slice_order(plan.slices);
  const std::vector<bool> is_needed = needed_groups(plan, order, choice);
  const unsigned threads = resolve_threads(options.threads);
  constexpr std::uint64_t library_bytes = std::uint64_t{6} << 20;  // HDF5
  constexpr std::uint64_t open_table_bytes = std::uint64_t{64} << 10;
  constexpr std::uint64_t writing_thread_bytes = std::uint64_t{3} << 20;  // see write_endgame_table, as is the next
  constexpr std::uint64_t key_writing_thread_bytes = std::uint64_t{5} << 20;
  std::uint64_t num_tables = 0;
  std::uint64_t max_slice_size = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (!is_needed[i]) continue;
    num_tables += order[i].slices.size();
    for (const std::uint32_t member : order[i].slices)
      max_slice_size = std::max(max_slice_size, plan.slices[member].size);
  }
  const bool has_keys = game.numbering() != nullptr;
  const std::uint64_t max_chunks = 1 + max_slice_size / storage::endgame_table::max_chunk_positions;
  const std::uint64_t writing_bytes =
      writing_thread_bytes * threads +
      (has_keys ? key_writing_thread_bytes * std::min<std::uint64_t>(threads, max_chunks) : 0);
  const std::uint64_t bytes_of_tables = library_bytes + open_table_bytes * num_tables + writing_bytes;
  constexpr std::uint64_t position_bytes_on_disk = 1;  // compressed; a third to three times as much were measured
  constexpr std::uint64_t table_bytes_on_disk = std::uint64_t{13} << 10;  // without entries
  plan.disk_bytes = saturating_product(num_tables, table_bytes_on_disk);
  const auto no_entries = std::make_shared<joined_entries>(game.num_positions());
  // Smaller groups are solved faster side by side, on one thread each, than one after the other on all threads.
  constexpr std::uint64_t positions_worth_all_threads = 8'000'000;
  const auto is_small = [&](const planned_group& planned) {
    return planned.chosen && planned.group.size <= positions_worth_all_threads / threads &&
           keys_of_slice(game, planned.group.slices.front()) == nullptr;  // keys of one group at a time are in memory
  };
  std::size_t first_beside = 0;  // in `order`: the first of the groups that are solved side by side with the last one
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (!is_needed[i]) continue;
    planned_group planned;
    planned.group = order[i];
    planned.name = name_of_group(plan.slices, order[i]);
    planned.by_outcome = results == settled_slice_results::outcomes && !order[i].has_inner_moves;
    for (const std::uint32_t entered : order[i].entered_groups) {
      planned.input_bytes = saturating_sum(
          planned.input_bytes, planned.by_outcome ? outcome_bytes(plan.slices, order[entered])
                                                  : entry_bytes_of(plan.slices, order[entered], max_margin));
    }
    // No table is written while the solve reads tables.
    planned.reading_bytes =
        saturating_difference(reading_bytes(plan.slices, order, order[i], threads, max_margin), writing_bytes);
    work_monitor silent;
    hold_slices(game, slices_needed_by(order, order[i]), options.threads, silent);
    const auto part = game_of_group(game, order[i], no_entries);
    solve_options unlimited = options;
    unlimited.memory_limit_bytes = std::numeric_limits<std::uint64_t>::max();
    if (planned.by_outcome) unlimited.engine.reset();
    const memory_plan estimates = experiment::plan(*part, unlimited, planned.name);
    if (plan.limit_bytes == 0) {
      plan.limit_bytes = options.memory_limit_bytes != 0
                             ? options.memory_limit_bytes
                             : saturating_sum(available_memory_bytes(), estimates.game_bytes);
    }
    const engine_estimate* estimate = nullptr;  // of the chosen engine, else of the one that needs the least
    for (const engine_estimate& one : estimates.engines) {
      if (!one.is_available || (options.engine ? one.engine != *options.engine : one.engine.is_baseline())) continue;
      const std::uint64_t least_input = std::min(planned.input_bytes, planned.reading_bytes);
      if (saturating_sum(one.peak_bytes, bytes_of_tables, least_input) <= plan.limit_bytes) {
        planned.chosen = one.engine;
        estimate = &one;
        break;
      }
      if (estimate == nullptr || one.peak_bytes < estimate->peak_bytes) estimate = &one;
    }
    if (planned.by_outcome) {
      planned.chosen.reset();
      planned.solving_bytes =
          saturating_sum(bytes_of_program, estimates.game_bytes, bytes_of_tables, outcome_bytes(plan.slices, order[i]));
      planned.fits = planned.max_bytes() <= plan.limit_bytes;
    } else {
      planned.fits = planned.chosen.has_value();
      if (estimate != nullptr) planned.solving_bytes = saturating_sum(estimate->peak_bytes, bytes_of_tables);
    }
    planned.edges_per_position = estimates.edges_per_position;
    planned.cpu_seconds = seconds_to_solve(*part);
    plan.positions += order[i].size;
    constexpr std::uint64_t outcomes_per_byte_on_disk = 4;  // half to twice as many were measured
    plan.disk_bytes =
        saturating_sum(plan.disk_bytes, planned.by_outcome ? order[i].size / outcomes_per_byte_on_disk
                                                           : saturating_product(order[i].size, position_bytes_on_disk));
    plan.shared_bytes = saturating_sum(bytes_of_program, estimates.game_bytes, bytes_of_tables);
    const bool is_apart = order[i].entered_groups.empty() || order[i].entered_groups.back() < first_beside;
    const bool may_be_beside =
        threads > 1 && is_apart && is_small(planned) && !plan.groups.empty() && is_small(plan.groups.back());
    plan.groups.push_back(std::move(planned));
    if (may_be_beside) {
      std::size_t first = plan.groups.size() - 2;
      while (plan.groups[first].is_beside_previous) --first;
      plan.groups.back().is_beside_previous = plan.bytes_side_by_side(first, plan.groups.size()) <= plan.limit_bytes;
    }
    if (!plan.groups.back().is_beside_previous) first_beside = i;
  }
  add_later_bytes(plan, order, max_margin);
  return plan;
}

}  // namespace zermelo::experiment
