// SPDX-License-Identifier: MIT
// The first step of retrograde analysis: counters for the vertices in which play goes on, and the ends, from which the
// waves begin.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/solve/outside_moves.hpp>
#include <zermelo/core/solve/solve_words.hpp>
#include <zermelo/core/solve/wave_agenda.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo::detail {

/// The word of a vertex in which play ends. Precondition: the distance fits.
template <class Word>
[[nodiscard]] Word word_of_end(const result& end, player to_move) {
  using packed = packed_word<Word>;
  if (end.is_drawn) return packed::drawn_end;
  return packed::decided(outcome_of(kind_won_by(end.winner), to_move), to_move, end.distance_plies);
}

/// As `look_at_moves`, of a position in hand.
template <class View>
[[nodiscard]] std::uint64_t look_at_moves_of(const View& view, outside_moves& outside) {
  const auto add = [&outside](const result& to) { outside.add(to); };
  if constexpr (requires { view.for_each_outside(add); }) {
    return view.for_each_outside(add);
  } else {
    return view.num_successors();
  }
}

/// Fills the words of a block. Nothing if a number does not fit this Word. Phase "seed".
template <class Word, class Graph, class Labels, class Block>
[[nodiscard]] std::optional<wave_agenda> seed_words(const Graph& graph, const Labels& labels, const Block& block,
                                                    std::span<Word> words, unsigned threads, work_monitor& monitor) {
  using packed = packed_word<Word>;
  const std::optional<player> infinite_play = labels.infinite_play();
  const viewpoint seen_by = viewpoint_of(labels);
  tbb::enumerable_thread_specific<found_buckets> ends;
  std::atomic<std::uint64_t> num_edges{0};
  std::atomic<std::uint64_t> num_legal{0};
  std::atomic<std::uint64_t> num_tied{0};
  std::atomic<bool> too_narrow{false};  // a hint while the sweep runs; read for good after its join
  const auto fits = [&](const char* what, std::uint64_t number) {
    if (number <= packed::max_low) return true;
    if (number > packed_word<std::uint32_t>::max_low) refuse_out_of_range(what, number);
    too_narrow.store(true, std::memory_order_relaxed);
    return false;
  };

  const auto vertex_at = [&block](std::uint64_t i) { return static_cast<vertex_of<Graph>>(block.vertex_at(i)); };

  const std::uint64_t most = most_listed(words.size(), threads);
  monitor.phase("seed", words.size());
  for_each_block(words.size(), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    if (too_narrow.load(std::memory_order_relaxed)) return;
    found_buckets& found = ends.local();
    std::uint64_t edges = 0;
    std::uint64_t legal = 0;
    std::uint64_t tied = 0;
    /// Of a position at that offset, if it is asked: its moves, as `look_at_moves` does, and what it is worth to be
    /// stuck there.
    const auto seed_legal = [&](std::uint64_t i, player to_move, const std::optional<result>& terminal,
                                const auto& look_at, const auto& no_moves) {
      ++legal;
      if (!terminal) {
        outside_moves outside(to_move);
        const std::uint64_t inside = look_at(outside);
        edges += inside + outside.moves();
        if (inside + outside.moves() > 0) {
          const std::uint64_t units = inside + outside.units();
          if (fits("the number of moves", units)) words[i] = packed::undecided(to_move, units);
          // How far away they are is in no word: what they decide is, and is made room for then.
          outside.for_each_arrival(infinite_play, seen_by, [&](wave_kind kind, std::uint64_t distance) {
            found[distance][index_of(kind)].arrived_at.push_back(i);
          });
          if (outside.has_tie()) ++tied;
          return;
        }
      }
      const result ending = terminal ? *terminal : no_moves();
      if (!fits("the distance", ending.distance_plies)) return;
      words[i] = word_of_end<Word>(ending, to_move);
      if (ending.is_drawn) return;
      found_vertices& alike = found[ending.distance_plies][index_of(kind_won_by(ending.winner))].decided;
      alike.vertices.push_back(i, ending.distance_plies < packed::max_low ? most : all_listed);
      if (ending.winner == to_move) ++alike.wins;
      if (!ending.winner) ++tied;
    };
    if constexpr (ViewedGraph<Graph> && std::same_as<Graph, Labels>) {
      for (std::uint64_t i = begin; i != end;) {
        const std::uint64_t run = std::min(end - i, block.run_at(i));
        const std::uint64_t first = block.vertex_at(i);
        graph.for_each_view(first, first + run, [&, i](std::uint64_t v, const auto& view) {
          const std::uint64_t at = i + (v - first);
          if (!view.is_legal()) {
            words[at] = packed::illegal;
            return;
          }
          seed_legal(
              at, view.to_move(), view.terminal(),
              [&view](outside_moves& outside) { return look_at_moves_of(view, outside); },
              [&view] { return view.no_moves(); });
        });
        i += run;
      }
    } else {
      for (std::uint64_t i = begin; i != end; ++i) {
        const auto v = vertex_at(i);
        const bool is_legal = inspect_label(labels, v, [&](player to_move, const std::optional<result>& terminal) {
          seed_legal(
              i, to_move, terminal, [&](outside_moves& outside) { return look_at_moves(graph, labels, v, outside); },
              [&] { return labels.no_moves(v); });
        });
        if (!is_legal) words[i] = packed::illegal;
      }
    }
    num_edges.fetch_add(edges, std::memory_order_relaxed);
    num_legal.fetch_add(legal, std::memory_order_relaxed);
    num_tied.fetch_add(tied, std::memory_order_relaxed);
  });
  if (too_narrow.load()) return std::nullopt;
  wave_agenda all(ends);
  all.milestone.edges = num_edges.load();
  all.milestone.legal_positions = num_legal.load();
  all.tied_ends = num_tied.load();
  return all;
}

}  // namespace zermelo::detail
