// SPDX-License-Identifier: MIT
// Builds graphs whose moves Python functions return in batches. Python code loops over the batches; the classes of this
// file check the arrays, look up keys and store the moves.
#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/core.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/positions/batch_exploration.hpp>
#include <zermelo/core/positions/gathered_graph.hpp>

#include "bindings.hpp"
#include "graph_arrays_of.hpp"
#include "progress.hpp"
#include "released_gil.hpp"

namespace py = pybind11;

namespace zermelo::python {
namespace {

/// The arrays of one batch, in the types of `span_of` and `integers_of`.
struct numpy_batch {
  py::array to_move;
  py::array terminal;
  py::object distance;
  py::array indptr;
  py::array targets;

  [[nodiscard]] graph_batch spans() const {
    graph_batch batch{
        span_of<std::uint8_t>(to_move), span_of<std::uint8_t>(terminal), {}, integers_of(indptr), integers_of(targets)};
    if (!distance.is_none()) batch.distance = span_of<std::uint32_t>(py::array(distance));
    return batch;
  }
};

/// A read-only NumPy array over memory that the Python object `owner` owns.
template <class T>
[[nodiscard]] py::array borrowed(std::span<const T> elements, const py::object& owner) {
  py::array_t<T> array(static_cast<py::ssize_t>(elements.size()), elements.data(), owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}

void expect_space(double needed_bytes, std::uint64_t num_positions) {
  expect_available(fmt::format("after {} positions: storing the graph needs about another", num_positions),
                   saturating_number(needed_bytes));
}

constexpr double bytes_per_move = sizeof(std::uint32_t);
constexpr double bytes_per_position = sizeof(std::int64_t) + 2 + sizeof(std::uint32_t);

/// Gathers the graph of a game with a given number of positions.
class numbered_gathering {
 public:
  explicit numbered_gathering(std::uint64_t num_positions) : m_size(num_positions) {
    expect_space(static_cast<double>(num_positions) * bytes_per_position, 0);
  }
  void add(const numpy_batch& retained) {
    const graph_batch batch = retained.spans();
    const released_gil released;
    m_graph.add(batch, gathered_graph::rows_of::open_positions, m_size);
    const std::uint64_t known = m_graph.num_positions();
    const double moves_per_position = static_cast<double>(m_graph.num_moves()) / static_cast<double>(known);
    expect_space(static_cast<double>(m_size - known) * (bytes_per_position + moves_per_position * bytes_per_move),
                 known);
  }
  [[nodiscard]] const gathered_graph& graph() const noexcept { return m_graph; }

 private:
  std::uint64_t m_size;
  gathered_graph m_graph;
};

[[nodiscard]] std::span<const std::int64_t> as_signed(std::span<const std::uint64_t> numbers) {
  return {reinterpret_cast<const std::int64_t*>(numbers.data()), numbers.size()};
}

/// The arrays of a graph as arguments of the Python function solve_graph, without copying the memory of `owner`.
[[nodiscard]] py::dict dict_of(std::span<const std::int64_t> indptr, std::span<const std::uint32_t> indices,
                               std::span<const std::uint8_t> to_move, std::span<const std::uint8_t> terminal,
                               std::span<const std::uint32_t> distance, const py::object& owner) {
  py::dict arrays;
  arrays["indptr"] = borrowed(indptr, owner);
  arrays["indices"] = borrowed(indices, owner);
  arrays["to_move"] = borrowed(to_move, owner);
  arrays["terminal"] = borrowed(terminal, owner);
  if (!distance.empty()) arrays["distance"] = borrowed(distance, owner);
  return arrays;
}

[[nodiscard]] std::span<const std::uint64_t> keys_of(const py::array& keys) {
  const std::span<const std::int64_t> signed_keys = span_of<std::int64_t>(keys);
  return {reinterpret_cast<const std::uint64_t*>(signed_keys.data()), signed_keys.size()};
}

/// The numbers of the positions with these keys; -1 if no position has the key.
[[nodiscard]] py::array numbers_of(const batch_exploration::result& found, const py::array& keys) {
  static_assert(static_cast<std::int64_t>(sorted_keys<std::uint64_t>::absent) == -1);
  const std::span<const std::uint64_t> wanted = keys_of(keys);
  py::array_t<std::int64_t> numbers = new_array<std::int64_t>(wanted.size());
  const std::span<position> positions(reinterpret_cast<position*>(numbers.mutable_data()), wanted.size());
  const released_gil released;
  found.keys.find_all(wanted, positions);
  return numbers;
}

void add_expanded(batch_exploration& exploration, const numpy_batch& retained) {
  const graph_batch batch = retained.spans();
  const released_gil released;
  exploration.add(batch);
  // Numbering the positions needs sorted keys, a map of numbers, and a second copy of the graph.
  constexpr double bytes_to_number = 30;
  expect_space(static_cast<double>(exploration.num_found()) * bytes_to_number +
                   static_cast<double>(exploration.num_moves()) * bytes_per_move,
               exploration.num_found());
}

}  // namespace

void bind_batched_rules(py::module_& module) {
  const auto batch_of = [](const py::array& to_move, const py::array& terminal, const py::object& distance,
                           const py::array& indptr, const py::array& targets) {
    return numpy_batch{to_move, terminal, distance, indptr, targets};
  };
  py::class_<numbered_gathering>(module, "NumberedGathering")
      .def(py::init<std::uint64_t>(), py::arg("num_positions"))
      .def(
          "add",
          [=](numbered_gathering& gathering, const py::array& to_move, const py::array& terminal,
              const py::object& distance, const py::array& indptr,
              const py::array& targets) { gathering.add(batch_of(to_move, terminal, distance, indptr, targets)); },
          py::arg("to_move"), py::arg("terminal"), py::arg("distance"), py::arg("indptr"), py::arg("targets"))
      .def("arrays", [](const py::object& self) {
        const gathered_graph& graph = self.cast<const numbered_gathering&>().graph();
        return dict_of(graph.indptr(), graph.indices(), graph.to_move(), graph.terminal(), graph.distance(), self);
      });

  py::class_<batch_exploration::result>(module, "FoundKeys")
      .def_property_readonly("keys",
                             [](const py::object& self) {
                               return borrowed(as_signed(self.cast<const batch_exploration::result&>().keys.span()),
                                               self);
                             })
      .def("numbers", &numbers_of, py::arg("keys"))
      .def("arrays", [](const py::object& self) {
        const graph_arrays& graph = self.cast<const batch_exploration::result&>().graph;
        return dict_of(as_signed(graph.indptr.span()), graph.indices.span(), graph.to_move.span(),
                       graph.terminal.span(), graph.distance.span(), self);
      });
  py::class_<batch_exploration>(module, "BatchExploration")
      .def(py::init<unsigned>(), py::arg("threads"))
      .def(
          "open",
          [](batch_exploration& exploration, const py::array& keys) {
            const std::span<const std::uint64_t> opened = keys_of(keys);
            const released_gil released;
            exploration.open(opened);
          },
          py::arg("keys"))
      .def(
          "next",
          [](const batch_exploration& exploration, std::size_t max_positions) {
            const auto keys = exploration.next(max_positions);
            py::array_t<std::int64_t> copied = new_array<std::int64_t>(keys.size());
            std::copy(keys.begin(), keys.end(), copied.mutable_data());
            return copied;
          },
          py::arg("max_positions"))
      .def(
          "add",
          [=](batch_exploration& exploration, const py::array& to_move, const py::array& terminal,
              const py::object& distance, const py::array& indptr, const py::array& targets) {
            add_expanded(exploration, batch_of(to_move, terminal, distance, indptr, targets));
          },
          py::arg("to_move"), py::arg("terminal"), py::arg("distance"), py::arg("indptr"), py::arg("targets"))
      .def_property_readonly("num_found", &batch_exploration::num_found)
      .def_property_readonly("num_expanded", &batch_exploration::num_expanded)
      .def(
          "finish",
          [](batch_exploration& exploration, const py::object& progress) {
            return result_of_work(progress,
                                  [&](calling_thread& caller) { return std::move(exploration).finish(caller); });
          },
          py::arg("progress"));
}

}  // namespace zermelo::python
