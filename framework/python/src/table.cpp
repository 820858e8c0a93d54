// SPDX-License-Identifier: MIT
// The Python class for open tables and table sets.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/solving/job/solve_job.hpp>
#include <zermelo/tables/opened/opened_table.hpp>
#include <zermelo/tables/opened/report_statistics.hpp>
#include <zermelo/tables/opened/table_search.hpp>
#include <zermelo/tables/opened/table_statistics.hpp>

#include "bindings.hpp"
#include "json_objects.hpp"
#include "known_games.hpp"
#include "progress.hpp"
#include "solved_positions.hpp"

namespace py = pybind11;

namespace zermelo::python {
namespace {

class cached_table final : public solved_positions {
 public:
  explicit cached_table(opened_table opened) : m_opened(std::move(opened)) {}

  [[nodiscard]] static std::unique_ptr<cached_table> open(const std::string& file, std::size_t cache_bytes,
                                                          const py::object& progress) {
    return result_of_work(progress, [&](calling_thread& caller) {
      return std::make_unique<cached_table>(
          open_table(file, known_games(), caller, cache_bytes, nullptr, unknown_games::open));
    });
  }

  [[nodiscard]] const any_game& game() const override { return *m_opened.game; }
  [[nodiscard]] const solution_entries& entries() const override { return *m_opened.table; }
  [[nodiscard]] bool has_rules() const override { return m_opened.has_rules; }
  [[nodiscard]] value_lookup lookup() const override { return m_opened.lookup(); }
  [[nodiscard]] const opened_table& opened() const noexcept { return m_opened; }
  /// The parameters of the game; strings if the game is unknown.
  [[nodiscard]] std::vector<parameter> schema() const {
    if (has_rules()) return known_games().find(game().name()).parameters;
    std::vector<parameter> strings;
    for (const auto& [name, value] : game().parameters().reported()) strings.push_back({.name = name, .help = ""});
    return strings;
  }

 private:
  opened_table m_opened;
};

/// Calls search(table_search&) on a separate thread, without the GIL.
template <class Search>
auto searched(const cached_table& table, const table_query& query, unsigned threads, const py::object& progress,
              const Search& search) {
  return result_of_work(progress, [&](calling_thread& caller) {
    table_search prepared(table.opened(), query, threads, caller);
    return search(prepared);
  });
}

[[nodiscard]] py::list find(const cached_table& table, const table_query& query, std::optional<std::uint64_t> limit,
                            unsigned threads, const py::object& progress, const py::object& position_class) {
  const auto found = searched(table, query, threads, progress, [&](table_search& search) {
    std::vector<position_report> reports;
    search.for_each(limit, [&](std::span<const found_position> some) {
      for (const found_position& one : some) reports.push_back(search.report(one));
      return sweep_step::proceed;
    });
    return reports;
  });
  py::list positions;
  for (const position_report& report : found) {
    positions.append(position_object(table.game(), report, {}, {position_class, {}}));
  }
  return positions;
}

[[nodiscard]] py::array find_numbers(const cached_table& table, const table_query& query,
                                     std::optional<std::uint64_t> limit, unsigned threads, const py::object& progress) {
  const auto found = searched(table, query, threads, progress, [&](table_search& search) {
    std::vector<std::int64_t> numbers;
    search.for_each(limit, [&](std::span<const found_position> some) {
      for (const found_position& one : some) numbers.push_back(static_cast<std::int64_t>(one.at));
      return sweep_step::proceed;
    });
    return numbers;
  });
  return py::array_t<std::int64_t>(static_cast<py::ssize_t>(found.size()), found.data());
}

[[nodiscard]] py::object field_object(const field_value& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return py::int_(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return text_object(*text);
  return py::none();
}

/// The number of positions; with `by`, a list of (values, number of positions) for each group.
[[nodiscard]] py::object count(const cached_table& table, const table_query& query, unsigned threads,
                               const py::object& progress) {
  if (!query.by) {
    return py::int_(searched(table, query, threads, progress, [](table_search& search) { return search.count(); }));
  }
  const auto counted =
      searched(table, query, threads, progress, [](table_search& search) { return search.count_by(); });
  py::list groups;
  for (const counted_values& one : counted) {
    py::tuple values(one.values.size());
    for (std::size_t i = 0; i < one.values.size(); ++i) values[i] = field_object(one.values[i]);
    groups.append(py::make_tuple(values, one.positions));
  }
  return groups;
}

/// Returns (statistics, warning or None).
[[nodiscard]] py::tuple stats(const cached_table& table, const std::optional<std::string>& by, bool only_moves,
                              bool state_signature, unsigned threads, const py::object& progress) {
  if (state_signature) table.expect_rules();
  std::string warning;
  const auto object = result_of_work(progress, [&](calling_thread& caller) {
    const table_statistics collected =
        collect_statistics(table.opened(), {by, only_moves, state_signature}, threads, caller);
    if (collected.group_totals_failure) warning = group_totals_failure_text(collected.group_totals_failure);
    return report_statistics(table.opened(), table.schema(), collected).members;
  });
  return py::make_tuple(json_object(object), warning.empty() ? py::object(py::none()) : text_object(warning));
}

}  // namespace

void bind_table(py::module_& module) {
  py::class_<table_query>(module, "TableQuery")
      .def(py::init([](std::vector<std::string> conditions, std::optional<std::string> best_move_to,
                       std::optional<std::string> sort, bool longest, std::optional<std::string> by) {
             return table_query{std::move(conditions), std::move(best_move_to), std::move(sort), longest,
                                std::move(by)};
           }),
           py::arg("conditions"), py::arg("best_move_to"), py::arg("sort"), py::arg("longest"), py::arg("by"));
  py::class_<cached_table, solved_positions>(module, "Table")
      .def_static("open", &cached_table::open, py::arg("file"), py::arg("cache_bytes"), py::arg("progress"))
      .def_property_readonly("metadata",
                             [](const cached_table& t) { return json_object(metadata_json(t.opened(), t.schema())); })
      .def("find", find, py::arg("query"), py::arg("limit"), py::arg("threads"), py::arg("progress"),
           py::arg("position_class"))
      .def("find_numbers", find_numbers, py::arg("query"), py::arg("limit"), py::arg("threads"), py::arg("progress"))
      .def("count", count, py::arg("query"), py::arg("threads"), py::arg("progress"))
      .def("stats", stats, py::arg("by"), py::arg("only_moves"), py::arg("state_signature"), py::arg("threads"),
           py::arg("progress"));
}

}  // namespace zermelo::python
