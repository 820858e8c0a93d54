// SPDX-License-Identifier: MIT
// Cat and Mouse II: a pursuit on a grid (LeetCode, problem 1728).
//
// Rules. The grid has walls '#', floor '.', and on the floor a cat 'C', a mouse 'M' and a piece of food 'F'. The mouse
// moves first; then the players alternate. A player may stay, or jump 1 .. cat_jump (mouse_jump) cells up, down, left
// or right over anything except walls. The cat wins when it is on the cell of the mouse or of the food; the mouse wins
// when it is on the food and the cat is not. The cat also wins if play never ends, or if the mouse does not reach the
// food within `move_limit` plies of both players.
//
// Parameters   grid, or rows and cols (with walls and seed); cat_jump and mouse_jump at least 1; move_limit.
// Positions    2 n^2 for n cells without walls (turn x cat x mouse), including terminals with either player to move.
// Published    the problem's examples; counts for them and for open grids are in data/published and the README.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/game_module.hpp>

namespace zermelo::games {

class cat_and_mouse_ii {
 public:
  static constexpr player mouse = player::first;
  static constexpr player cat = player::second;

  /// A cell without a wall, numbered in row-major order.
  using cell = numbered_cells::number;

  /// Grids with more cells without walls have over 2^37 positions; every engine needs at least 256 GiB for them.
  /// Walls do not count, since each needs only a byte.
  static constexpr std::uint64_t max_cells = std::uint64_t{1} << 18;

  struct state {
    player turn = mouse;
    cell cat_cell = 0;
    cell mouse_cell = 0;
    friend bool operator==(const state&, const state&) = default;
  };

  /// The grid and the rules of a game.
  struct instance {
    std::string grid;  ///< rows separated by line ends or '/'
    std::uint64_t cat_jump = 1;
    std::uint64_t mouse_jump = 1;
    std::optional<std::uint64_t> move_limit = default_move_limit;
    std::string location = "grid";  ///< the source of the grid, for messages
  };

  /// @throws input_error if the grid is malformed or a jump is 0; resource_error if there are more than `max_cells`
  ///   cells without walls, or more moves than a table of moves can store; interrupted.
  explicit cat_and_mouse_ii(const instance& from, const work_monitor& monitor = work_monitor())
      : cat_and_mouse_ii(parse_grid(from.grid, letters, from.location), from, monitor) {}

  explicit cat_and_mouse_ii(const parameter_values& values, const work_monitor& monitor = work_monitor())
      : cat_and_mouse_ii(read_grid(values, monitor), read_rest(values), monitor) {}

  /// The bytes include the grid, its cells, and a list of moves for each player. Builds the cells, but not the lists.
  static game_size size_of(const parameter_values& values) {
    const instance rest = read_rest(values);
    std::vector<grid_cell> cells;
    std::uint64_t rows = 0;
    std::uint64_t grid_bytes = 0;
    std::uint64_t bytes_to_make = 0;
    if (is_random(values)) {
      const random_parameters of = random_parameters_of(values);
      random_generator random(of.seed);
      cells = draw_floor(random, of.rows, of.columns, of.walls, of.seed, max_cells, work_monitor());
      rows = of.rows;
      grid_bytes = std::uint64_t{of.rows} * of.columns;
      bytes_to_make = random_grid_bytes(of.rows, of.columns, cells.size());
    } else {
      character_grid grid = parse_grid(values.text("grid"), letters, rest.location);
      expect_tabled(grid.size() - grid.count('#'), rest.location);
      for (std::size_t i = 0; i < grid.size(); ++i) {
        if (grid[grid.cell(i)] != '#') cells.push_back(grid.cell(i));
      }
      rows = grid.rows();
      grid_bytes = grid.size();
      bytes_to_make = 2 * grid_bytes;  // as it grows
    }
    const std::uint64_t n = cells.size();
    std::uint64_t bytes = grid_bytes + numbered_cells::bytes_for(n, rows);
    for (const auto& [name, jump] : {std::pair{"cat_jump", rest.cat_jump}, {"mouse_jump", rest.mouse_jump}}) {
      bytes = saturating_sum(bytes, adjacency_lists::bytes_for(n, checked_moves(cells, name, jump)));
    }
    return {2 * n * n, bytes, std::max(bytes, bytes_to_make)};
  }

