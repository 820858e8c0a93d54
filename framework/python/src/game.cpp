// SPDX-License-Identifier: MIT
// The Python classes for games of the catalog and their solutions in memory.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/writable_file.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/games/engine.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/catalog/query/read_query.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/positions/list_graph.hpp>
#include <zermelo/core/value/load_values.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/core/verify/verify_scope.hpp>
#include <zermelo/games/shipped_games.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/solving/job/solve_job.hpp>
#include <zermelo/solving/job/solving.hpp>
#include <zermelo/solving/job/table_metadata.hpp>
#include <zermelo/solving/job/verifying.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/tables/report/report_game.hpp>
#include <zermelo/tables/report/report_solution.hpp>

#include "bindings.hpp"
#include "json_objects.hpp"
#include "known_games.hpp"
#include "progress.hpp"
#include "released_gil.hpp"
#include "solved_positions.hpp"

namespace py = pybind11;

namespace zermelo::python {
namespace {

/// The solution of a game in memory.
class game_solution final : public solved_positions {
 public:
  game_solution(std::shared_ptr<const any_game> game, solved_game solved)
      : m_game(std::move(game)), m_solved(std::move(solved)) {}

  [[nodiscard]] const any_game& game() const override { return *m_game; }
  [[nodiscard]] const solution_entries& entries() const override { return *m_solved.values; }
  [[nodiscard]] value_lookup lookup() const override { return lookup_in(*m_solved.values); }
  [[nodiscard]] const solved_game& solved() const noexcept { return m_solved; }

  [[nodiscard]] json report() const {
    json object = report_solve(*m_game, known_games().find(m_game->name()).parameters, m_solved, {}, {}).members;
    object["histogram"] = report_histogram(m_solved.report.summary).members;
    return object;
  }
  [[nodiscard]] verify_report verify(unsigned threads, solve_visitor& visitor) const {
    return zermelo::verify(*m_game, *m_solved.values, verify_scope(resolve_threads(threads)), visitor);
  }
  void save(const std::string& file, unsigned threads, work_monitor& monitor) const {
    expect_writable(file);
    storage::write_endgame_table(file, table_metadata_of(*m_game, m_solved.report), *m_solved.values, monitor, threads);
  }

 private:
  std::shared_ptr<const any_game> m_game;
  solved_game m_solved;
};

/// Unpacks a solution whose single entries are slow to read, such as one of bit boards, if half of the available memory
/// and of the memory within the limit suffices. @param limit_bytes  memory limit of the process; 0 for no limit
void unpack(const any_game& game, std::uint64_t limit_bytes, unsigned threads, work_monitor& monitor,
            solved_game& solved) {
  const solution_entries& values = *solved.values;
  if (values.is_in_memory() || values.size() == 0) return;
  std::uint64_t spare_bytes = available_memory_bytes() / 2;
  if (limit_bytes != 0) {
    spare_bytes = std::min(spare_bytes, saturating_difference(limit_bytes, resident_bytes()));
  }
  const bool is_narrow = values.distance_bound() <= packed_word<std::uint16_t>::max_low;
  const std::uint64_t bytes_per_entry = is_narrow ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
  if (saturating_product(bytes_per_entry, values.size()) > spare_bytes) return;
  const auto run_at = [&game](position p) { return zermelo::run_at(game, p); };
  solved.values = std::make_unique<value_table>(load_values(values, run_at, threads, monitor));
}

/// The arguments of `Game.solve`.
struct solve_request {
  std::string engine;
  unsigned threads = 0;
  std::uint64_t memory_limit_bytes = 0;  ///< 0 for the available memory
  bool verifies = false;
};

/// A game of the catalog with its parameters.
class catalog_game {
 public:
  catalog_game(std::string name, std::vector<std::string> arguments, std::vector<parameter_text> strings,
               const py::object& progress)
      : m_name(std::move(name)), m_arguments(std::move(arguments)), m_strings(std::move(strings)) {
    m_game = result_of_work(progress, [this](calling_thread& caller) { return build(0, 0, caller); });
  }

  [[nodiscard]] const any_game& game() const noexcept { return *m_game; }
  [[nodiscard]] const std::vector<parameter>& schema() const { return known_games().find(m_name).parameters; }

  /// @param warnings  receives the warnings of the solve
  [[nodiscard]] std::unique_ptr<game_solution> solve(const solve_request& request, solve_visitor& visitor,
                                                     std::vector<std::string>& warnings) const {
    solve_job_options options;
    options.solve.engine = parse_engine(request.engine);
    options.solve.threads = resolve_threads(request.threads);
    options.solve.memory_limit_bytes = request.memory_limit_bytes;
    if (request.memory_limit_bytes != 0) {  // the limit does not include the memory that Python uses
      options.solve.process_limit_bytes = saturating_sum(request.memory_limit_bytes, resident_bytes());
    }
    if (request.verifies) options.verify = verify_scope(options.solve.threads);
    const auto game = to_solve(request.memory_limit_bytes, request.threads, visitor);
    solved_game solved = [&] {
      solve_job job(*game, options, [&](const std::string& text) { warnings.push_back(text); });
      job.explore(visitor);
      return job.solve(visitor);
    }();
    unpack(*game, request.memory_limit_bytes, options.solve.threads, visitor, solved);
    auto solution = std::make_unique<game_solution>(game, std::move(solved));
    if (request.verifies) expect_right(*solution, solution->verify(options.solve.threads, visitor));
    return solution;
  }

