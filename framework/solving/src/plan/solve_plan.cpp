// SPDX-License-Identifier: MIT
#include <zermelo/solving/plan/solve_plan.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/solving/plan/rules_cost.hpp>
#include <zermelo/solving/plan/slice_choice.hpp>
#include <zermelo/solving/plan/slicing.hpp>

#include "game_memory.hpp"
#include "set_memory.hpp"

namespace zermelo {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

/// Lists the available engines but `except` and baselines: "implicit needs about 3 GiB, explicit needs about 9 GiB".
std::string needs_text(const solve_plan& plan, std::optional<engine> except) {
  std::string text;
  for (const auto& candidate : plan.engines) {
    if (!candidate.is_available || candidate.engine.is_baseline() || candidate.engine == except) continue;
    text += fmt::format("{}{} needs about {}", text.empty() ? "" : ", ", to_string(candidate.engine),
                        format_bytes(candidate.least_bytes()));
  }
  return text;
}

/// Returns the reason why a plan has no engine.
[[nodiscard]] std::exception_ptr error_of(const solve_plan& plan, std::optional<engine> requested) {
  // If no engine is available, the message names the last one, which has the fewest conditions.
  const engine_estimate* named = nullptr;
  for (const engine_estimate& one : plan.engines) {
    const bool is_named =
        requested ? one.engine == requested : !one.engine.is_baseline() && (named == nullptr || !named->is_available);
    if (is_named) named = &one;
  }
  if (named != nullptr && !named->is_available) {
    return std::make_exception_ptr(unavailable_error(named->engine, named->reason));
  }
  if (!requested) {
    return std::make_exception_ptr(resource_error(
        fmt::format("{} positions: no engine fits the memory limit of {}: {}", grouped_digits(plan.positions),
                    format_bytes(plan.limit_bytes), needs_text(plan, std::nullopt))));
  }
  const std::string others = needs_text(plan, requested);
  return std::make_exception_ptr(resource_error(
      fmt::format("{} positions: engine '{}' needs about {}; the memory limit is {}{}", grouped_digits(plan.positions),
                  requested->name(), format_bytes(plan.estimate_of(*requested).least_bytes()),
                  format_bytes(plan.limit_bytes), others.empty() ? "" : " (" + others + ")")));
}

/// Chooses an engine that fits, for the whole game.
void choose_engine(solve_plan& plan, std::optional<engine> requested) {
  if (const engine_estimate* const found = plan.first_that_fits(requested, plan.limit_bytes)) {
    plan.chosen = found->engine;
  } else {
    plan.rejection = error_of(plan, requested);
  }
}

/// Returns the chosen groups and those that their moves lead to, in the order in which they are solved. @throws what
/// slice_choice throws; input_error if no group is chosen.
[[nodiscard]] std::vector<slice_group> needed_groups(const std::vector<slice>& slices, std::vector<slice_group> groups,
                                                     std::string_view choice) {
  const slice_choice chosen(choice, slices);
  std::vector<bool> is_needed(groups.size());
  for (std::size_t i = groups.size(); i-- > 0;) {
    const auto is_chosen = [&](std::uint32_t member) { return chosen.has(slices[member]); };
    is_needed[i] = is_needed[i] || std::ranges::any_of(groups[i].slices, is_chosen);
    if (!is_needed[i]) continue;
    for (const std::uint32_t reachable : groups[i].successor_groups) is_needed[reachable] = true;
  }
  std::erase_if(groups, [&](const slice_group& group) { return !is_needed[group.rank]; });
  if (groups.empty()) throw input_error(fmt::format("--slices: no slice matches '{}'", excerpt(choice)));
  return groups;
}

/// Lists the slices of a game, and the groups of them to solve, without estimates.
void list_groups(const any_game& game, const std::vector<slice_group>& order, const solve_request& request,
                 solve_plan& plan) {
  for (position first = 0; const slice& s : plan.slices) {
    plan.first.push_back(first);
    first += s.size;
  }
  for (const slice_group& group : request.slices ? needed_groups(plan.slices, order, *request.slices) : order) {
    if (!request.slices && group.size == 0) continue;  // unreachable in an explored game
    plan.groups.push_back(planned_group{{group, name_of_group(plan.slices, group)}});
  }
  if (plan.groups.empty()) throw contract_error(fmt::format("{}: no slice has positions", game.name()));
}

/// Returns a rough estimate for one thread.
[[nodiscard]] double seconds_to_solve(const any_game& part) {
  constexpr double seconds_per_position = 40e-9;  // in addition to the rules: words, lists, summarizing, writing the
                                                  // table
  constexpr double seconds_per_move = 6e-9;       // a random access to a word in memory
  const rules_cost rules = sample_rules_cost(part.rules());
  return (rules.seconds_per_position + seconds_per_position + seconds_per_move * rules.moves_per_position) *
         static_cast<double>(part.num_positions());
}

/// Sets `later_bytes` of all groups.
void add_later_bytes(solve_plan& plan, const std::vector<slice_group>& order, std::uint32_t max_margin_of_game) {
  for (std::size_t reachable = 0; reachable < order.size(); ++reachable) {
    const auto leads_to = [reachable](const planned_group& user) {
      return std::ranges::binary_search(user.group.successor_groups, reachable);
    };
    const auto solved = std::ranges::find_if(
        plan.groups, [&](const planned_group& one) { return one.group.slices == order[reachable].slices; });
    const auto last = std::find_if(plan.groups.rbegin(), plan.groups.rend(), leads_to);
    if (solved == plan.groups.end() || last == plan.groups.rend()) continue;
    const std::uint64_t bytes = last->inputs_by_outcome
                                    ? outcome_bytes(plan.slices, order[reachable])
                                    : entry_bytes_of(plan.slices, order[reachable], max_margin_of_game);
    for (auto between = solved + 1; between != last.base(); ++between) {
      if (!leads_to(*between)) between->later_bytes = saturating_sum(between->later_bytes, bytes);
    }
  }
}

/// Plans the engine, the memory and the time of a group that is solved into a set.
/// @param part  the group as a separate game, whose keys are in memory
/// @param own  its estimates
void plan_group_of_set(const any_game& game, const any_game& part, const engine_estimates& own,
                       const std::vector<slice_group>& order, const solve_request& request, const table_costs& tables,
                       solve_plan& plan, planned_group& planned) {
  const slice_group& group = planned.group;
  const std::uint32_t max_margin = game.rules().traits().max_margin;
  planned.by_outcome = request.by_outcome && !group.has_inner_moves;
  planned.inputs_by_outcome = planned.by_outcome || game.metric() == metric::conversion;
  for (const std::uint32_t reachable : group.successor_groups) {
    planned.input_bytes = saturating_sum(
        planned.input_bytes, planned.inputs_by_outcome ? outcome_bytes(plan.slices, order[reachable])
                                                       : entry_bytes_of(plan.slices, order[reachable], max_margin));
  }
  // No table is written while the solve reads tables.
  planned.reading_bytes = saturating_difference(
      reading_bytes(plan.slices, order, group, resolve_threads(request.solve.threads), max_margin),
      tables.writing_bytes);
  planned.cpu_seconds = seconds_to_solve(part);
  if (planned.by_outcome) {
    planned.solving_bytes =
        saturating_sum(bytes_of_program, part.size().bytes, tables.bytes, outcome_bytes(plan.slices, group));
    planned.fits = planned.max_bytes() <= plan.limit_bytes;
    return;
  }
  // The memory in addition to the tables and the inputs, in memory or read from files.
  const std::optional<engine> requested = request.solve.engine;
  const std::uint64_t inputs =
      planned.inputs_by_outcome ? planned.input_bytes : std::min(planned.input_bytes, planned.reading_bytes);
  const std::uint64_t concurrent = saturating_sum(tables.bytes, inputs);
  const engine_estimate* by = own.first_that_fits(requested, saturating_difference(plan.limit_bytes, concurrent));
  planned.fits = by != nullptr;
  if (planned.fits) planned.chosen = by->engine;
  for (const engine_estimate& one : own.engines) {  // otherwise, the engine that needs the least
    if (planned.fits || (requested ? one.engine != *requested : one.engine.is_baseline())) continue;
    if (one.is_available && (by == nullptr || one.peak_bytes < by->peak_bytes)) by = &one;
    if (requested && !one.is_available) {
      throw unavailable_error(*requested, fmt::format("group {}: {}", planned.name, one.reason));
    }
  }
  if (by != nullptr) planned.solving_bytes = saturating_sum(by->peak_bytes, tables.bytes);
}

/// Returns the engine of a group, given the engine of the game: an engine that solves only some of the groups, such as
/// `one_pass`, is used for those. @param estimates  the estimates of all groups
/// @return an index of the engines
[[nodiscard]] std::size_t engine_of_group(const std::vector<engine_estimates>& estimates, std::size_t group,
                                          std::size_t of_game) {
  const std::vector<engine_estimate>& engines = estimates[group].engines;
  for (std::size_t e = 0; e < engines.size(); ++e) {
    const auto is_rejected = [e](const engine_estimates& of_one) { return !of_one.engines[e].is_available; };
    if (engines[e].is_available && !engines[e].engine.is_baseline() && std::ranges::any_of(estimates, is_rejected)) {
      return e;
    }
  }
  return of_game;
}

/// Returns why an engine does not solve all groups: the reason for the first unsolved group, with its name unless no
/// group is solved; empty if the engine solves all.
[[nodiscard]] std::string why_unavailable_for(const solve_plan& plan, const std::vector<engine_estimates>& estimates,
                                              std::size_t engine) {
  const auto is_solved = [engine](const engine_estimates& of_one) { return of_one.engines[engine].is_available; };
  if (std::ranges::none_of(estimates, is_solved)) return estimates.front().engines[engine].reason;
  const auto rejected = std::ranges::find_if_not(estimates, is_solved);
  if (rejected == estimates.end()) return "";
  return fmt::format("group {}: {}", plan.groups[static_cast<std::size_t>(rejected - estimates.begin())].name,
                     rejected->engines[engine].reason);
}

/// Chooses the engine of a game whose groups all stay in memory, and the engines of its groups. @param estimates
/// [group], without the entries of the groups before it
/// @return the estimate in `plan.engines` whose peak the caller completes: that of the chosen engine or, if none fits,
/// of the first engine that could solve the groups with more memory; null if no engine solves them
[[nodiscard]] engine_estimate* choose_engines_of_groups(const any_game& game,
                                                        const std::vector<engine_estimates>& estimates,
                                                        const solve_options& options, solve_plan& plan) {
  for (const planned_group& planned : plan.groups) {
    plan.edges_per_position +=
        planned.edges_per_position * static_cast<double>(planned.group.size) / static_cast<double>(plan.positions);
  }
  const auto largest =
      std::ranges::max_element(plan.groups, {}, [](const planned_group& planned) { return planned.group.size; });
  plan.engines = estimates[static_cast<std::size_t>(largest - plan.groups.begin())].engines;
  // A requested engine solves all groups.
  const auto by = [&](std::size_t group, std::size_t of_game) {
    return options.engine ? of_game : engine_of_group(estimates, group, of_game);
  };
  for (std::size_t e = 0; e < plan.engines.size(); ++e) {
    engine_estimate& whole = plan.engines[e];
    whole.reason = why_unavailable_for(plan, estimates, e);
    whole.is_available = whole.reason.empty();
    whole.movable_bytes = 0;  // values of groups stay in memory
    whole.peak_bytes = bytes_after_solve(game, whole.engine, options);
    for (std::size_t g = 0; whole.is_available && g < estimates.size(); ++g) {
      const std::uint64_t solving = estimates[g].engines[by(g, e)].peak_bytes;
      whole.peak_bytes = std::max(whole.peak_bytes, saturating_sum(plan.groups[g].later_bytes, solving));
    }
    whole.peak_bytes = saturating_sum(whole.peak_bytes, allocator_bytes_of_exploring(game, options.threads));
  }
  choose_engine(plan, options.engine);
  const engine_estimate* const display = plan.first_that_fits(plan.chosen ? plan.chosen : options.engine, no_limit);
  if (display == nullptr) {
    plan.groups.clear();
    return nullptr;
  }
  const auto chosen = static_cast<std::size_t>(display - plan.engines.data());
  for (std::size_t g = 0; g < estimates.size(); ++g) {
    const engine_estimate& own = estimates[g].engines[by(g, chosen)];
    plan.groups[g].chosen = own.engine;
    plan.groups[g].solving_bytes = own.peak_bytes;
  }
  return &plan.engines[chosen];
}

/// Plans a game that is solved group after group, in memory or into a set.
void plan_groups(const any_game& game, const solve_request& request, solve_plan& plan) {
  plan.slices = game.slices();
  const std::vector<slice_group> order = groups_to_solve(game);
  list_groups(game, order, request, plan);
  if (!game.is_numbered()) return;
  const bool is_set = request.slices.has_value();
  const unsigned threads = request.solve.threads;
  const table_costs tables = is_set ? costs_of_tables(game, plan.slices, plan.groups, threads) : table_costs{};
  const std::uint32_t max_margin = game.rules().traits().max_margin;
  const auto no_entries = std::make_shared<const joined_entries>(game.num_positions());
  solve_options options = request.solve;  // the whole solution is verified and counted
  options.verifies = options.counts_reachable = false;
  std::vector<engine_estimates> estimates;
  std::uint64_t finished_bytes = 0;  // entries of the groups before
  work_monitor silent;
  for (planned_group& planned : plan.groups) {
    load_slices(game, slices_needed_by(order, planned.group), threads, silent);
    const auto part = game_of_group(game, planned.group, no_entries);
    const engine_estimates& own = estimates.emplace_back(estimate_engines(*part, options));
    planned.edges_per_position = own.edges_per_position;
    plan.positions += planned.group.size;
    if (is_set) {
      plan_group_of_set(game, *part, own, order, request, tables, plan, planned);
      plan.disk_bytes = saturating_sum(plan.disk_bytes, bytes_on_disk(planned));
    } else {
      planned.later_bytes = finished_bytes;
      finished_bytes = saturating_sum(finished_bytes, entry_bytes_of(plan.slices, planned.group, max_margin));
    }
  }
  plan.shared_bytes = saturating_sum(bytes_of_program, game.size().bytes, tables.bytes);
  engine_estimate* const by = is_set ? nullptr : choose_engines_of_groups(game, estimates, request.solve, plan);
  // For a set, the keys of one group at a time are in memory.
  if (!is_set || game.numbering() == nullptr) {
    plan_side_by_side(plan.groups, plan.shared_bytes, saturating_difference(plan.limit_bytes, finished_bytes), threads);
  }
  if (is_set) add_later_bytes(plan, order, max_margin);
  const std::span<const planned_group> groups = plan.groups;
  for (std::size_t first = 0, end = 0; by != nullptr && first < groups.size(); first = end) {
    end = end_of_side_by_side(groups, first);
    const std::uint64_t solving = bytes_side_by_side(groups.subspan(first, end - first), plan.shared_bytes);
    by->peak_bytes = std::max(by->peak_bytes, saturating_sum(groups[first].later_bytes, solving));
  }
}

}  // namespace