  // The catalog

  static constexpr std::string_view name() { return "cat_and_mouse_ii"; }
  static constexpr std::string_view summary() { return "Cat and Mouse II on a grid with walls (LeetCode 1728)"; }
  static std::vector<parameter> parameters() {
    const auto dimension = [](const char* parameter_name, const char* help) {
      return parameter{
          parameter_name, parameter_type::integer, help, {}, 1, static_cast<double>(character_grid::max_size)};
    };
    const auto jump = [](const char* parameter_name, const char* help) {
      return parameter{parameter_name, parameter_type::integer, help, "1", 1};
    };
    return {
        {"grid", parameter_type::text, "rows of # walls, . floor, one C, one M, one F; separated by / or line ends"},
        jump("cat_jump", "longest jump of the cat, in cells"),
        jump("mouse_jump", "longest jump of the mouse, in cells"),
        dimension("rows", "rows of a random grid, instead of grid"),
        dimension("cols", "columns of a random grid"),
        {"walls", parameter_type::real, "random grid: probability of a wall in each cell; 0 by default", {}, 0, 1},
        {"seed", parameter_type::integer, "random grid: seed, which determines the grid; 0 by default"},
        {"move_limit", parameter_type::optional_integer,
         "plies of both players within which the mouse must reach the food", std::to_string(default_move_limit)},
    };
  }

  // The index space: turn x cat x mouse, with the mouse's cell varying fastest

  [[nodiscard]] position num_positions() const { return 2 * m_half; }
  [[nodiscard]] position rank(const state& s) const {
    return (s.turn == mouse ? 0 : m_half) + row_of(s.cat_cell) + s.mouse_cell;
  }
  [[nodiscard]] state unrank(position p) const {
    const player turn = p < m_half ? mouse : cat;
    const position in_half = p - (turn == mouse ? 0 : m_half);
    const position cat_cell = in_half / num_cells();
    return {turn, static_cast<cell>(cat_cell), static_cast<cell>(in_half - cat_cell * num_cells())};
  }
  [[nodiscard]] std::vector<axis> axes() const {
    const auto cells = [this](const char* axis_name) {
      axis a{axis_name, num_cells(), {}, {{"row", {}}, {"column", {}}}};
      for (const grid_cell& at : m_cells.all()) {
        a.coordinates[0].values.push_back(at.row);
        a.coordinates[1].values.push_back(at.column);
      }
      return a;
    };
    return {axis{"turn", 2, {player_name(mouse), player_name(cat)}, {}}, cells("cat"), cells("mouse")};
  }

  // The rules

  [[nodiscard]] player player_to_move(const state& s) const { return s.turn; }
  [[nodiscard]] std::optional<result> terminal(const state& s) const {
    if (s.cat_cell == s.mouse_cell || s.cat_cell == m_food) return result::won_by(cat);
    if (s.mouse_cell == m_food) return result::won_by(mouse);
    return std::nullopt;
  }
  template <class Callback>
  void for_each_successor(const state& s, Callback&& f) const {
    if (s.turn == mouse) {
      for (const cell to : m_mouse_moves.neighbours(s.mouse_cell)) f(state{cat, s.cat_cell, to});
    } else {
      for (const cell to : m_cat_moves.neighbours(s.cat_cell)) f(state{mouse, to, s.mouse_cell});
    }
  }
  /// Omits terminals. Jumps are possible in both directions, so the moves of a walker also list its predecessors.
  template <class Callback>
  void for_each_predecessor(const state& s, Callback&& f) const {
    if (s.turn == cat) {
      if (s.cat_cell == m_food) return;
      for (const cell from : m_mouse_moves.neighbours(s.mouse_cell)) {
        if (from != s.cat_cell && from != m_food) f(state{mouse, s.cat_cell, from});
      }
    } else {
      if (s.mouse_cell == m_food) return;
      for (const cell from : m_cat_moves.neighbours(s.cat_cell)) {
        if (from != s.mouse_cell && from != m_food) f(state{cat, from, s.mouse_cell});
      }
    }
  }
  /// Never called, since a player may stay.
  [[nodiscard]] result no_moves(const state& s) const { return result::won_by(opponent(s.turn)); }

