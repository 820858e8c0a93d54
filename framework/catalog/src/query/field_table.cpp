// SPDX-License-Identifier: MIT
#include "field_table.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/catalog/query/zugzwang.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo::fields {
namespace {

using block_keys = std::span<field_key>;

/// Reads a field by calling KeyOf(reader, found) for each position found.
template <auto KeyOf>
void read_each(field_reader& reader, const position_field& /*field*/, const found_block& block, block_keys keys) {
  std::transform(block.found.begin(), block.found.end(), keys.begin(),
                 [&reader](const found_position& found) { return static_cast<field_key>(KeyOf(reader, found)); });
}

/// Reads a field whose keys are counts of moves.
template <auto Count>
void read_counts(field_reader& /*reader*/, const position_field& /*field*/, const found_block& block, block_keys keys) {
  std::transform(block.counts.begin(), block.counts.end(), keys.begin(),
                 [](const move_count& count) { return field_key{std::invoke(Count, count)}; });
}

template <value_class After>
std::uint32_t moves_to(const move_count& count) {
  return count.by_class[static_cast<std::size_t>(After)];
}

template <class Column>
field_key key_of_number(field_reader& /*reader*/, const found_position& found) {
  return Column::has_number(found.value) ? field_key{Column::number(found.value)} : no_key;
}

field_key key_of_winner(field_reader& reader, const found_position& found) {
  constexpr field_key nobody = 2;
  const auto winner = read_value(found.value, reader.to_move(found.at), reader.rules()).winner;
  return winner ? static_cast<field_key>(*winner) : nobody;
}

void read_axis_fields(field_reader& reader, const position_field& field, const found_block& block, block_keys keys) {
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = reader.axis_key(field.axis_index, block.found[i].at);
}

void read_state_fields(field_reader& reader, const position_field& field, const found_block& block, block_keys keys) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto text = reader.state_field(field, block.found[i].at);
    keys[i] = text ? reader.sources().strings().key(*text) : no_key;
  }
}

void read_groups(field_reader& reader, const position_field& /*field*/, const found_block& block, block_keys keys) {
  constexpr std::size_t batch_size = 256;
  std::array<position, batch_size> batch;
  std::array<position_class, batch_size> classes;
  for (std::size_t begin = 0; begin < keys.size(); begin += batch_size) {
    const std::size_t size = std::min(batch_size, keys.size() - begin);
    for (std::size_t i = 0; i < size; ++i) batch[i] = block.found[begin + i].at;
    reader.game().rules().classify(std::span(batch).first(size), std::span(classes).first(size));
    for (std::size_t i = 0; i < size; ++i) keys[begin + i] = classes[i].group;
  }
}

void read_zugzwangs(field_reader& reader, const position_field& /*field*/, const found_block& block, block_keys keys) {
  constexpr std::size_t batch_size = 512;
  std::array<position, batch_size> batch;
  std::array<position_value, batch_size> values;
  std::array<turn_pair, batch_size> pairs;
  for (std::size_t begin = 0; begin < keys.size(); begin += batch_size) {
    const std::size_t size = std::min(batch_size, keys.size() - begin);
    for (std::size_t i = 0; i < size; ++i) {
      batch[i] = block.found[begin + i].at;
      values[i] = block.found[begin + i].value;
    }
    reader.turn_pairs().read(std::span(batch).first(size), std::span(values).first(size), std::span(pairs).first(size));
    for (std::size_t i = 0; i < size; ++i) {
      const field_key kind = pairs[i].is_mutual ? 2 : 1;  // like the names of the values
      keys[begin + i] = pairs[i].is_zugzwang() ? kind : 0;
    }
  }
}

std::vector<std::string> player_names(const any_game& game) {
  const auto players = game.player_names();
  return {players.begin(), players.end()};
}
std::vector<std::string> winner_names(const any_game& game) {
  const auto players = game.player_names();
  return {players[0], players[1], "nobody"};
}
std::vector<std::string> outcome_names(const any_game& /*game*/) {
  std::vector<std::string> names;
  for (std::uint8_t o = 0; o < num_outcomes; ++o) names.emplace_back(to_string(static_cast<outcome>(o)));
  return names;
}
std::vector<std::string> no_or_yes(const any_game& /*game*/) { return {"no", "yes"}; }

