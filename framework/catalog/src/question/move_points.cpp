// SPDX-License-Identifier: MIT
#include <zermelo/catalog/question/move_points.hpp>

#include <fmt/core.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>

namespace zermelo {

std::string why_no_margins(const any_game& game) {
  return fmt::format("{} is not played for points: its positions have no margin", game.name());
}

result end_of_move(position_value value, player to_move, int gain, player mover) {
  const result end = result_of_move(value, to_move, gain, mover);
  if (end.points() > result::largest_margin) {
    throw input_error(
        fmt::format("the table is false: a move that gains {} leads to '{}', which is more than {} points", gain,
                    entry_text(value, margin_shown::yes), result::largest_margin));
  }
  return end;
}

int margin_for(const result& end, player whom) { return end.winner == whom ? end.points() : -end.points(); }

std::string signed_points(int points) { return points == 0 ? "0" : fmt::format("{:+}", points); }

}  // namespace zermelo
