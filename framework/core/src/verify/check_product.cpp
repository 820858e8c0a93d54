// SPDX-License-Identifier: MIT
// Checks the product form of a game against its hooks for states: first the form itself, then the terminals, row by
// row, then the turns and moves. Declared in check_parts.hpp.
#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <zermelo/core/game/product_game.hpp>

#include "check_parts.hpp"

namespace zermelo::detail {
namespace {

/// Checks the product form of a game.
class product_check {
 public:
  explicit product_check(check_context& check) : m_check(check), m_form(check.product()->form()) {}

  void run() {
    check_form();
    if (!m_check.has_no_violations()) return;
    const std::uint64_t row_length = m_form.walkers.back().moves.num_nodes();
    m_check.restart_counting_moves();
    std::optional<position> last_row;
    m_check.for_each_position([&](position p) {
      const position row = p - p % row_length;
      if (row != std::exchange(last_row, row)) check_ends(row);
    });
    m_check.for_each_position([&](position p) { check_moves(p); });
  }

 private:
  /// The turn and the nodes of a position in the product form.
  struct factors {
    std::size_t turn = 0;
    std::vector<node_number> nodes;
  };

  [[nodiscard]] std::string name_of(player p) const { return m_check.hooks().player_name(p); }

  /// Checks the form itself, without the hooks for states.
  void check_form() {
    if (m_form.walkers.empty() || m_form.turns.size() < 2) {
      m_check.report("product form: {} walkers and {} turns; expected at least 1 and 2", m_form.walkers.size(),
                     m_form.turns.size());
      return;
    }
    position size = m_form.turns.size();
    for (std::size_t w = 0; w < m_form.walkers.size(); ++w) {
      const product_walker& walker = m_form.walkers[w];
      const std::size_t num_nodes = walker.moves.num_nodes();
      size *= num_nodes;
      for (node_number from = 0; from < num_nodes; ++from) {
        for (const node_number to : walker.moves.neighbours(from)) {
          if (to < num_nodes) continue;
          m_check.report("walker {} has a move from node {} to {}, but has only {} nodes", w, from, to, num_nodes);
        }
      }
      std::set<std::pair<std::uint32_t, std::uint32_t>> cells;
      for (const grid_cell& at : walker.cells) cells.emplace(at.row, at.column);
      if (!walker.cells.empty() && (walker.cells.size() != num_nodes || cells.size() != num_nodes)) {
        m_check.report("walker {} has {} nodes and {} cells, {} different; expected one per node", w, num_nodes,
                       walker.cells.size(), cells.size());
      }
    }
    for (std::size_t turn = 0; turn < m_form.turns.size(); ++turn) {
      const auto is_owner = [&](const product_walker& walker) { return walker.owner == m_form.turns[turn]; };
      if (std::any_of(m_form.walkers.begin(), m_form.walkers.end(), is_owner)) continue;
      m_check.report("product form: turn {} belongs to {}, who has no walker", turn, name_of(m_form.turns[turn]));
    }
    if (size != m_check.num_positions()) {
      m_check.report("product form: it has {} positions, but the game has {}", size, m_check.num_positions());
    }
  }

  [[nodiscard]] factors factors_of(position p) const {
    factors found{0, std::vector<node_number>(m_form.walkers.size())};
    for (std::size_t w = m_form.walkers.size(); w-- > 0;) {
      const std::size_t num_nodes = m_form.walkers[w].moves.num_nodes();
      found.nodes[w] = static_cast<node_number>(p % num_nodes);
      p /= num_nodes;
    }
    found.turn = p;
    return found;
  }

  /// The targets of p's moves in the form, ascending. A move moves every walker of the player to move.
  [[nodiscard]] std::vector<position> targets_of(position p) const {
    const auto [turn, nodes] = factors_of(p);
    std::vector<position> targets{(turn + 1) % m_form.turns.size()};
    for (std::size_t w = 0; w < m_form.walkers.size(); ++w) {
      const product_walker& walker = m_form.walkers[w];
      const bool is_to_move = walker.owner == m_form.turns[turn];
      const auto to_nodes = is_to_move ? walker.moves.neighbours(nodes[w]) : std::span(&nodes[w], 1);
      std::vector<position> extended;
      for (const position target : targets) {
        for (const node_number to : to_nodes) extended.push_back(target * walker.moves.num_nodes() + to);
      }
      targets = std::move(extended);
    }
    std::sort(targets.begin(), targets.end());
    return targets;
  }

  /// Whether the moves lead to exactly these targets, which ascend.
  [[nodiscard]] static bool leads_to(const std::vector<gained_move>& moves, const std::vector<position>& targets) {
    return std::equal(moves.begin(), moves.end(), targets.begin(), targets.end(),
                      [](const gained_move& move, position to) { return move.first == to; });
  }

  /// Checks the turn and the moves of a position.
  void check_moves(position p) {
    const state_copy s = m_check.hooks().unrank(p);
    const player by_form = m_form.turns[factors_of(p).turn];
    const player by_state = m_check.hooks().player_to_move(s);
    if (by_form != by_state) {
      m_check.report("{}: the player to move is {} in the product form, but {} by player_to_move", m_check.name(p),
                     name_of(by_form), name_of(by_state));
    } else if (!m_check.hooks().terminal(s) && !leads_to(m_check.moves_from(p), targets_of(p))) {
      m_check.report("{}: the moves of the product form and for_each_successor differ", m_check.name(p));
    }
  }

  /// Checks the terminals of the row that begins at a position.
  void check_ends(position row) {
    const auto [turn, nodes] = factors_of(row);
    std::vector<std::optional<result>> ends(m_form.walkers.back().moves.num_nodes());
    m_check.count_moves(ends.size());  // a row needs a look-up per node, which counts as a move towards the limit
    const auto add_end = [&](node_number at, const result& end) {
      if (at >= ends.size()) {
        m_check.report("{}: for_each_terminal reports node {} in this row, which has only {} nodes", m_check.name(row),
                       at, ends.size());
      } else if (std::exchange(ends[at], end)) {
        m_check.report("{}: for_each_terminal reports this position twice", m_check.name(row + at));
      }
    };
    m_check.product()->for_each_terminal(turn, std::span(nodes).first(nodes.size() - 1), add_end);
    for (node_number at = 0; at < ends.size(); ++at) {
      const position p = row + at;
      const auto end = m_check.hooks().terminal(m_check.hooks().unrank(p));
      if (ends[at] != end) {
        m_check.report("{}: for_each_terminal reports {}, but terminal reports {}", m_check.name(p), describe(ends[at]),
                       describe(end));
      } else if (end && end->distance_plies != 0) {
        m_check.report("{}: terminal returns a distance; in a product form it must be 0", m_check.name(p));
      }
    }
  }
  [[nodiscard]] std::string describe(const std::optional<result>& end) const {
    if (!end) return "that play continues";
    if (end->is_drawn) return "that it is a draw";
    return end->winner ? fmt::format("that {} wins", name_of(*end->winner)) : "that it is a tie";
  }

  check_context& m_check;
  product_form m_form;
};

}  // namespace

void check_product(check_context& check) { product_check(check).run(); }

}  // namespace zermelo::detail
