// SPDX-License-Identifier: MIT
#include "verified_graph.hpp"

#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <pybind11/numpy.h>

#include <zermelo/core/base/atomic_bounds.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/rules/csr_rules.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_solution.hpp>

#include "bindings.hpp"
#include "first_position.hpp"
#include "graph_arrays_of.hpp"
#include "progress.hpp"
#include "verified_strategy.hpp"

namespace py = pybind11;

namespace zermelo::python {
namespace {

/// The solution to verify.
struct claimed_entries {
  std::span<const std::uint8_t> outcome;
  std::optional<std::span<const std::uint32_t>> distance{};
  std::optional<std::span<const std::int64_t>> strategy{};  ///< the target of the chosen move; -1 if no move is chosen

  [[nodiscard]] zermelo::outcome outcome_at(position p) const { return static_cast<zermelo::outcome>(outcome[p]); }
  [[nodiscard]] position_value operator[](position p) const {
    return {outcome_at(p), distance ? (*distance)[p] : no_distance};
  }
};

/// @throws input_error if the outcome or the distance of p is not possible in any game.
void expect_entry(const claimed_entries& entries, position p, std::uint32_t max_distance) {
  if (entries.outcome[p] >= num_outcomes) {
    throw input_error(fmt::format("outcome[{}]: expected 0 to {}, got {}", p, num_outcomes - 1, entries.outcome[p]));
  }
  if (!entries.distance) return;
  const position_value value = entries[p];
  const bool has_distance = value.distance_plies != no_distance;
  if (value.outcome == outcome::illegal || value.outcome == outcome::draw) {
    if (!has_distance || value.outcome == outcome::illegal) return;
    throw input_error(fmt::format("distance[{}]: expected -1 (or an unsigned type's maximum) for a draw, got {}", p,
                                  value.distance_plies));
  }
  if (!has_distance)
    throw input_error(fmt::format("distance[{}] is missing; every {} needs a distance", p, to_string(value.outcome)));
  if (value.distance_plies > max_distance) {
    throw input_error(fmt::format("distance[{}]: expected at most {}, got {}", p, max_distance, value.distance_plies));
  }
}

/// The entries as a table, which the verifier reads fastest.
[[nodiscard]] value_table table_of(const claimed_entries& entries, const csr_graph& graph, unsigned threads,
                                   work_monitor& monitor) {
  constexpr std::uint32_t max_distance = packed_word<std::uint32_t>::max_low;
  const std::uint64_t size = entries.outcome.size();
  std::atomic<std::uint32_t> longest{0};  // relaxed: read after the loop, whose end orders it
  monitor.phase("check", 2 * size);
  const position wrong = first_position(size, threads, monitor, [&](position p) {
    const position_value value = entries[p];
    if (value.outcome != outcome::illegal && value.outcome != outcome::draw) raise_to(longest, value.distance_plies);
    try {
      expect_entry(entries, p, max_distance);
    } catch (const input_error&) {
      return true;
    }
    return false;
  });
  if (wrong != size) expect_entry(entries, wrong, max_distance);
  value_table table = value_table::with_capacity(size, longest.load());
  for_each_block(size, threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    for (position p = begin; p < end; ++p) table.set(p, entries[p], graph.labels().player_to_move(p));
  });
  return table;
}

/// Solves the graph, verifies that solution, and compares the given outcomes with it.
[[nodiscard]] verify_report compare_outcomes(const claimed_entries& entries, const csr_graph& graph, unsigned threads,
                                             solve_visitor& visitor) {
  const solution solved = solve_graph(graph, threads, visitor);
  const verify_report own = verify_solution(csr_rules(graph), solved.values, verify_scope(threads), visitor);
  if (!own.accepted()) throw std::logic_error("bug in Zermelo: the verifier rejects the solution");
  verify_report report;
  report.checked = entries.outcome.size();
  visitor.phase("compare", report.checked);
  std::mutex guard;  // guards the report
  for_each_block(report.checked, resolve_threads(threads), visitor, [&](std::uint64_t begin, std::uint64_t end) {
    for (position p = begin; p < end; ++p) {
      if (entries.outcome_at(p) == solved.values[p].outcome) continue;
      const std::lock_guard lock(guard);
      report.add(
          p, [&] { return verify_failure{p, entries[p], "the moves demand " + detail::describe(solved.values[p])}; });
    }
  });
  return report;
}

[[nodiscard]] verify_report verify_values(const csr_graph& graph, const claimed_entries& entries, unsigned threads,
                                          calling_thread& caller) {
  const unsigned num_threads = resolve_threads(threads);
  if (!entries.distance) {
    const position wrong = first_position(entries.outcome.size(), num_threads, caller,
                                          [&](position p) { return entries.outcome[p] >= num_outcomes; });
    if (wrong != entries.outcome.size()) expect_entry(entries, wrong, 0);
    return compare_outcomes(entries, graph, threads, caller);
  }
  const value_table table = table_of(entries, graph, num_threads, caller);
  return verify_solution(csr_rules(graph), table, verify_scope(threads), caller);
}

[[nodiscard]] verify_report verify_claim(const graph_spans& arrays, const claimed_entries& entries, unsigned threads,
                                         calling_thread& caller) {
  const csr_graph graph(arrays, threads, caller);
  verify_report report = verify_values(graph, entries, threads, caller);
  if (!report.accepted() || !entries.strategy) return report;
  return verify_strategy(graph, entries.outcome, *entries.strategy, threads, caller);
}

}  // namespace

py::object verified(const verify_report& report) {
  py::list failures;
  for (const verify_failure& failure : report.first) {
    failures.append(
        py::make_tuple(failure.at, fmt::format("{}; {}", detail::describe(failure.stored), failure.reason)));
  }
  return py::make_tuple(report.checked, report.wrong, failures);
}

void bind_verified_graph(py::module_& module) {
  module.def(
      "verify_graph",
      [](const numpy_arrays& arrays, const py::array& outcome, const py::object& distance, const py::object& strategy,
         unsigned threads, const py::object& progress) {
        claimed_entries entries{span_of<std::uint8_t>(outcome)};
        if (!distance.is_none()) entries.distance = span_of<std::uint32_t>(py::array(distance));
        if (!strategy.is_none()) entries.strategy = span_of<std::int64_t>(py::array(strategy));
        const graph_spans spans = arrays.spans();
        return verified(result_of_work(
            progress, [&](calling_thread& caller) { return verify_claim(spans, entries, threads, caller); }));
      },
      py::arg("arrays"), py::arg("outcome"), py::arg("distance"), py::arg("strategy"), py::arg("threads"),
      py::arg("progress"));
}

}  // namespace zermelo::python
