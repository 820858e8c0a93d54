// SPDX-License-Identifier: MIT
// The conformance kit: everything that a game module promises, checked on one instance of it. A game's test is
//
//   TEST(mnk, conforms) {
//     zermelo::testkit::expect_conforms(zermelo::games::mnk(3, 3, 3));
//   }
//
// It prints a census: how many positions are legal, how many of them are ends, and how many moves there are, by group
// where the game names groups. Wrong rules rarely leave these as others have counted them.
//
// Take instances small enough to list every move twice (some 10^6 positions), and several of them: one that has
// every kind of end, the smallest that is legal, one that is not square.
#pragma once

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
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/explore_group.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/settle_outcomes.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/solve/queue_solver.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/entry_window.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome_bits.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/check_game.hpp>
#include <zermelo/core/verify/verify_group.hpp>
#include <zermelo/core/verify/verify_outcomes.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/testkit/engine_results.hpp>

namespace zermelo::testkit {

/// Holds the promises of one game against it at every position, and every engine against the others, and gathers what
/// is broken, a sentence each, in the game's own notation.
template <RankedGame G>
class conformance_check {
 public:
  conformance_check(const G& game, const baseline<G>* published) : m_game(game), m_published(published) {}

  [[nodiscard]] check_report run() {
    solve_visitor silent;
    m_report = check_game(m_game, check_scope{}, silent);
    // A game whose moves are inconsistent would send the solvers astray.
    if (m_report.findings.empty()) check_solvers(silent);
    return std::move(m_report);
  }

 private:
  template <class... Arguments>
  void report(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    if (m_report.findings.size() < check_scope{}.most_findings) {
      m_report.findings.push_back(fmt::format(text, std::forward<Arguments>(arguments)...));
    } else {
      m_report.is_cut_short = true;
    }
  }
  [[nodiscard]] std::string name(position p) const { return fmt::format("[{}]", format_of(m_game, m_game.unrank(p))); }

  void check_solvers(solve_visitor& silent) {
    const game_graph<G> graph(m_game);
    const value_table expected = solve_by_queue(m_game, silent);
    const solution_summary summary = summarize(expected, 2);
    for_each_engine_result(m_game, m_published, [&](const std::string& engine, const engine_result& found) {
      entry_reader entries(*found.values);
      for (position p = 0; p < m_game.num_positions(); ++p) {
        const position_value value = entries[p];
        if (value == expected[p] || !graph.is_legal(p)) continue;
        report("{}: {} says {}, the queue solver {}", name(p), engine, detail::describe(value),
               detail::describe(expected[p]));
      }
      if (found.summary != summary) report("{} and the queue solver sum up to different solutions", engine);
    });

    if constexpr (HasSlices<G>) {
      if (!m_game.slices().empty()) check_slices(expected, silent);
    }

    const auto number_of = [this](const typename G::state& s) { return m_game.rank(representative_of(m_game, s)); };
    const auto entry = [&](const typename G::state& s) -> position_value {
      const position p = number_of(s);
      if (p < m_game.num_positions()) return expected[p];
      throw contract_error(fmt::format("the entry of position number {} (out of range) is asked for", p));
    };
    if constexpr (HasChosenStart<G>) {
      const position start = number_of(m_game.start(entry));
      if (start >= m_game.num_positions()) {
        report("start(entry) gives position number {} (out of range)", start);
      } else if (!graph.is_legal(start)) {
        report("start(entry) gives {}, which is not legal", name(start));
      }
    }
    if constexpr (HasAnswer<G> || HasAnswerFromEntries<G>) {
      for (position p = 0; p < m_game.num_positions(); ++p) {
        if (graph.is_legal(p)) check_answer(p, expected[p], entry);
      }
    }

    const verify_report verified = verify_solution(m_game, expected, 2, silent);
    for (const auto& failure : verified.first) {
      report("{}: the verifier refuses {}: {}", name(failure.at), detail::describe(failure.stored), failure.reason);
    }
  }

