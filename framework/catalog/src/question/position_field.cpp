// SPDX-License-Identifier: MIT
#include <zermelo/catalog/question/position_field.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/question/move_points.hpp>
#include <zermelo/catalog/question/one_position.hpp>
#include <zermelo/catalog/question/zugzwang.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/shown_text.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "some_position.hpp"

namespace zermelo {
namespace {

using named_kind = std::pair<field_kind, const char*>;

constexpr const char* margin_name = "margin";

/// Fields that do not take the rules.
std::vector<named_kind> plain_fields(const any_game& game) {
  std::vector<named_kind> fields{{field_kind::to_move, "to_move"}, {field_kind::outcome, "outcome"},
                                 {field_kind::winner, "winner"},   {field_kind::plies, "plies"},
                                 {field_kind::ended, "ended"},     {field_kind::number, "position"}};
  if (has_margins(game)) fields.emplace_back(field_kind::margin, margin_name);
  return fields;
}

/// Fields that take the rules, in games that have them.
std::vector<named_kind> derived_fields(const any_game& game) {
  std::vector<named_kind> fields{{field_kind::moves, "moves"},
                                 {field_kind::winning_moves, "winning_moves"},
                                 {field_kind::keeping_moves, "keeping_moves"},
                                 {field_kind::reachable, "reachable"}};
  if (passed_positions(game).are_known()) fields.emplace_back(field_kind::zugzwang, "zugzwang");
  if (game.rules().traits().has_groups) fields.emplace_back(field_kind::group, "group");
  return fields;
}

template <class Fields>
std::optional<field_kind> kind_in(const Fields& fields, std::string_view name) {
  for (const auto& [kind, known] : fields) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

/// Adds a name unless it is there.
void add_new(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// The names of all fields but the words of a game without axes.
std::vector<std::string> names_but_words(const any_game& game) {
  std::vector<std::string> names = place_field::names(game.axes());
  // `position` is also the name of the only axis of a game without axes of its own.
  for (const auto& [kind, name] : plain_fields(game)) add_new(names, name);
  for (const auto& [kind, name] : derived_fields(game)) add_new(names, name);
  return names;
}

/// The names of the words of a sample of positions, in a game without axes; of its start, as long as its positions are
/// not numbered.
std::vector<std::string> word_names(const any_game& game) {
  if (game.hooks().has().axes) return {};
  std::vector<std::string> names;
  const auto add_names = [&](const std::string& text) {
    std::istringstream words(text);
    for (std::string word; words >> word;) {
      const std::string name = word.substr(0, word.find('='));
      if (name.size() < word.size()) add_new(names, name);
    }
  };
  if (!game.is_numbered()) {
    if (game.hooks().has().fixed_start) add_names(game.hooks().format(game.hooks().start()));
    return names;
  }
  if (const auto shown = some_position(game)) add_names(format(game, *shown));
  for (const position p : sampled_positions(game)) {
    if (is_legal(game, p)) add_names(format(game, p));
  }
  return names;
}

}  // namespace

std::vector<position> sampled_positions(const any_game& game) {
  constexpr position max_sampled = 4096;
  const position step = std::max<position>(1, game.num_positions() / max_sampled);
  std::vector<position> sample;
  // Each at another place in its stretch, so that no period of the numbering hides positions.
  for (position begin = 0; begin < game.num_positions(); begin += step) {
    sample.push_back(begin + splitmix64_mix(begin) % std::min(step, game.num_positions() - begin));
  }
  return sample;
}

std::optional<position_field> position_field::find_unless_word(const any_game& game, std::string_view name) {
  const std::string own_name(name);
  if (const auto kind = kind_in(plain_fields(game), name)) return position_field{*kind, own_name, {}};
  const std::vector<axis> axes = game.axes();
  const auto places = place_field::names(axes);
  if (std::find(places.begin(), places.end(), name) != places.end()) {
    return position_field{field_kind::place, own_name, place_field::find(axes, name)};
  }
  if (const auto kind = kind_in(derived_fields(game), name)) return position_field{*kind, own_name, {}};
  return std::nullopt;
}

position_field position_field::find(const any_game& game, std::string_view name) {
  const std::string own_name(name);
  if (auto field = find_unless_word(game, name)) return *std::move(field);
  if (name == "zugzwang") return {field_kind::zugzwang, own_name, {}};  // expect_answer says what the game lacks
  const auto words = word_names(game);
  if (std::find(words.begin(), words.end(), name) != words.end()) return {field_kind::word, own_name, {}};
  if (name == margin_name) throw input_error(why_no_margins(game));
  throw input_error(fmt::format("there is no field '{}'; {}", excerpt(own_name), suggest(name, names(game))));
}

position_field position_field::find_number(const any_game& game, std::string_view name) {
  std::vector<std::string> known;
  for (const std::string& each : names_but_words(game)) {
    const std::optional<position_field> field = find_unless_word(game, each);
    if (field && field->is_number(game)) known.push_back(each);
  }
  if (std::find(known.begin(), known.end(), name) != known.end()) return *find_unless_word(game, name);
  if (name == margin_name && !has_margins(game)) (void)find(game, name);  // says why it has none
  throw input_error(fmt::format("there is no field '{}' with numbers; {}", excerpt(name), suggest(name, known)));
}

std::vector<position_field> position_field::find_all(const any_game& game, std::string_view names) {
  std::vector<position_field> fields;
  std::size_t begin = 0;
  for (std::size_t end = 0; end != std::string_view::npos; begin = end + 1) {
    end = names.find(',', begin);
    fields.push_back(find(game, names.substr(begin, end - begin)));
    const auto same = [&fields](const position_field& other) { return other.name == fields.back().name; };
    if (std::find_if(fields.begin(), fields.end(), same) + 1 != fields.end()) {
      throw input_error(fmt::format("the field {} is named twice", fields.back().name));
    }
  }
  if (fields.size() <= max_fields) return fields;
  throw input_error(fmt::format("{} fields are more than {}", fields.size(), max_fields));
}

std::vector<std::string> position_field::names(const any_game& game) {
  std::vector<std::string> names = names_but_words(game);
  for (const std::string& name : word_names(game)) add_new(names, name);
  return names;
}

void position_field::expect_answer(const any_game& game) const {
  // What is numbered by exploring has a start, and a start that the solution says is not known before.
  if (kind == field_kind::reachable && game.is_numbered() && !game.start() && !game.chooses_start()) {
    throw input_error(fmt::format("reachable: {} has no start position", game.name()));
  }
  if (kind == field_kind::zugzwang && !passed_positions(game).are_known()) {
    throw input_error(fmt::format("zugzwang: {} does not tell the board with the other player to move", game.name()));
  }
}

bool position_field::is_number(const any_game& game) const {
  switch (kind) {
    case field_kind::place: return place.is_number(game.axes());
    case field_kind::number:
    case field_kind::plies:
    case field_kind::margin:
    case field_kind::moves:
    case field_kind::winning_moves:
    case field_kind::keeping_moves: return true;
    case field_kind::outcome:
    case field_kind::to_move:
    case field_kind::winner:
    case field_kind::ended:
    case field_kind::reachable:
    case field_kind::group:
    case field_kind::zugzwang:
    case field_kind::word: return false;
  }
  throw std::logic_error("kind of field out of range");
}

std::vector<std::string> value_names(const any_game& game, field_kind kind) {
  const auto players = game.player_names();
  if (kind == field_kind::to_move) return {players[0], players[1]};
  if (kind == field_kind::winner) return {players[0], players[1], "nobody"};
  if (kind == field_kind::ended || kind == field_kind::reachable) return {"no", "yes"};
  if (kind == field_kind::zugzwang) return {"no", "one_sided", "mutual"};
  std::vector<std::string> names;
  if (kind != field_kind::outcome) return names;
  for (std::uint8_t o = 0; o < num_outcomes; ++o) names.emplace_back(to_string(static_cast<outcome>(o)));
  return names;
}

}  // namespace zermelo
