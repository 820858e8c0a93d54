// SPDX-License-Identifier: MIT
// The engine `one_pass`: a part of a game that every move leaves, such as the positions with so many stones where every
// move adds one. The entries of what they lead to are known, and one look at each position settles it.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/positions/game_graph.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/solve/outside_moves.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/solution.hpp>
#include <zermelo/core/solve/solve_words.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

namespace detail {

/// A part of a game whose positions are found by their keys, those of many moves together; see slice_game.hpp.
template <class G>
concept LeftTogether =
    requires(const G& game, position p) { game.for_each_left_together(p, p, [](const auto&...) {}); };

/// Fills the words, and returns the number of moves; nothing if a distance does not fit them. Phase "settle".
template <class Word, class G>
[[nodiscard]] std::optional<std::uint64_t> settle_words(const game_graph<G>& graph, std::span<Word> words,
                                                        unsigned threads, work_monitor& monitor) {
  using packed = packed_word<Word>;
  const std::optional<player> infinite_play = graph.infinite_play();
  std::atomic<std::uint64_t> num_edges{0};
  std::atomic<bool> fits{true};
  const auto word_of = [&fits](position_value value, player to_move) {
    if (value.outcome == outcome::draw) return packed::draw(to_move);
    if (value.distance_plies > packed_word<std::uint32_t>::max_low) {
      refuse_out_of_range("the distance", value.distance_plies);
    }
    if (value.distance_plies > packed::max_low) fits.store(false, std::memory_order_relaxed);
    return packed::decided(value.outcome, to_move, value.distance_plies & packed::max_low);
  };
  monitor.phase("settle", words.size());
  for_each_block(words.size(), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    if (!fits.load(std::memory_order_relaxed)) return;
    std::uint64_t edges = 0;
    const auto word_at_end = [&word_of](const result& ending, player to_move) {
      return ending.is_drawn
                 ? packed::draw(to_move)
                 : word_of({outcome_of(kind_won_by(ending.winner), to_move), ending.distance_plies}, to_move);
    };
    if constexpr (LeftTogether<G>) {
      const G& game = graph.game();
      game.for_each_left_together(
          begin, end,
          [&](position p, const auto& s, const std::optional<result>& terminal, std::span<const result> to) {
            const player to_move = player_to_move_of(game, s);
            if (terminal || to.empty()) {
              words[p] = word_at_end(terminal ? *terminal : game.no_moves(s), to_move);
              return;
            }
            outside_moves outside(to_move);
            for (const result& one : to) outside.add(one);
            edges += to.size();
            words[p] = word_of(outside.value(infinite_play), to_move);
          });
      num_edges.fetch_add(edges, std::memory_order_relaxed);
      return;
    }
    graph.for_each_view(begin, end, [&](position p, const auto& view) {
      if (!view.is_legal()) {
        words[p] = packed::illegal;
        return;
      }
      const player to_move = view.to_move();
      std::optional<result> ending = view.terminal();
      if (!ending) {
        outside_moves outside(to_move);
        const std::uint64_t inside = view.for_each_outside([&outside](const result& to) { outside.add(to); });
        if (inside > 0) throw contract_error("a move stays in a slice that says that none does");
        edges += outside.moves();
        if (outside.moves() > 0) {
          words[p] = word_of(outside.value(infinite_play), to_move);
          return;
        }
        ending = view.no_moves();
      }
      words[p] = word_at_end(*ending, to_move);
    });
    num_edges.fetch_add(edges, std::memory_order_relaxed);
  });
  if (!fits.load()) return std::nullopt;
  return num_edges.load();
}

}  // namespace detail

/// Settles a part of a game that every move leaves. Time V + E, memory the words.
/// @throws interrupted; contract_error if a move stays inside, or a distance exceeds 2^29 - 1; and what the rules
/// throw.
template <RankedGame G>
  requires LeadsOutside<G>
[[nodiscard]] solution settle(const G& game, unsigned threads, solve_visitor& visitor) {
  const game_graph<G> graph(game);
  const unsigned resolved = resolve_threads(threads);
  auto narrow = value_table::narrow_words(game.num_positions());
  if (const auto edges = detail::settle_words(graph, narrow.span(), resolved, visitor)) {
    return {value_table(std::move(narrow)), *edges};
  }
  auto wide = value_table::wide_words(game.num_positions());
  const auto edges = detail::settle_words(graph, wide.span(), resolved, visitor);
  return {value_table(std::move(wide)), edges.value()};
}

struct one_pass_engine {
  /// There is nothing to save between waves: what is interrupted, and what another engine has saved, begins again.
  static constexpr engine_info info{
      .name = "one_pass", .summary = "one look at each position, for slices that every move leaves", .saves = true};

  template <class G>
  [[nodiscard]] static std::string unavailable(const engine_task<G>& task) {
    if constexpr (LeadsOutside<G>) {
      return task.game.is_left_by_every_move() ? "" : "moves stay in this slice";
    }
    return "the game is solved as a whole, not slice by slice";
  }

  template <class G>
    requires LeadsOutside<G>
  [[nodiscard]] static std::uint64_t peak_bytes(const engine_task<G>& /*task*/, const graph_sample& sample) {
    return saturating_sum(bytes_of_program, saturating_product(sample.positions, sizeof(std::uint16_t)));
  }

  template <class G>
    requires LeadsOutside<G>
  [[nodiscard]] static engine_result solve(const engine_task<G>& task, saved_solve* /*saved*/, solve_visitor& visitor) {
    solution settled = settle(task.game, task.threads, visitor);
    return summed_up(std::move(settled.values), settled.edges, task.threads, visitor);
  }
};

}  // namespace zermelo
