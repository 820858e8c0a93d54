// SPDX-License-Identifier: MIT
#include "graph_solution.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <utility>
#include <variant>

#include <fmt/core.h>
#include <pybind11/stl.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/core/base/atomic_bounds.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/engines/explicit_engine.hpp>
#include <zermelo/core/positions/graph_sample.hpp>
#include <zermelo/core/rules/csr_rules.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/solving/job/memory_guard.hpp>

#include "bindings.hpp"
#include "progress.hpp"
#include "verified_graph.hpp"

namespace py = pybind11;

namespace zermelo::python {
namespace {

/// Returns a new array. Fills it by calls of fill(first, entries) for consecutive ranges of positions, on several
/// threads, without the GIL.
template <class T>
[[nodiscard]] py::array filled_array(std::uint64_t size, unsigned threads, const py::object& progress,
                                     const std::function<void(position first, std::span<T> entries)>& fill) {
  py::array_t<T> array = new_array<T>(size);
  T* const data = array.mutable_data();
  run_with_progress(progress, [&](calling_thread& caller) {
    caller.phase("copy", size);
    for_each_block(size, resolve_threads(threads), caller, [&](std::uint64_t begin, std::uint64_t end) {
      fill(begin, {data + begin, static_cast<std::size_t>(end - begin)});
    });
  });
  return array;
}

/// The greatest distance in plies; 0 if no position has a distance.
[[nodiscard]] std::uint32_t longest_distance(const value_table& values, unsigned threads, const py::object& progress) {
  return result_of_work(progress, [&](calling_thread& caller) {
    std::atomic<std::uint32_t> longest{0};  // relaxed: read after the loop, whose end orders it
    caller.phase("measure", values.size());
    for_each_block(values.size(), resolve_threads(threads), caller, [&](std::uint64_t begin, std::uint64_t end) {
      std::uint32_t longest_of_range = 0;
      for (position p = begin; p < end; ++p) {
        const std::uint32_t plies = values[p].distance_plies;
        if (plies != no_distance) longest_of_range = std::max(longest_of_range, plies);
      }
      raise_to(longest, longest_of_range);
    });
    return longest.load();
  });
}

template <class T>
[[nodiscard]] py::array distances_as(const value_table& values, unsigned threads, const py::object& progress) {
  return filled_array<T>(values.size(), threads, progress, [&](position first, std::span<T> entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::uint32_t plies = values[first + i].distance_plies;
      entries[i] = plies == no_distance ? std::numeric_limits<T>::max() : static_cast<T>(plies);
    }
  });
}

[[nodiscard]] std::int8_t winner_code(position_value value, player to_move) {
  constexpr std::int8_t unused = -1;
  constexpr std::int8_t tie = 2;
  constexpr std::int8_t draw = 3;
  if (value.outcome == outcome::illegal) return unused;
  const auto winner = raw_winner(value.outcome, to_move);
  if (winner) return static_cast<std::int8_t>(index_of(*winner));
  return value.outcome == outcome::tie ? tie : draw;
}

/// The targets of v. Checks them, since Python code may have changed the arrays since the solve. @throws input_error
[[nodiscard]] std::vector<position> row_of(const graph_spans& arrays, position v) {
  return std::visit(
      [&](const auto& indptr, const auto& indices) {
        const auto begin = static_cast<std::uint64_t>(indptr[v]);
        const auto end = static_cast<std::uint64_t>(indptr[v + 1]);
        if (begin > end || end > indices.size()) {
          throw input_error(fmt::format("indptr[{}] is {} and indptr[{}] is {}: the arrays have changed; solve again",
                                        v, indptr[v], v + 1, indptr[v + 1]));
        }
        std::vector<position> row;
        row.reserve(end - begin);
        for (std::uint64_t i = begin; i < end; ++i) {
          const auto to = static_cast<position>(indices[i]);
          if (to >= arrays.to_move.size()) {
            throw input_error(fmt::format("indices[{}] is {}: the arrays have changed; solve again", i, indices[i]));
          }
          row.push_back(to);
        }
        return row;
      },
      arrays.indptr, arrays.indices);
}

[[nodiscard]] py::object plies_or_none(position_value value) {
  return value.distance_plies == no_distance ? py::object(py::none()) : py::int_(value.distance_plies);
}

[[nodiscard]] py::dict dict_of(const solution_summary& summary) {
  const std::size_t size = summary.by_distance.size();
  const auto column = [&](std::uint64_t outcome_counts::* member) {
    py::array_t<std::int64_t> counts = new_array<std::int64_t>(size);
    for (std::size_t d = 0; d < size; ++d) {
      counts.mutable_at(static_cast<py::ssize_t>(d)) = static_cast<std::int64_t>(summary.by_distance[d].*member);
    }
    return counts;
  };
  py::dict dict;
  dict["counts"] = py::dict(py::arg("win") = summary.counts.win, py::arg("loss") = summary.counts.loss,
                            py::arg("tie") = summary.counts.tie, py::arg("draw") = summary.counts.draw);
  dict["winners"] = py::dict(py::arg("first") = summary.winners[0], py::arg("second") = summary.winners[1],
                             py::arg("tie") = summary.counts.tie, py::arg("draw") = summary.counts.draw);
  dict["histogram"] =
      py::dict(py::arg("win") = column(&outcome_counts::win), py::arg("loss") = column(&outcome_counts::loss),
               py::arg("tie") = column(&outcome_counts::tie));
  dict["signature"] = hex_text(summary.signature);
  return dict;
}

[[nodiscard]] py::list list_of(const std::vector<listed_move>& moves) {
  py::list list;
  for (const listed_move& move : moves) {
    list.append(py::make_tuple(move.to, std::string(to_string(move.value.outcome)), plies_or_none(move.value),
                               index_of(move.to_move), move.rank));
  }
  return list;
}

}  // namespace

