// SPDX-License-Identifier: MIT
#include <zermelo/core/verify/verify_solution.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/slices/finished_outcomes.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/entry_scores.hpp>
#include <zermelo/core/value/entry_window.hpp>
#include <zermelo/core/value/joined_entries.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

#include "position_batch.hpp"
#include "verify_failures.hpp"

namespace zermelo {
namespace {

/// The entries to check and the entries of the targets of moves, indexed by positions of the whole game.
struct checked_entries {
  const solution_entries& entries;
  const slice_lookup* groups = nullptr;  ///< as in verify_solution
  /// The outcomes of the slices to which all moves lead, if only outcomes are compared. Null if moves lead to entries.
  const finished_outcomes* outside = nullptr;
};

/// Checks positions in batches: the moves of a batch are listed before an entry is read, so that entries anywhere in
/// memory can be prefetched. Not thread-safe.
class position_checker {
 public:
  position_checker(const rules& game, const checked_entries& checked, bool counts_distinct_moves,
                   verify_failures& failures)
      : m_counts_distinct(counts_distinct_moves),
        m_outside(checked.outside),
        m_groups(checked.groups),
        m_has_gains(game.traits().has_gains),
        m_max_margin(game.traits().max_margin),
        m_num_targets(m_outside == nullptr ? checked.entries.size() : 0),
        m_batch(game),
        m_entries(checked.entries),
        m_entries_ahead(checked.entries),
        m_failures(failures),
        m_scores{scores(player::first, game.traits().infinite_play),
                 scores(player::second, game.traits().infinite_play)} {}

  /// Adds a position of the whole game.
  void add(position p) {
    m_batch.add(p);
    if (m_batch.is_full()) check();
  }
  /// Checks the added positions.
  void check() {
    m_batch.list_moves();
    const std::span<const move_target> moves = m_batch.moves();
    for (const position p : m_batch.positions()) m_entries_ahead.prefetch(p);
    prefetch(moves, {0, moves_ahead});
    m_batch.for_each_row([&](position p, position_word word, const index_range& row) {
      prefetch(moves, {row.begin + moves_ahead, row.end + moves_ahead});
      const auto of_position = moves.subspan(row.begin, row.end - row.begin);
      check(p, word, of_position);
      m_num_moves += m_counts_distinct ? num_distinct(of_position) : of_position.size();
    });
  }
  /// Returns the number of moves counted since the last call.
  [[nodiscard]] std::uint64_t take_num_moves() noexcept { return std::exchange(m_num_moves, 0); }

 private:
  using scores = entry_scores<std::int64_t>;
  /// The number of moves by which an entry is prefetched ahead of its use: more than memory serves at a time, but few
  /// enough for the entries to fit the first-level cache.
  static constexpr std::uint64_t moves_ahead = 64;

  void prefetch(std::span<const move_target> moves, const index_range& which) {
    const std::uint64_t end = std::min<std::uint64_t>(which.end, moves.size());
    for (std::uint64_t i = which.begin; i < end; ++i) {
      if (const position to = moves[i].at(); to < m_num_targets) m_entries_ahead.prefetch(to);
    }
  }

  [[nodiscard]] std::uint64_t num_distinct(std::span<const move_target> moves) {
    m_distinct.clear();
    for (const move_target to : moves) m_distinct.push(to);
    keep_distinct(m_distinct, 0);
    return m_distinct.size();
  }

