// SPDX-License-Identifier: MIT
// Text and boards of awari, and the game's entry in the catalog.
#include "awari.hpp"

#include <zermelo/core/game/board_shapes.hpp>
#include <zermelo/experiment/catalog/game_model.hpp>

namespace zermelo::games {

awari::state awari::parse(std::string_view text) const {
  const auto fields = parse_fields(text, {"own", "other"});
  state s{};
  std::size_t pit = 0;
  for (const char* const name : {"own", "other"}) {
    const std::string& row = fields.at(name);
    const auto refuse = [&] {
      throw input_error(fmt::format("position: {}={} is not {} numbers of seeds from 0 to {} with a comma between",
                                    name, row, m_pits, m_seeds));
    };
    std::string_view rest = row;
    for (std::size_t i = 0; i < m_pits; ++i) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      const auto seeds = parse_number<unsigned>(rest.substr(0, comma));
      const bool is_last = i + 1 == m_pits;
      if (!seeds || *seeds > m_seeds || is_last != (comma == rest.size())) refuse();
      s[pit++] = static_cast<std::uint8_t>(*seeds);
      if (!is_last) rest.remove_prefix(comma + 1);
    }
  }
  if (seeds_of(s) > m_seeds) {
    throw input_error(fmt::format("position: '{}' has {} seeds, more than seeds={}", text, seeds_of(s), m_seeds));
  }
  return s;
}

std::string awari::drawing(const state& s) const {
  std::string other;
  std::string own;
  for (std::size_t column = 0; column < m_pits; ++column) {
    other += fmt::format("{:>3}", s[num_pits() - 1 - column]);
    own += fmt::format("{:>3}", s[column]);
  }
  return other + "\n" + own;
}

game_board awari::board_shape() const {
  std::vector<board_piece> pieces;
  for (unsigned seeds = 1; seeds <= m_seeds; ++seeds) {
    pieces.push_back({seeds == 1 ? "1 seed" : fmt::format("{} seeds", seeds), std::to_string(seeds)});
  }
  return rectangular_board(2, static_cast<std::uint32_t>(m_pits), std::move(pieces));
}

placed_pieces awari::board_pieces(const state& s, player to_move) const {
  placed_pieces placed(num_pits());
  for (std::size_t pit = 0; pit < num_pits(); ++pit) {
    // South's pits lie in the lower row from left to right, north's in the upper one from right to left.
    const std::size_t of_south = to_move == player::first ? pit : (pit + m_pits) % num_pits();
    const std::size_t place = of_south < m_pits ? m_pits + of_south : num_pits() - 1 - of_south;
    if (s[pit] > 0) placed.at[place] = static_cast<std::int16_t>(s[pit] - 1);
  }
  return placed;
}

}  // namespace zermelo::games

template class zermelo::erased_game_of<zermelo::games::awari>;
template zermelo::experiment::game_entry zermelo::experiment::entry_of<zermelo::games::awari>();