  [[nodiscard]] graph_arrays graph(unsigned threads, solve_visitor& visitor) const {
    if (has_margins(*m_game)) {  // checked before anything is explored
      throw input_error(fmt::format("{} is played for points, which graph() does not support; use solve()", m_name));
    }
    const auto game = to_solve(0, threads, visitor);
    explore_request request;
    request.solve.threads = threads;
    request.retains_moves = false;
    explore(*game, request, visitor);
    return list_graph(game->rules(), threads, visitor);
  }

 private:
  [[nodiscard]] std::unique_ptr<any_game> build(std::uint64_t memory_limit_bytes, unsigned threads,
                                                work_monitor& monitor) const {
    return known_games().build(m_name, m_arguments, m_strings,
                               {.memory_limit_bytes = memory_limit_bytes, .monitor = &monitor, .threads = threads});
  }
  /// This game, or a copy if exploring or solving would change it.
  [[nodiscard]] std::shared_ptr<any_game> to_solve(std::uint64_t memory_limit_bytes, unsigned threads,
                                                   work_monitor& monitor) const {
    if (m_game->is_numbered() && !m_game->chooses_start()) return m_game;
    return build(memory_limit_bytes, threads, monitor);
  }

  static void expect_right(const game_solution& solution, const verify_report& report) {
    if (report.accepted()) return;
    const verify_failure& first = report.first.front();
    throw std::runtime_error(fmt::format("{} positions of the solution are wrong; the first is {}: {}", report.wrong,
                                         entry_name(solution.game(), first.at), first.reason));
  }