  void check(position p, position_word word, std::span<const move_target> moves) {
    using packed = packed_word<position_word>;
    const position_value stored = m_entries[p];
    if (word == packed::illegal) {
      if (stored.outcome != outcome::illegal) m_failures.add({p, stored, "the position is illegal"});
      return;
    }
    const player to_move = packed::to_move(word);
    const scores& own_scores = m_scores[index_of(to_move)];
    std::int64_t best = scores::none;
    if (m_groups != nullptr && !m_slice.has(p)) m_slice = m_groups->slice_of(p);
    for (const move_target to : moves) {
      if (m_outside == nullptr && to.at() >= m_num_targets) {
        m_failures.add({p, stored, "a move leads to a missing position"});
        return;
      }
      if (m_has_gains && !is_in_order(p, to, stored)) return;
      const position_value value = m_outside == nullptr ? m_entries[to.at()] : outside(to.at());
      best = std::max(
          best, to.gain() == 0 ? own_scores.score(value, to.to_move()) : score_of_gain(own_scores, value, to, to_move));
    }
    const bool is_end = moves.empty();
    const std::int64_t score = is_end ? own_scores.score_of_end(result_of_end(word)) : own_scores.one_ply_back(best);
    const bool is_right = m_outside == nullptr ? own_scores.score(stored, to_move) == score
                                               : stored.outcome == own_scores.entry(score).outcome;
    if (is_right) {
      if (m_outside == nullptr) check_bound(p, stored);
      return;
    }
    position_value demanded = own_scores.entry(score);
    if (m_outside != nullptr) demanded.distance_plies = no_distance;
    m_failures.add(p, stored, demanded, is_end);
  }

  /// Checks the margin of an otherwise correct entry against the bound of its slice or of the game.
  void check_bound(position p, position_value stored) {
    const std::uint32_t bound = margin_bound_of_slice(m_slice.max_margin, m_max_margin);
    if (stored.extra_points < bound) [[likely]]
      return;
    const char* const bounding = bound < m_max_margin ? "its slice" : "the game";
    m_failures.add({p, stored, fmt::format("the max_margin of {} is {}", bounding, bound)});
  }

  /// Whether a move leads to a group of slices that is solved earlier, or stays in its group and gains nothing. If not,
  /// adds a failure, since entries on a cycle with gains could support each other.
  [[nodiscard]] bool is_in_order(position from, move_target to, position_value stored) {
    const std::size_t here = m_slice.rank;
    const std::size_t there = m_slice.has(to.at()) ? here : m_groups->slice_of(to.at()).rank;
    if (there < here || (there == here && to.gain() == 0)) return true;
    m_failures.add(
        {from, stored,
         fmt::format("the move to position {} {}", to.at(),
                     there > here ? "leads to a group of slices that is solved later"
                                  : fmt::format("gains {} points, but stays in its group of slices", to.gain()))});
    return false;
  }

  /// The score of a move that gains points: the value of its target is known, like that of a terminal.
  [[nodiscard]] static std::int64_t score_of_gain(const scores& own_scores, position_value value, move_target to,
                                                  player moving) {
    // The move is as invalid as the value of its target.
    if (own_scores.score(value, to.to_move()) >= scores::illegal) return scores::illegal;
    return own_scores.score_of_end(result_of_move(value, to.to_move(), to.gain(), moving));
  }

  /// The entry of a position of a finished slice, with distance 0 instead of the unknown one.
  [[nodiscard]] position_value outside(position to) const {
    const outcome target = m_outside->at(to);
    return {target, target == outcome::draw ? no_distance : 0};
  }

