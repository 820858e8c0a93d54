// SPDX-License-Identifier: MIT
// Text and boards of kalah, and the game's entry in the catalog.
#include "kalah.hpp"

#include <span>

#include <zermelo/core/game/pit_rows.hpp>
#include <zermelo/experiment/catalog/game_model.hpp>

namespace zermelo::games {

kalah::state kalah::parse(std::string_view text) const {
  const auto fields = parse_fields(text, {"south", "north", "turn"});
  state s;
  for (const player p : {south, north}) {
    const std::string name = player_name(p);
    read_pit_row(name, fields.at(name), all_seeds(), std::span(s.pits).subspan(first_pit(p), m_pits));
  }
  if (slice_of(s) > all_seeds()) {
    throw input_error(
        fmt::format("position: there are {} seeds in pits, more than the {} of the start", slice_of(s), all_seeds()));
  }
  s.to_move = parse_turn(fields.at("turn"), *this);
  return s;
}

std::string kalah::drawing(const state& s) const { return pit_rows_drawing(row(s, south), row(s, north)); }

game_board kalah::board_shape() const { return pit_rows_board(m_pits, all_seeds()); }

placed_pieces kalah::board_pieces(const state& s) const { return seeds_in_pits(row(s, south), row(s, north)); }

}  // namespace zermelo::games

template class zermelo::erased_game_of<zermelo::games::kalah>;
template zermelo::experiment::game_entry zermelo::experiment::entry_of<zermelo::games::kalah>();
