// SPDX-License-Identifier: MIT
// Random games with slices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/slices/slice_order.hpp>

#include "table_game.hpp"

namespace zermelo::test {

struct sliced_table {
  game_table table;
  std::vector<slice> slices;
};

/// Splits a table into random slices. Omits moves to later slices, except between two slices that lead to each other.
[[nodiscard]] inline sliced_table cut(random_generator& random, game_table table) {
  sliced_table made{std::move(table), {}};
  std::vector<table_row>& rows = made.table.rows;
  const auto num_slices = static_cast<std::uint32_t>(1 + random.below(5));
  std::vector<std::size_t> ends(num_slices, rows.size());
  for (std::uint32_t i = 0; i + 1 < num_slices; ++i) ends[i] = random.below(rows.size() + 1);
  std::sort(ends.begin(), ends.end());
  const auto slice_of = [&](std::size_t p) {
    return static_cast<std::uint32_t>(std::upper_bound(ends.begin(), ends.end(), p) - ends.begin());
  };
  const bool has_pair = random.below(2) == 0;
  for (std::uint32_t i = 0; i < num_slices; ++i) {
    made.slices.push_back({"s" + std::to_string(i), ends[i] - (i == 0 ? 0 : ends[i - 1]), {}});
  }
  for (std::size_t p = 0; p < rows.size(); ++p) {
    const std::uint32_t from = slice_of(p);
    std::erase_if(rows[p].successors, [&](std::uint32_t to) {
      const std::uint32_t reachable = slice_of(to);
      return reachable > from && !(has_pair && from == 0 && reachable + 1 == num_slices);
    });
    for (const std::uint32_t to : rows[p].successors) {
      std::vector<std::uint32_t>& leads_to = made.slices[from].leads_to;
      if (std::find(leads_to.begin(), leads_to.end(), slice_of(to)) == leads_to.end()) leads_to.push_back(slice_of(to));
    }
  }
  return made;
}

/// A table game with slices, and with groups of positions, which a part of the game does not have.
template <class Table>
class with_slices : public Table {
 public:
  using state = typename Table::state;
  explicit with_slices(sliced_table made) : Table(std::move(made.table)), m_slices(std::move(made.slices)) {}
  [[nodiscard]] std::vector<slice> slices() const { return m_slices; }
  [[nodiscard]] std::uint32_t group_of(state s) const { return s % 3; }
  [[nodiscard]] std::string group_name(std::uint32_t group) const { return std::to_string(group); }

 protected:
  std::vector<slice> m_slices;
};
using sliced_game = with_slices<table_game>;
using sliced_forward_game = with_slices<forward_table_game>;

/// The same game with the hook for moves that leave a group of slices.
class leaving_game : public sliced_game {
 public:
  explicit leaving_game(sliced_table made) : sliced_game(std::move(made)) {
    for (const slice_group& group : slice_order(m_slices)) m_groups.emplace_back(m_slices, group);
  }
  [[nodiscard]] bool are_together(position p, position q) const {
    return std::any_of(m_groups.begin(), m_groups.end(), [&](const slice_numbers& group) {
      return group.of_group(p) != slice_numbers::absent && group.of_group(q) != slice_numbers::absent;
    });
  }
  template <class Callback>
  [[nodiscard]] position for_each_leaving_index(position p, const Callback& f) const {
    position stay = 0;
    for (const std::uint32_t to : m_table.rows[p].successors) {
      if (are_together(p, to)) {
        ++stay;
      } else {
        f(position{to});
      }
    }
    return stay;
  }

 private:
  std::vector<slice_numbers> m_groups;
};

}  // namespace zermelo::test
