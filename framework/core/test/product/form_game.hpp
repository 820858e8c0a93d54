// SPDX-License-Identifier: MIT
// Games in product form for tests. The index space and the moves by state are derived from the form, one walker at a
// time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::test {

/// Adds a move from the last node to each target.
inline void add_moves(std::vector<node_number> targets, adjacency_lists& moves) {
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  for (const node_number to : targets) moves.add_neighbour(to);
}

/// Derived classes define the winners.
class form_game {
 public:
  static constexpr std::size_t max_walkers = 5;

  struct state {
    std::size_t turn = 0;
    std::array<node_number, max_walkers> nodes{};  ///< 0 after the last walker
    friend bool operator==(const state&, const state&) = default;
  };

  /// Precondition: the form has at most `max_walkers` walkers.
  explicit form_game(product_form form) : m_form(std::move(form)) {}

  [[nodiscard]] const product_form& form() const { return m_form; }
  [[nodiscard]] std::size_t num_walkers() const { return m_form.walkers.size(); }
  [[nodiscard]] std::size_t num_nodes(std::size_t walker) const { return m_form.walkers[walker].moves.num_nodes(); }

  [[nodiscard]] position num_positions() const {
    position product = m_form.turns.size();
    for (std::size_t w = 0; w < num_walkers(); ++w) product *= num_nodes(w);
    return product;
  }
  [[nodiscard]] position rank(const state& s) const {
    position number = s.turn;
    for (std::size_t w = 0; w < num_walkers(); ++w) number = number * num_nodes(w) + s.nodes[w];
    return number;
  }
  [[nodiscard]] state unrank(position p) const {
    state s;
    for (std::size_t w = num_walkers(); w-- > 0; p /= num_nodes(w))
      s.nodes[w] = static_cast<node_number>(p % num_nodes(w));
    s.turn = p;
    return s;
  }
  [[nodiscard]] player player_to_move(const state& s) const { return m_form.turns[s.turn]; }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    state next = s;
    next.turn = (s.turn + 1) % m_form.turns.size();
    move_from(0, s, next, f);
  }

  [[nodiscard]] product_form product() const { return m_form; }

 private:
  /// Moves the walkers from index `walker`, in every way.
  template <class Callback>
  void move_from(std::size_t walker, const state& s, state& next, const Callback& f) const {
    if (walker == num_walkers()) return f(std::as_const(next));
    if (m_form.walkers[walker].owner != player_to_move(s)) return move_from(walker + 1, s, next, f);
    for (const node_number to : m_form.walkers[walker].moves.neighbours(s.nodes[walker])) {
      next.nodes[walker] = to;
      move_from(walker + 1, s, next, f);
    }
    next.nodes[walker] = s.nodes[walker];
  }

  product_form m_form;
};

struct random_product_shape;

/// A game whose terminals are listed by position.
class listed_form_game : public form_game {
 public:
  using end_function = std::function<std::optional<result>(const state&)>;

  /// @param end_of  called for each state in the order of positions; returns the result if the state is terminal
  /// @param no_moves  called for states without a move; returns their result
  listed_form_game(
      product_form form, std::optional<player> infinite_play, const end_function& end_of,
      const end_function& no_moves = [](const state&) { return result::tied(); })
      : form_game(std::move(form)), m_infinite_play(infinite_play) {
    for (position p = 0; p < num_positions(); ++p) {
      m_ends.push_back(end_of(unrank(p)));
      m_no_moves.push_back(no_moves(unrank(p)).value());
    }
  }
  /// A random game, see random_product_game.hpp.
  listed_form_game(random_generator& random, const random_product_shape& shape);

  [[nodiscard]] std::optional<result> terminal(const state& s) const { return m_ends[rank(s)]; }
  [[nodiscard]] result no_moves(const state& s) const { return m_no_moves[rank(s)]; }
  [[nodiscard]] std::optional<player> infinite_play() const { return m_infinite_play; }
  template <class Callback>
  void for_each_terminal(std::size_t turn, std::span<const node_number> others, Callback&& f) const {
    state s;
    s.turn = turn;
    std::copy(others.begin(), others.end(), s.nodes.begin());
    for (node_number& p = s.nodes[others.size()]; p < num_nodes(others.size()); ++p) {
      if (const auto end = terminal(s)) f(p, *end);
    }
  }

 private:
  std::vector<std::optional<result>> m_ends;
  std::vector<result> m_no_moves;
  std::optional<player> m_infinite_play;
};

}  // namespace zermelo::test
