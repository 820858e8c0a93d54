// SPDX-License-Identifier: MIT
#include <zermelo/core/verify/verify_outcomes.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/slices/finished_outcomes.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/entry_scores.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

#include "position_batch.hpp"
#include "verify_failures.hpp"

namespace zermelo {
namespace {

using packed = packed_word<position_word>;

/// Checks positions of a slice in batches. For one thread.
class outcome_checker {
 public:
  /// @param first  the slice's first position
  outcome_checker(const rules& game, position first, const solution_entries& values, const finished_outcomes& outside,
                  verify_failures& failures)
      : m_first(first),
        m_batch(game),
        m_values(values),
        m_outside(outside),
        m_failures(failures),
        m_scores{scores(player::first, game.traits().infinite_play),
                 scores(player::second, game.traits().infinite_play)} {}

  /// @param p  numbered from 0 in the slice
  void add(position p) {
    m_batch.add(m_first + p);
    if (m_batch.is_full()) check();
  }
  /// Checks those that were added.
  void check() {
    m_batch.ask();
    const std::span<const owned_target> moves = m_batch.moves();
    m_batch.for_each_row([&](position p, position_word word, const index_range& row) {
      check(p, word, moves.subspan(row.begin, row.end - row.begin));
    });
  }
  /// How many moves have been looked at since this was last asked.
  [[nodiscard]] std::uint64_t take_num_moves() noexcept { return m_batch.take_num_moves(); }

 private:
  using scores = entry_scores<std::int64_t>;

  void check(position p, position_word word, std::span<const owned_target> moves) {
    const position_value stored = m_values[p - m_first];
    if (word == packed::illegal) {
      if (stored.outcome != outcome::illegal) m_failures.add(p, stored, "the position is illegal");
      return;
    }
    const player to_move = packed::to_move(word);
    const scores& owners = m_scores[index_of(to_move)];
    std::int64_t best = scores::none;
    for (const owned_target to : moves) {
      const outcome there = m_outside.at(to.at());
      const position_value value{there, there == outcome::draw ? no_distance : 0};
      best = std::max(best, owners.score(value, to.owner()));
    }
    const bool is_end = moves.empty();
    const outcome demanded =
        is_end ? value_of_end(result_of_end(word), to_move).outcome : owners.entry(owners.one_ply_back(best)).outcome;
    if (stored.outcome != demanded) m_failures.add(p, stored, detail::demand_text({demanded, no_distance}, is_end));
  }

  position m_first;
  detail::position_batch m_batch;
  entry_reader m_values;
  const finished_outcomes& m_outside;
  verify_failures& m_failures;
  std::array<scores, 2> m_scores;
};

}  // namespace

verify_report verify_outcomes(const rules& game, std::span<const slice> slices, std::uint32_t number,
                              const solution_entries& values, std::span<const outcome_bits* const> finished,
                              const verify_scope& scope, work_monitor& monitor) {
  const finished_outcomes outside(slices, finished);
  position first_of_slice = 0;
  for (std::uint32_t s = 0; s < number; ++s) first_of_slice += slices[s].size;
  verify_failures failures;
  const index_range stretch = looked_at(slices[number].size, scope);
  const std::uint64_t length = stretch.end - stretch.begin;
  const std::uint64_t num_checked = num_to_check(length, scope);
  tbb::enumerable_thread_specific<outcome_checker> checkers(
      [&] { return outcome_checker(game, first_of_slice, values, outside, failures); });
  std::atomic<std::uint64_t> num_moves{0};
  monitor.phase("verify", num_checked);
  for_each_block(num_checked, resolve_threads(scope.threads), monitor, [&](std::uint64_t begin, std::uint64_t end) {
    outcome_checker& checker = checkers.local();
    for (std::uint64_t i = begin; i != end; ++i) checker.add(stretch.begin + position_to_check(length, scope, i));
    checker.check();
    num_moves.fetch_add(checker.take_num_moves(), std::memory_order_relaxed);
  });
  verify_report report = failures.take(num_checked);
  if (!is_sample(length, scope)) report.edges = num_moves.load();
  return report;
}

}  // namespace zermelo