solve_plan plan(const any_game& game, const solve_request& request) {
  expect_solvable(game, request);
  const solve_options& options = request.solve;
  solve_plan plan;
  // The memory of the game is included in the estimates, but is no longer available: it is added to the limit.
  plan.limit_bytes = options.memory_limit_bytes != 0 ? options.memory_limit_bytes
                                                     : saturating_sum(available_bytes_per_process(options.blocks),
                                                                      game.size().bytes, game.cached_bytes());
  if (request.slices || is_solved_by_groups(game)) {
    plan_groups(game, request, plan);
  } else {
    static_cast<engine_estimates&>(plan) = estimate_engines(game, options);
    plan.positions = game.num_positions();
    choose_engine(plan, options.engine);
  }
  return plan;
}

engine solve_plan::choice() const {
  if (!chosen) std::rethrow_exception(rejection);
  return *chosen;
}

std::uint64_t solve_plan::peak_bytes() const {
  if (chosen) return estimate_of(*chosen).bytes_in_memory(limit_bytes);
  std::uint64_t peak = 0;
  const std::span<const planned_group> all = groups;
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    end = end_of_side_by_side(all, begin);
    const auto concurrent = all.subspan(begin, end - begin);
    const auto solving = std::ranges::max(concurrent, {}, &planned_group::solving_bytes).solving_bytes;
    const auto later = std::ranges::max(concurrent, {}, &planned_group::later_bytes).later_bytes;
    const std::uint64_t all_in_memory = saturating_sum(bytes_side_by_side(concurrent, shared_bytes), later);
    peak = std::max({peak, solving, std::min(all_in_memory, limit_bytes)});
  }
  return peak;
}

double solve_plan::cpu_seconds() const noexcept {
  return std::accumulate(groups.begin(), groups.end(), 0.0,
                         [](double sum, const planned_group& group) { return sum + group.cpu_seconds; });
}

std::uint64_t available_bytes_per_process(block_exchange* blocks) {
  if (blocks == nullptr) return available_memory_bytes();
  return blocks->least(available_memory_bytes() / blocks->num_local_blocks()).value();
}

}  // namespace zermelo
