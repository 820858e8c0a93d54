// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <boost/container/static_vector.hpp>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/verify/verify_scope.hpp>

#include "check_parts.hpp"

namespace zermelo::detail {
namespace {

/// The number of times that a list contains p.
[[nodiscard]] std::uint64_t count(std::span<const position> all, position p) {
  return static_cast<std::uint64_t>(std::count(all.begin(), all.end(), p));
}

/// Checks the moves of single positions, forwards and backwards, by both paths of the rules.
class move_check {
 public:
  move_check(check_context& check, slice_check& slices) : m_check(check), m_slices(slices) {}

  void check_moves(position p) {
    if (!m_check.is_legal(p)) return;
    std::vector<position> targets;
    if (m_check.has_moves_out(p)) {
      const std::vector<gained_move> moves = m_check.moves_from(p);
      check_successors(p, moves);
      for (const auto& [to, points] : moves) {
        // Without violations, all targets are legal.
        if (!m_check.has_no_violations() && !m_check.is_legal(to)) continue;
        if (is_walked_backwards(p, to)) targets.push_back(to);
      }
    }
    if (!m_check.ranked().traits().has_predecessors) return;
    check_transpose(p, targets, predecessor_hook::by_state);
    if (m_check.has().for_each_predecessor_index) check_transpose(p, targets, predecessor_hook::by_index);
  }

 private:
  enum class predecessor_hook { by_index, by_state };

  /// Whether the hooks for predecessors must list a move.
  [[nodiscard]] bool is_walked_backwards(position from, position to) const {
    return !m_check.has().max_gain || m_slices.are_in_one_group(from, to);
  }

  /// @param moves  the moves of p from the hooks for states, ascending
  void check_successors(position p, const std::vector<gained_move>& moves) {
    const game_hooks& game = m_check.hooks();
    game.for_each_successor(game.unrank(p), [&](state_ref next) {
      const state_copy s = representative_of(game, next);
      const position to = game.rank(s);
      if (!m_check.is_legal(to)) {
        m_check.report("{} has a move to {}, which is not legal{}", m_check.name(p), m_check.name(to),
                       m_check.reason_at(to));
      } else if (!game.are_equal(game.unrank(to), s)) {
        m_check.report("{}: a move leads to a state of rank {}, but its unrank is {}", m_check.name(p), to,
                       m_check.name(to));
      } else {
        m_slices.check_successor_slice(p, to);
      }
    });
    position_word word = 0;
    m_check.ranked().describe(p, {&word, 1}, nullptr);
    if (num_moves_of(word) != moves.size()) {
      m_check.report("{}: num_successors is {}, but for_each_successor has {} moves", m_check.name(p),
                     num_moves_of(word), moves.size());
    }
    m_row.clear();
    m_check.ranked().expand(p, {&word, 1}, m_row, nullptr);
    std::sort(m_row.all().begin(), m_row.all().end());
    const auto is_target = [](position to, const gained_move& move) { return to == move.first; };
    if (!std::equal(m_row.all().begin(), m_row.all().end(), moves.begin(), moves.end(), is_target)) {
      m_check.report("{}: for_each_successor and for_each_successor_index differ", m_check.name(p));
    }
    if (m_check.has().max_gain) check_gains(p, moves);
    if (m_check.has().for_each_leaving_index) m_slices.check_leaving(p, moves);
  }

  void check_gains(position p, const std::vector<gained_move>& moves) {
    for (const auto& [to, points] : moves) m_slices.check_gain(p, to, points);
    position_word word = 0;
    batch_list<std::int16_t> gains;
    m_row.clear();
    m_check.ranked().expand_gains(p, {&word, 1}, m_row, gains);
    std::vector<gained_move> by_index;
    for (std::size_t i = 0; i < m_row.size(); ++i) by_index.emplace_back(m_row.all()[i], gains.all()[i]);
    std::sort(by_index.begin(), by_index.end());
    if (by_index != moves && m_check.has_no_violations()) {
      m_check.report("{}: for_each_successor and for_each_successor_index report different gains", m_check.name(p));
    }
  }

  /// Checks that the listed predecessors of p have moves to p, and that the listed predecessors of its successors
  /// contain p as often as such moves exist. If both are true for all positions, the hook lists the transpose of the
  /// moves.
  void check_transpose(position p, std::span<const position> targets, predecessor_hook which) {
    check_predecessors(p, which);
    check_listed_by_successors(p, targets, which);
  }

