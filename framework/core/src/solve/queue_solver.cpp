// SPDX-License-Identifier: MIT
#include <zermelo/core/solve/queue_solver.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <span>
#include <vector>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {
namespace {

/// Solves with several queues in turn: wins and losses by decreasing margin, then ties.
class queue_solver {
 public:
  explicit queue_solver(const rules& game) : m_game(game), m_traits(game.traits()) {
    reject_moves_with_gains(m_traits);
  }

  [[nodiscard]] value_table solve(solve_visitor& visitor) {
    const position n = m_game.num_positions();
    visitor.phase("seed", n);
    set_up(n, visitor);
    visitor.phase("propagate", n);
    for (auto& [margin, positions] : m_decisive) {
      propagate(positions, visitor, [this](position from, const target& to) { decide_from_win(from, to); });
    }
    propagate(m_tied, visitor, [this](position from, const target& to) { decide_from_tie(from, to); });

    std::uint32_t max_distance = 0;
    for (const std::uint32_t distance : m_distance) {
      if (distance != no_distance) max_distance = std::max(max_distance, distance);
    }
    const std::uint32_t max_stored = word_layout<std::uint32_t>(margin_bits_of(m_traits.max_margin)).max_distance();
    if (max_distance > max_stored) detail::reject_out_of_range("the distance", max_distance, max_stored);
    value_table table = value_table::with_capacity(n, max_distance, m_traits.max_margin);
    for (position p = 0; p < n; ++p) {
      const position_value value{m_outcome[p], m_distance[p], m_extra_points[p]};
      const auto margin = static_cast<std::int64_t>(value.margin());
      if (margin > m_traits.max_margin || -margin > m_traits.max_margin) {
        detail::reject_margin(m_game.number_in_game(p), value.margin(), m_traits.max_margin);
      }
      table.set(p, value, m_to_move[p]);
    }
    return table;
  }

 private:
  using packed = packed_word<position_word>;

  /// The value of a move's target.
  struct target {
    std::optional<player> winner;  ///< in the numbering before the move; nothing: a tie
    std::uint32_t distance = 0;
    std::uint16_t extra_points = 0;
  };
  /// A move that leaves a part of a game.
  struct outside_move {
    position from = 0;
    std::optional<player> winner;    ///< as in `target`
    std::uint16_t extra_points = 0;  ///< as in `target`
  };
  /// The terminals with one distance, and the moves to outside targets with this distance.
  struct given_values {
    std::vector<position> ends;
    std::vector<outside_move> outside;
  };
  /// Decided positions in the order of their distance. Terminals and targets outside have known distances: they wait in
  /// `given` until the queue reaches their distance.
  struct bucket_queue {
    std::queue<position> queue;
    std::map<std::uint32_t, given_values> given;  ///< [distance]
  };

  static void expect_storable(std::uint32_t distance) {
    if (distance > packed::max_low) detail::reject_out_of_range("the distance", distance);
  }

  void set_up(position n, solve_visitor& visitor) {
    m_outcome.assign(n, outcome::illegal);
    m_to_move.assign(n, player::first);
    m_distance.assign(n, no_distance);
    m_extra_points.assign(n, 0);
    m_open_moves.assign(n, 0);
    if (!m_traits.has_predecessors) m_predecessors.assign(n, {});
    std::array<position, positions_per_call> at;
    std::array<position_word, positions_per_call> words;
    batch_list<move_target> moves;
    outside_rows outside;
    for (position first = 0; first < n;) {
      visitor.check_stop();
      const std::size_t size = std::min<position>(n - first, positions_per_call);
      std::iota(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(size), first);
      moves.clear();
      m_game.plain_moves(std::span(at).first(size), std::span(words).first(size), moves);
      if (m_traits.leads_outside) {
        outside.clear();
        m_game.describe(first, std::span(words).first(size), &outside);
      }
      std::size_t next = 0;
      std::size_t next_outside = 0;
      for (std::size_t i = 0; i < size; ++i) {
        const std::size_t end_outside = m_traits.leads_outside ? outside.ends.all()[i] : 0;
        const std::size_t num_outside = end_outside - next_outside;
        const std::size_t degree = packed::is_open(words[i]) ? packed::low(words[i]) - num_outside : 0;
        set_up_position(first + i, words[i], moves.all().subspan(next, degree));
        add_outside_moves(first + i, outside.results.all().subspan(next_outside, num_outside));
        next += degree;
        next_outside = end_outside;
      }
      visitor.advance(size);
      first += size;
    }
  }
  void set_up_position(position p, position_word word, std::span<const move_target> moves) {
    if (word == packed::illegal) return;
    m_outcome[p] = outcome::draw;  // until the position is decided
    m_to_move[p] = packed::to_move(word);
    if (packed::is_open(word)) {
      for (const move_target& move : moves) {
        const position to = move.at();
        if (to >= m_game.num_positions()) throw contract_error("a move leads to a position that does not exist");
        ++m_open_moves[p];
        if (!m_traits.has_predecessors) m_predecessors[to].push_back(p);
      }
      return;
    }
    const result end = result_of_end(word);
    if (end.is_drawn) return;
    m_outcome[p] = !end.winner ? outcome::tie : *end.winner == m_to_move[p] ? outcome::win : outcome::loss;
    m_distance[p] = end.distance_plies;
    m_extra_points[p] = end.extra_points;
    queue_of(end).given[end.distance_plies].ends.push_back(p);
  }
  /// A move that leaves a part of a game affects its source when the queue reaches the distance of its target.
  void add_outside_moves(position p, std::span<const result> results) {
    for (const result& to : results) {
      ++m_open_moves[p];
      if (to.is_drawn) continue;
      expect_storable(to.distance_plies);
      queue_of(to).given[to.distance_plies].outside.push_back({p, to.winner, to.extra_points});
    }
  }
  [[nodiscard]] bucket_queue& queue_of(const result& known) {
    return known.winner ? m_decisive[known.points()] : m_tied;
  }

