// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include <zermelo/core/verify/check_game.hpp>

#include "check_parts.hpp"

namespace zermelo::detail {

template <class Names>
void board_check::check_names(const char* what, const Names& names) {
  std::set<std::string_view> met;
  for (const std::string_view name : names) {
    if (name.empty()) m_check.report("board_shape: the name of a {} is empty", what);
    if (!met.insert(name).second) m_check.report("board_shape: duplicate {} name '{}'", what, name);
  }
}

void board_check::check_shape() {
  if (!m_check.has().board) return;
  const std::size_t violations = m_check.report_so_far().violations.size();
  game_board board = m_check.hooks().board_shape();
  const auto names_of = [](const auto& list) {
    std::vector<std::string_view> names;
    for (const auto& one : list) names.push_back(one.name);
    return names;
  };
  if (board.cells.empty()) m_check.report("board_shape: the board has no cells; it needs at least 1");
  if (board.pieces.size() > std::size_t{std::numeric_limits<std::int16_t>::max()}) {
    m_check.report("board_shape: expected at most 32767 kinds of pieces, got {}", board.pieces.size());
  }
  check_names("cell", names_of(board.cells));
  check_names("piece", names_of(board.pieces));
  check_names("hand", board.hands);
  const auto is_cell = [&board](std::uint32_t number) { return number < board.cells.size(); };
  for (const auto& [a, b] : board.lines) {
    if (!is_cell(a) || !is_cell(b) || a == b) {
      m_check.report("board_shape: a line joins cells {} and {}; expected two different cells below {}", a, b,
                     board.cells.size());
    }
  }
  for (const board_mark& mark : board.marks) {
    if (!is_cell(mark.cell) || mark.text.empty()) {
      m_check.report("board_shape: the mark '{}' is on cell {}; expected a text and a cell below {}", mark.text,
                     mark.cell, board.cells.size());
    }
  }
  if (board.is_laid_out) {
    std::map<std::pair<float, float>, std::string_view> name_at;
    for (const board_cell& cell : board.cells) {
      const auto [x, y] = cell.centre;
      const auto [met, is_new] = name_at.try_emplace({x, y}, cell.name);
      if (!std::isfinite(x) || !std::isfinite(y)) m_check.report("board_shape: cell '{}' has no centre", cell.name);
      if (!is_new) m_check.report("board_shape: cells '{}' and '{}' have the same centre", cell.name, met->second);
    }
  }
  if (m_check.report_so_far().violations.size() == violations) m_board = std::move(board);
}

bool board_check::fits(const placed_pieces& pieces) const {
  const auto num_pieces = static_cast<std::int16_t>(m_board->pieces.size());
  return pieces.at.size() == m_board->cells.size() && pieces.in_hand.size() == m_board->hands.size() &&
         std::all_of(pieces.at.begin(), pieces.at.end(),
                     [=](std::int16_t piece) { return piece >= placed_pieces::none && piece < num_pieces; }) &&
         std::all_of(pieces.in_hand.begin(), pieces.in_hand.end(),
                     [&](const auto& hand) { return hand.size() == m_board->pieces.size(); });
}

std::array<std::uint64_t, 3> board_check::pieces_by_owner(const placed_pieces& pieces) const {
  std::array<std::uint64_t, 3> cells{};
  for (const std::int16_t piece : pieces.at) {
    if (piece == placed_pieces::none) continue;
    const std::optional<player> owner = m_board->pieces[static_cast<std::size_t>(piece)].owner;
    ++cells[owner ? index_of(*owner) : 2];
  }
  return cells;
}

placed_pieces board_check::pieces_of(state_ref s, player to_move) {
  m_num_cells += m_board->cells.size();
  return m_check.hooks().board_pieces(s, to_move);
}

void board_check::check_pieces(std::optional<position> at, state_ref s) {
  if (!m_board || m_num_cells > max_cells) return;
  const game_hooks& game = m_check.hooks();
  const auto name = [&] { return at ? m_check.name(*at) : m_check.name(s); };
  const placed_pieces here = pieces_of(s, player::first);
  if (!fits(here)) {
    m_check.report("{}: the pieces, cells or hands of board_pieces do not match board_shape", name());
    return;
  }
  const bool is_seen = m_check.has().is_relative;
  if (is_seen) {
    const placed_pieces other = pieces_of(s, player::second);
    const auto by_first = pieces_by_owner(here);
    if (!fits(other) || pieces_by_owner(other) != std::array{by_first[1], by_first[0], by_first[2]}) {
      m_check.report(
          "{}: board_pieces for the second player to move must equal that for the first player, with colours exchanged",
          name());
      return;
    }
  }
  if (game.terminal(s)) return;
  std::map<placed_pieces, state_copy> met;
  game.for_each_successor(s, [&](state_ref to) {
    placed_pieces there = pieces_of(to, is_seen ? player::second : player::first);
    const auto [first, is_new] = met.try_emplace(std::move(there), game.keep(to));
    if (is_new || game.are_equal(first->second, to)) return;
    m_check.report("{}: board_pieces returns equal pieces for its successors {} and {}", name(),
                   m_check.name(first->second), m_check.name(to));
  });
}

}  // namespace zermelo::detail
