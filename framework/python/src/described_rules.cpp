// SPDX-License-Identifier: MIT
// Solves games whose positions are described in arrays, and whose moves are not stored. Python functions return the
// predecessors of positions during the solve, and moves on demand afterwards.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/positions/gathered_graph.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/solve/retrograde_analysis.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

#include "bindings.hpp"
#include "graph_arrays_of.hpp"
#include "graph_solution.hpp"
#include "progress.hpp"
#include "released_gil.hpp"
#include "verified_graph.hpp"

namespace py = pybind11;

namespace zermelo::python {
namespace {

/// The largest number of positions in one call of a Python function.
constexpr std::uint32_t positions_of_call = 1 << 16;

/// Rules that read the description of positions from arrays, without moves. The arrays must outlive the rules.
class described_rules : public rules {
 public:
  /// @param arrays     the arrays of the graph, without moves
  /// @param num_moves  the number of moves of position p at [p - first_counted]
  described_rules(const graph_spans& arrays, std::span<const std::uint32_t> num_moves, position first_counted)
      : m_labels(arrays), m_size(arrays.to_move.size()), m_num_moves(num_moves), m_first_counted(first_counted) {}

  [[nodiscard]] position num_positions() const final { return m_size; }
  [[nodiscard]] rules_traits traits() const override {
    return {.infinite_play = m_labels.infinite_play(), .seen_by = m_labels.seen_by()};
  }
  void describe(position first, std::span<position_word> words, outside_rows* /*outside*/) const final {
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = word_at(first + i, num_moves_at(first + i));
  }
  void expand(position /*first*/, std::span<position_word> /*words*/, batch_list<position>& /*moves*/,
              outside_rows* /*outside*/) const final {
    throw std::logic_error("the moves are not kept");
  }
  void label(position first, std::span<position_word> words) const final {
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = word_at(first + i, std::min<std::uint32_t>(num_moves_at(first + i), 1));
    }
  }
  void players_to_move(std::span<const position> positions, std::span<player> players) const final {
    for (std::size_t i = 0; i < positions.size(); ++i) players[i] = m_labels.player_to_move(positions[i]);
  }
  void plain_moves(std::span<const position> /*positions*/, std::span<position_word> /*words*/,
                   batch_list<move_target>& /*moves*/) const override {
    throw std::logic_error("the moves are not kept");
  }

 protected:
  [[nodiscard]] const csr_labels& labels() const noexcept { return m_labels; }
  [[nodiscard]] std::uint32_t num_moves_at(position p) const noexcept { return m_num_moves[p - m_first_counted]; }
  [[nodiscard]] position_word word_at(position p, std::uint32_t num_moves) const {
    if (!m_labels.is_legal(p)) return packed_word<position_word>::illegal;
    const player to_move = m_labels.player_to_move(p);
    if (const auto end = m_labels.end(p)) return word_of_end(*end, to_move);
    return num_moves > 0 ? word_of_moves(num_moves, to_move) : word_of_end(m_labels.no_moves(p), to_move);
  }

 private:
  csr_labels m_labels;
  std::uint64_t m_size;
  std::span<const std::uint32_t> m_num_moves;
  position m_first_counted;
};

/// Rules that call a Python function to get predecessors.
class callback_predecessors final : public described_rules {
 public:
  /// @param list  a function that maps an array of positions to the checked arrays (indptr, sources) of predecessors
  callback_predecessors(const graph_spans& arrays, std::span<const std::uint32_t> num_moves, const py::object& list,
                        calling_thread& caller)
      : described_rules(arrays, num_moves, 0), m_list(list), m_caller(caller) {}

  [[nodiscard]] rules_traits traits() const override {
    rules_traits traits = described_rules::traits();
    traits.has_predecessors = true;
    traits.predecessors_per_call = positions_of_call;
    return traits;
  }
  void predecessors(std::span<const position> targets, batch_list<position>& sources,
                    batch_list<std::uint32_t>* ends) const override {
    if (ends != nullptr) throw std::logic_error("rows of predecessors are not supported");
    m_caller.call([&] {
      py::array_t<std::int64_t> positions = new_array<std::int64_t>(targets.size());
      std::copy(targets.begin(), targets.end(), positions.mutable_data());
      const py::tuple listed = m_list(positions);
      std::visit(
          [&](const auto numbers) {
            const std::span<position> added = sources.extend(numbers.size());
            std::copy(numbers.begin(), numbers.end(), added.begin());
          },
          integers_of(py::array(listed[1])));
    });
  }

 private:
  const py::object& m_list;  ///< used only by the calling thread
  calling_thread& m_caller;
};

/// Rules with the moves of a range of positions.
class rows_of_range final : public described_rules {
 public:
  /// @param rows  the checked moves of consecutive positions, beginning with `first`
  rows_of_range(const graph_spans& arrays, std::span<const std::uint32_t> num_moves, position first,
                const gathered_graph& rows)
      : described_rules(arrays, num_moves, first), m_first(first), m_rows(rows) {}

