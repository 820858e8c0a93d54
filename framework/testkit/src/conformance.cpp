// SPDX-License-Identifier: MIT
#include <zermelo/testkit/conformance.hpp>

#include <cstdint>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/slices/explore_group.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/slices/solve_outcomes.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/solve/solve_groups.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/entry_window.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/check_game.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/check_contract.hpp>
#include <zermelo/testkit/engine_results.hpp>

namespace zermelo::testkit {
namespace {

constexpr unsigned num_check_threads = 2;  // more than one, so that the parallel code is tested

/// Compares the solutions of all engines with each other and with the verifier, and adds violations to a report, one
/// sentence each, in the game's notation. Preconditions: the game's positions are numbered, and its rules have been
/// checked.
class solver_check {
 public:
  solver_check(const erased_game& game, check_report& report)
      : m_game(game), m_hooks(game.hooks()), m_rules(game.rules()), m_report(report) {}

  void run() {
    const std::vector<slice> slices = m_hooks.slices();
    const bool has_gains = m_hooks.has().max_gain;
    const value_table expected = has_gains ? solve_groups_by_queue(slices) : solve_by_queue(m_rules, m_silent);
    if (!has_gains) check_engines(expected);
    if (!slices.empty()) {
      if (!has_gains) check_outcomes_only(slices, expected);
      check_slices(slices, expected);
    }
    check_hooks_that_read_entries(expected);
    const std::optional<slice_lookup> groups = groups_to_verify(slices, has_gains);
    const verify_report verified =
        verify_solution(m_rules, expected, num_check_threads, m_silent, groups ? &*groups : nullptr);
    for (const auto& failure : verified.first) {
      report("{}: verification failed for {}: {}", name(failure.at), detail::describe(failure.stored), failure.reason);
    }
  }

 private:
  template <class... Arguments>
  void report(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    if (m_report.violations.size() < check_scope{}.max_violations) {
      m_report.violations.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
    } else {
      m_report.is_cut_short = true;
    }
  }
  [[nodiscard]] std::string name(position p) const { return fmt::format("[{}]", m_hooks.format(m_hooks.unrank(p))); }
  [[nodiscard]] bool is_legal(position p) const {
    position_word word = 0;
    m_rules.label(p, {&word, 1});
    return word != packed_word<position_word>::illegal;
  }

  /// Solves the game group by group: a game whose moves gain points cannot be solved as a whole.
  [[nodiscard]] value_table solve_groups_by_queue(const std::vector<slice>& slices) {
    const groups_solution solved = solve_groups(
        m_rules, slices, [this](const part_rules& group) -> solution { return {solve_by_queue(group, m_silent)}; });
    const position size = m_rules.num_positions();
    value_table values =
        value_table::with_capacity(size, solved.values->distance_bound(), solved.values->margin_bound());
    for (position p = 0; p < size; ++p) {
      const position_value value = (*solved.values)[p];
      if (value.outcome != outcome::illegal) values.set(p, value, m_hooks.player_to_move(m_hooks.unrank(p)));
    }
    return values;
  }

  void check_engines(const value_table& expected) {
    const solution_summary summary = summarize(expected, num_check_threads);
    for_each_engine_result(m_game.task(), [&](const std::string& engine, const engine_result& found) {
      entry_reader entries(*found.values);
      for (position p = 0; p < m_rules.num_positions(); ++p) {
        const position_value value = entries[p];
        if (value == expected[p] || !is_legal(p)) continue;
        report("{}: engine {} returns {}, but the queue solver {}", name(p), engine, detail::describe(value),
               detail::describe(expected[p]));
      }
      if (found.summary != summary) report("the summaries of engine {} and the queue solver differ", engine);
    });
  }

