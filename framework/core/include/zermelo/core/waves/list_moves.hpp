// SPDX-License-Identifier: MIT
// Lists all moves of rules in the form from which they are transposed, see edge_buckets.hpp.
#pragma once

#include <cstddef>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/graph/edge_buckets.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::detail {

/// Calls f(position, targets of its moves) for each position of a range whose moves `expand` has listed.
/// @param outside  the outside rows from the same call of `expand`; empty if no move leads outside
template <class Callback>
void for_each_row(position first, std::span<const position_word> words, std::span<const position> moves,
                  const outside_rows& outside, const Callback& f) {
  std::size_t begin = 0;
  std::size_t outside_begin = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::size_t size = num_moves_of(words[i]);
    if (!outside.ends.empty()) {
      size -= outside.ends.all()[i] - outside_begin;
      outside_begin = outside.ends.all()[i];
    }
    f(first + i, moves.subspan(begin, size));
    begin += size;
  }
}

/// Lists the moves of ranges, on several threads at the same time.
class move_lister {
 public:
  explicit move_lister(const rules& game);

  /// Sets the words of a range, and lists its moves and their outside rows. Precondition: `outside` is empty.
  void add(position first, std::span<position_word> words, outside_rows& outside);
  /// Returns the moves of all ranges. Precondition: no thread lists moves.
  [[nodiscard]] edges_of_threads take();

 private:
  struct thread_moves {
    edge_buckets edges;
    batch_list<position> moves{};  ///< the moves of one call of the rules
  };
  const rules& m_game;
  per_thread<thread_moves> m_threads;
};

/// Lists the moves of all positions. Phase "count". @throws interrupted, std::bad_alloc, and what the rules throw.
[[nodiscard]] edges_of_threads list_moves(const rules& game, unsigned threads, work_monitor& monitor);

}  // namespace zermelo::detail