void expect_memory(std::uint64_t needed_bytes) {
  expect_available("in addition to the arrays, solving needs about", needed_bytes);
}

graph_solution::graph_solution(numpy_arrays arrays, solution solved, unsigned threads)
    : m_arrays(std::move(arrays)), m_solved(std::move(solved)), m_threads(threads) {}

solution solve_graph(const csr_graph& graph, unsigned threads, solve_visitor& visitor) {
  const csr_rules game(graph);
  graph_sample sample = sample_graph(game);
  sample.largest_end_distance = graph.labels().largest_end_distance();  // the sample may have missed the largest
                                                                        // distance of a terminal position
  expect_memory(explicit_engine.peak_bytes({.rules = game, .threads = threads}, sample));
  retrograde_options options;
  options.threads = threads;
  memory_guard in_memory(visitor, 0, fmt::format("{} positions", game.num_positions()));
  return solve_explicit(game, sample, options, in_memory);
}

graph_solution graph_solution::solve(numpy_arrays arrays, unsigned threads, const py::object& progress) {
  const graph_spans spans = arrays.spans();
  solution solved = result_of_work(progress, [&](calling_thread& caller) {
    return solve_graph(csr_graph(spans, threads, caller), threads, caller);
  });
  return {std::move(arrays), std::move(solved), threads};
}

const solution_summary& graph_solution::summary(const py::object& progress) const {
  if (!m_summary) {
    const value_table& values = m_solved.values;
    const auto run_at = [&values](position p) { return to_move_run{values.to_move(p), p + 1}; };
    solution_summary summary =
        result_of_work(progress, [&](calling_thread& caller) { return summarize(values, run_at, m_threads, caller); });
    // Another thread may have stored a summary in the meantime, which may be in use.
    if (!m_summary) m_summary = std::move(summary);
  }
  return *m_summary;
}

py::array graph_solution::outcomes(const py::object& progress) const {
  return filled_array<std::uint8_t>(num_positions(), m_threads, progress,
                                    [&](position first, std::span<std::uint8_t> entries) {
                                      for (std::size_t i = 0; i < entries.size(); ++i) {
                                        entries[i] = static_cast<std::uint8_t>(value(first + i).outcome);
                                      }
                                    });
}

py::array graph_solution::distances(const py::object& progress) const {
  // As in a table, the largest number of the type marks a missing distance.
  constexpr std::uint32_t none = std::numeric_limits<std::uint16_t>::max();
  const value_table& values = m_solved.values;
  const bool is_narrow = values.distance_bound() < none || longest_distance(values, m_threads, progress) < none;
  return is_narrow ? distances_as<std::uint16_t>(values, m_threads, progress)
                   : distances_as<std::uint32_t>(values, m_threads, progress);
}

py::array graph_solution::winners(const py::object& progress) const {
  const csr_labels labels(m_arrays.spans());
  return filled_array<std::int8_t>(num_positions(), m_threads, progress,
                                   [&](position first, std::span<std::int8_t> entries) {
                                     for (std::size_t i = 0; i < entries.size(); ++i) {
                                       entries[i] = winner_code(value(first + i), labels.player_to_move(first + i));
                                     }
                                   });
}

