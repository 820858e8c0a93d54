// SPDX-License-Identifier: MIT
#include <zermelo/core/waves/list_moves.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/waves/seed_words.hpp>

namespace zermelo::detail {

move_lister::move_lister(const rules& game)
    : m_game(game), m_threads([&game] { return of_thread{edge_buckets(game.num_positions())}; }) {}

void move_lister::add(position first, std::span<position_word> words, outside_rows& outside) {
  of_thread& own = m_threads.local();
  own.moves.clear();
  m_game.expand(first, words, own.moves, &outside);
  for_each_row(first, words, std::as_const(own.moves).all(), outside, [&own](position from, auto row) {
    for (const position to : row) own.edges.add(from, to);
  });
}

edges_of_threads move_lister::take() {
  edges_of_threads all;
  for (of_thread& each : m_threads) all.push_back(std::move(each.edges));
  return all;
}

edges_of_threads list_moves(const rules& game, unsigned threads, work_monitor& monitor) {
  move_lister moves(game);
  monitor.phase("count", game.num_positions());
  for_each_block(game.num_positions(), threads, monitor, [&](position begin, position end) {
    std::array<position_word, positions_per_call> words;
    outside_rows outside;
    for (position p = begin; p != end;) {
      const std::uint64_t size = std::min<std::uint64_t>(end - p, positions_per_call);
      outside.clear();
      moves.add(p, std::span(words).first(size), outside);
      p += size;
    }
  });
  return moves.take();
}

}  // namespace zermelo::detail
