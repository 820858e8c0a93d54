// SPDX-License-Identifier: MIT
#include "solved_positions.hpp"

#include <array>
#include <cstdint>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <pybind11/stl.h>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/read_query.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/value/value_columns.hpp>
#include <zermelo/tables/opened/opened_table.hpp>
#include <zermelo/tables/opened/value_arrays.hpp>
#include <zermelo/tables/report/position_forms.hpp>

#include "bindings.hpp"
#include "first_position.hpp"
#include "json_objects.hpp"
#include "progress.hpp"
#include "released_gil.hpp"

namespace py = pybind11;

namespace zermelo::python {
namespace {

/// A string that Python code uses often, such as the name of a member. It is created once and never freed.
class interned_text {
 public:
  explicit interned_text(const char* text) : m_text(PyUnicode_InternFromString(text)) {}
  operator PyObject*() const noexcept { return m_text; }  // NOLINT(google-explicit-constructor)

 private:
  PyObject* m_text;
};

void set(PyObject* members, PyObject* name, PyObject* value) {
  if (PyDict_SetItem(members, name, value) != 0) throw py::error_already_set();
}
void set(PyObject* members, PyObject* name, const py::object& value) { set(members, name, value.ptr()); }
void set(PyObject* members, PyObject* name, const std::string& text) { set(members, name, text_object(text)); }
[[nodiscard]] py::object number_object(std::int64_t number) {
  return py::reinterpret_steal<py::object>(PyLong_FromLongLong(number));
}
void set_number(PyObject* members, PyObject* name, std::uint64_t number) {
  set(members, name, py::reinterpret_steal<py::object>(PyLong_FromUnsignedLongLong(number)));
}

[[nodiscard]] PyObject* outcome_text(outcome o) {
  static const std::array<interned_text, num_outcomes> strings{interned_text("illegal"), interned_text("win"),
                                                               interned_text("loss"), interned_text("tie"),
                                                               interned_text("draw")};
  return strings.at(static_cast<std::size_t>(o));
}

[[nodiscard]] PyObject* result_text(game_result::kind kind) {
  static const interned_text win("win"), tie("tie"), draw("draw");
  switch (kind) {
    case game_result::kind::win: return win;
    case game_result::kind::tie: return tie;
    case game_result::kind::draw: return draw;
  }
  throw std::logic_error("result out of range");
}

[[nodiscard]] PyObject* decided_by_text(decided_by how) {
  static const interned_text play("play"), infinite_play("infinite_play"), move_limit("move_limit");
  switch (how) {
    case decided_by::nothing: return Py_None;
    case decided_by::play: return play;
    case decided_by::infinite_play: return infinite_play;
    case decided_by::move_limit: return move_limit;
  }
  throw std::logic_error("decided_by out of range");
}

/// Sets the members that positions and moves have in common.
void set_common(PyObject* members, const any_game& game, const std::array<py::object, 2>& players,
                const position_report& report) {
  static const interned_text state("state"), position("position"), outcome("outcome"), winner("winner"),
      notation("notation");
  set(members, state, report.state);
  set_number(members, position, report.display.at);
  set(members, outcome, outcome_text(report.value.outcome));
  set(members, winner, report.game_result.winner ? players[index_of(*report.game_result.winner)].ptr() : Py_None);
  for_each_value_column([&](auto c) {
    using column = value_column<c>;
    static const interned_text field(column::field);
    const bool has_number = has_column(game, column()) && column::has_number(report.value);
    set(members, field, has_number ? number_object(column::number(report.value)) : py::none());
  });
  if (report.notation.empty()) {
    set(members, notation, Py_None);
  } else {
    set(members, notation, report.notation);
  }
}

/// Pairs (cell, piece) of indices; the piece is None for an empty cell.
[[nodiscard]] py::tuple cells_object(const std::vector<changed_cell>& cells) {
  py::tuple pairs(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto& [cell, piece] = cells[i];
    pairs[i] = py::make_tuple(cell, piece == placed_pieces::none ? py::object(py::none()) : py::int_(piece));
  }
  return pairs;
}

[[nodiscard]] py::tuple hands_object(const placed_pieces& pieces) {
  py::tuple hands(pieces.in_hand.size());
  for (std::size_t i = 0; i < pieces.in_hand.size(); ++i) hands[i] = py::tuple(py::cast(pieces.in_hand[i]));
  return hands;
}

/// Sets the members `cells` and `hands`, to None if `pieces` is nothing.
void set_pieces(PyObject* members, const std::optional<placed_pieces>& pieces) {
  static const interned_text cells("cells"), hands("hands");
  set(members, cells, pieces ? cells_object(pieces_on(*pieces)) : py::object(py::none()));
  set(members, hands, pieces ? hands_object(*pieces) : py::object(py::none()));
}

/// Sets the members `changes` and `hands` of a move; they are None in a game without a board, and `hands` if unchanged.
void set_changes(PyObject* members, const std::optional<placed_pieces>& from, const std::optional<placed_pieces>& to) {
  static const interned_text changes("changes"), hands("hands");
  const bool has_board = from && to;
  set(members, changes, has_board ? cells_object(changed_cells(*from, *to)) : py::object(py::none()));
  set(members, hands, has_board && from->in_hand != to->in_hand ? hands_object(*to) : py::object(py::none()));
}

/// A new instance of a dataclass whose members are those of the dict, created without calling its constructor, since
/// setting the members of a frozen dataclass one by one takes two microseconds.
[[nodiscard]] py::object instance_of(py::handle type, const py::dict& members) {
  static PyObject* const no_arguments = PyTuple_New(0);
  auto* const type_object = reinterpret_cast<PyTypeObject*>(type.ptr());
  auto made = py::reinterpret_steal<py::object>(type_object->tp_new(type_object, no_arguments, nullptr));
  if (!made || PyObject_GenericSetDict(made.ptr(), members.ptr(), nullptr) != 0) throw py::error_already_set();
  return made;
}

[[nodiscard]] std::array<py::object, 2> player_name_objects(const any_game& game) {
  const auto names = game.player_names();
  return {text_object(names[0]), text_object(names[1])};
}

/// The points that a move gains, as an int; None in a game without gains.
[[nodiscard]] py::object gain_object(const any_game& game, int gain) {
  return has_gains(game) ? number_object(gain) : py::none();
}

[[nodiscard]] py::object answer_object(const std::optional<answer_value>& answer) {
  if (!answer) return py::none();
  if (const auto* yes = std::get_if<bool>(&*answer)) return py::bool_(*yes);
  return py::int_(std::get<int>(*answer));
}

}  // namespace

py::object position_object(const any_game& game, const position_report& report, const optional_members& reported,
                           const position_classes& classes) {
  static const interned_text result("result"), decided("decided_by"), answer("answer"), played("plies_played"),
      moves_name("moves"), best("best"), rank("rank"), ends("ends"), to_move("to_move"), drawn("drawing"),
      margin("margin"), gain("gain"), gained("gained");
  const std::array<py::object, 2> players = player_name_objects(game);
  const py::dict members;
  set_common(members.ptr(), game, players, report);
  set(members.ptr(), result, result_text(report.game_result.result));
  set(members.ptr(), decided, decided_by_text(report.game_result.decided_by));
  set(members.ptr(), answer, answer_object(report.answer));
  set_number(members.ptr(), played, report.plies_played);
  const auto pieces = reported.board == nullptr ? std::nullopt : reported.board->pieces(report.display, report.to_move);
  set_pieces(members.ptr(), pieces);
  set(members.ptr(), to_move, reported.to_move ? players[index_of(report.to_move)] : py::object(py::none()));
  set(members.ptr(), gained, reported.gained ? gain_object(game, *reported.gained) : py::object(py::none()));
  if (!report.moves) {
    for (const interned_text& name : {moves_name, drawn}) set(members.ptr(), name, Py_None);
    return instance_of(classes.position, members);
  }
  set(members.ptr(), drawn, drawing(game, report.display));
  const std::vector<move_report>& moves = *report.moves;
  const py::tuple made(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const move_report& move = moves[i];
    const py::dict of_move;
    set_common(of_move.ptr(), game, players, move.to);
    set(of_move.ptr(), gain, gain_object(game, move.gain));
    if (has_margins(game)) set(of_move.ptr(), margin, number_object(move.margin));
    set(of_move.ptr(), best, move.is_best() ? Py_True : Py_False);
    set_number(of_move.ptr(), rank, move.rank);
    const bool is_end = end_at(game, move.to.display.at).has_value();
    set(of_move.ptr(), ends, is_end ? Py_True : Py_False);
    set_changes(of_move.ptr(), pieces, reported.board->pieces(move.to.display, move.to.to_move));
    PyTuple_SET_ITEM(made.ptr(), static_cast<Py_ssize_t>(i), instance_of(classes.move, of_move).release().ptr());
  }
  set(members.ptr(), moves_name, made);
  return instance_of(classes.position, members);
}

query_state query_state_of(const py::object& state) {
  if (PyUnicode_Check(state.ptr())) return {std::nullopt, text_of(state, "state")};
  return {state.cast<position>(), ""};
}

query_position find_query_position(const any_game& game, const query_state& requested) {
  if (!requested.number) return read_position(game, requested.text);
  if (*requested.number >= game.num_positions()) {
    throw input_error(fmt::format("position: expected 0 to {1}, got {0}", *requested.number, game.num_positions() - 1));
  }
  if (!is_legal(game, *requested.number)) {
    throw input_error(fmt::format("position: expected a legal position, got {}", *requested.number));
  }
  return {as_stored(game, *requested.number)};
}

void solved_positions::expect_rules() const {
  if (!has_rules()) fail_without_rules(game().name());
}

namespace {

/// Reads the position that a query names, with the plies played before it if they are given.
[[nodiscard]] query_position read_query_position(const solved_positions& solved, const query_state& state,
                                                 std::optional<std::uint64_t> plies_played) {
  query_position requested = find_query_position(solved.game(), state);
  if (plies_played) requested.plies_played = *plies_played;
  requested.to_move = player_to_move(solved.game(), requested);
  return requested;
}

[[nodiscard]] py::object probe(const solved_positions& solved, const py::object& state,
                               std::optional<std::uint64_t> plies_played, const py::object& position_class,
                               const py::object& move_class) {
  const query_state named = query_state_of(state);
  const any_game& game = solved.game();
  std::optional<position_report> report;
  {
    const released_gil released;
    const auto moves = solved.has_rules() ? moves_in_report::included : moves_in_report::left_out;
    report = report_position(game, read_query_position(solved, named, plies_played), solved.lookup(), moves);
  }
  optional_members reported{.to_move = true};
  if (solved.has_rules()) reported.board = &solved.board();
  return position_object(game, *report, reported, {position_class, move_class});
}

/// Returns (positions of the principal variation, index from which play repeats or None).
[[nodiscard]] py::tuple line(const solved_positions& solved, const py::object& state,
                             std::optional<std::uint64_t> plies_played, const py::object& position_class) {
  solved.expect_rules();
  const query_state named = query_state_of(state);
  std::optional<principal_variation> found;
  {
    const released_gil released;
    found =
        report_principal_variation(solved.game(), read_query_position(solved, named, plies_played), solved.lookup());
  }
  optional_members reported{.to_move = true, .board = &solved.board()};
  py::list positions;
  for (std::size_t i = 0; i < found->positions.size(); ++i) {
    reported.gained = found->gained[i];
    positions.append(position_object(solved.game(), found->positions[i], reported, {position_class, {}}));
  }
  return py::make_tuple(positions, found->repeats_from ? py::object(py::int_(*found->repeats_from)) : py::none());
}

/// The numbers of the positions that the strings name. @throws input_error with the index of the first invalid string.
[[nodiscard]] py::array numbers_of_states(const solved_positions& solved, const py::list& listed, unsigned threads,
                                          const py::object& progress) {
  std::vector<std::string> states;
  states.reserve(listed.size());
  for (const py::handle one : listed) states.push_back(text_of(one, fmt::format("positions[{}]", states.size())));
  py::array_t<std::int64_t> numbers(static_cast<py::ssize_t>(states.size()));
  const std::span<std::int64_t> found(numbers.mutable_data(), states.size());
  run_with_progress(progress, [&](calling_thread& caller) {
    caller.phase("find", states.size());
    std::mutex guard;
    std::optional<std::pair<std::size_t, std::string>> wrong;  // the first error, independent of the threads
    const auto find = [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) {
        try {
          found[i] = static_cast<std::int64_t>(find_position(solved.game(), states[i]));
        } catch (const input_error& rejected) {
          const std::lock_guard lock(guard);
          if (!wrong || i < wrong->first) wrong.emplace(i, rejected.what());
          return;
        }
      }
    };
    constexpr std::uint64_t states_per_block = 256;
    for_each_block(states.size(), resolve_threads(threads), caller, find, states_per_block);
    if (wrong) throw input_error(fmt::format("positions[{}]: {}", wrong->first, wrong->second));
  });
  return numbers;
}

constexpr const char* outcome_array = "outcome";
constexpr const char* winner_array = "winner";

/// The names of the game's arrays.
[[nodiscard]] std::vector<std::string> array_names(const solved_positions& solved) {
  std::vector<std::string> names{outcome_array};
  if (solved.game().seen_by() == viewpoint::players) names.emplace_back(winner_array);
  for_each_value_column([&](auto c) {
    using column = value_column<c>;
    if (has_column(solved.game(), column())) names.emplace_back(column::name);
  });
  return names;
}

/// @throws input_error if the game does not have the array `name`.
void expect_array(const solved_positions& solved, const std::string& name) {
  if (name == winner_array && solved.game().seen_by() == viewpoint::to_move) {
    throw input_error(fmt::format("positions of {} are relative to the player to move and have no winner; use outcome",
                                  solved.game().name()));
  }
  if (name == margin_column::name && !has_margins(solved.game())) {
    throw input_error(why_no_margins(solved.game()) + "; use outcome");
  }
}

/// New arrays with the given names, for the results of a read.
struct result_arrays {
  py::dict by_name;
  value_arrays spans{};

