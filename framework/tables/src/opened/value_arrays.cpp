// SPDX-License-Identifier: MIT
#include <zermelo/tables/opened/value_arrays.hpp>

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <vector>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {
namespace {

constexpr std::int8_t tie_code = 2;
constexpr std::int8_t draw_code = 3;
constexpr std::int8_t illegal_code = -1;

[[nodiscard]] std::int8_t code_of_winner(position_value value, player to_move) {
  if (const auto winner = raw_winner(value.outcome, to_move)) return static_cast<std::int8_t>(index_of(*winner));
  if (value.outcome == outcome::illegal) return illegal_code;
  return value.outcome == outcome::tie ? tie_code : draw_code;
}

/// Sets the elements of the arrays from index `begin`, except for winners.
void set_values(const value_arrays& arrays, std::size_t begin, std::span<const position_value> values) {
  const auto set = [&](auto array, const auto& number_of) {
    using number = typename decltype(array)::value_type;
    if (array.empty()) return;
    for (std::size_t i = 0; i < values.size(); ++i) array[begin + i] = static_cast<number>(number_of(values[i]));
  };
  set(arrays.outcomes, [](position_value value) { return value.outcome; });
  for_each_value_column([&](auto c) {
    const auto& [narrow, wide] = std::get<c>(arrays.numbers);
    set(narrow, value_column<c>::number);  // truncation preserves the value with all bits set
    set(wide, value_column<c>::number);
  });
}

void set_winners(const value_arrays& arrays, std::size_t begin, std::span<const position_value> values,
                 std::span<const player> to_move) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    arrays.winners[begin + i] = code_of_winner(values[i], to_move[i]);
  }
}

/// Sets the winners of positions in any order. @param positions  begins with the positions of `values`
void set_winners_of(const any_game& game, const value_arrays& arrays, std::size_t begin,
                    std::span<const position_value> values, std::span<const position> positions) {
  const auto is_legal = [](position_value value) { return value.outcome != outcome::illegal; };
  std::vector<player> to_move(values.size());
  const auto some = std::find_if(values.begin(), values.end(), is_legal);
  if (some != values.end()) {
    // The rules define the player to move only for legal positions; illegal ones are replaced by any legal position.
    std::vector<position> legal(values.size(), positions[static_cast<std::size_t>(some - values.begin())]);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (is_legal(values[i])) legal[i] = positions[i];
    }
    game.rules().players_to_move(legal, to_move);
  }
  set_winners(arrays, begin, values, to_move);
}

[[nodiscard]] std::size_t length_of(const value_arrays& arrays) {
  std::size_t length = std::max(arrays.outcomes.size(), arrays.winners.size());
  std::apply([&](const auto&... of) { ((length = std::max({length, of.narrow.size(), of.wide.size()})), ...); },
             arrays.numbers);
  return length;
}

}  // namespace

void fill_arrays(const any_game& game, const solution_entries& entries, position first, const value_arrays& arrays,
                 unsigned threads, work_monitor& monitor) {
  constexpr std::uint64_t positions_per_block = 1 << 16;  // equal to the size of a table's chunk
  const std::size_t length = length_of(arrays);
  monitor.phase("read", length);
  const auto fill = [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<position_value> values(end - begin);
    entries.read(first + begin, values);
    set_values(arrays, begin, values);
    if (arrays.winners.empty()) return;
    std::vector<player> to_move(values.size());
    game.rules().players_to_move_in_range(first + begin, to_move);
    set_winners(arrays, begin, values, to_move);
  };
  for_each_block(length, resolve_threads(threads), monitor, fill, positions_per_block);
}

void look_up_arrays(const any_game& game, const solution_entries& entries, std::span<const position> positions,
                    const value_arrays& arrays, unsigned threads, work_monitor& monitor) {
  // Large enough that a chunk of a table is decompressed for many positions, and small enough to need little memory.
  constexpr std::size_t positions_per_look_up = 1 << 20;
  const unsigned num_threads = resolve_threads(threads);
  monitor.phase("read", positions.size());
  std::vector<position_value> values(std::min(positions_per_look_up, positions.size()));
  for (std::size_t begin = 0; begin < positions.size(); begin += positions_per_look_up) {
    const auto requested = positions.subspan(begin, std::min(positions_per_look_up, positions.size() - begin));
    entries.look_up(requested, std::span(values).first(requested.size()), num_threads, monitor);
    for_each_block(requested.size(), num_threads, monitor, [&](std::uint64_t first, std::uint64_t end) {
      const std::span<const position_value> found(values.data() + first, end - first);
      set_values(arrays, begin + first, found);
      if (!arrays.winners.empty()) set_winners_of(game, arrays, begin + first, found, requested.subspan(first));
    });
  }
}

}  // namespace zermelo
