// SPDX-License-Identifier: MIT
// Cops and robbers on graphs of up to 64 nodes, many graphs per second: capture times, without a table of the game.
//
//   one cop     wins if and only if the graph is dismantlable, see small_graph.hpp
//   k cops      a row of bits for every tuple of cops: the robber's nodes from which they win within t turns. The step
//               from t to t + 1 first finds the nodes from which all moves of the robber lead into the row; then the
//               moves of each cop in turn propagate these rows. Cops win within one turn from a dominating placement.
//   time        t k n^k d row operations, with mean degree d and capture time t
//   memory      4 rows and 4 bytes for each of the n^k tuples
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

#include "small_graph.hpp"

namespace zermelo::games {

/// The number of cops that may move in a turn.
enum class chase_turn : bool { all_cops, one_cop };

/// The best result of the cops. Among equally good placements, contains the one that is least when written as
/// comma-separated numbers and compared as strings.
struct chase_result {
  unsigned capture_time = 0;        ///< turns until the robber is caught
  std::vector<unsigned> placement;  ///< nodes, ascending
};

/// Solves one graph after another, and reuses memory. Not thread-safe.
class small_chase {
 public:
  explicit small_chase(chase_turn turn) : m_turn(turn) {}

  [[nodiscard]] chase_turn turn() const noexcept { return m_turn; }
  /// Returns nothing if the cops do not catch the robber. Precondition: at least one node and one cop.
  /// @throws resource_error for more than 2^24 tuples of cops, unless one turn or one cop decides the result
  [[nodiscard]] std::optional<chase_result> solve(const small_graph& graph, unsigned cops) {
    if (auto quick = dominating(graph, cops)) return quick;
    if (cops == 1 && !is_dismantlable(graph)) return std::nullopt;
    constexpr unsigned narrow_bits = 16;
    constexpr unsigned middle_bits = 32;
    if (graph.nodes <= narrow_bits) return propagate<std::uint16_t>(graph, cops, m_narrow);
    if (graph.nodes <= middle_bits) return propagate<std::uint32_t>(graph, cops, m_middle);
    return propagate<std::uint64_t>(graph, cops, m_wide);
  }

 private:
  /// One row per tuple of cops; the last cop varies fastest. `sorted` and `occupied` depend only on the numbers of
  /// nodes and cops.
  template <class Row>
  struct rows {
    unsigned nodes = 0;
    unsigned cops = 0;
    std::vector<std::uint32_t> sorted;  ///< [tuple]: index of the tuple with the same nodes in ascending order
    std::vector<Row> occupied;
    std::vector<Row> won;
    std::vector<Row> lost;
    std::vector<Row> reached;
  };

  [[nodiscard]] static std::string text_of(const std::vector<unsigned>& placement) {
    std::string text;
    for (const unsigned v : placement) text += fmt::format("{}{}", text.empty() ? "" : ",", v);
    return text;
  }
  static void keep_least(std::optional<chase_result>& best, unsigned time, const std::vector<unsigned>& placement) {
    if (best && text_of(best->placement) <= text_of(placement)) return;
    best = chase_result{time, placement};
  }

  /// Returns a placement that captures the robber in turn 0 or 1, if there is one. Placements are tried in the order of
  /// their strings, so that the first one found is the least.
  [[nodiscard]] std::optional<chase_result> dominating(const small_graph& graph, unsigned cops) {
    if (m_by_text.size() != graph.nodes) {
      m_by_text.resize(graph.nodes);
      std::iota(m_by_text.begin(), m_by_text.end(), 0U);
      std::sort(m_by_text.begin(), m_by_text.end(),
                [](unsigned a, unsigned b) { return std::to_string(a) < std::to_string(b); });
    }
    m_placed.assign(cops, 0);
    const bool is_at_once = cops >= graph.nodes;  // a cop can be placed on every node
    if (!cover(graph, is_at_once, 0, 0)) return std::nullopt;
    return chase_result{is_at_once ? 0U : 1U, m_placed};
  }
  /// Places `cop` and the following cops so that every node is covered; returns whether that is possible.
  [[nodiscard]] bool cover(const small_graph& graph, bool is_at_once, unsigned cop, std::uint64_t covered) {
    if (cop == m_placed.size()) return covered == graph.all();
    const unsigned least = cop == 0 ? 0 : m_placed[cop - 1];
    for (const unsigned v : m_by_text) {
      if (v < least) continue;
      m_placed[cop] = v;
      const std::uint64_t row = is_at_once ? std::uint64_t{1} << v : graph.closed[v];
      if (cover(graph, is_at_once, cop + 1, covered | row)) return true;
    }
    return false;
  }