  bool m_counts_distinct;
  std::uint64_t m_num_moves = 0;
  batch_list<move_target> m_distinct;  ///< working memory
  const finished_outcomes* m_outside;  ///< as in checked_entries
  const slice_lookup* m_groups;        ///< as in checked_entries
  bool m_has_gains;
  std::uint32_t m_max_margin;           ///< of the game
  slice_lookup::slice_entry m_slice{};  ///< the slice of the position that is being checked, if m_groups is set
  std::uint64_t m_num_targets;          ///< the targets below this number have entries
  detail::position_batch m_batch;
  entry_reader m_entries;
  entry_reader m_entries_ahead;  ///< for prefetching; may read another part of the solution than m_entries
  verify_failures& m_failures;
  std::array<scores, 2> m_scores;
};

[[nodiscard]] verify_report verify_entries(const rules& game, const checked_entries& checked, const verify_scope& scope,
                                           work_monitor& monitor) {
  const rules_traits traits = game.traits();
  verify_failures failures(traits.has_gains || traits.max_margin > 1);
  const std::vector<index_range> ranges = ranges_in_scope(checked.entries.size(), scope);
  const std::uint64_t size = total_size(ranges);
  const std::uint64_t num_in_scope = num_to_check(size, scope);
  const std::uint64_t first = std::min(scope.numbers.begin, num_in_scope);
  const std::uint64_t num_checked = std::max(first, std::min(scope.numbers.end, num_in_scope)) - first;
  per_thread<position_checker> checkers(
      [&] { return position_checker(game, checked, scope.counts_distinct_moves, failures); });
  std::atomic<std::uint64_t> num_moves{0};  // relaxed: read after the join of the loop
  monitor.phase("verify", num_checked);
  for_each_block(num_checked, resolve_threads(scope.threads), monitor, [&](std::uint64_t begin, std::uint64_t end) {
    position_checker& checker = checkers.local();
    auto range = ranges.begin();
    std::uint64_t before = 0;  // positions of the ranges before `range`
    for (std::uint64_t i = begin; i != end; ++i) {
      const std::uint64_t number = position_to_check(size, scope, first + i);
      for (; number - before >= range->end - range->begin; ++range) before += range->end - range->begin;
      checker.add(range->begin + (number - before));
    }
    checker.check();
    num_moves.fetch_add(checker.take_num_moves(), std::memory_order_relaxed);
  });
  verify_report report = failures.take(num_checked);
  if (!is_sample(size, scope)) report.edges = num_moves.load();
  return report;
}

}  // namespace

std::optional<slice_lookup> groups_to_verify(std::span<const slice> slices, bool has_gains) {
  const bool have_bounds =
      std::any_of(slices.begin(), slices.end(), [](const slice& one) { return one.max_margin != 0; });
  if (slices.empty() || (!has_gains && !have_bounds)) return std::nullopt;
  return slice_lookup(slices);
}

verify_report verify_solution(const rules& game, const solution_entries& entries, const verify_scope& scope,
                              work_monitor& monitor, const slice_lookup* groups) {
  if (game.traits().has_gains && groups == nullptr) {
    throw contract_error("verify: a game with max_gain needs its groups of slices; use groups_to_verify");
  }
  return verify_entries(game, {entries, groups}, scope, monitor);
}

verify_report verify_group(const part_rules& group, const solution_entries& values, const verify_scope& scope,
                           work_monitor& monitor, const slice_lookup* groups) {
  const slice_numbers& numbers = group.numbers();
  joined_entries all = group.finished();
  verify_scope scope_in_game = scope;
  scope_in_game.ranges.clear();
  numbers.for_each_range(0, numbers.size(), [&](position begin, position end) {
    all.add(begin, std::make_shared<entry_window>(values, numbers.of_group(begin), end - begin));
    scope_in_game.ranges.push_back({begin, end});
  });
  verify_report report = verify_solution(group.game(), all, scope_in_game, monitor, groups);
  for (verify_failure& failure : report.first) failure.at = numbers.of_group(failure.at);
  return report;
}

verify_report verify_outcomes(const rules& game, std::span<const slice> slices, std::uint32_t number,
                              const solution_entries& values, std::span<const outcome_bits* const> finished,
                              const verify_scope& scope, work_monitor& monitor) {
  if (game.traits().has_gains) throw contract_error("verify: outcomes without distances do not support max_gain");
  const finished_outcomes outside(slices, finished);
  const position first = first_position_of(slices, number);
  joined_entries own(game.num_positions());
  own.add(first, std::make_shared<entry_window>(values, 0, values.size()));
  verify_scope scope_in_game = scope;
  scope_in_game.ranges = {{first, first + values.size()}};
  return verify_entries(game, {own, nullptr, &outside}, scope_in_game, monitor);
}

}  // namespace zermelo
