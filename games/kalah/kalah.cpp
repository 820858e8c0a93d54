// SPDX-License-Identifier: MIT
// Text and boards of kalah, and the game's entry in the catalog.
#include "kalah.hpp"

#include <span>

#include <zermelo/catalog/games/game_model.hpp>
#include <zermelo/core/game/pit_rows.hpp>

namespace zermelo::games {

kalah::kalah(std::size_t pits, std::string_view start, empty_capture rule) : kalah(pits, max_seeds, rule) {
  const auto reject = [](std::string_view why) { throw input_error(fmt::format("parameter 'start': {}", why)); };
  try {
    m_start = parse_rows(start);
  } catch (const input_error& wrong) {
    constexpr std::string_view prefix = "position: ";
    const std::string_view message = wrong.what();
    reject(message.substr(message.starts_with(prefix) ? prefix.size() : 0));
  }
  const unsigned seeds = slice_of(m_start);
  if (seeds > m_all_seeds) {
    reject(fmt::format("expected at most {} seeds in pits, {} for each pit, got {}", m_all_seeds, max_seeds, seeds));
  }
  for (const player p : {south, north}) {
    if (seeds_of(m_start, p) == 0) reject(fmt::format("play has ended: {} has no seeds", player_name(p)));
  }
  m_all_seeds = seeds;
  m_boards = pit_boards(num_pits(), seeds);
}

kalah::kalah(const parameter_values& values)
    : kalah([&values] {
        const auto pits = static_cast<std::size_t>(values.integer("pits"));
        const empty_capture rule = values.is_yes("empty_capture") ? empty_capture::yes : empty_capture::no;
        if (!values.has("start")) return kalah(pits, static_cast<unsigned>(values.integer("seeds")), rule);
        if (values.integer("seeds") != default_seeds) {  // reports also list defaults
          throw input_error(fmt::format("seeds={} cannot be combined with start, which sets the seeds; use one of them",
                                        values.text("seeds")));
        }
        return kalah(pits, values.text("start"), rule);
      }()) {}

kalah::state kalah::parse(std::string_view text) const {
  const state s = parse_rows(text);
  if (slice_of(s) > m_all_seeds) {
    throw input_error(
        fmt::format("position: expected at most {} seeds in pits, as at the start, got {}", m_all_seeds, slice_of(s)));
  }
  return s;
}

kalah::state kalah::parse_rows(std::string_view text) const {
  const auto fields = parse_fields(text, {"south", "north", "turn"});
  state s;
  for (const player p : {south, north}) {
    const std::string name = player_name(p);
    read_pit_row(name, fields.at(name), m_all_seeds, std::span(s.pits).subspan(first_pit(p), m_pits));
  }
  s.to_move = parse_turn(fields.at("turn"), *this);
  return s;
}

std::string kalah::drawing(const state& s) const { return pit_rows_drawing(row(s, south), row(s, north)); }

game_board kalah::board_shape() const { return pit_rows_board(m_pits, m_all_seeds); }

placed_pieces kalah::board_pieces(const state& s) const { return seeds_in_pits(row(s, south), row(s, north)); }

}  // namespace zermelo::games

template class zermelo::erased_game_of<zermelo::games::kalah>;
template zermelo::game_entry zermelo::entry_of<zermelo::games::kalah>();