  // Moves by number, for speed: one division per position instead of one per move

  template <class Callback>
  void for_each_successor_index(position p, Callback&& f) const {
    const state s = unrank(p);
    if (s.turn == mouse) {
      const position row = m_half + row_of(s.cat_cell);
      for (const cell to : m_mouse_moves.neighbours(s.mouse_cell)) f(row + to);
    } else {
      for (const cell to : m_cat_moves.neighbours(s.cat_cell)) f(row_of(to) + s.mouse_cell);
    }
  }
  template <class Callback>
  void for_each_predecessor_index(position p, Callback&& f) const {
    const state s = unrank(p);
    if (s.turn == cat) {
      if (s.cat_cell == m_food) return;
      const position row = row_of(s.cat_cell);
      for (const cell from : m_mouse_moves.neighbours(s.mouse_cell)) {
        if (from != s.cat_cell && from != m_food) f(row + from);
      }
    } else {
      if (s.mouse_cell == m_food) return;
      const position column = m_half + s.mouse_cell;
      for (const cell from : m_cat_moves.neighbours(s.cat_cell)) {
        if (from != s.mouse_cell && from != m_food) f(column + row_of(from));
      }
    }
  }

  // The product form: cat and mouse walk independently

  [[nodiscard]] product_form product() const {
    product_form form{{}, {mouse, cat}};
    form.walkers.reserve(2);  // an initializer list would copy the walkers
    form.walkers.push_back({cat, m_cat_moves, m_cells.all()});
    form.walkers.push_back({mouse, m_mouse_moves, m_cells.all()});
    return form;
  }
  template <class Callback>
  void for_each_terminal(std::size_t /*turn*/, std::span<const node_number> others, Callback&& f) const {
    const cell cat_cell = others.front();
    if (cat_cell == m_food) {
      for (cell mouse_cell = 0; mouse_cell < num_cells(); ++mouse_cell) f(mouse_cell, result::won_by(cat));
    } else {
      f(cat_cell, result::won_by(cat));
      f(m_food, result::won_by(mouse));
    }
  }

  // The start and the answer

  [[nodiscard]] state start() const { return m_start; }
  [[nodiscard]] std::optional<player> infinite_play() const { return cat; }
  [[nodiscard]] std::optional<std::uint64_t> move_limit() const { return m_move_limit; }
  /// The answer of the problem: whether the mouse wins.
  [[nodiscard]] bool answer(const game_result& v) const { return v.winner == mouse; }

  // Text

  [[nodiscard]] std::string player_name(player p) const { return p == mouse ? "mouse" : "cat"; }
  [[nodiscard]] std::string format(const state& s) const {
    return fmt::format("mouse={} cat={} turn={}", format_cell(m_cells[s.mouse_cell]), format_cell(m_cells[s.cat_cell]),
                       player_name(s.turn));
  }
  /// @throws input_error if a cell is outside the grid, or is a wall.
  [[nodiscard]] state parse(std::string_view text) const {
    const auto fields = parse_fields(text, {"mouse", "cat", "turn"});
    const auto open_cell = [&](const char* field) {
      const grid_cell at = parse_cell(fields.at(field), m_grid, field);
      if (const auto open = m_cells.find(at)) return *open;
      throw input_error(fmt::format("position: {}={} is a wall", field, format_cell(at)));
    };
    return {parse_turn(fields.at("turn"), *this), open_cell("cat"), open_cell("mouse")};
  }
  [[nodiscard]] std::string drawing(const state& s) const {
    character_grid board = m_grid;
    board[m_cells[s.mouse_cell]] = 'M';
    board[m_cells[s.cat_cell]] = 'C';  // hides a caught mouse
    return board.text('\n');
  }
  /// The board has walls only up to a maximum number.
  [[nodiscard]] game_board board_shape() const {
    constexpr std::size_t max_walls = 1 << 16;
    game_board board{.marks = {{m_food, "food"}},
                     .pieces = {{"mouse", "M", mouse}, {"cat", "C", cat}, {"cat on mouse", "C", cat}}};
    const auto centre_of = [](grid_cell at) {
      return plane_point{static_cast<float>(at.column), static_cast<float>(at.row)};
    };
    for (const grid_cell at : m_cells.all()) board.cells.push_back({centre_of(at), format_cell(at)});
    if (m_grid.count('#') > max_walls) return board;
    for (const grid_cell at : m_grid.find('#')) board.walls.push_back(centre_of(at));
    return board;
  }
  [[nodiscard]] placed_pieces board_pieces(const state& s) const {
    placed_pieces pieces(num_cells());
    pieces.at[s.mouse_cell] = piece_number(mouse);
    pieces.at[s.cat_cell] = static_cast<std::int16_t>(piece_number(cat) + (s.cat_cell == s.mouse_cell ? 1 : 0));
    return pieces;
  }

