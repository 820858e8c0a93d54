// SPDX-License-Identifier: MIT
// Strings and boards of awari, and the game's entry in the catalog.
#include "awari.hpp"

#include <span>

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/core/game/pit_rows.hpp>

namespace zermelo::games {

awari::state awari::parse(std::string_view text) const {
  const auto fields = parse_fields(text, {"own", "other"});
  state s{};
  const std::span<std::uint8_t> pits(s);
  read_pit_row("own", fields.at("own"), m_seeds, pits.first(m_pits));
  read_pit_row("other", fields.at("other"), m_seeds, pits.subspan(m_pits, m_pits));
  if (seeds_of(s) > m_seeds) {
    throw input_error(fmt::format("position: expected at most {} seeds, got {} in '{}'", m_seeds, seeds_of(s), text));
  }
  return s;
}

std::string awari::drawing(const state& s) const { return pit_rows_drawing(row(s, 0), row(s, m_pits)); }

game_board awari::board_shape() const { return pit_rows_board(m_pits, m_seeds); }

placed_pieces awari::board_pieces(const state& s, player to_move) const {
  const bool is_south = to_move == player::first;
  return seeds_in_pits(row(s, is_south ? 0 : m_pits), row(s, is_south ? m_pits : 0));
}

}  // namespace zermelo::games

template class zermelo::erased_game_of<zermelo::games::awari>;
template zermelo::game_entry zermelo::entry_of<zermelo::games::awari>();
