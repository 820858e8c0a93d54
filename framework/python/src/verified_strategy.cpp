// SPDX-License-Identifier: MIT
#include "verified_strategy.hpp"

#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/rules/csr_rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/verify/verify_regions.hpp>

namespace zermelo::python {
namespace {

class strategy_check {
 public:
  strategy_check(const csr_graph& graph, std::span<const std::uint8_t> outcomes, std::span<const std::int64_t> strategy,
                 unsigned threads, work_monitor& monitor)
      : m_graph(graph), m_outcomes(outcomes), m_strategy(strategy), m_threads(threads), m_monitor(monitor) {}

  [[nodiscard]] verify_report run() {
    m_report.checked = m_outcomes.size();
    m_monitor.phase("strategy", m_report.checked);
    for_each_block(m_report.checked, resolve_threads(m_threads), m_monitor,
                   [&](std::uint64_t begin, std::uint64_t end) {
                     for (position p = begin; p < end; ++p) {
                       std::string error = error_of_move(p);
                       if (error.empty()) continue;
                       const std::lock_guard lock(m_guard);
                       m_report.add({p, {outcome_at(p), no_distance}, std::move(error)});
                     }
                   });
    for (const player winner : {player::first, player::second}) {
      if (m_report.accepted()) check_progress(winner);
    }
    return std::move(m_report);
  }

 private:
  [[nodiscard]] outcome outcome_at(position p) const { return static_cast<outcome>(m_outcomes[p]); }
  [[nodiscard]] std::optional<player> winner_at(position p) const {
    return raw_winner(outcome_at(p), m_graph.labels().player_to_move(p));
  }
  /// Whether play from `p` must end for that player, who wins `p`, or ties `p` and loses infinite play.
  [[nodiscard]] bool must_end(position p, player for_whom) const {
    return winner_at(p) == for_whom || (outcome_at(p) == outcome::tie && loses_endless_play(for_whom));
  }
  [[nodiscard]] bool loses_endless_play(player who) const { return m_graph.labels().infinite_play() == opponent(who); }
  [[nodiscard]] bool has_move(position p, position to) const {
    bool is_move = false;
    m_graph.for_each_successor(p, [&](position target) { is_move = is_move || target == to; });
    return is_move;
  }
  /// The error of the chosen move of a position that the outcomes of the position and the target reveal; empty if they
  /// reveal none.
  [[nodiscard]] std::string error_of_move(position p) const {
    const outcome value = outcome_at(p);
    if (m_strategy[p] < 0) {
      const bool needs_move = m_graph.num_successors(p) > 0 && must_end(p, m_graph.labels().player_to_move(p));
      return needs_move ? "the strategy has no move here" : "";
    }
    const auto to = static_cast<position>(m_strategy[p]);
    if (!has_move(p, to)) return fmt::format("there is no move to {}", to);
    const bool are_drawn = value == outcome::draw && outcome_at(to) == outcome::draw;
    const bool are_tied = value == outcome::tie && outcome_at(to) == outcome::tie;
    const auto winner = winner_at(p);
    if (are_drawn || are_tied || (winner && winner == winner_at(to))) return "";
    return fmt::format("the move to {} does not keep this outcome", to);
  }

  /// Verifies that the strategy ends play for `winner` from all positions where must_end is true.
  void check_progress(player winner) {
    const player other = opponent(winner);
    claimed_regions claim(m_outcomes.size());
    for_each_block(
        m_outcomes.size(), resolve_threads(m_threads), m_monitor, [&](std::uint64_t begin, std::uint64_t end) {
          for (position p = begin; p < end; ++p) {
            if (outcome_at(p) == outcome::illegal) continue;
            if (must_end(p, winner)) {
              claim.set(p, winner, move_named(p));
            } else {
              claim.set(p, other,
                        m_graph.labels().player_to_move(p) == other ? move_that_stays(p, winner) : move_named(p));
            }
          }
        });
    const win_query query{.endless = other, .drawn = other, .tied = loses_endless_play(winner) ? winner : other};
    const claim_report report = verify_regions(csr_rules(m_graph), query, claim, m_threads, m_monitor);
    m_report.wrong += report.wrong;
    for (const claim_failure& failure : report.first) {
      m_report.first.push_back({failure.at, {outcome_at(failure.at), no_distance}, describe(failure)});
    }
  }
  [[nodiscard]] std::uint32_t move_named(position p) const {
    return m_strategy[p] < 0 ? claimed_regions::no_move : static_cast<std::uint32_t>(m_strategy[p]);
  }
  /// A move of the opponent from p to a position where must_end is false: the chosen move, or else the first such move.
  [[nodiscard]] std::uint32_t move_that_stays(position p, player winner) const {
    std::uint32_t found = move_named(p);
    if (found != claimed_regions::no_move) return found;
    m_graph.for_each_successor(p, [&](position to) {
      if (found == claimed_regions::no_move && !must_end(to, winner)) found = static_cast<std::uint32_t>(to);
    });
    return found;
  }
  [[nodiscard]] static std::string describe(const claim_failure& failure) {
    if (failure.error == claim_error::never_ends) {
      return fmt::format("the move to {} allows infinite play", failure.to);
    }
    return fmt::format("the move to {} does not keep this outcome", failure.to);
  }

  const csr_graph& m_graph;
  std::span<const std::uint8_t> m_outcomes;
  std::span<const std::int64_t> m_strategy;
  unsigned m_threads;
  work_monitor& m_monitor;
  std::mutex m_guard;  ///< guards the report
  verify_report m_report;
};

}  // namespace

verify_report verify_strategy(const csr_graph& graph, std::span<const std::uint8_t> outcomes,
                              std::span<const std::int64_t> strategy, unsigned threads, work_monitor& monitor) {
  if (graph.labels().seen_by() == viewpoint::to_move) {
    throw input_error("strategy cannot be combined with seen_by='player_to_move'; use seen_by='players'");
  }
  return strategy_check(graph, outcomes, strategy, threads, monitor).run();
}

}  // namespace zermelo::python
