// SPDX-License-Identifier: MIT
#include <zermelo/core/verify/verify_regions.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/word_access.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/packed_word.hpp>

#include "position_batch.hpp"
#include "verify_failures.hpp"

namespace zermelo {
namespace {

/// Whether play from a position is known to end, for the region of the player who needs play to end.
enum class play_state : std::uint8_t {
  ends,        ///< play is known to end, or need not end
  own_waits,   ///< not yet known; the winner of the region is to move
  other_waits  ///< not yet known; the other player is to move
};

using claim_failures = found_failures<claim_report>;

/// Checks the first three conditions of verify_regions.hpp for single positions. Not thread-safe.
class region_checker {
 public:
  /// @param states  [position]: receives the states of the checked positions
  region_checker(const rules& game, const win_query& query, const claimed_regions& claim,
                 std::vector<play_state>& states, claim_failures& failures)
      : m_query(query), m_claim(claim), m_states(states), m_failures(failures), m_batch(game) {}

  void add(position p) {
    m_batch.add(p);
    if (m_batch.is_full()) check();
  }
  /// Checks the added positions.
  void check() {
    m_batch.list_moves();
    const std::span<const move_target> moves = m_batch.moves();
    m_batch.for_each_row([&](position p, position_word word, const index_range& row) {
      if (word == packed_word<position_word>::illegal) return;
      ++m_num_legal;
      if (const auto error = error_of(p, word, moves.subspan(row.begin, row.end - row.begin))) m_failures.add(*error);
    });
  }
  [[nodiscard]] std::uint64_t take_num_legal() noexcept { return std::exchange(m_num_legal, 0); }

 private:
  [[nodiscard]] std::optional<claim_failure> error_of(position p, position_word word,
                                                      std::span<const move_target> moves) const {
    if (!m_claim.has(p)) return claim_failure{p, claim_error::not_named};
    const player winner = m_claim.winner(p);
    if (moves.empty()) {
      if (m_query.winner_of(result_of_end(word)) != winner) return claim_failure{p, claim_error::other_winner};
      const std::uint32_t to = m_claim.move(p);
      if (to == claimed_regions::no_move || to == p) return std::nullopt;
      return claim_failure{p, claim_error::not_a_move, to};
    }
    const bool is_own = packed_word<position_word>::to_move(word) == winner;
    if (winner != m_query.endless) m_states[p] = is_own ? play_state::own_waits : play_state::other_waits;
    if (is_own) return error_of_move(p, winner, moves);
    const auto leaving =
        std::find_if(moves.begin(), moves.end(), [&](move_target to) { return !is_won(to.at(), winner); });
    if (leaving == moves.end()) return std::nullopt;
    return claim_failure{p, claim_error::can_be_left, leaving->at()};
  }

  [[nodiscard]] std::optional<claim_failure> error_of_move(position p, player winner,
                                                           std::span<const move_target> moves) const {
    const std::uint32_t to = m_claim.move(p);
    if (to == claimed_regions::no_move) return claim_failure{p, claim_error::no_move};
    if (std::none_of(moves.begin(), moves.end(), [to](move_target target) { return target.at() == to; })) {
      return claim_failure{p, claim_error::not_a_move, to};
    }
    if (!is_won(to, winner)) return claim_failure{p, claim_error::leaves_region, to};
    return std::nullopt;
  }

  [[nodiscard]] bool is_won(position p, player winner) const noexcept {
    return p < m_claim.size() && m_claim.has(p) && m_claim.winner(p) == winner;
  }

  const win_query& m_query;
  const claimed_regions& m_claim;
  std::vector<play_state>& m_states;
  claim_failures& m_failures;
  detail::position_batch m_batch;
  std::uint64_t m_num_legal = 0;
};

/// Checks the fourth condition of verify_regions.hpp. Precondition: the first three are true.
class progress_checker {
 public:
  progress_checker(const rules& game, const claimed_regions& claim, std::vector<play_state> states, unsigned threads,
                   work_monitor& monitor)
      : m_claim(claim),
        m_walked(game),
        m_states(std::move(states)),
        m_first_waiting(m_states.size(), nobody),
        m_next_waiting(m_states.size()),
        m_threads(threads),
        m_monitor(monitor),
        m_workers([&game] { return worker{detail::position_batch(game), {}}; }) {}