  /// Solved slice by slice, on every engine, the game has the same solution; and the verifier accepts it so.
  void check_slices(const value_table& expected, solve_visitor& silent) {
    const std::vector<slice> slices = m_game.slices();
    check_outcomes_alone(slices, expected, silent);
    const rules_of_game<G> whole(m_game);
    const auto finished = std::make_shared<joined_entries>(m_game.num_positions());
    for (const slice_group& group : slice_order(slices)) {
      const std::string& slice_name = slices[group.slices.front()].name;
      const slice_numbers numbers(slices, group);
      const part_rules part(whole, numbers, finished);
      for_each_engine_result({.rules = part}, [&](const std::string& engine, const engine_result& found) {
        entry_reader entries(*found.values);
        for (position v = 0; v < numbers.size(); ++v) {
          const position p = numbers.of_game(v);
          if (entries[v] == expected[p]) continue;
          report("position {}: {} says {} in slice {}, {} in the whole", p, engine, detail::describe(entries[v]),
                 slice_name, detail::describe(expected[p]));
        }
        const verify_report verified = verify_group(part, *found.values, 2, silent);
        if (!verified.accepted()) {
          report("slice {}: the verifier refuses {} entries that {} found", slice_name, verified.wrong, engine);
        }
      });
      numbers.for_each_stretch(0, numbers.size(), [&](position begin, position end) {
        finished->add(begin, std::make_shared<entry_window>(expected, begin, end - begin));
      });
    }
  }

  /// Slices that every move leaves, settled by outcome alone, have the outcomes of the whole.
  void check_outcomes_alone(const std::vector<slice>& slices, const value_table& expected, solve_visitor& silent) {
    const game_graph<G> graph(m_game);
    std::vector<outcome_bits> outcomes;
    std::vector<const outcome_bits*> finished;
    outcomes.reserve(slices.size());
    for (position first = 0; const slice& one : slices) {
      outcomes.emplace_back(one.size);
      for (position i = 0; i < one.size; ++i) {
        outcomes.back().set(i, graph.is_legal(first + i) ? expected[first + i].outcome : outcome::win);
      }
      finished.push_back(&outcomes.back());
      first += one.size;
    }
    for (const slice_group& group : slice_order(slices)) {
      if (group.has_inner_moves) continue;
      const std::uint32_t s = group.slices.front();
      const position first = slice_numbers(slices, group).of_game(0);
      const settled_outcomes settled = settle_outcomes(m_game, slices, s, finished, 2, silent);
      for (position i = 0; i < slices[s].size; ++i) {
        const outcome found = settled.outcomes.at(i);
        if (!graph.is_legal(first + i) || found == expected[first + i].outcome) continue;
        report("{}: by outcome alone {}, in the whole {}", name(first + i), to_string(found),
               detail::describe(expected[first + i]));
      }
      const entry_window own(expected, first, slices[s].size);
      const verify_report verified = verify_outcomes(m_game, slices, s, own, finished, 2, silent);
      if (!verified.accepted()) {
        report("slice {}: the verifier of outcomes refuses {} of the whole's", slices[s].name, verified.wrong);
      }
    }
  }

  /// Reports ask for the answer of every position that they show.
  void check_answer(position p, position_value value, const auto& entry) {
    const typename G::state s = m_game.unrank(p);
    const verdict v = read_value(value, player_to_move_of(m_game, s), reading_rules_of(m_game));
    try {
      if constexpr (HasAnswer<G>) {
        (void)m_game.answer(v);
      } else {
        (void)m_game.answer(s, v, entry);
      }
    } catch (const std::exception& failure) {
      report("{}: answer throws: {}", name(p), failure.what());
    }
  }

