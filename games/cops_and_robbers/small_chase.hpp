// SPDX-License-Identifier: MIT
// Cops and robbers on graphs of up to 64 nodes, one after another and many a second: the cop number and the capture
// times, without a table of the game.
//
//   one cop     wins exactly if the graph is dismantlable: if nodes can be taken away one by one, each with all its
//               neighbours that are left, and itself, among those of another (Nowakowski and Winkler 1983)
//   k cops      a row of bits for every tuple of cops, the robber's nodes from which they win within t turns. From t to
//               t + 1: where the robber to move is lost, he has no node outside the row to go to; then each cop in turn
//               spreads such rows along its edges. Within one turn they win from a dominating placement.
//   time        t k n^k d row operations, with mean degree d and capture time t; memory 3 n^k rows
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo::games {

/// An undirected graph. Row v has the bits of v and its neighbours.
struct small_graph {
  static constexpr unsigned most_nodes = 64;

  unsigned nodes = 0;
  unsigned edges = 0;
  std::array<std::uint64_t, most_nodes> closed{};

  explicit small_graph(unsigned of_nodes) : nodes(of_nodes) {
    for (unsigned v = 0; v < nodes; ++v) closed[v] = std::uint64_t{1} << v;
  }
  void add_edge(unsigned a, unsigned b) {
    closed[a] |= std::uint64_t{1} << b;
    closed[b] |= std::uint64_t{1} << a;
    ++edges;
  }
  [[nodiscard]] std::uint64_t all() const { return ~std::uint64_t{0} >> (most_nodes - nodes); }
};

/// Whether one cop wins.
[[nodiscard]] inline bool is_dismantlable(const small_graph& graph) {
  std::uint64_t left = graph.all();
  for (bool has_changed = true; has_changed && (left & (left - 1)) != 0;) {
    has_changed = false;
    for (std::uint64_t rest = left; rest != 0; rest &= rest - 1) {
      const auto v = static_cast<unsigned>(std::countr_zero(rest));
      const std::uint64_t around = graph.closed[v] & left;
      // Who covers v with all that is around it is around it.
      for (std::uint64_t others = around & ~(std::uint64_t{1} << v); others != 0; others &= others - 1) {
        if ((around & ~graph.closed[static_cast<unsigned>(std::countr_zero(others))]) != 0) continue;
        left &= ~(std::uint64_t{1} << v);
        has_changed = true;
        break;
      }
    }
  }
  return (left & (left - 1)) == 0;
}

/// How many cops may move in a turn.
enum class chase_turn : bool { all_cops, one_cop };

/// The best that cops can do: turns until the robber is caught, and a placement of theirs, ascending: the least of
/// equals as text, numbers with commas between.
struct chase_result {
  unsigned capture_time = 0;
  std::vector<unsigned> placement;
};

/// Solves one graph after another; keeps its memory between them. For one thread.
class small_chase {
 public:
  explicit small_chase(chase_turn turn) : m_turn(turn) {}

  [[nodiscard]] chase_turn turn() const noexcept { return m_turn; }
  /// Nothing if so many cops do not catch the robber. Precondition: at least one node and one cop.
  /// @throws resource_error if there are more tuples of cops than are kept.
  [[nodiscard]] std::optional<chase_result> solve(const small_graph& graph, unsigned cops) {
    if (auto quick = dominating(graph, cops)) return quick;
    if (cops == 1 && !is_dismantlable(graph)) return std::nullopt;
    constexpr unsigned narrow_bits = 16;
    constexpr unsigned middle_bits = 32;
    if (graph.nodes <= narrow_bits) return propagate<std::uint16_t>(graph, cops, m_narrow);
    if (graph.nodes <= middle_bits) return propagate<std::uint32_t>(graph, cops, m_middle);
    return propagate<std::uint64_t>(graph, cops, m_wide);
  }
  /// The same by propagating alone, without the ways around it: for tests.
  [[nodiscard]] std::optional<chase_result> solve_slowly(const small_graph& graph, unsigned cops) {
    return propagate<std::uint64_t>(graph, cops, m_wide);
  }

 private:
  /// Rows by tuple, the last cop running fastest; and what only follows from the numbers of nodes and cops.
  template <class Row>
  struct rows {
    unsigned nodes = 0;
    unsigned cops = 0;
    std::vector<std::uint32_t> sorted;  ///< the tuple with the same cops in ascending order, which comes first
    std::vector<Row> occupied;
    std::vector<Row> won;
    std::vector<Row> lost;
    std::vector<Row> spread;
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

  /// A capture before the robber's first turn: placements are gone through in ascending order.
  [[nodiscard]] static std::optional<chase_result> dominating(const small_graph& graph, unsigned cops) {
    // Texts of one digit a node are ordered as numbers are: the first is the least.
    constexpr unsigned most_of_one_digit = 10;
    std::optional<chase_result> best;
    std::vector<unsigned> placement(cops, 0);
    std::vector<std::uint64_t> around(cops + 1, 0);    // of the cops before this one
    std::vector<std::uint64_t> occupied(cops + 1, 0);  // by them
    const unsigned last = cops - 1;
    unsigned at = 0;
    while (true) {
      // The cops from `at` on have been moved, and stand together.
      for (unsigned i = at; i < cops; ++i) {
        placement[i] = placement[at];
        around[i + 1] = around[i] | graph.closed[placement[i]];
        occupied[i + 1] = occupied[i] | std::uint64_t{1} << placement[i];
      }
      if (around[cops] == graph.all()) {
        const unsigned time = occupied[cops] == graph.all() ? 0 : 1;
        if (!best || time < best->capture_time) {
          best = chase_result{time, placement};
        } else if (time == best->capture_time) {
          keep_least(best, time, placement);
        }
        const bool may_be_sooner = cops >= graph.nodes && time > 0;
        if (graph.nodes <= most_of_one_digit && !may_be_sooner) return best;
      }
      at = last;
      while (at > 0 && placement[at] + 1 == graph.nodes) --at;
      if (placement[at] + 1 == graph.nodes) return best;
      ++placement[at];
    }
  }

  template <class Row>
  void prepare(const small_graph& graph, unsigned cops, rows<Row>& r) const {
    if (r.nodes == graph.nodes && r.cops == cops) return;
    constexpr std::uint64_t most_tuples = std::uint64_t{1} << 24;
    std::uint64_t tuples = 1;
    for (unsigned i = 0; i < cops; ++i) {
      tuples *= graph.nodes;
      if (tuples > most_tuples) {
        throw resource_error(
            fmt::format("{} cops on {} nodes: more than 2^24 placements; the game cops_and_robbers "
                        "solves larger ones",
                        cops, graph.nodes));
      }
    }
    r.nodes = graph.nodes;
    r.cops = cops;
    r.sorted.resize(tuples);
    r.occupied.resize(tuples);
    r.won.resize(tuples);
    r.lost.resize(tuples);
    r.spread.resize(tuples);
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

  /// Where the robber to move is lost: a cop is there, or he cannot leave the row.
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

  /// Sets `won` to where the cops to move can reach a row of `lost`; returns whether that is anything new.
  template <class Row>
  [[nodiscard]] bool turn_of_cops(const small_graph& graph, unsigned cops, rows<Row>& r) const {
    std::vector<Row>& result = m_turn == chase_turn::one_cop ? r.spread : r.lost;
    if (m_turn == chase_turn::one_cop) r.spread = r.lost;  // who stays
    std::size_t stride = r.won.size();
    for (unsigned cop = 0; cop < cops; ++cop) {
      const std::size_t block = stride;
      stride /= graph.nodes;
      if (m_turn == chase_turn::one_cop) {
        move_cop(graph, r.lost, r.spread, block, stride);
      } else {
        std::fill(r.spread.begin(), r.spread.end(), Row{0});
        move_cop(graph, r.lost, r.spread, block, stride);
        std::swap(r.lost, r.spread);
      }
    }
    const bool is_new = result != r.won;
    std::swap(result, r.won);
    return is_new;
  }
  /// Adds to the rows of `to` those of `from` that one cop is a move away from.
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
  rows<std::uint16_t> m_narrow;
  rows<std::uint32_t> m_middle;
  rows<std::uint64_t> m_wide;
};

}  // namespace zermelo::games