  result_arrays(const solved_positions& solved, std::uint64_t size, const std::vector<std::string>& names) {
    std::uint64_t bytes_per_position = 0;
    for (const std::string& name : names) {
      expect_array(solved, name);
      with_array(solved, name, [&](const auto& span) { bytes_per_position += sizeof span[0]; });
    }
    expect_available(fmt::format("arrays of {} positions need", size), saturating_product(size, bytes_per_position));
    for (const std::string& name : names) {
      with_array(solved, name, [&]<class Number>(std::span<Number>& span) {
        py::array_t<Number> made(static_cast<py::ssize_t>(size));
        span = {made.mutable_data(), size};
        by_name[py::str(name)] = made;
      });
    }
  }

 private:
  /// Calls f(the span of the array with this name, in the type that the solution needs).
  template <class F>
  void with_array(const solved_positions& solved, const std::string& name, const F& f) {
    if (name == outcome_array) return f(spans.outcomes);
    if (name == winner_array) return f(spans.winners);
    for_each_value_column([&](auto c) {
      using column = value_column<c>;
      auto& [narrow, wide] = std::get<c>(spans.numbers);
      if (name != column::name) return;
      has_narrow_numbers<column>(solved.entries()) ? f(narrow) : f(wide);
    });
  }
};

[[nodiscard]] py::dict read_arrays(const solved_positions& solved, position first, std::uint64_t size,
                                   const std::vector<std::string>& names, unsigned threads,
                                   const py::object& progress) {
  const result_arrays arrays(solved, size, names);
  run_with_progress(progress, [&](calling_thread& caller) {
    fill_arrays(solved.game(), solved.entries(), first, arrays.spans, threads, caller);
  });
  return arrays.by_name;
}

[[nodiscard]] py::dict look_up_arrays(const solved_positions& solved, const py::array_t<std::int64_t>& positions,
                                      const std::vector<std::string>& names, unsigned threads,
                                      const py::object& progress) {
  const std::span<const std::int64_t> requested(positions.data(), static_cast<std::size_t>(positions.size()));
  const std::uint64_t num_positions = solved.entries().size();
  const result_arrays arrays(solved, requested.size(), names);
  // The cast turns negative numbers into numbers that are out of range.
  const std::span<const position> numbers(reinterpret_cast<const position*>(requested.data()), requested.size());
  run_with_progress(progress, [&](calling_thread& caller) {
    caller.phase("check", numbers.size());
    const std::uint64_t wrong = first_position(numbers.size(), resolve_threads(threads), caller,
                                               [&](std::uint64_t i) { return numbers[i] >= num_positions; });
    if (wrong != numbers.size()) {
      throw input_error(
          fmt::format("positions[{0}]: expected 0 to {2}, got {1}", wrong, requested[wrong], num_positions - 1));
    }
    zermelo::look_up_arrays(solved.game(), solved.entries(), numbers, arrays.spans, threads, caller);
  });
  return arrays.by_name;
}

[[nodiscard]] py::list axes_of(const solved_positions& solved) {
  py::list axes;
  for (const axis& one : solved.game().axes()) {
    py::dict coordinates;
    for (const axis_coordinate& coordinate : one.coordinates) {
      coordinates[text_object(coordinate.name)] =
          py::array_t<std::int64_t>(static_cast<py::ssize_t>(coordinate.values.size()), coordinate.values.data());
    }
    axes.append(py::make_tuple(text_object(one.name), one.size, json_object(one.labels), coordinates));
  }
  return axes;
}

}  // namespace