  void check_predecessors(position p, predecessor_hook which) {
    list_predecessors({&p, 1}, which);
    std::sort(m_row.all().begin(), m_row.all().end());
    const std::span<const position> all = std::as_const(m_row).all();
    const auto in_range =
        static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), m_check.num_positions()) - all.begin());
    for (const position from : all.subspan(in_range)) report_illegal(p, from, which);
    for_each_range_of_neighbours(all.first(in_range), [&](std::span<const position> sources, const auto& times) {
      m_words.resize(sources.size());
      m_moves.clear();
      m_check.ranked().plain_moves(sources, m_words, m_moves);
      m_check.count_moves(m_moves.size());
      std::size_t next = 0;
      for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto row = m_moves.all().subspan(next, num_moves_of(m_words[i]));
        next += row.size();
        if (m_words[i] == packed_word<position_word>::illegal) {
          report_illegal(p, sources[i], which);
        } else if (row.empty() && !m_check.has_moves_out(sources[i])) {
          m_check.report("{}: {} lists {}, which is terminal", m_check.name(p), name_of(which),
                         m_check.name(sources[i]));
        } else if (std::cmp_less(std::count_if(row.begin(), row.end(), [p](move_target to) { return to.at() == p; }),
                                 times[i])) {
          m_check.report("{}: {} lists {} more often than it has moves to this position", m_check.name(p),
                         name_of(which), m_check.name(sources[i]));
        } else if (!is_walked_backwards(sources[i], p)) {
          m_check.report(
              "{}: {} lists {}, which is in another group of slices; omit such moves in a game with max_gain",
              m_check.name(p), name_of(which), m_check.name(sources[i]));
        }
      }
    });
  }

  void check_listed_by_successors(position p, std::span<const position> targets, predecessor_hook which) {
    for_each_range_of_neighbours(targets, [&](std::span<const position> successors, const auto& times) {
      list_predecessors(successors, which);
      m_check.count_moves(m_row.size());
      std::size_t begin = 0;
      for (std::size_t i = 0; i < successors.size(); ++i) {
        const std::size_t end = m_ends.all()[i];
        const std::span<const position> listed = std::as_const(m_row).all().subspan(begin, end - begin);
        begin = end;
        if (count(listed, p) >= times[i]) continue;
        m_check.report("{} has a move to {}, but {} does not list it", m_check.name(p), m_check.name(successors[i]),
                       name_of(which));
      }
    });
  }

  void report_illegal(position p, position from, predecessor_hook which) {
    m_check.report("{}: {} lists {}, which is not legal{}", m_check.name(p), name_of(which), m_check.name(from),
                   m_check.reason_at(from));
  }
  [[nodiscard]] static const char* name_of(predecessor_hook which) {
    return which == predecessor_hook::by_index ? "for_each_predecessor_index" : "for_each_predecessor";
  }
  /// Lists predecessors in m_row, with the ends of rows in m_ends. Precondition: the positions are legal.
  void list_predecessors(std::span<const position> of, predecessor_hook which) {
    m_row.clear();
    m_ends.clear();
    if (which == predecessor_hook::by_index) {
      m_check.ranked().predecessors(of, m_row, &m_ends);
    } else {
      m_check.ranked().plain_predecessors(of, m_row, m_ends);
    }
  }
  /// Calls f(positions, number of occurrences of each) for the distinct positions of an ascending list. A call gets few
  /// positions, since the rows of all neighbours of a hub could need gigabytes.
  template <class Function>
  static void for_each_range_of_neighbours(std::span<const position> ascending, const Function& f) {
    constexpr std::size_t max_neighbours = 64;
    boost::container::static_vector<position, max_neighbours> neighbours;
    boost::container::static_vector<std::uint64_t, max_neighbours> times;
    for (auto run = ascending.begin(); run != ascending.end();) {
      const auto end = std::upper_bound(run, ascending.end(), *run);
      neighbours.push_back(*run);
      times.push_back(static_cast<std::uint64_t>(end - run));
      run = end;
      if (neighbours.size() < max_neighbours && run != ascending.end()) continue;
      f(std::span<const position>(neighbours.data(), neighbours.size()), times);
      neighbours.clear();
      times.clear();
    }
  }

  check_context& m_check;
  slice_check& m_slices;
  // Working memory.
  batch_list<position> m_row;
  batch_list<std::uint32_t> m_ends;
  std::vector<position_word> m_words;
  batch_list<move_target> m_moves;
};

/// Draws the sample of positions to check: evenly spread positions and positions of random play.
void draw_sample(check_context& check) {
  const position size = check.num_positions();
  const std::uint64_t sampled = check.scope().sampled;
  const verify_scope even(1, sampled);
  std::set<position> sample;
  for (std::uint64_t i = 0; i < sampled; ++i) sample.insert(position_to_check(size, even, i));
  check.try_to(name_of_random_play, [&] {
    play_at_random(
        check, [&check](state_ref s) { return check.is_legal(check.number_of_representative(s).low); },
        [&](state_ref s) {
          if (const position p = check.hooks().rank(s); p < size) sample.insert(p);
        });
  });
  // Shuffle the sample, so that a check that stops at the limit on moves covers the whole range of positions.
  std::vector<position> shuffled(sample.begin(), sample.end());
  constexpr std::uint64_t seed = 2;
  random_generator random(seed);
  for (std::size_t i = shuffled.size(); i > 1; --i) std::swap(shuffled[i - 1], shuffled[random.below(i)]);
  check.set_sample(std::move(shuffled));
}