  std::string m_name;
  std::vector<std::string> m_arguments;
  std::vector<parameter_text> m_strings;
  std::shared_ptr<any_game> m_game;  ///< never changed after construction
};

/// The start; nothing if the game has no start, or if the start depends on the solution.
[[nodiscard]] std::optional<state_copy> start_of(const any_game& game) {
  const game_hooks& hooks = game.hooks();
  if (!game.is_numbered()) return hooks.start();
  if (!game.start()) return std::nullopt;
  return read_position(game, "start").display.state;
}

/// The distinct successors of a position as strings, for a game whose positions are not numbered yet.
[[nodiscard]] std::vector<std::string> moves_by_state(const any_game& game, const std::string& text) {
  const game_hooks& hooks = game.hooks();
  const state_copy state = text.empty() || text == "start" ? hooks.start() : hooks.parse(text);
  if (const auto why = hooks.why_illegal(state)) {
    throw input_error(fmt::format("position: '{}' is not legal: {}", text, *why));
  }
  std::vector<std::string> moves;
  if (hooks.terminal(state)) return moves;
  std::vector<state_copy> seen;
  hooks.for_each_successor(state, [&](state_ref to) {
    for (const state_copy& other : seen) {
      if (hooks.are_equal(other, to)) return;
    }
    seen.push_back(hooks.keep(to));
    moves.push_back(hooks.format(to));
  });
  return moves;
}

[[nodiscard]] py::tuple moves(const catalog_game& resident, const py::object& state) {
  const query_state requested = query_state_of(state);
  const any_game& game = resident.game();
  std::vector<std::string> found;
  {
    const released_gil released;
    if (game.is_numbered()) {
      const auto from = find_query_position(game, requested).display;
      for (const auto& move : moves_from(game, from)) found.push_back(format(game, move.to));
    } else if (requested.number) {
      throw input_error(
          fmt::format("position {}: {} has no position numbers until it is solved; pass the position as a string",
                      *requested.number, game.name()));
    } else {
      found = moves_by_state(game, requested.text);
    }
  }
  return json_object(found);
}

/// A NumPy array that owns the elements. @tparam Seen  its element type, of the same size as T
template <class Seen, class T>
[[nodiscard]] py::array array_of(uninitialized_array<T> elements) {
  static_assert(sizeof(Seen) == sizeof(T));
  const auto size = static_cast<py::ssize_t>(elements.size());
  auto* const owned = new uninitialized_array<T>(std::move(elements));
  const py::capsule owner(owned, [](void* array) { delete static_cast<uninitialized_array<T>*>(array); });
  return py::array_t<Seen>(size, reinterpret_cast<const Seen*>(owned->data()), owner);
}

/// The graph as arguments of the Python function solve_graph, without those that have the default value.
[[nodiscard]] py::dict graph_dict(graph_arrays graph) {
  const graph_conventions conventions = graph.conventions;
  py::dict dict;
  dict["indptr"] = array_of<std::int64_t>(std::move(graph.indptr));  // all values are less than 2^63
  dict["indices"] = array_of<std::uint32_t>(std::move(graph.indices));
  dict["to_move"] = array_of<std::uint8_t>(std::move(graph.to_move));
  dict["terminal"] = array_of<std::uint8_t>(std::move(graph.terminal));
  if (graph.distance.size() > 0) dict["distance"] = array_of<std::uint32_t>(std::move(graph.distance));
  if (conventions.infinite_play) {
    dict["infinite_play"] = *conventions.infinite_play == player::first ? "first" : "second";
  }
  if (conventions.seen_by == viewpoint::to_move) dict["seen_by"] = "player_to_move";
  return dict;
}

[[nodiscard]] py::tuple solve(const catalog_game& game, const std::string& engine, unsigned threads,
                              const std::string& memory_limit, bool verifies, const py::object& progress) {
  const std::uint64_t limit = memory_limit.empty() ? 0 : parse_bytes(memory_limit);
  std::vector<std::string> warnings;
  auto solution = result_of_work(progress, [&](calling_thread& caller) {
    return game.solve({engine, threads, limit, verifies}, caller, warnings);
  });
  return py::make_tuple(std::move(solution), json_object(warnings));
}

[[nodiscard]] json description_json(const game_entry& game) {
  json parameters = json::array();
  for (const parameter& declared : game.parameters) parameters.push_back(declaration_json(declared));
  return {{"name", game.name}, {"summary", game.summary}, {"parameters", parameters}};
}

void bind_catalog_game(py::module_& module) {
  py::class_<catalog_game>(module, "Game")
      .def(py::init([](std::string name, std::vector<std::string> arguments,
                       const std::vector<std::array<std::string, 3>>& strings, const py::object& progress) {
             std::vector<parameter_text> parameters;
             for (const auto& [of, text, source] : strings) parameters.push_back({of, text, source});
             return std::make_unique<catalog_game>(std::move(name), std::move(arguments), std::move(parameters),
                                                   progress);
           }),
           py::arg("name"), py::arg("arguments"), py::arg("strings"), py::arg("progress"))
      .def_property_readonly(
          "parameters",
          [](const catalog_game& g) { return json_object(parameters_json(g.schema(), g.game().parameters())); })
      .def_property_readonly("notes", [](const catalog_game& g) { return json_object(g.game().notes()); })
      .def_property_readonly("players",
                             [](const catalog_game& g) { return py::tuple(json_object(g.game().player_names())); })
      .def_property_readonly("num_positions",
                             [](const catalog_game& g) -> std::optional<position> {
                               if (!g.game().is_numbered()) return std::nullopt;
                               return g.game().num_positions();
                             })
      .def_property_readonly("start",
                             [](const catalog_game& g) -> py::object {
                               const auto start = start_of(g.game());
                               return start ? text_object(g.game().hooks().format(*start)) : py::none();
                             })
      .def("moves", moves, py::arg("state"))
      .def("solve", solve, py::arg("engine"), py::arg("threads"), py::arg("memory_limit"), py::arg("verifies"),
           py::arg("progress"))
      .def(
          "graph",
          [](const catalog_game& g, unsigned threads, const py::object& progress) {
            return graph_dict(
                result_of_work(progress, [&](calling_thread& caller) { return g.graph(threads, caller); }));
          },
          py::arg("threads"), py::arg("progress"));
}

}  // namespace

const catalog& known_games() {
  static const catalog games = games::shipped_games();
  return games;
}

void bind_game(py::module_& module) {
  module.def("games", [] {
    py::list list;
    for (const game_entry& game : known_games().games()) list.append(json_object(description_json(game)));
    return list;
  });
  module.def("expect_writable", [](const std::string& file) { expect_writable(file); }, py::arg("file"));
  bind_catalog_game(module);
  py::class_<game_solution, solved_positions>(module, "GameSolution")
      .def_property_readonly("report", [](const game_solution& s) { return json_object(s.report()); })
      .def(
          "verify",
          [](const game_solution& s, unsigned threads, const py::object& progress) {
            return json_object(report_verify(s.game(), result_of_work(progress,
                                                                      [&](calling_thread& caller) {
                                                                        return s.verify(threads, caller);
                                                                      }))
                                   .members);
          },
          py::arg("threads"), py::arg("progress"))
      .def(
          "save",
          [](const game_solution& s, const std::string& file, unsigned threads, const py::object& progress) {
            run_with_progress(progress, [&](calling_thread& caller) { s.save(file, threads, caller); });
          },
          py::arg("file"), py::arg("threads"), py::arg("progress"));
}

}  // namespace zermelo::python
