// SPDX-License-Identifier: MIT
#include <zermelo/core/waves/list_moves.hpp>

#include <utility>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/rules/for_each_call.hpp>

namespace zermelo::detail {

move_lister::move_lister(const rules& game)
    : m_game(game), m_threads([&game] { return thread_moves{edge_buckets(game.num_positions())}; }) {}

void move_lister::add(position first, std::span<position_word> words, outside_rows& outside) {
  thread_moves& own = m_threads.local();
  own.moves.clear();
  m_game.expand(first, words, own.moves, &outside);
  for_each_row(first, words, std::as_const(own.moves).all(), outside, [&own](position from, auto row) {
    for (const position to : row) own.edges.add(from, to);
  });
}

edges_of_threads move_lister::take() {
  edges_of_threads all;
  for (thread_moves& each : m_threads) all.push_back(std::move(each.edges));
  return all;
}

edges_of_threads list_moves(const rules& game, unsigned threads, work_monitor& monitor) {
  move_lister moves(game);
  monitor.phase("count", game.num_positions());
  for_each_block(game.num_positions(), threads, monitor, [&](position begin, position end) {
    outside_rows outside;
    for_each_call(begin, end, [&](position first, std::span<position_word> words) {
      outside.clear();
      moves.add(first, words, outside);
    });
  });
  return moves.take();
}

}  // namespace zermelo::detail