void check_axes(check_context& check) {
  std::set<std::string> names;
  position product = 1;
  for (const axis& a : check.hooks().axes()) {
    product *= a.size;
    if (!names.insert(a.name).second) check.report("axes: duplicate name '{}'", a.name);
    if (!a.labels.empty() && a.labels.size() != a.size) {
      check.report("axis '{}': expected {} labels, got {}", a.name, a.size, a.labels.size());
    }
    for (const auto& coordinate : a.coordinates) {
      if (coordinate.values.size() == a.size) continue;
      check.report("axis '{0}': expected {1} values of coordinate '{3}', got {2}", a.name, a.size,
                   coordinate.values.size(), coordinate.name);
    }
  }
  if (product != check.num_positions()) {
    check.report("axes: the sizes multiply to {}, but the game has {} positions", product, check.num_positions());
  }
}

void check_layers(check_context& check) {
  if (!check.has().layers) return;
  const std::vector<position> begins = check.hooks().layers();
  if (begins.empty() || begins.front() != 0) check.report("layers: the first layer must begin at 0");
  for (std::size_t i = 0; i < begins.size(); ++i) {
    if (begins[i] >= check.num_positions()) check.report("layers: position {} is out of range", begins[i]);
    if (i > 0 && begins[i] <= begins[i - 1])
      check.report("layers: {} follows {}; expected ascending positions", begins[i], begins[i - 1]);
  }
}

/// Checks that rank inverts unrank at one position, that `terminal` is deterministic, and the hooks for states.
/// `move_check` compares the moves with other hooks.
void check_position(check_context& check, state_check& states, position p) {
  const game_hooks& game = check.hooks();
  const state_copy s = game.unrank(p);
  if (game.rank(s) != p) check.report("{}: unrank({}) has rank {}", check.name(p), p, game.rank(s));
  if (game.terminal(s) != game.terminal(game.unrank(p)))
    check.report("{}: terminal(s) is not deterministic", check.name(p));
  states.check_state(p, s);
}

/// Checks that player_to_move is deterministic and returns a player, even for an unused index.
void check_player_to_move(check_context& check, position p, state_ref s) {
  const player to_move = check.hooks().player_to_move(s);
  if (to_move != player::first && to_move != player::second) {
    check.report("{}: player_to_move returns neither player::first nor player::second", check.name(p));
  } else if (check.hooks().player_to_move(check.hooks().unrank(p)) != to_move) {
    check.report("{}: player_to_move is not deterministic", check.name(p));
  }
}

/// Checks the hook for_each_state over ranges of 0 to 5 positions and, if all positions are checked, over all of them
/// in one call.
void check_states_in_order(check_context& check) {
  const game_hooks& game = check.hooks();
  const auto check_range = [&](position first, position last) {
    position p = first;
    game.for_each_state(first, last, [&](state_ref s) {
      if (p < last && !game.are_equal(s, game.unrank(p))) {
        check.report("{}: for_each_state and unrank return different states", check.name(p));
      }
      ++p;
    });
    if (p == last) return;
    check.report("for_each_state({0}, {1}): expected {3} states, got {2}", first, last, p - first, last - first);
  };
  const position size = check.num_positions();
  if (check.checks_all_positions()) check_range(0, size);
  constexpr position max_length = 5;
  check.for_each_position([&](position p) {
    if (p % max_length == 0) check_range(p, std::min(size, p + p / max_length % (max_length + 1)));
  });
}

void check_start(check_context& check) {
  if (!check.has().fixed_start) return;
  const position p = check.number_of_representative(check.hooks().start()).low;
  if (!check.is_legal(p)) check.report("the start {} is not legal{}", check.name(p), check.reason_at(p));
}

}  // namespace

void check_ranked(check_context& check, state_check& states) {
  slice_check slices(check);
  check_axes(check);
  check_layers(check);
  slices.check_slices();
  if (!check.checks_all_positions()) draw_sample(check);
  position legal = 0;
  check.for_each_position([&](position p) {
    ++check.report_so_far().checked;
    if (check.is_legal(p)) ++legal;
    const state_copy s = check.hooks().unrank(p);
    states.check_reason(p, s);
    check_player_to_move(check, p, s);
    // With the hook `canonical`, `legal` counts only canonical positions, while all legal states are checked.
    if (check.hooks().is_legal(s)) check_position(check, states, p);
  });
  if (check.checks_all_positions() && legal == 0) check.report("expected at least 1 legal position, got none");
  if (check.has().for_each_state) check_states_in_order(check);
  check.try_to([] { return "checking the start"; }, [&] { check_start(check); });
  // The following checks rely on consistent hooks.
  if (check.has_no_violations()) {
    check.restart_counting_moves();
    move_check moves(check, slices);
    check.for_each_position([&](position p) { moves.check_moves(p); });
  }
  if (check.has_no_violations() && check.product() != nullptr) check_product(check);
  if (check.has_no_violations() && check.has().solve_outcomes) slices.check_solved_outcomes();
  const bool has_orbits = check.has().orbit_size && check.hooks().is_reduced();
  const bool has_representatives_only = check.ranked().traits().is_explored;
  if (check.has_no_violations() && has_orbits && !has_representatives_only) check_orbits(check);
}

}  // namespace zermelo::detail
