// SPDX-License-Identifier: MIT
// Compares a solve for the margin with a solve for each threshold: is the position won by v points or more, lost by v
// or more, or neither? Awari, slice after slice, on one thread. A threshold solve of a slice uses the known margins of
// the slices that it leads to, and the same engine with a bound of one point.
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <span>
#include <stdexcept>

#include <benchmark/benchmark.h>
#include <awari/awari.hpp>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/rules/rules_of_game.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/solve/solution.hpp>
#include <zermelo/core/solve/solve_groups.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "benchmarks.hpp"

namespace zermelo::benchmarks {
namespace {

/// The rules of a group of slices in which a result below the threshold has the value of endless play, and any other is
/// one point. So a solve has no ties to propagate.
class threshold_rules final : public rules {
 public:
  /// The group must outlive the rules.
  threshold_rules(const part_rules& group, int threshold) : m_group(group), m_threshold(threshold) {}

  [[nodiscard]] position num_positions() const override { return m_group.num_positions(); }
  [[nodiscard]] rules_traits traits() const override {
    rules_traits traits = m_group.traits();
    traits.max_margin = 1;
    return traits;
  }
  void describe(position first, std::span<position_word> words, outside_rows* outside) const override {
    const std::size_t before = outside == nullptr ? 0 : outside->results.size();
    m_group.describe(first, words, outside);
    query(words, outside, before);
  }
  void expand(position first, std::span<position_word> words, batch_list<position>& moves,
              outside_rows* outside) const override {
    const std::size_t before = outside == nullptr ? 0 : outside->results.size();
    m_group.expand(first, words, moves, outside);
    query(words, outside, before);
  }
  void label(position first, std::span<position_word> words) const override {
    m_group.label(first, words);
    query(words, nullptr, 0);
  }
  void predecessors(std::span<const position> targets, batch_list<position>& sources,
                    batch_list<std::uint32_t>* ends) const override {
    m_group.predecessors(targets, sources, ends);
  }
  void players_to_move(std::span<const position> positions, std::span<player> players) const override {
    m_group.players_to_move(positions, players);
  }
  void plain_moves(std::span<const position> positions, std::span<position_word> words,
                   batch_list<move_target>& moves) const override {
    m_group.plain_moves(positions, words, moves);
    query(words, nullptr, 0);
  }

 private:
  [[nodiscard]] result requested(const result& end) const {
    return end.points() < m_threshold ? result::drawn() : result::won_by(*end.winner, end.distance_plies);
  }
  void query(std::span<position_word> words, outside_rows* outside, std::size_t first_result) const {
    using packed = packed_word<position_word>;
    for (position_word& word : words) {
      if (word == packed::illegal || !packed::is_decided(word)) continue;
      word = word_of_end(requested(result_of_end(word)), packed::to_move(word));
    }
    if (outside == nullptr) return;
    for (result& to : outside->results.all().subspan(first_result)) to = requested(to);
  }

  const part_rules& m_group;
  int m_threshold;
};

/// The processor seconds of this process, summed over calls.
class processor_stopwatch {
 public:
  [[nodiscard]] auto time(const auto& f) {
    const std::clock_t start = std::clock();
    auto found = f();
    m_ticks += std::clock() - start;
    return found;
  }
  [[nodiscard]] double seconds() const { return static_cast<double>(m_ticks) / CLOCKS_PER_SEC; }

 private:
  std::clock_t m_ticks = 0;
};

/// @throws std::runtime_error if an entry of the solve for a threshold contradicts that for the margin.
void expect_agreement(const value_table& margins, const value_table& requested, int threshold) {
  for (position p = 0; p < margins.size(); ++p) {
    const int margin = margins[p].margin();
    const int expected = margin >= threshold ? 1 : (margin <= -threshold ? -1 : 0);
    if (requested[p].margin() != expected) throw std::runtime_error("a solve for a threshold has a different result");
  }
}

void solve_awari(benchmark::State& state) {
  constexpr std::size_t pits = 6;
  const games::awari game(pits, static_cast<unsigned>(state.range(0)));
  const rules_of_game<games::awari> rules(game);
  const retrograde_options one_thread{1};
  solve_visitor silent;
  processor_stopwatch staged;
  processor_stopwatch by_thresholds;
  double seconds_before = 0;
  for (auto _ : state) {
    (void)solve_groups(rules, game.slices(), [&](const part_rules& group) {
      solution margins = staged.time([&] { return retrograde_analysis(group, one_thread, silent); });
      const int bound = static_cast<int>(group.traits().max_margin);
      for (int threshold = 1; threshold <= bound; ++threshold) {
        const threshold_rules thresholded(group, threshold);
        const solution requested =
            by_thresholds.time([&] { return retrograde_analysis(thresholded, one_thread, silent); });
        expect_agreement(margins.values, requested.values, threshold);
      }
      return margins;
    });
    state.SetIterationTime(staged.seconds() - seconds_before);
    seconds_before = staged.seconds();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(game.num_positions()) * state.iterations());
  state.SetLabel(fmt::format("positions; by thresholds {:.1f} x", by_thresholds.seconds() / staged.seconds()));
}

}  // namespace

void register_margins() {
  auto* const added = benchmark::RegisterBenchmark("margins/awari", solve_awari);
  added->Unit(benchmark::kMillisecond)->UseManualTime()->ArgName("seeds")->Arg(10)->Arg(14);
}

}  // namespace zermelo::benchmarks