  /// Solves the game slice by slice on every engine, compares the entries with those of the whole game, and verifies
  /// them.
  void check_slices(const std::vector<slice>& slices, const value_table& expected) {
    const auto finished = std::make_shared<joined_entries>(m_rules.num_positions());
    const slice_lookup groups(slices);
    for (const slice_group& group : slice_order(slices)) {
      const std::string& slice_name = slices[group.slices.front()].name;
      const slice_numbers numbers(slices, group);
      const part_rules part(m_rules, numbers, finished);
      for_each_engine_result({.rules = part}, [&](const std::string& engine, const engine_result& found) {
        entry_reader entries(*found.values);
        for (position v = 0; v < numbers.size(); ++v) {
          const position p = numbers.of_game(v);
          if (entries[v] == expected[p]) continue;
          report("position {}: engine {} returns {} in slice {}, but {} in the whole game", p, engine,
                 detail::describe(entries[v]), slice_name, detail::describe(expected[p]));
        }
        const verify_report verified = verify_group(part, *found.values, num_check_threads, m_silent, &groups);
        if (!verified.accepted()) {
          report("slice {}: verification failed for {} entries of engine {}", slice_name, verified.wrong, engine);
        }
      });
      numbers.for_each_range(0, numbers.size(), [&](position begin, position end) {
        finished->add(begin, std::make_shared<entry_window>(expected, begin, end - begin));
      });
    }
  }

  /// Solves the slices without inner moves for outcomes only, compares the outcomes with the whole game, and verifies
  /// them.
  void check_outcomes_only(const std::vector<slice>& slices, const value_table& expected) {
    std::vector<outcome_bits> outcomes;
    std::vector<const outcome_bits*> finished;
    outcomes.reserve(slices.size());
    for (position first = 0; const slice& one : slices) {
      outcomes.emplace_back(one.size);
      for (position i = 0; i < one.size; ++i) {
        outcomes.back().set(i, is_legal(first + i) ? expected[first + i].outcome : outcome::win);
      }
      finished.push_back(&outcomes.back());
      first += one.size;
    }
    for (const slice_group& group : slice_order(slices)) {
      if (group.has_inner_moves) continue;
      const std::uint32_t s = group.slices.front();
      const position first = slice_numbers(slices, group).of_game(0);
      const solved_outcomes solved = solve_outcomes(m_rules, slices, s, finished, num_check_threads, m_silent);
      for (position i = 0; i < slices[s].size; ++i) {
        const outcome found = solved.outcomes.at(i);
        if (!is_legal(first + i) || found == expected[first + i].outcome) continue;
        report("{}: solved for outcomes only it is {}, but in the whole game {}", name(first + i), to_string(found),
               detail::describe(expected[first + i]));
      }
      const entry_window own(expected, first, slices[s].size);
      const verify_report verified = verify_outcomes(m_rules, slices, s, own, finished, num_check_threads, m_silent);
      if (!verified.accepted()) {
        report("slice {}: verification of outcomes failed for {} entries of the whole game", slices[s].name,
               verified.wrong);
      }
    }
  }

  /// Checks a start that depends on the solution, and calls `answer` for every legal position, as reports do.
  void check_hooks_that_read_entries(const value_table& expected) {
    const auto entry = [&](position p) -> position_value {
      if (p < m_rules.num_positions()) return expected[p];
      throw contract_error(fmt::format("the requested entry of position number {} is out of range", p));
    };
    const hook_set& has = m_hooks.has();
    if (has.chosen_start) {
      const position start = rank_of_representative(m_hooks, m_hooks.start(entry));
      if (start >= m_rules.num_positions()) {
        report("start(entry) returns position number {} (out of range)", start);
      } else if (!is_legal(start)) {
        report("start(entry) returns {}, which is not a legal position", name(start));
      }
    }
    if (!has.answer) return;
    const result_rules result_rule = m_hooks.result_rule();
    for (position p = 0; p < m_rules.num_positions(); ++p) {
      if (!is_legal(p)) continue;
      const state_copy s = m_hooks.unrank(p);
      try {
        (void)m_hooks.answer(s, read_value(expected[p], m_hooks.player_to_move(s), result_rule), entry);
      } catch (const std::exception& failure) {
        report("{}: answer throws: {}", name(p), failure.what());
      }
    }
  }

