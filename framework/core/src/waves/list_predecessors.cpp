// SPDX-License-Identifier: MIT
#include <zermelo/core/waves/list_predecessors.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {
namespace {

/// For rules without holes.
void list_rows_of_all(const rules& game, position begin, position end, listed_rows& rows) {
  std::array<position, listed_rows::max_rows> all;
  const std::span<position> of = std::span(all).first(end - begin);
  std::iota(of.begin(), of.end(), begin);
  game.predecessors(of, rows.targets(), &rows.ends());
}

/// For rules with holes, which are asked for the predecessors of legal positions only.
void list_rows_of_legal(const rules& game, position begin, position end, listed_rows& rows) {
  std::array<position_word, listed_rows::max_rows> words;
  game.label(begin, std::span(words).first(end - begin));
  std::array<position, listed_rows::max_rows> legal;
  std::size_t num_legal = 0;
  for (position p = begin; p != end; ++p) {
    if (words[p - begin] != packed_word<position_word>::illegal) legal[num_legal++] = p;
  }
  batch_list<std::uint32_t> ends;
  auto row_end = static_cast<std::uint32_t>(rows.targets().size());
  game.predecessors(std::span(legal).first(num_legal), rows.targets(), &ends);
  std::size_t row = 0;
  for (position p = begin; p != end; ++p) {
    if (row < num_legal && legal[row] == p) row_end = ends.all()[row++];
    rows.end_row_at(row_end);
  }
}

}  // namespace

row_lister list_predecessors(const rules& game) {
  return [&game, list = game.traits().has_holes ? list_rows_of_legal : list_rows_of_all](
             position begin, position end, listed_rows& rows) { list(game, begin, end, rows); };
}

}  // namespace zermelo
