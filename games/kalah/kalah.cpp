// SPDX-License-Identifier: MIT
// Text and boards of kalah, and the game's entry in the catalog.
#include "kalah.hpp"

#include <zermelo/experiment/catalog/game_model.hpp>

namespace zermelo::games {

std::string kalah::row_text(const state& s, player p) const {
  std::string text;
  for (std::size_t pit = 0; pit < m_pits; ++pit) {
    text += fmt::format("{}{}", pit > 0 ? "," : "", s.pits[first_pit(p) + pit]);
  }
  return text;
}

kalah::state kalah::parse(std::string_view text) const {
  const auto fields = parse_fields(text, {"south", "north", "turn"});
  state s;
  for (const player p : {south, north}) {
    const std::string& row = fields.at(player_name(p));
    std::string_view rest = row;
    for (std::size_t pit = 0; pit < m_pits; ++pit) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      const auto seeds = parse_number<unsigned>(rest.substr(0, comma));
      const bool is_last = pit + 1 == m_pits;
      if (!seeds || *seeds > all_seeds() || is_last != (comma == rest.size())) {
        throw input_error(fmt::format("position: {}={} is not {} numbers of seeds from 0 to {} with commas between",
                                      player_name(p), excerpt(row), m_pits, all_seeds()));
      }
      s.pits[first_pit(p) + pit] = static_cast<std::uint8_t>(*seeds);
      if (!is_last) rest.remove_prefix(comma + 1);
    }
  }
  if (slice_of(s) > all_seeds()) {
    throw input_error(
        fmt::format("position: there are {} seeds in pits, more than the {} of the start", slice_of(s), all_seeds()));
  }
  s.to_move = parse_turn(fields.at("turn"), *this);
  return s;
}

std::string kalah::drawing(const state& s) const {
  std::string upper;
  std::string lower;
  for (std::size_t column = 0; column < m_pits; ++column) {
    upper += fmt::format("{:>3}", s.pits[first_pit(north) + m_pits - 1 - column]);
    lower += fmt::format("{:>3}", s.pits[first_pit(south) + column]);
  }
  return upper + "\n" + lower;
}

game_board kalah::board_shape() const {
  std::vector<board_piece> pieces;
  for (unsigned seeds = 1; seeds <= all_seeds(); ++seeds) {
    pieces.push_back({seeds == 1 ? "1 seed" : fmt::format("{} seeds", seeds), std::to_string(seeds)});
  }
  return rectangular_board(num_players, static_cast<std::uint32_t>(m_pits), std::move(pieces));
}

placed_pieces kalah::board_pieces(const state& s) const {
  placed_pieces placed(num_pits());
  for (std::size_t pit = 0; pit < num_pits(); ++pit) {
    // South's pits lie in the lower row from left to right, north's in the upper one from right to left.
    const std::size_t place = pit < m_pits ? m_pits + pit : num_pits() - 1 - pit;
    if (s.pits[pit] > 0) placed.at[place] = static_cast<std::int16_t>(s.pits[pit] - 1);
  }
  return placed;
}

}  // namespace zermelo::games

template class zermelo::erased_game_of<zermelo::games::kalah>;
template zermelo::experiment::game_entry zermelo::experiment::entry_of<zermelo::games::kalah>();