  /// The number of positions from which play need not end, and the failure to report; empty if play always ends.
  [[nodiscard]] std::optional<std::pair<std::uint64_t, claim_failure>> check() {
    m_monitor.phase("progress", 0);
    for_each_block(m_states.size(), m_threads, m_monitor, [&](position begin, position end) {
      worker& own = m_workers.local();
      for (position p = begin; p < end; ++p) {
        if (m_states[p] != play_state::ends) visit(p, own);
      }
      decide(own);
    });
    for (auto finished = take_finished(); !finished.empty(); finished = take_finished()) propagate(finished);
    return find_cycle();
  }

 private:
  static constexpr std::uint32_t nobody = claimed_regions::no_move;

  struct worker {
    detail::position_batch batch;
    std::vector<std::uint32_t> finished;  ///< positions from which play is newly known to end
  };

  /// Decides whether play ends from p, or for which target p waits; positions of the other player are decided when a
  /// batch is full.
  void visit(position p, worker& own) {
    if (m_states[p] == play_state::own_waits) {
      finish_or_wait(p, m_claim.move(p), own);
      return;
    }
    own.batch.add(p);
    if (own.batch.is_full()) decide(own);
  }
  void decide(worker& own) {
    own.batch.list_moves();
    const std::span<const move_target> moves = own.batch.moves();
    own.batch.for_each_row([&](position p, position_word /*word*/, const index_range& row) {
      const auto rest = moves.subspan(row.begin, row.end - row.begin);
      finish_or_wait(p, awaited_of(p, rest).value_or(rest.front().at()), own);
    });
  }
  void finish_or_wait(position p, position to, worker& own) {
    const auto number = static_cast<std::uint32_t>(p);
    if (m_states[to] == play_state::ends) {
      own.finished.push_back(number);
    } else {
      m_next_waiting[p] = shared_access::exchange(m_first_waiting[to], number);
    }
  }
  /// The unfinished target for which p waits: the one with the least hash. Empty if all targets are finished.
  [[nodiscard]] std::optional<position> awaited_of(position p, std::span<const move_target> moves) const {
    const std::uint64_t key = splitmix64_mix(p + 1);
    std::optional<position> least;
    std::uint64_t least_hash = 0;
    for (const move_target to : moves) {
      if (m_states[to.at()] == play_state::ends) continue;
      const std::uint64_t hash = splitmix64_mix(key ^ to.at());
      if (least && hash >= least_hash) continue;
      least = to.at();
      least_hash = hash;
    }
    return least;
  }
  [[nodiscard]] std::optional<position> first_unfinished(std::span<const move_target> moves) const {
    const auto found =
        std::find_if(moves.begin(), moves.end(), [&](move_target to) { return m_states[to.at()] != play_state::ends; });
    return found == moves.end() ? std::nullopt : std::optional(found->at());
  }

  [[nodiscard]] std::vector<std::uint32_t> take_finished() {
    std::size_t size = 0;
    for (const worker& each : m_workers) size += each.finished.size();
    std::vector<std::uint32_t> all;
    all.reserve(size);
    for (worker& each : m_workers) {
      all.insert(all.end(), each.finished.begin(), each.finished.end());
      each.finished.clear();
    }
    return all;
  }

  /// Marks positions as finished, and checks those that wait for them.
  void propagate(const std::vector<std::uint32_t>& finished) {
    for (const std::uint32_t p : finished) m_states[p] = play_state::ends;
    const auto scan = [&](std::uint64_t begin, std::uint64_t end) {
      worker& own = m_workers.local();
      for (std::uint64_t i = begin; i < end; ++i) {
        for (std::uint32_t p = m_first_waiting[finished[i]]; p != nobody;) {
          const std::uint32_t next = m_next_waiting[p];
          visit(p, own);
          p = next;
        }
      }
      decide(own);
    };
    constexpr std::uint64_t block_size = 1 << 10;
    if (finished.size() <= block_size) {
      m_monitor.check_stop();
      scan(0, finished.size());
    } else {
      for_each_block(finished.size(), m_threads, m_monitor, scan, block_size);
    }
  }