  // The instance

  [[nodiscard]] const character_grid& grid() const { return m_grid; }
  [[nodiscard]] std::uint64_t cat_jump() const { return m_cat_jump; }
  [[nodiscard]] std::uint64_t mouse_jump() const { return m_mouse_jump; }
  /// The grid coordinates of an open cell.
  [[nodiscard]] grid_cell grid_cell_of(cell c) const { return m_cells[c]; }

 private:
  static constexpr std::uint64_t default_move_limit = 1000;

  static constexpr std::string_view letters = "#.CMF";

  /// @param from  the other members of the instance; its grid is ignored
  cat_and_mouse_ii(character_grid grid, const instance& from, const work_monitor& monitor)
      : m_grid(std::move(grid)),
        m_cat_jump(from.cat_jump),
        m_mouse_jump(from.mouse_jump),
        m_move_limit(from.move_limit) {
    if (m_cat_jump == 0 || m_mouse_jump == 0) throw input_error("cat_jump and mouse_jump: expected at least 1");
    const grid_cell cat_start = take_piece('C', "cat", from.location);
    const grid_cell mouse_start = take_piece('M', "mouse", from.location);
    const grid_cell food = take_piece('F', "food", from.location);
    expect_tabled(m_grid.count('.'), from.location);
    m_cells = numbered_cells(m_grid, '.');
    m_half = num_cells() * num_cells();
    m_start = {mouse, m_cells.find(cat_start).value(), m_cells.find(mouse_start).value()};
    m_food = m_cells.find(food).value();
    m_cat_moves = moves_of_walker("cat_jump", m_cat_jump, monitor);
    m_mouse_moves = moves_of_walker("mouse_jump", m_mouse_jump, monitor);
    m_grid[food] = 'F';
  }

  /// The parameters of a random grid.
  struct random_parameters {
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    double walls = 0;
    std::uint64_t seed = 0;
  };

  /// Whether the grid is random. @throws input_error unless the parameters give either a grid or its size.
  [[nodiscard]] static bool is_random(const parameter_values& values) {
    const bool has_size = values.has("rows") && values.has("cols");
    const bool wants_random = values.has("rows") || values.has("cols") || values.has("walls") || values.has("seed");
    if (values.has("grid") == wants_random || wants_random != has_size) {
      throw input_error(
          "give either grid, such as grid=M.C/..F, or rows and cols, such as rows=8 cols=8 walls=0.2 seed=1");
    }
    return wants_random;
  }
  [[nodiscard]] static random_parameters random_parameters_of(const parameter_values& values) {
    return {static_cast<std::uint32_t>(values.integer("rows")), static_cast<std::uint32_t>(values.integer("cols")),
            values.has("walls") ? values.real("walls") : 0,
            values.has("seed") ? static_cast<std::uint64_t>(values.integer("seed")) : 0};
  }
  [[nodiscard]] static character_grid read_grid(const parameter_values& values, const work_monitor& monitor) {
    if (!is_random(values)) return parse_grid(values.text("grid"), letters, values.location("grid"));
    const random_parameters of = random_parameters_of(values);
    return random_grid(of.rows, of.columns, of.walls, "CMF", of.seed, max_cells, monitor);
  }
  /// The instance without its grid.
  [[nodiscard]] static instance read_rest(const parameter_values& values) {
    instance read;
    read.cat_jump = static_cast<std::uint64_t>(values.integer("cat_jump"));
    read.mouse_jump = static_cast<std::uint64_t>(values.integer("mouse_jump"));
    read.move_limit.reset();
    if (const auto limit = values.optional_integer("move_limit")) {
      read.move_limit = static_cast<std::uint64_t>(*limit);
    }
    if (values.has("grid")) read.location = values.location("grid");
    return read;
  }

