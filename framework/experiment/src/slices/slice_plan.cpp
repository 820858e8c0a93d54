// SPDX-License-Identifier: MIT
// Planning the slices of a game.
#include <zermelo/experiment/slices/slice_plan.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/shown_text.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/planning.hpp>
#include <zermelo/experiment/job/sampled_time.hpp>
#include <zermelo/experiment/job/solve_options.hpp>
#include <zermelo/experiment/slices/slicing.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::experiment {
namespace {

/// The longest first, so that none hides another.
constexpr std::array<std::string_view, 6> longest_first{"<=", ">=", "!=", "<", ">", "="};

[[nodiscard]] bool holds(std::int64_t number, std::string_view comparison, std::int64_t than) {
  if (comparison == "<=") return number <= than;
  if (comparison == ">=") return number >= than;
  if (comparison == "!=") return number != than;
  if (comparison == "<") return number < than;
  if (comparison == ">") return number > than;
  return number == than;
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

/// On one thread.
[[nodiscard]] double seconds_to_solve(const any_game& part) {
  constexpr double of_position = 40e-9;  // beside the rules: words, lists, summing up, writing the table
  constexpr double of_move = 6e-9;       // a look at a word somewhere in memory
  const rules_cost rules = sample_rules_cost(part.rules());
  return (rules.seconds_per_position + of_position + of_move * rules.moves_per_position) *
         static_cast<double>(part.num_positions());
}

/// Of a group's slices, each in words of its own.
[[nodiscard]] std::uint64_t bytes_of_outcomes(const std::vector<slice>& slices, const slice_group& group) {
  std::uint64_t bytes = 0;
  for (const std::uint32_t member : group.slices) {
    bytes = saturating_sum(bytes, outcome_bits::bytes_of(slices[member].size));
  }
  return bytes;
}

constexpr std::uint64_t positions_in_chunk = storage::endgame_table::max_chunk_positions;

/// Of the tables that a group enters, if their entries are in no memory: the chunks that each keeps, and by thread one
/// that is on its way.
[[nodiscard]] std::uint64_t bytes_of_reading(const std::vector<slice>& slices, const std::vector<slice_group>& order,
                                             const slice_group& group, std::uint64_t threads) {
  constexpr std::uint64_t bytes_of_entry_in_chunk = 3;
  constexpr std::uint64_t chunks_on_their_way = 3;  // packed, unpacked, and what replaces a chunk that is kept
  const std::uint64_t kept_of_each = std::max<std::uint64_t>(
      storage::endgame_table::default_cache_bytes / slices.size(), 2 * positions_in_chunk * bytes_of_entry_in_chunk);
  std::uint64_t bytes =
      group.enters.empty() ? 0 : threads * chunks_on_their_way * positions_in_chunk * bytes_of_entry_in_chunk;
  for (const std::uint32_t entered : group.enters) {
    for (const std::uint32_t member : order[entered].slices) {
      bytes = saturating_sum(bytes,
                             std::min(kept_of_each, saturating_product(slices[member].size, bytes_of_entry_in_chunk)));
    }
  }
  return bytes;
}

/// What is known of every game's slices. @throws input_error if it has none.
[[nodiscard]] slice_plan plan_of_slices(const any_game& game) {
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

/// The groups that are needed for what is chosen.
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
    for (const std::uint32_t entered : order[i].enters) is_needed[entered] = true;
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
    const auto compared = std::find_if(longest_first.begin(), longest_first.end(), [&](std::string_view comparison) {
      return word.find(comparison) != std::string_view::npos;
    });
    if (compared == longest_first.end()) {
      std::vector<std::string> names;
      for (const slice& s : slices) names.push_back(s.name);
      if (std::find(names.begin(), names.end(), word) == names.end()) {
        refuse(word, fmt::format("there is no such slice; {}", suggest(word, names)));
      }
      m_names.emplace_back(word);
      continue;
    }
    const std::size_t at = word.find(*compared);
    condition made{std::string(word.substr(0, at)), std::string(*compared), 0};
    if (std::find(counts.begin(), counts.end(), made.count) == counts.end()) {
      refuse(word, counts.empty() ? "the slices of this game have names alone, no counts to choose by"
                                  : fmt::format("slices have no such count; {}", suggest(made.count, counts)));
    }
    const auto number = parse_number<std::uint32_t>(word.substr(at + compared->size()));
    if (!number) refuse(word, fmt::format("a whole number is to follow {}", *compared));
    made.number = *number;
    m_conditions.push_back(std::move(made));
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
  while (end < groups.size() && groups[end].is_beside_last) ++end;
  return end;
}

std::uint64_t slice_plan::bytes_side_by_side(std::size_t begin, std::size_t end) const noexcept {
  std::uint64_t bytes = shared_bytes;
  for (std::size_t g = begin; g < end; ++g) {
    bytes = saturating_sum(bytes, groups[g].most_bytes() - std::min(groups[g].most_bytes(), shared_bytes));
  }
  return bytes;
}

std::uint64_t slice_plan::peak_bytes() const noexcept {
  std::uint64_t peak = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const planned_group& one = groups[g];
    peak = std::max({peak, one.solving_bytes, std::min(one.most_bytes(), limit_bytes)});
    const std::size_t end = end_of_side_by_side(g);
    if (!one.is_beside_last && end - g > 1) peak = std::max(peak, bytes_side_by_side(g, end));
  }
  return peak;
}

double slice_plan::cpu_seconds() const noexcept {
  return std::accumulate(groups.begin(), groups.end(), 0.0,
                         [](double sum, const planned_group& one) { return sum + one.cpu_seconds; });
}

std::string name_of_group(const std::vector<slice>& slices, const slice_group& group) {
  std::string name;
  for (const std::uint32_t member : group.slices) name += (name.empty() ? "" : "+") + slices[member].name;
  return name;
}

slice_plan plan_exploring(const any_game& game, std::string_view choice) {
  slice_plan plan = plan_of_slices(game);
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

slice_plan plan_slices(const any_game& game, const solve_options& options, std::string_view choice, left_slices left) {
  slice_plan plan = plan_of_slices(game);
  if (left == left_slices::outcomes_alone && game.reading().move_limit) {
    throw input_error(fmt::format("--outcomes: {} has a move limit, which asks for distances", game.name()));
  }
  const std::vector<slice_group> order = slice_order(plan.slices);
  const std::vector<bool> is_needed = needed_groups(plan, order, choice);
  const unsigned threads = resolve_threads(options.threads);
  constexpr std::uint64_t bytes_of_word = sizeof(std::uint16_t);
  // Of HDF5, of the files that are open with the chunks that are kept of them, and of writing one.
  constexpr std::uint64_t bytes_of_library = std::uint64_t{6} << 20;
  constexpr std::uint64_t bytes_of_open_table = std::uint64_t{64} << 10;
  constexpr std::uint64_t bytes_of_writing_thread = std::uint64_t{3} << 20;  // see write_endgame_table
  constexpr std::uint64_t bytes_of_keys_being_written = std::uint64_t{5} << 20;
  std::uint64_t num_tables = 0;
  std::uint64_t largest = 0;  // slice
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (!is_needed[i]) continue;
    num_tables += order[i].slices.size();
    for (const std::uint32_t member : order[i].slices) largest = std::max(largest, plan.slices[member].size);
  }
  const bool has_keys = game.numbering() != nullptr;
  const std::uint64_t bytes_of_writing =
      bytes_of_writing_thread * threads +
      (has_keys ? bytes_of_keys_being_written * std::min<std::uint64_t>(threads, 1 + largest / positions_in_chunk) : 0);
  const std::uint64_t bytes_of_tables = bytes_of_library + bytes_of_open_table * num_tables + bytes_of_writing;
  constexpr std::uint64_t bytes_on_disk = 1;  // a position, compressed; from a third to three times as much
  constexpr std::uint64_t bytes_of_table_on_disk = std::uint64_t{13} << 10;  // whatever it holds
  plan.disk_bytes = saturating_product(num_tables, bytes_of_table_on_disk);
  const auto nothing = std::make_shared<joined_entries>(game.num_positions());
  // One thread for each pays where all of them would have little to share out in one: the more, the less.
  constexpr std::uint64_t positions_worth_all_threads = 8'000'000;
  const auto is_small = [&](const planned_group& one) {
    return one.chosen && one.group.size <= positions_worth_all_threads / threads &&
           keys_of_slice(game, one.group.slices.front()) == nullptr;  // keys are held for one group at a time
  };
  std::size_t first_beside = 0;  // of the groups that the next one may be solved with, in the order of all
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (!is_needed[i]) continue;
    planned_group planned;
    planned.group = order[i];
    planned.name = name_of_group(plan.slices, order[i]);
    planned.by_outcome = left == left_slices::outcomes_alone && !order[i].has_inner_moves;
    for (const std::uint32_t entered : order[i].enters) {
      planned.input_bytes = saturating_sum(planned.input_bytes,
                                           planned.by_outcome ? bytes_of_outcomes(plan.slices, order[entered])
                                                              : saturating_product(order[entered].size, bytes_of_word));
    }
    // Nothing is written while tables are read.
    const std::uint64_t reading = bytes_of_reading(plan.slices, order, order[i], threads);
    planned.reading_bytes = reading - std::min(reading, bytes_of_writing);
    work_monitor silent;
    hold_slices(game, slices_needed_by(order, order[i]), options.threads, silent);
    const auto part = game_of_group(game, order[i], nothing);
    solve_options boundless = options;
    boundless.memory_limit_bytes = std::numeric_limits<std::uint64_t>::max();
    if (planned.by_outcome) boundless.engine.reset();
    const memory_plan fits = experiment::plan(*part, boundless);
    if (plan.limit_bytes == 0) {
      plan.limit_bytes = options.memory_limit_bytes != 0 ? options.memory_limit_bytes
                                                         : saturating_sum(available_memory_bytes(), fits.game_bytes);
    }
    const engine_estimate* least = nullptr;
    for (const engine_estimate& one : fits.engines) {
      if (!one.is_available || (options.engine ? one.engine != *options.engine : one.engine.is_baseline())) continue;
      const std::uint64_t least_input = std::min(planned.input_bytes, planned.reading_bytes);
      if (saturating_sum(one.peak_bytes, bytes_of_tables, least_input) <= plan.limit_bytes) {
        planned.chosen = one.engine;
        least = &one;
        break;
      }
      if (least == nullptr || one.peak_bytes < least->peak_bytes) least = &one;
    }
    if (planned.by_outcome) {
      planned.chosen.reset();
      planned.solving_bytes =
          saturating_sum(bytes_of_program, fits.game_bytes, bytes_of_tables, bytes_of_outcomes(plan.slices, order[i]));
      planned.fits = planned.most_bytes() <= plan.limit_bytes;
    } else {
      planned.fits = planned.chosen.has_value();
      if (least != nullptr) planned.solving_bytes = saturating_sum(least->peak_bytes, bytes_of_tables);
    }
    planned.edges_per_position = fits.edges_per_position;
    planned.cpu_seconds = seconds_to_solve(*part);
    plan.positions += order[i].size;
    constexpr std::uint64_t positions_in_byte = 4;  // on disk; of outcomes, from a half to twice as many
    plan.disk_bytes =
        saturating_sum(plan.disk_bytes, planned.by_outcome ? order[i].size / positions_in_byte
                                                           : saturating_product(order[i].size, bytes_on_disk));
    plan.shared_bytes = saturating_sum(bytes_of_program, fits.game_bytes, bytes_of_tables);
    const bool is_apart = order[i].enters.empty() || order[i].enters.back() < first_beside;
    const bool may_be_beside =
        threads > 1 && is_apart && is_small(planned) && !plan.groups.empty() && is_small(plan.groups.back());
    plan.groups.push_back(std::move(planned));
    if (may_be_beside) {
      std::size_t first = plan.groups.size() - 2;
      while (plan.groups[first].is_beside_last) --first;
      plan.groups.back().is_beside_last = plan.bytes_side_by_side(first, plan.groups.size()) <= plan.limit_bytes;
    }
    if (!plan.groups.back().is_beside_last) first_beside = i;
  }
  return plan;
}

}  // namespace zermelo::experiment