  /// The target of a move from a waiting position after which play is not known to end.
  [[nodiscard]] position step_of(position p) {
    if (m_states[p] == play_state::own_waits) return m_claim.move(p);
    m_walked.add(p);
    m_walked.list_moves();
    return *first_unfinished(m_walked.moves());
  }
  /// Checks for a stop request every 4096 steps.
  void check_stop(std::uint64_t num_steps) const {
    constexpr std::uint64_t steps_between_checks = 1 << 12;
    if (num_steps % steps_between_checks == 0) m_monitor.check_stop();
  }

  [[nodiscard]] std::optional<std::pair<std::uint64_t, claim_failure>> find_cycle() {
    std::uint64_t num_waiting = 0;
    position at = 0;
    for (position p = m_states.size(); p-- > 0;) {
      check_stop(p);
      if (m_states[p] == play_state::ends) continue;
      ++num_waiting;
      at = p;
    }
    if (num_waiting == 0) return std::nullopt;
    std::vector<bool> seen(m_states.size());
    for (std::uint64_t num_steps = 0; !seen[at]; ++num_steps) {
      check_stop(num_steps);
      seen[at] = true;
      at = step_of(at);
    }
    // The walk is on a cycle now, and returns to `at`.
    claim_failure lowest{at, claim_error::never_ends, step_of(at)};
    for (std::uint64_t num_steps = 0, p = lowest.to; p != at; ++num_steps) {
      check_stop(num_steps);
      const position to = step_of(p);
      if (p < lowest.at) lowest = {p, claim_error::never_ends, to};
      p = to;
    }
    return std::pair(num_waiting, lowest);
  }

  const claimed_regions& m_claim;
  detail::position_batch m_walked;  ///< the current position of a walk along a cycle
  std::vector<play_state> m_states;
  std::vector<std::uint32_t> m_first_waiting;  ///< [position]: the first position that waits for it, or `nobody`
  uninitialized_array<std::uint32_t>
      m_next_waiting;  ///< [waiting position]: the next one that waits for the same target
  unsigned m_threads;
  work_monitor& m_monitor;
  per_thread<worker> m_workers;
};

void expect_checkable(const rules& game, const claimed_regions& claim) {
  const rules_traits traits = game.traits();
  if (traits.seen_by == viewpoint::to_move || traits.leads_outside) {
    throw contract_error("winning regions: not supported for relative positions or a part of a game");
  }
  if (claim.size() != game.num_positions()) {
    throw contract_error(
        fmt::format("winning regions: expected {1} positions, got {0}", claim.size(), game.num_positions()));
  }
}

std::uint64_t expect_space(std::uint64_t num_positions) {
  if (num_positions <= claimed_regions::max_positions) return num_positions;
  throw contract_error(fmt::format("winning regions: expected at most {1} positions, got {0}", num_positions,
                                   claimed_regions::max_positions));
}

}  // namespace

claimed_regions::claimed_regions(std::uint64_t num_positions)
    : m_winners(expect_space(num_positions), nobody), m_moves(num_positions, no_move) {}

claim_report verify_regions(const rules& game, const win_query& query, const claimed_regions& claim, unsigned threads,
                            work_monitor& monitor) {
  expect_checkable(game, claim);
  const unsigned num_threads = resolve_threads(threads);
  std::vector<play_state> states(claim.size(), play_state::ends);
  claim_failures failures;
  per_thread<region_checker> checkers([&] { return region_checker(game, query, claim, states, failures); });
  std::atomic<std::uint64_t> num_legal{0};  // relaxed: read after the join of the loop
  monitor.phase("regions", claim.size());
  for_each_block(claim.size(), num_threads, monitor, [&](position begin, position end) {
    region_checker& checker = checkers.local();
    for (position p = begin; p < end; ++p) checker.add(p);
    checker.check();
    num_legal.fetch_add(checker.take_num_legal(), std::memory_order_relaxed);
  });
  claim_report report = failures.take(num_legal.load());
  if (!report.accepted()) return report;
  if (const auto failure = progress_checker(game, claim, std::move(states), num_threads, monitor).check()) {
    report.wrong = failure->first;
    report.first.push_back(failure->second);
  }
  return report;
}

}  // namespace zermelo
