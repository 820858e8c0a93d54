// SPDX-License-Identifier: MIT
#include <zermelo/core/solve/list_predecessors.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <zermelo/core/base/batch_list.hpp>

namespace zermelo {
namespace {

void list_stretch(const rules& game, position begin, position end, listed_rows& rows) {
  std::array<position_word, listed_rows::most> words;
  game.label(begin, std::span(words).first(end - begin));
  std::array<position, listed_rows::most> legal;
  std::size_t num_legal = 0;
  for (position p = begin; p != end; ++p) {
    if (words[p - begin] != packed_word<position_word>::illegal) legal[num_legal++] = p;
  }
  batch_list<position> found;
  batch_list<std::uint32_t> ends;
  game.predecessors(std::span(legal).first(num_legal), found, &ends);
  listed_rows::writer writer(rows);
  std::size_t row = 0;
  std::size_t next = 0;
  for (position p = begin; p != end; ++p) {
    if (row < num_legal && legal[row] == p) {
      for (; next < ends.all()[row]; ++next) writer.add(found.all()[next]);
      ++row;
    }
    writer.end_row();
  }
}

}  // namespace

row_lister list_predecessors(const rules& game) {
  return [&game](position begin, position end, listed_rows& rows) { list_stretch(game, begin, end, rows); };
}

}  // namespace zermelo