  const G& m_game;
  const baseline<G>* m_published;
  check_report m_report;
};

/// Where the rules throw in play from the start, a sentence; nothing if they do not. For a game whose exploring has
/// failed, which does not say where.
template <Game G>
[[nodiscard]] std::optional<std::string> find_throw(const G& game) {
  using state = typename G::state;
  std::set<key_of_game<G>> met;
  std::vector<state> open;
  const auto meet = [&](const state& s) {
    const state representative = representative_of(game, s);
    if (met.insert(game.pack(representative)).second) open.push_back(representative);
  };
  meet(game.start());
  while (!open.empty()) {
    const state s = open.back();
    open.pop_back();
    try {
      if (!game.terminal(s)) game.for_each_successor(s, meet);
    } catch (const std::exception& thrown) {
      return fmt::format("{}: the rules throw: {}", detail::name_of_state(game, s), thrown.what());
    }
  }
  return std::nullopt;
}

/// Explored slice by slice, a game has the positions of the whole, in the same order.
template <Game G>
  requires HasSliceOf<G>
void check_exploring_slices(const G& game, const ranked_form<G>& whole, check_report& report) {
  solve_visitor silent;
  for (const unsigned threads : {1U, 2U}) {
    // So few bytes that what has left a group is looked at more than once.
    const explore_group_options options{.threads = threads, .most_bytes = 1};
    ranked_form<G> sliced(game);
    sliced.numbering().number_by_slices(explore_slices(sliced.numbering().rules(), game.slices(), options, silent));
    if (sliced.num_positions() != whole.num_positions()) {
      report.findings.push_back(fmt::format("explored slice by slice there are {} positions, {} in the whole",
                                            sliced.num_positions(), whole.num_positions()));
      return;
    }
    for (position p = 0; p < whole.num_positions(); ++p) {
      if (sliced.numbering().keys()->at(p) == whole.numbering().keys()->at(p)) continue;
      report.findings.push_back(fmt::format("{}: explored slice by slice another position has its number",
                                            detail::name_of_state(game, whole.unrank(p))));
      return;
    }
  }
}

/// What is wrong with a game module, and its census. A game without a ranking is explored from its start first.
/// @param published the game's baseline; null: none
template <class G>
[[nodiscard]] check_report check_conformance(const G& game, const baseline<ranked_form<G>>* published = nullptr) {
  static_assert(check_game_hooks<G>());
  // What is wrong has been said: nothing more is, of what follows from it.
  if constexpr (!has_right_hooks<G>) {
    return {};
  } else {
    if constexpr (!HasRanking<G>) {
      // What can be asked of states and keys alone, before they are explored.
      solve_visitor silent;
      check_report by_state = check_game(game, check_scope::sample(), silent);
      if (!by_state.findings.empty()) return by_state;
      try {
        const ranked_form<G> ranked = with_ranking(game);
        check_report report = conformance_check(ranked, published).run();
        report.unchecked = std::move(by_state.unchecked);
        if constexpr (HasSliceOf<G>) {
          if (report.findings.empty() && !game.slices().empty()) check_exploring_slices(game, ranked, report);
        }
        return report;
      } catch (const resource_error&) {
        throw;  // play has too many positions
      } catch (const std::bad_alloc&) {
        throw;
      } catch (const std::exception&) {
        if (const auto thrown = find_throw(game)) return {0, {*thrown}, false, {}, {}};
        throw;
      }
    } else {
      return conformance_check(game, published).run();
    }
  }
}

/// What is broken, a sentence each; the last one says so if there may be more. Empty if nothing is.
[[nodiscard]] inline std::vector<std::string> violations_of(check_report report) {
  if (report.is_cut_short) {
    report.findings.push_back(fmt::format("no more than {} violations are listed", report.findings.size()));
  }
  return std::move(report.findings);
}

/// The same of a game module.
template <class G>
[[nodiscard]] std::vector<std::string> find_violations(const G& game,
                                                       const baseline<ranked_form<G>>* published = nullptr) {
  return violations_of(check_conformance(game, published));
}

/// A line for all of a game's positions, and one for each group.
[[nodiscard]] inline std::string census_text(const std::string& game, const std::vector<group_of_rules>& groups) {
  const auto line = [](const std::string& name, const group_of_rules& counts) {
    return fmt::format("{}: {} legal, {} of them ends, {} moves\n", name, counts.legal, counts.ends, counts.moves);
  };
  std::string text;
  group_of_rules all;
  for (const group_of_rules& group : groups) {
    if (!group.name.empty()) text += line("  " + group.name, group);
    all.legal += group.legal;
    all.ends += group.ends;
    all.moves += group.moves;
  }
  return line(game, all) + text;
}

/// Fails the running GoogleTest test, once, with everything that is wrong with a game module; prints the census of one
/// that conforms.
/// @param file, line  where the failure is said to be: the call
template <class G>
void expect_conforms(const G& game, const baseline<ranked_form<G>>* published = nullptr,
                     const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  const check_report report = check_conformance(game, published);
  std::string violations;
  for (const std::string& violation : violations_of(report)) violations += "\n  " + violation;
  if (!violations.empty()) {
    ADD_FAILURE_AT(file, line) << "what a game promises is broken:" << violations;
    return;
  }
  std::string name = "positions";
  if constexpr (CatalogGame<G>) name = G::name();
  std::cout << census_text(name, report.groups);
  if (!report.unchecked.empty()) std::cout << "  (" << report.unchecked << ")\n";
}

}  // namespace zermelo::testkit