  template <class Update>
  void propagate(bucket_queue& positions, solve_visitor& visitor, const Update& update) {
    m_queue = &positions.queue;
    std::queue<position>& queue = positions.queue;
    auto& given = positions.given;
    constexpr std::uint64_t positions_per_report = 1 << 16;
    std::uint64_t num_propagated = 0;
    const auto take = [&](position p) {
      if (num_propagated % positions_per_report == 0) visitor.check_stop();
      propagate_from(p, update);
      if (++num_propagated % positions_per_report == 0) visitor.advance(positions_per_report);
    };
    while (!queue.empty() || !given.empty()) {
      // Values in `given` are processed before positions in the queue with the same or a greater distance.
      if (!given.empty() && (queue.empty() || given.begin()->first <= m_distance[queue.front()])) {
        const auto& [distance, values] = *given.begin();
        for (const position p : values.ends) take(p);
        for (const outside_move& move : values.outside)
          update(move.from, target{move.winner, distance, move.extra_points});
        given.erase(given.begin());
        continue;
      }
      const position p = queue.front();
      queue.pop();
      take(p);
    }
  }

  template <class Update>
  void propagate_from(position p, const Update& update) {
    target value{raw_winner(m_outcome[p], m_to_move[p]), m_distance[p], m_extra_points[p]};
    if (value.winner) value.winner = across_move(*value.winner, m_traits.seen_by);
    if (m_traits.has_predecessors) {
      m_row.clear();
      m_ends.clear();
      m_game.plain_predecessors({&p, 1}, m_row, m_ends);
      for (const position from : m_row.all()) update(from, value);
    } else {
      for (const position from : m_predecessors[p]) update(from, value);
    }
  }

  void decide(position from, outcome o, const target& to) {
    m_outcome[from] = o;
    m_distance[from] = to.distance + 1;
    m_extra_points[from] = to.extra_points;
    m_queue->push(from);
  }

  void decide_from_win(position from, const target& to) {
    if (m_outcome[from] != outcome::draw) return;
    if (to.winner == m_to_move[from]) {
      decide(from, outcome::win, to);
    } else if (--m_open_moves[from] == 0) {
      decide(from, outcome::loss, to);
    }
  }

  void decide_from_tie(position from, const target& to) {
    if (m_outcome[from] != outcome::draw) return;
    const bool prefers_infinite_play = m_traits.infinite_play == m_to_move[from];
    if (!prefers_infinite_play || --m_open_moves[from] == 0) decide(from, outcome::tie, to);
  }

  const rules& m_game;
  rules_traits m_traits;
  std::vector<outcome> m_outcome;
  std::vector<player> m_to_move;
  std::vector<std::uint32_t> m_distance;
  std::vector<std::uint16_t> m_extra_points;
  std::vector<std::uint32_t> m_open_moves;                 ///< successors not yet known to be won by the opponent
  std::vector<std::vector<position>> m_predecessors;       ///< [position]; if the rules do not list predecessors
  batch_list<position> m_row;                              ///< predecessors of one position, if the rules list them
  batch_list<std::uint32_t> m_ends;                        ///< of rows; required by the rules
  std::map<int, bucket_queue, std::greater<>> m_decisive;  ///< wins and losses by margin, greatest first
  bucket_queue m_tied;
  std::queue<position>* m_queue = nullptr;  ///< of the bucket queue in use
};

}  // namespace

value_table solve_by_queue(const rules& game, solve_visitor& visitor) { return queue_solver(game).solve(visitor); }

}  // namespace zermelo