  void plain_moves(std::span<const position> positions, std::span<position_word> words,
                   batch_list<move_target>& moves) const override {
    const viewpoint seen_by = labels().seen_by();
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const position row = positions[i] - m_first;
      words[i] = word_at(positions[i], num_moves_at(positions[i]));
      for (auto at = m_rows.indptr()[row]; at < m_rows.indptr()[row + 1]; ++at) {
        const position to = m_rows.indices()[static_cast<std::size_t>(at)];
        moves.push(move_target::of(to, across_move(labels().player_to_move(to), seen_by)));
      }
    }
  }

 private:
  position m_first;
  const gathered_graph& m_rows;
};

/// Checks the rows of num_positions positions, beginning with `first`, against the arrays, and copies them.
[[nodiscard]] gathered_graph rows_from(const graph_spans& arrays, position first, std::size_t num_positions,
                                       const integer_span& indptr, const integer_span& targets) {
  gathered_graph rows;
  rows.add({arrays.to_move.subspan(first, num_positions),
            arrays.terminal.subspan(first, num_positions),
            {},
            indptr,
            targets},
           gathered_graph::rows_of::open_positions, arrays.to_move.size());
  return rows;
}

[[nodiscard]] graph_solution solve_described(numpy_arrays arrays, const py::array& num_moves,
                                             const py::object& predecessors, unsigned threads,
                                             const py::object& progress) {
  const graph_spans spans = arrays.spans();
  const auto counts = span_of<std::uint32_t>(num_moves);
  solution solved = result_of_work(progress, [&](calling_thread& caller) {
    retrograde_options options;
    options.threads = threads;
    return retrograde_analysis(callback_predecessors(spans, counts, predecessors, caller), options, caller);
  });
  return {std::move(arrays), std::move(solved), threads};
}

/// Verifies num_positions positions, beginning with `first`. @param indptr  the rows of those that are not terminal
[[nodiscard]] py::object verify_range(const graph_solution& solved, position first, std::size_t num_positions,
                                      const py::array& indptr, const py::array& targets, unsigned threads) {
  const graph_spans arrays = solved.arrays().spans();
  const integer_span ends = integers_of(indptr);
  const integer_span to = integers_of(targets);
  verify_report report;
  {
    const released_gil released;
    const gathered_graph rows = rows_from(arrays, first, num_positions, ends, to);
    std::vector<std::uint32_t> num_moves(num_positions);
    for (std::size_t i = 0; i < num_positions; ++i) {
      num_moves[i] = static_cast<std::uint32_t>(rows.indptr()[i + 1] - rows.indptr()[i]);
    }
    verify_scope scope(threads);
    scope.ranges = {{first, first + num_positions}};
    work_monitor silent;
    report = verify_solution(rows_of_range(arrays, num_moves, first, rows), solved.values(), scope, silent);
  }
  return verified(report);
}

/// For each of the given positions, the target of the first of its best moves; -1 if it has no moves.
[[nodiscard]] py::array best_targets(const graph_solution& solved, const py::array& positions, const py::array& indptr,
                                     const py::array& targets) {
  const csr_labels labels(solved.arrays().spans());
  const auto at = span_of<std::int64_t>(positions);
  py::array_t<std::int64_t> found = new_array<std::int64_t>(at.size());
  std::int64_t* const best = found.mutable_data();
  const integer_span row_ends = integers_of(indptr);
  const integer_span listed = integers_of(targets);
  {
    const released_gil released;
    std::visit(
        [&](const auto ends, const auto to) {
          for (std::size_t row = 0; row < at.size(); ++row) {
            best[row] = solved.best_target(labels, static_cast<position>(at[row]), [&](const auto& f) {
              for (auto i = static_cast<std::size_t>(ends[row]); i < static_cast<std::size_t>(ends[row + 1]); ++i) {
                f(static_cast<position>(to[i]));
              }
            });
          }
        },
        row_ends, listed);
  }
  return found;
}

}  // namespace

void bind_described_rules(py::module_& module) {
  module.def(
      "expect_labels",
      [](const numpy_arrays& arrays) {
        work_monitor silent;
        const csr_graph checked(arrays.spans(), 1, silent);
      },
      py::arg("arrays"));
  module.def(
      "expect_rows",
      [](const py::array& indptr, const py::array& listed, std::uint64_t num_rows, std::uint64_t num_positions,
         const std::string& name) {
        const integer_span numbers = integers_of(listed);
        const integer_span ends = integers_of(indptr);
        const released_gil released;
        expect_row_ends(ends, num_rows, size_of(numbers), name);
        expect_positions(numbers, num_positions, name);
      },
      py::arg("indptr"), py::arg("listed"), py::arg("num_rows"), py::arg("num_positions"), py::arg("name"));
  module.def("solve_described", &solve_described, py::arg("arrays"), py::arg("num_moves"), py::arg("predecessors"),
             py::arg("threads"), py::arg("progress"));
  module.def("verify_range", &verify_range, py::arg("solved"), py::arg("first"), py::arg("num_positions"),
             py::arg("indptr"), py::arg("targets"), py::arg("threads"));
  module.def("best_targets", &best_targets, py::arg("solved"), py::arg("positions"), py::arg("indptr"),
             py::arg("targets"));
  module.def("expect_memory", &expect_memory, py::arg("needed_bytes"));
}

}  // namespace zermelo::python