  /// Finds the only piece of a kind, replaces it by floor, and returns its cell. @throws input_error unless there is
  /// exactly one
  grid_cell take_piece(char piece, const char* piece_name, const std::string& location) {
    const std::vector<grid_cell> found = m_grid.find(piece);
    if (found.empty()) throw input_error(fmt::format("{}: the {} ('{}') is missing", location, piece_name, piece));
    if (found.size() > 1) {
      throw input_error(fmt::format("{}: line {}, column {}: a second {} ('{}'); the first is in line {}, column {}",
                                    location, found[1].row + 1, found[1].column + 1, piece_name, piece,
                                    found[0].row + 1, found[0].column + 1));
    }
    m_grid[found[0]] = '.';
    return found[0];
  }

  static void expect_tabled(std::size_t open, const std::string& location) {
    if (open <= max_cells) return;
    throw resource_error(fmt::format("{}: {} cells without walls make {:.1e} positions; at most {} cells are supported",
                                     location, open, 2.0 * std::pow(static_cast<double>(open), 2), max_cells));
  }

  /// The number of moves of a walker, including staying, on cells in row-major order. For each cell, counts the moves
  /// between it and the nearest min(jump, n) of the n cells to its left, up to a wall; and in the same way above it.
  /// @throws resource_error if a table of moves cannot store them.
  [[nodiscard]] static std::uint64_t checked_moves(const std::vector<grid_cell>& cells, const char* parameter_name,
                                                   std::uint64_t jump) {
    std::uint64_t moves = cells.size();
    std::uint64_t num_left = 0;  // number of cells to the left, up to a wall
    std::vector<std::uint32_t> num_above(cells.size());
    std::size_t upper = 0;  // the cell above or, if it is a wall, the next cell
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const grid_cell at = cells[i];
      num_left = i > 0 && cells[i - 1].row == at.row && cells[i - 1].column + 1 == at.column ? num_left + 1 : 0;
      const auto is_before = [&at](grid_cell c) {
        return c.row + 1 < at.row || (c.row + 1 == at.row && c.column < at.column);
      };
      while (is_before(cells[upper])) ++upper;
      if (cells[upper].row + 1 == at.row && cells[upper].column == at.column) num_above[i] = num_above[upper] + 1;
      moves += 2 * (std::min(jump, num_left) + std::min<std::uint64_t>(jump, num_above[i]));
    }
    if (moves > adjacency_lists::max_edges) {
      throw resource_error(fmt::format("{}={}: {} moves between {} cells; at most {} moves are supported",
                                       parameter_name, jump, moves, cells.size(), adjacency_lists::max_edges));
    }
    return moves;
  }

  [[nodiscard]] adjacency_lists moves_of_walker(const char* parameter_name, std::uint64_t jump,
                                                const work_monitor& monitor) const {
    adjacency_lists moves;
    moves.reserve(num_cells(), checked_moves(m_cells.all(), parameter_name, jump));
    for (cell from = 0; from < num_cells(); ++from) {
      monitor.check_stop();
      moves.add_node();
      moves.add_neighbour(from);
      for (const auto& [down, right] : grid_steps) {
        grid_cell at = m_cells[from];
        for (std::uint64_t length = 1; length <= jump; ++length) {
          at.row += down;
          at.column += right;
          const auto to = m_cells.find(at);
          if (!to) break;
          moves.add_neighbour(*to);
        }
      }
    }
    return moves;
  }

  [[nodiscard]] position num_cells() const { return m_cells.size(); }
  /// The first position with a cell of the cat, relative to the first position of the player to move.
  [[nodiscard]] position row_of(cell cat_cell) const { return cat_cell * num_cells(); }

  character_grid m_grid;  ///< without cat and mouse
  std::uint64_t m_cat_jump = 1;
  std::uint64_t m_mouse_jump = 1;
  std::optional<std::uint64_t> m_move_limit;
  numbered_cells m_cells;  ///< cells without walls
  position m_half = 0;     ///< number of positions for each player to move
  state m_start;
  cell m_food = 0;
  adjacency_lists m_cat_moves;
  adjacency_lists m_mouse_moves;
};

}  // namespace zermelo::games