  template <class Row>
  void prepare(const small_graph& graph, unsigned cops, rows<Row>& r) const {
    if (r.nodes == graph.nodes && r.cops == cops) return;
    constexpr std::uint64_t max_tuples = std::uint64_t{1} << 24;
    std::uint64_t tuples = 1;
    for (unsigned i = 0; i < cops; ++i) {
      tuples *= graph.nodes;
      if (tuples > max_tuples) {
        throw resource_error(
            fmt::format("{} cops on {} nodes: more than 2^24 placements; solve the game cops_and_robbers "
                        "instead",
                        cops, graph.nodes));
      }
    }
    r.nodes = graph.nodes;
    r.cops = cops;
    r.sorted.resize(tuples);
    r.occupied.resize(tuples);
    r.won.resize(tuples);
    r.lost.resize(tuples);
    r.reached.resize(tuples);
    for (std::uint32_t tuple = 0; tuple < tuples; ++tuple) {
      std::vector<unsigned> placed = placement_of(tuple, graph.nodes, cops);
      Row bits = 0;
      for (const unsigned v : placed) bits = static_cast<Row>(bits | Row{1} << v);
      r.occupied[tuple] = bits;
      std::sort(placed.begin(), placed.end());
      std::uint32_t number = 0;
      for (const unsigned v : placed) number = number * graph.nodes + v;
      r.sorted[tuple] = number;
    }
  }
  [[nodiscard]] static std::vector<unsigned> placement_of(std::uint32_t tuple, unsigned nodes, unsigned cops) {
    std::vector<unsigned> placed(cops);
    for (unsigned i = cops; i-- > 0; tuple /= nodes) placed[i] = tuple % nodes;
    return placed;
  }

  template <class Row>
  [[nodiscard]] std::optional<chase_result> propagate(const small_graph& graph, unsigned cops, rows<Row>& r) const {
    prepare(graph, cops, r);
    const auto all = static_cast<Row>(graph.all());
    r.won = r.occupied;
    for (unsigned time = 0;; ++time) {
      std::optional<chase_result> best;
      for (std::uint32_t tuple = 0; tuple < r.won.size(); ++tuple) {
        if (r.won[tuple] != all || r.sorted[tuple] != tuple) continue;
        keep_least(best, time, placement_of(tuple, graph.nodes, cops));
      }
      if (best) return best;
      find_lost(graph, r);
      if (!turn_of_cops(graph, cops, r)) return std::nullopt;
    }
  }

  /// Sets `lost` to the nodes where the robber to move is lost: those with a cop, or without a move out of the row.
  template <class Row>
  static void find_lost(const small_graph& graph, rows<Row>& r) {
    const auto all = static_cast<Row>(graph.all());
    for (std::uint32_t tuple = 0; tuple < r.won.size(); ++tuple) {
      if (r.sorted[tuple] != tuple) {
        r.lost[tuple] = r.lost[r.sorted[tuple]];
        continue;
      }
      std::uint64_t escapes = 0;
      for (auto safe = static_cast<Row>(all & ~r.won[tuple]); safe != 0; safe = static_cast<Row>(safe & (safe - 1))) {
        escapes |= graph.closed[static_cast<unsigned>(std::countr_zero(safe))];
      }
      r.lost[tuple] = static_cast<Row>((all & ~escapes) | r.occupied[tuple]);
    }
  }

  /// Sets `won` to the nodes where the cops to move can reach a row of `lost`; returns whether `won` has changed.
  template <class Row>
  [[nodiscard]] bool turn_of_cops(const small_graph& graph, unsigned cops, rows<Row>& r) const {
    std::vector<Row>& result = m_turn == chase_turn::one_cop ? r.reached : r.lost;
    if (m_turn == chase_turn::one_cop) r.reached = r.lost;  // all cops stay
    std::size_t stride = r.won.size();
    for (unsigned cop = 0; cop < cops; ++cop) {
      const std::size_t block = stride;
      stride /= graph.nodes;
      if (m_turn == chase_turn::one_cop) {
        move_cop(graph, r.lost, r.reached, block, stride);
      } else {
        std::fill(r.reached.begin(), r.reached.end(), Row{0});
        move_cop(graph, r.lost, r.reached, block, stride);
        std::swap(r.lost, r.reached);
      }
    }
    const bool has_changed = result != r.won;
    std::swap(result, r.won);
    return has_changed;
  }
  /// Adds to each row of `to` the rows of `from` to which a move of one cop leads.
  template <class Row>
  static void move_cop(const small_graph& graph, const std::vector<Row>& from, std::vector<Row>& to, std::size_t block,
                       std::size_t stride) {
    for (std::size_t first = 0; first < from.size(); first += block) {
      for (unsigned v = 0; v < graph.nodes; ++v) {
        Row* const target = to.data() + first + v * stride;
        for (std::uint64_t around = graph.closed[v]; around != 0; around &= around - 1) {
          const Row* const source = from.data() + first + static_cast<std::size_t>(std::countr_zero(around)) * stride;
          for (std::size_t i = 0; i < stride; ++i) target[i] = static_cast<Row>(target[i] | source[i]);
        }
      }
    }
  }

  chase_turn m_turn;
  std::vector<unsigned> m_by_text;  ///< the nodes in the order of their strings
  std::vector<unsigned> m_placed;   ///< the placement that `cover` tries
  rows<std::uint16_t> m_narrow;
  rows<std::uint32_t> m_middle;
  rows<std::uint64_t> m_wide;
};

}  // namespace zermelo::games
