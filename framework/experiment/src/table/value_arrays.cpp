// SPDX-License-Identifier: MIT
#include <zermelo/experiment/table/value_arrays.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::experiment {
namespace {

constexpr std::int8_t tie_code = 2;
constexpr std::int8_t draw_code = 3;
constexpr std::int8_t illegal_code = -1;

[[nodiscard]] std::int8_t code_of_winner(position_value value, player to_move) {
  if (const auto winner = raw_winner(value.outcome, to_move)) return static_cast<std::int8_t>(index_of(*winner));
  if (value.outcome == outcome::illegal) return illegal_code;
  return value.outcome == outcome::tie ? tie_code : draw_code;
}

/// Sets the elements of the arrays from place `begin` on, but for winners.
void set_values(const value_arrays& arrays, std::size_t begin, std::span<const position_value> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!arrays.outcomes.empty()) arrays.outcomes[begin + i] = static_cast<std::uint8_t>(values[i].outcome);
    // The cut keeps no_distance all ones.
    if (!arrays.narrow_distances.empty()) {
      arrays.narrow_distances[begin + i] = static_cast<std::uint16_t>(values[i].distance_plies);
    }
    if (!arrays.wide_distances.empty()) arrays.wide_distances[begin + i] = values[i].distance_plies;
  }
}

void set_winners(const value_arrays& arrays, std::size_t begin, std::span<const position_value> values,
                 std::span<const player> to_move) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    arrays.winners[begin + i] = code_of_winner(values[i], to_move[i]);
  }
}

[[nodiscard]] std::size_t length_of(const value_arrays& arrays) {
  return std::max(
      {arrays.outcomes.size(), arrays.narrow_distances.size(), arrays.wide_distances.size(), arrays.winners.size()});
}

}  // namespace

void fill_arrays(const any_game& game, const solution_entries& entries, position first, const value_arrays& arrays,
                 unsigned threads, work_monitor& monitor) {
  constexpr std::uint64_t positions_per_block = 1 << 16;  // as many as a chunk of a table has
  const std::size_t length = length_of(arrays);
  monitor.phase("read", length);
  const auto fill = [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<position_value> values(end - begin);
    entries.read(first + begin, values);
    set_values(arrays, begin, values);
    if (arrays.winners.empty()) return;
    std::vector<player> to_move(values.size());
    game.rules().owners_of_stretch(first + begin, to_move);
    set_winners(arrays, begin, values, to_move);
  };
  for_each_block(length, resolve_threads(threads), monitor, fill, positions_per_block);
}

void look_up_arrays(const any_game& game, const solution_entries& entries, std::span<const position> positions,
                    const value_arrays& arrays, unsigned threads, work_monitor& monitor) {
  monitor.phase("read", positions.size());
  std::vector<position_value> looked_up;
  const auto* const stored = dynamic_cast<const storage::stored_table*>(&entries);
  if (stored != nullptr) {
    looked_up.resize(positions.size());
    stored->probe(positions, looked_up, threads);
    monitor.check_stop();
  }
  const entry_words words = entries.words();
  const auto fill = [&](std::uint64_t begin, std::uint64_t end) {
    const std::span<const position> asked = positions.subspan(begin, end - begin);
    std::vector<position_value> values(asked.size());
    for (std::size_t i = 0; i < asked.size(); ++i) {
      values[i] = stored != nullptr ? looked_up[begin + i] : words.empty() ? entries[asked[i]] : words.value(asked[i]);
    }
    set_values(arrays, begin, values);
    if (arrays.winners.empty()) return;
    // The rules know the owners of legal positions alone; of others, any position will do.
    std::vector<position> legal(asked.begin(), asked.end());
    std::optional<position> some;
    for (std::size_t i = 0; i < asked.size() && !some; ++i) {
      if (values[i].outcome != outcome::illegal) some = asked[i];
    }
    std::vector<player> to_move(asked.size());
    if (some) {
      for (std::size_t i = 0; i < asked.size(); ++i) {
        if (values[i].outcome == outcome::illegal) legal[i] = *some;
      }
      game.rules().owners(legal, to_move);
    }
    set_winners(arrays, begin, values, to_move);
  };
  for_each_block(positions.size(), resolve_threads(threads), monitor, fill);
}

}  // namespace zermelo::experiment
