// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/position_field.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/game_hooks.hpp>

#include "field_table.hpp"
#include "sampled_positions.hpp"
#include "some_position.hpp"

namespace zermelo {
namespace {

/// Finds a field with a fixed name, which some games may lack. Returns null for an unknown name.
const field_definition* find_listed(std::string_view name) {
  const auto listed = fields::listed();
  const auto found =
      std::find_if(listed.begin(), listed.end(), [name](const auto* field) { return field->name == name; });
  return found == listed.end() ? nullptr : *found;
}

/// @throws input_error if the game lacks the field.
void expect_field(const any_game& game, std::string_view name) {
  const field_definition* const listed = find_listed(name);
  if (listed != nullptr && listed->is_missing(game)) throw input_error(listed->why_missing(game));
}

/// Adds a name unless the list contains it.
void add_new(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// Returns the names of all fields except the text fields of a game without axes.
std::vector<std::string> names_without_state_fields(const any_game& game) {
  std::vector<std::string> names = axis_field::names(game.axes());
  // In a game that declares no axes, `position` is also the name of the only axis.
  for (const field_definition* field : fields::listed()) {
    if (!field->is_missing(game)) add_new(names, std::string(field->name));
  }
  return names;
}

/// Returns the names of the text fields that occur in a sample of positions of a game without axes, or in its start if
/// the positions are not numbered.
std::vector<std::string> state_field_names(const any_game& game) {
  if (game.hooks().has().axes) return {};
  std::vector<std::string> names;
  const auto add_names = [&](const std::string& text) {
    for (const std::string& state_field : split_tokens(text)) {
      const std::string name = state_field.substr(0, state_field.find('='));
      if (name.size() < state_field.size()) add_new(names, name);
    }
  };
  if (!game.is_numbered()) {
    if (game.hooks().has().fixed_start) add_names(game.hooks().format(game.hooks().start()));
    return names;
  }
  if (const auto display = some_position(game)) add_names(format(game, *display));
  for (const position p : sampled_positions(game)) {
    if (is_legal(game, p)) add_names(format(game, p));
  }
  return names;
}

}  // namespace

std::optional<position_field> position_field::find_unless_state_field(const any_game& game, std::string_view name) {
  const std::string own_name(name);
  const field_definition* listed = find_listed(name);
  if (listed != nullptr && listed->is_missing(game)) listed = nullptr;
  if (listed != nullptr && listed->need == field_need::nothing) return position_field{listed, own_name};
  const std::vector<axis> axes = game.axes();
  const auto axis_fields = axis_field::names(axes);
  if (std::find(axis_fields.begin(), axis_fields.end(), name) != axis_fields.end()) {
    return position_field{&fields::axis_index, own_name, axis_field::find(axes, name)};
  }
  return listed == nullptr ? std::nullopt : std::optional(position_field{listed, own_name});
}

position_field position_field::find(const any_game& game, std::string_view name) {
  if (auto field = find_unless_state_field(game, name)) return *std::move(field);
  const std::string own_name(name);
  const auto state_fields = state_field_names(game);
  if (std::find(state_fields.begin(), state_fields.end(), name) != state_fields.end())
    return {&fields::state_field, own_name};
  expect_field(game, name);
  throw input_error(fmt::format("unknown field '{}'; {}", excerpt(own_name), suggest(name, names(game))));
}

position_field position_field::find_number(const any_game& game, std::string_view name) {
  std::vector<std::string> known;
  for (const std::string& each : names_without_state_fields(game)) {
    const std::optional<position_field> field = find_unless_state_field(game, each);
    if (field && field->is_number(game)) known.push_back(each);
  }
  if (std::find(known.begin(), known.end(), name) != known.end()) return *find_unless_state_field(game, name);
  expect_field(game, name);
  throw input_error(fmt::format("'{}' is not a field with numbers; {}", excerpt(name), suggest(name, known)));
}

std::vector<position_field> position_field::find_all(const any_game& game, std::string_view names) {
  std::vector<position_field> fields;
  std::size_t begin = 0;
  for (std::size_t end = 0; end != std::string_view::npos; begin = end + 1) {
    end = names.find(',', begin);
    fields.push_back(find(game, names.substr(begin, end - begin)));
    const auto same = [&fields](const position_field& other) { return other.name == fields.back().name; };
    if (std::find_if(fields.begin(), fields.end(), same) + 1 != fields.end()) {
      throw input_error(fmt::format("duplicate field '{}'", fields.back().name));
    }
  }
  if (fields.size() <= max_fields) return fields;
  throw input_error(fmt::format("expected at most {} fields, got {}", max_fields, fields.size()));
}

std::vector<std::string> position_field::names(const any_game& game) {
  std::vector<std::string> names = names_without_state_fields(game);
  for (const std::string& name : state_field_names(game)) add_new(names, name);
  return names;
}

std::string position_field::common_names() {
  std::string names;
  for (const field_definition* field : fields::listed()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", field->name);
  }
  return names;
}

bool position_field::is_number(const any_game& game) const {
  if (definition == &fields::axis_index) return axis_index.is_number(game.axes());
  return definition->value_names == nullptr && definition != &fields::state_field && definition != &fields::group;
}

}  // namespace zermelo