py::array graph_solution::strategy(const py::object& progress) const {
  const graph_spans spans = m_arrays.spans();
  const csr_graph graph =
      result_of_work(progress, [&](calling_thread& caller) { return csr_graph(spans, m_threads, caller); });
  return filled_array<std::int64_t>(
      num_positions(), m_threads, progress, [&](position first, std::span<std::int64_t> entries) {
        for (std::size_t i = 0; i < entries.size(); ++i) {
          const position v = first + i;
          entries[i] = best_target(graph.labels(), v, [&](const auto& f) { graph.for_each_successor(v, f); });
        }
      });
}

std::vector<listed_move> graph_solution::moves(position v) const { return moves_to(v, row_of(m_arrays.spans(), v)); }

std::vector<listed_move> graph_solution::moves_to(position v, std::span<const position> targets) const {
  const csr_labels labels(m_arrays.spans());
  const entry_scores<std::int64_t> own_scores(labels.player_to_move(v), labels.infinite_play());
  std::vector<listed_move> moves;
  std::vector<std::int64_t> values_of_moves;
  for (const position to : targets) {
    moves.push_back({to, value(to), labels.player_to_move(to)});
    values_of_moves.push_back(own_scores.score(value(to), across_move(labels.player_to_move(to), labels.seen_by())));
  }
  std::vector<std::int64_t> distinct = values_of_moves;
  std::sort(distinct.begin(), distinct.end(), std::greater());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto entry = std::lower_bound(distinct.begin(), distinct.end(), values_of_moves[i], std::greater());
    moves[i].rank = static_cast<std::uint32_t>(entry - distinct.begin());
  }
  return moves;
}

py::object graph_solution::verify(const py::object& progress) const {
  const graph_spans spans = m_arrays.spans();
  return verified(result_of_work(progress, [&](calling_thread& caller) {
    const csr_graph graph(spans, m_threads, caller);
    return verify_solution(csr_rules(graph), m_solved.values, verify_scope(m_threads), caller);
  }));
}

void bind_graph_solution(py::module_& module) {
  py::class_<numpy_arrays>(module, "GraphArrays")
      .def(py::init([](const py::array& indptr, const py::array& indices, const py::array& to_move,
                       const py::array& terminal, const py::object& distance, int no_moves, int infinite_play,
                       int seen_by) {
             numpy_arrays arrays{indptr, indices, to_move, terminal, distance};
             arrays.conventions.no_moves = static_cast<no_moves_rule>(no_moves);
             if (infinite_play > 0) arrays.conventions.infinite_play = static_cast<player>(infinite_play - 1);
             arrays.conventions.seen_by = static_cast<viewpoint>(seen_by);
             (void)arrays.spans();
             return arrays;
           }),
           py::arg("indptr"), py::arg("indices"), py::arg("to_move"), py::arg("terminal"), py::arg("distance"),
           py::arg("no_moves"), py::arg("infinite_play"), py::arg("seen_by"))
      .def_readonly("indptr", &numpy_arrays::indptr)
      .def_readonly("indices", &numpy_arrays::indices)
      .def_readonly("to_move", &numpy_arrays::to_move)
      .def_readonly("terminal", &numpy_arrays::terminal)
      .def_readonly("distance", &numpy_arrays::distance);

  py::class_<graph_solution>(module, "GraphSolution")
      .def_static("solve", &graph_solution::solve, py::arg("arrays"), py::arg("threads"), py::arg("progress"))
      .def_property_readonly("arrays", &graph_solution::arrays)
      .def_property_readonly("num_positions", &graph_solution::num_positions)
      .def_property_readonly("num_moves", &graph_solution::num_moves)
      .def_property_readonly("num_waves", &graph_solution::num_waves)
      .def(
          "summary", [](const graph_solution& s, const py::object& progress) { return dict_of(s.summary(progress)); },
          py::arg("progress"))
      .def("outcomes", &graph_solution::outcomes, py::arg("progress"))
      .def("distances", &graph_solution::distances, py::arg("progress"))
      .def("winners", &graph_solution::winners, py::arg("progress"))
      .def("strategy", &graph_solution::strategy, py::arg("progress"))
      .def(
          "value",
          [](const graph_solution& s, position v) {
            const position_value value = s.value(v);
            return py::make_tuple(std::string(to_string(value.outcome)), plies_or_none(value));
          },
          py::arg("v"))
      .def(
          "moves", [](const graph_solution& s, position v) { return list_of(s.moves(v)); }, py::arg("v"))
      .def(
          "moves_to",
          [](const graph_solution& s, position v, const py::array& targets) {
            const auto to = span_of<std::int64_t>(targets);
            return list_of(s.moves_to(v, std::vector<position>(to.begin(), to.end())));
          },
          py::arg("v"), py::arg("targets"))
      .def("verify", &graph_solution::verify, py::arg("progress"));
}

}  // namespace zermelo::python