  const erased_game& m_game;
  const game_hooks& m_hooks;
  const rules& m_rules;
  check_report& m_report;
  solve_visitor m_silent;
};

/// Searches the states reached from the start for one at which the rules throw. Returns a sentence about it, or nothing
/// if no state throws. Called after a failed exploration, whose exception does not name the state.
[[nodiscard]] std::optional<std::string> find_throwing_state(const game_hooks& game) {
  std::set<wide_key> keys_met;
  std::vector<state_copy> open;  // found, but not yet expanded
  const auto meet = [&](state_ref s) {
    state_copy representative = representative_of(game, s);
    if (keys_met.insert(game.pack(representative)).second) open.push_back(std::move(representative));
  };
  meet(game.start());
  while (!open.empty()) {
    const state_copy s = std::move(open.back());
    open.pop_back();
    try {
      if (!game.terminal(s)) game.for_each_successor(s, meet);
    } catch (const std::exception& thrown) {
      return fmt::format("{}: the rules throw: {}", name_of_state(game, s), thrown.what());
    }
  }
  return std::nullopt;
}

/// Explores a game slice by slice, and compares positions and their order with those of the game explored as a whole.
void check_exploring_slices(const erased_game& game, check_report& report) {
  solve_visitor silent;
  const position_keys& whole = *game.numbering()->keys();
  for (const unsigned threads : {1U, 2U}) {
    // This low limit forces the keys of other slices to be merged in many steps.
    const explore_group_options options{.threads = threads, .max_outside_bytes = 1};
    const std::unique_ptr<position_numbering> sliced = game.numbering()->unnumbered();
    sliced->number_by_slices(explore_slices(sliced->rules(), game.hooks().named_slices(), options, silent));
    const position_keys& found = *sliced->keys();
    if (found.size() != whole.size()) {
      report.violations.push_back(fmt::format("exploring slice by slice finds {} positions, but {} in the whole game",
                                              found.size(), whole.size()));
      return;
    }
    for (position p = 0; p < whole.size(); ++p) {
      if (found.at(p) == whole.at(p)) continue;
      report.violations.push_back(fmt::format("{}: exploring slice by slice assigns its number to another position",
                                              name_of_state(game.hooks(), game.hooks().unrank(p))));
      return;
    }
  }
}

/// Checks a game with numbered positions.
[[nodiscard]] check_report check_numbered(const erased_game& game) {
  work_monitor silent;
  check_report report = check_game(game.hooks(), &game.rules(), game.product(), check_scope{}, silent);
  // If the moves are inconsistent, the solvers and the verifier may disagree.
  if (!report.violations.empty()) return report;
  try {
    solver_check(game, report).run();
  } catch (const contract_error& rejection) {
    report.violations.push_back(fmt::format("cannot solve the game: {}", rejection.what()));
  }
  return report;
}

/// Checks a game without a ranking: first its states and keys, then, after exploring, its positions and the engines.
[[nodiscard]] check_report check_explored(const erased_game& game) {
  work_monitor silent;
  check_report by_state = check_contract_of(game, check_scope::sample(), silent);
  if (!by_state.violations.empty()) return by_state;
  check_report report;
  try {
    explore(game);
    report = check_numbered(game);
  } catch (const resource_error&) {
    throw;  // play reaches too many positions
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception&) {
    if (const auto thrown = find_throwing_state(game.hooks())) return {0, {*thrown}, false, {}, {}};
    throw;
  }
  report.unchecked = by_state.unchecked;
  if (report.violations.empty() && !game.hooks().named_slices().empty()) check_exploring_slices(game, report);
  return report;
}

}  // namespace

check_report check_conformance_of(const erased_game& game) {
  return game.hooks().has().ranking ? check_numbered(game) : check_explored(game);
}

std::vector<std::string> violations_of(check_report report) {
  if (report.is_cut_short) {
    report.violations.push_back(fmt::format("only the first {} violations are listed", report.violations.size()));
  }
  return std::move(report.violations);
}

std::string group_totals_text(const std::string& name, const std::vector<checked_group>& groups) {
  const auto line = [](const std::string& label, const checked_group& counts) {
    return fmt::format("{}: {} legal, {} of them ends, {} moves\n", label, counts.legal, counts.ends, counts.moves);
  };
  std::string text;
  checked_group all;
  for (const checked_group& group : groups) {
    if (!group.name.empty()) text += line("  " + group.name, group);
    all.legal += group.legal;
    all.ends += group.ends;
    all.moves += group.moves;
  }
  return line(name, all) + text;
}

void expect_no_violations(const std::string& name, const check_report& report, const char* file, int line) {
  std::string violations;
  for (const std::string& violation : violations_of(report)) violations += "\n  " + violation;
  if (!violations.empty()) {
    ADD_FAILURE_AT(file, line) << "the game violates its contract:" << violations;
    return;
  }
  std::cout << group_totals_text(name, report.groups);
  if (!report.unchecked.empty()) std::cout << "  (" << report.unchecked << ")\n";
}

}  // namespace zermelo::testkit
