// SPDX-License-Identifier: MIT
// The context that all checks of one game share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/core/verify/check_report.hpp>

namespace zermelo::detail {

/// The target of a move, and the points that the move gains.
using gained_move = std::pair<position, int>;

/// The game, the scope and the violations found so far. Not thread-safe.
class check_context {
 public:
  check_context(const game_hooks& hooks, const rules* ranked, const product_rules* product, const check_scope& scope,
                work_monitor& monitor)
      : m_hooks(hooks), m_ranked(ranked), m_product(product), m_scope(scope), m_monitor(monitor) {}

  // The game.

  [[nodiscard]] const game_hooks& hooks() const noexcept { return m_hooks; }
  [[nodiscard]] const hook_set& has() const noexcept { return m_hooks.has(); }
  [[nodiscard]] bool is_ranked() const noexcept { return m_ranked != nullptr; }
  /// Precondition: the game has a ranking.
  [[nodiscard]] const rules& ranked() const noexcept { return *m_ranked; }
  [[nodiscard]] const product_rules* product() const noexcept { return m_product; }

  // The members up to `moves_from` require a game with a ranking.

  [[nodiscard]] position num_positions() const { return m_ranked->num_positions(); }
  [[nodiscard]] bool checks_all_positions() const { return m_scope.sampled >= num_positions(); }
  /// The label of p, or `illegal` if p is out of range.
  [[nodiscard]] position_word label(position p) const;
  [[nodiscard]] bool is_legal(position p) const { return label(p) != packed_word<position_word>::illegal; }
  [[nodiscard]] bool has_moves_out(position p) const { return packed_word<position_word>::is_open(label(p)); }
  /// The targets of p's moves and the points that the moves gain, from the hooks for states, in ascending order.
  [[nodiscard]] std::vector<gained_move> moves_from(position p);

  /// The rank of a state, or its key if the game has no ranking.
  [[nodiscard]] wide_key number_of(state_ref s) const;
  [[nodiscard]] wide_key number_of_representative(state_ref s) const;
  /// The numbers of the targets of a state's moves, ascending; with the hook `canonical`, each canonical target once.
  [[nodiscard]] std::vector<wide_key> targets_of(state_ref s);
  /// Like `targets_of`, with the points that the moves gain: for each canonical target, the greatest gain.
  [[nodiscard]] std::vector<std::pair<wide_key, int>> gains_of(state_ref s) const;
  [[nodiscard]] std::size_t num_moves(state_ref s) const;

  // Names for reports.

  [[nodiscard]] std::string name(position p) const;
  [[nodiscard]] std::string name(state_ref s) const;
  /// ": " followed by the game's reason why a state is illegal; empty if the game reports no reason.
  [[nodiscard]] std::string reason_of(state_ref s) const;
  [[nodiscard]] std::string reason_at(position p) const;

  // Violations.

  template <class... Arguments>
  void report(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    if (m_report.violations.size() < m_scope.max_violations)
      add(fmt::format(text, std::forward<Arguments>(arguments)...));
  }
  [[nodiscard]] bool has_no_violations() const noexcept { return m_report.violations.empty(); }
  [[nodiscard]] check_report& report_so_far() noexcept { return m_report; }

  // Sweeps over positions or states.

  [[nodiscard]] const check_scope& scope() const noexcept { return m_scope; }
  [[nodiscard]] work_monitor& monitor() const noexcept { return m_monitor; }
  /// Sets the positions to check, if not all are checked.
  void set_sample(std::vector<position> sample) { m_sample = std::move(sample); }
  /// Resets the number of listed moves, which the scope limits.
  void restart_counting_moves() noexcept { m_moves = 0; }
  void count_moves(std::uint64_t moves) noexcept { m_moves += moves; }

  /// Calls f(position) for the positions in scope. An exception is reported as a violation. Phase "check".
  template <class Function>
  void for_each_position(const Function& f) {
    const auto check = [&](position p) { try_one(p, [&] { f(p); }); };
    if (!checks_all_positions()) {
      m_monitor.phase("check", m_sample.size());
      std::for_each(m_sample.begin(), m_sample.end(), check);
      return;
    }
    m_monitor.phase("check", num_positions());
    for (position p = 0; p < num_positions(); ++p) check(p);
  }
  /// Calls f(state) for each of the states, like `for_each_position`.
  template <class Function>
  void for_each_state(const std::vector<state_copy>& states, const Function& f) {
    m_monitor.phase("check", states.size());
    for (const state_copy& one : states) try_one(one.ref(), [&] { f(one.ref()); });
  }
  /// Calls f(). An exception is reported as a violation, in which the string `what()` describes the action.
  template <class What, class Function>
  void try_to(const What& what, const Function& f) {
    try {
      f();
    } catch (const interrupted&) {
      throw;
    } catch (const std::exception& thrown) {
      report("{}: the rules throw: {}", what(), thrown.what());
    }
  }

 private:
  static constexpr std::uint64_t calls_per_advance = 64;

  void add(std::string violation);
  template <class One, class Function>
  void try_one(const One& one, const Function& f) {
    if (m_num_calls++ % calls_per_advance == 0) {
      m_monitor.check_stop();
      if (m_num_calls > 1) m_monitor.advance(calls_per_advance);
    }
    if (m_report.violations.size() >= m_scope.max_violations || m_moves > m_scope.max_moves) return;
    try_to([&] { return name(one); }, f);
  }

  const game_hooks& m_hooks;
  const rules* m_ranked;           ///< null if the game has no ranking
  const product_rules* m_product;  ///< null if the game has no product form
  check_scope m_scope;
  work_monitor& m_monitor;
  std::vector<position> m_sample;
  batch_list<move_target> m_row;  ///< for moves_from
  std::uint64_t m_moves = 0;      ///< number of listed moves
  std::uint64_t m_num_calls = 0;
  check_report m_report;
};

/// The name of random play in violations.
[[nodiscard]] inline std::string name_of_random_play() { return "random play from the start"; }

/// Calls f(state) for `check_scope::played` states of random play from the start. Long plays are cut off.
/// @param may_visit  whether play may continue from a state
void play_at_random(check_context& check, const std::function<bool(state_ref)>& may_visit,
                    const std::function<void(state_ref)>& f);

}  // namespace zermelo::detail