void bind_solved_positions(py::module_& module) {
  py::class_<solved_positions>(module, "SolvedPositions")
      .def_property_readonly("game", [](const solved_positions& s) { return text_object(s.game().name()); })
      .def_property_readonly("players",
                             [](const solved_positions& s) { return py::tuple(json_object(s.game().player_names())); })
      .def_property_readonly("num_positions", [](const solved_positions& s) { return s.entries().size(); })
      .def_property_readonly("start", [](const solved_positions& s) { return s.game().start(); })
      .def_property_readonly("arrays", array_names)
      .def_property_readonly("axes", axes_of)
      .def("probe", probe, py::arg("state"), py::arg("plies_played"), py::arg("position_class"), py::arg("move_class"))
      .def("expect_rules", &solved_positions::expect_rules)
      .def("line", line, py::arg("state"), py::arg("plies_played"), py::arg("position_class"))
      .def("numbers", numbers_of_states, py::arg("states"), py::arg("threads"), py::arg("progress"))
      .def("read", read_arrays, py::arg("first"), py::arg("size"), py::arg("arrays"), py::arg("threads"),
           py::arg("progress"))
      .def("look_up", look_up_arrays, py::arg("positions"), py::arg("arrays"), py::arg("threads"), py::arg("progress"));
}

}  // namespace zermelo::python
