// SPDX-License-Identifier: MIT
// A small game with a grid, and its tables, for tests of queries.
#pragma once

#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/core/game_module.hpp>
#include <zermelo/solving/job/solve_job.hpp>

namespace zermelo::serve {

struct chase_state {
  player to_move = player::first;
  unsigned cop = 0;
  unsigned robber = 0;
  friend bool operator==(const chase_state&, const chase_state&) = default;
};

/// A cop and a robber on 3 x 3 cells alternately stay or move to a neighbour. The cop wins on the robber's cell, the
/// robber wins on cell 0,0.
class chase {
 public:
  using state = chase_state;
  static constexpr unsigned width = 3;
  static constexpr unsigned num_cells = width * width;
  static constexpr player cop = player::first;

  explicit chase(const parameter_values& values) : m_exit(static_cast<unsigned>(values.integer("exit"))) {}
  static std::string_view name() { return "chase"; }
  static std::string_view summary() { return "a cop and a robber"; }
  static std::vector<parameter> parameters() {
    return {{.name = "exit",
             .type = parameter_type::integer,
             .help = "The robber's cell",
             .default_value = "0",
             .minimum = 0,
             .maximum = num_cells - 1}};
  }

  [[nodiscard]] position num_positions() const { return position{2} * num_cells * num_cells; }
  [[nodiscard]] position rank(const state& s) const {
    return (index_of(s.to_move) * num_cells + s.cop) * num_cells + s.robber;
  }
  [[nodiscard]] state unrank(position p) const {
    return {p < num_positions() / 2 ? player::first : player::second, static_cast<unsigned>(p / num_cells % num_cells),
            static_cast<unsigned>(p % num_cells)};
  }
  [[nodiscard]] state start() const { return {player::second, 0, num_cells - 1}; }
  [[nodiscard]] player player_to_move(const state& s) const { return s.to_move; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.cop == s.robber) return result::won_by(cop);
    return s.robber == m_exit ? std::optional(result::won_by(opponent(cop))) : std::nullopt;
  }
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.to_move)); }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    const unsigned from = s.to_move == cop ? s.cop : s.robber;
    for (unsigned to = 0; to < num_cells; ++to) {
      const unsigned rows = from / width > to / width ? from / width - to / width : to / width - from / width;
      const unsigned columns = from % width > to % width ? from % width - to % width : to % width - from % width;
      if (rows + columns > 1) continue;
      state next = s;
      (s.to_move == cop ? next.cop : next.robber) = to;
      next.to_move = opponent(s.to_move);
      f(next);
    }
  }
  [[nodiscard]] std::string player_name(player p) const { return p == cop ? "cop" : "robber"; }
  [[nodiscard]] std::vector<axis> axes() const {
    std::vector<axis_coordinate> coordinates{{"row", {}}, {"column", {}}};
    for (unsigned cell = 0; cell < num_cells; ++cell) {
      coordinates[0].values.push_back(cell / width);
      coordinates[1].values.push_back(cell % width);
    }
    return {{"turn", 2, {"cop", "robber"}, {}},
            {"cop", num_cells, {}, coordinates},
            {"robber", num_cells, {}, coordinates}};
  }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("cop={} robber={} turn={}", s.cop, s.robber, player_name(s.to_move));
  }
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"cop", "robber", "turn"});
    return {fields.at("turn") == "cop" ? cop : opponent(cop), cell_of(fields.at("cop")), cell_of(fields.at("robber"))};
  }

 private:
  [[nodiscard]] static unsigned cell_of(const std::string& text) {
    const auto cell = parse_number<unsigned>(text);
    if (!cell || *cell >= num_cells) throw input_error(fmt::format("position: '{}' is not a cell", text));
    return *cell;
  }
  unsigned m_exit;
};

[[nodiscard]] inline const catalog& chase_catalog() {
  static const catalog games = make_catalog<chase>();
  return games;
}

/// Solves a game and writes its table.
inline void solve_game(const catalog& games, const std::string& name, const std::vector<std::string>& arguments,
                       const std::filesystem::path& table) {
  const auto game = games.build(name, arguments);
  solve_visitor visitor;
  solve_job_options options;
  options.table = table;
  solve_job job(*game, std::move(options), [](const std::string&) {});
  const auto result = job.finish(job.solve(visitor), visitor);
  if (!result.is_stored) throw resource_error("the table was not written");
}

inline void solve_chase(const std::filesystem::path& table, const std::string& exit = "exit=0") {
  solve_game(chase_catalog(), "chase", {exit}, table);
}

/// A folder that the destructor removes.
class test_folder {
 public:
  test_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "zermelo-serve-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw resource_error("no temporary folder");
    m_path = name;
  }
  ~test_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
  }
  test_folder(const test_folder&) = delete;
  test_folder& operator=(const test_folder&) = delete;
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return m_path / name; }
  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

 private:
  std::filesystem::path m_path;
};

}  // namespace zermelo::serve