/// Returns the reason why a game lacks a column.
template <class Column>
std::string why_no_numbers(const any_game& game) {
  return has_column(game, Column()) ? "" : why_no_margins(game);
}
std::string why_no_reach(const any_game& game) {
  // A game that is numbered by exploring has a start. A start that depends on the solution is not known before the
  // solve.
  const bool may_have_start = !game.is_numbered() || game.start() || game.chooses_start();
  return may_have_start ? "" : fmt::format("{} has no start position", game.name());
}
std::string why_no_zugzwang(const any_game& game) {
  return passed_positions(game).are_known()
             ? ""
             : fmt::format("{} does not define the same board with the other player to move", game.name());
}
std::string why_no_groups(const any_game& game) {
  return game.rules().traits().has_groups ? "" : fmt::format("{} has no groups of positions", game.name());
}

template <std::size_t... Indices>
constexpr std::array<field_definition, num_value_columns> columns_of(std::index_sequence<Indices...> /*columns*/) {
  return {field_definition{.name = value_column<Indices>::field,
                           .read = read_each<key_of_number<value_column<Indices>>>,
                           .why_missing = why_no_numbers<value_column<Indices>>}...};
}

}  // namespace

// The name of the player to move.
constexpr field_definition to_move{
    .name = "to_move",
    .read = read_each<[](field_reader& reader, const found_position& found) { return reader.to_move(found.at); }>,
    .value_names = player_names};

// The stored outcome for the player to move: win, loss, tie or draw.
constexpr field_definition of_outcome{
    .name = "outcome",
    .read = read_each<[](field_reader& /*reader*/, const found_position& found) { return found.value.outcome; }>,
    .value_names = outcome_names};

// The name of the winner or "nobody", according to the rules of infinite play and the move limit.
constexpr field_definition winner{.name = "winner", .read = read_each<key_of_winner>, .value_names = winner_names};

// "yes" for terminal positions, otherwise "no".
constexpr field_definition ended{.name = "ended",
                                 .read = read_each<[](field_reader& reader, const found_position& found) {
                                   return has_ended(reader.game(), found.at, found.value);
                                 }>,
                                 .value_names = no_or_yes};

constexpr field_definition number{
    .name = "position",
    .read = read_each<[](field_reader& /*reader*/, const found_position& found) { return found.at; }>};

// The numbers of entries: `plies`, and `margin` in games for points.
constexpr std::array<field_definition, num_value_columns> columns =
    columns_of(std::make_index_sequence<num_value_columns>());

// The index on an axis, or one of its coordinates.
constexpr field_definition axis_index{.name = {}, .read = read_axis_fields};

// A field of the position's text in a game without axes: a number or a string. Some positions may lack it.
constexpr field_definition state_field{.name = {}, .need = field_need::rules, .read = read_state_fields};

// Whether the position is reachable from the start.
constexpr field_definition reachable{.name = "reachable",
                                     .need = field_need::reach,
                                     .read = read_each<[](field_reader& reader, const found_position& found) {
                                       return reader.sources().is_reached(found.at);
                                     }>,
                                     .value_names = no_or_yes,
                                     .why_missing = why_no_reach};

// The name of the position's group, such as the material.
constexpr field_definition group{
    .name = "group", .need = field_need::rules, .read = read_groups, .why_missing = why_no_groups};

// Whether the player to move would be better off passing, see zugzwang.hpp. "one_sided" if passing twice does not lead
// back to the position.
constexpr field_definition zugzwang{
    .name = "zugzwang",
    .need = field_need::turn_pairs,
    .read = read_zugzwangs,
    .value_names = [](const any_game& /*game*/) { return std::vector<std::string>{"no", "one_sided", "mutual"}; },
    .why_missing = why_no_zugzwang,
    .name_of_others = "yes"};

// The number of different positions that are one move away.
constexpr field_definition moves{
    .name = "moves", .need = field_need::move_counts, .read = read_counts<&move_count::moves>};

// The number of `moves` after which the player who has moved wins.
constexpr field_definition winning_moves{
    .name = "winning_moves", .need = field_need::move_values, .read = read_counts<moves_to<value_class::won>>};

// The number of `moves` that do not lower the value for the player who has moved. In games with margins, values are
// points and include gains.
constexpr field_definition keeping_moves{
    .name = "keeping_moves", .need = field_need::move_values, .read = read_counts<&move_count::keeping>};

std::span<const field_definition* const> listed() {
  static const std::vector<const field_definition*> all = [] {
    std::vector<const field_definition*> fields{&to_move, &of_outcome, &winner};
    for (const field_definition& column : columns) fields.push_back(&column);
    fields.insert(fields.end(),
                  {&ended, &number, &moves, &winning_moves, &keeping_moves, &reachable, &zugzwang, &group});
    return fields;
  }();
  return all;
}

}  // namespace zermelo::fields
