// SPDX-License-Identifier: MIT
// Games by name, built from command-line words or from what a table stores.
#include <zermelo/experiment/catalog.hpp>

#include <algorithm>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>

#include "instance_reader.hpp"

namespace zermelo::experiment {

const game_entry& catalog::find(std::string_view name) const {
  std::vector<std::string> names;
  for (const game_entry& game : m_games) {
    if (game.name == name) return game;
    names.push_back(game.name);
  }
  throw input_error(fmt::format("unknown game '{}'; {}", excerpt(name), suggest(name, names)));
}

namespace {

/// Builds a game from what `add` gives the reader of each item.
template <class Item, class Function>
std::unique_ptr<any_game> build_from(const game_entry& game, const std::vector<Item>& items, const Function& add) {
  instance_reader reader(game);
  for (const Item& item : items) add(reader, item);
  return game.make(parameter_values(game.parameters, reader.given()));
}

}  // namespace

std::unique_ptr<any_game> catalog::build(std::string_view name, const std::vector<std::string>& words) const {
  return build_from(find(name), words, [](instance_reader& reader, const std::string& word) { reader.add(word); });
}

std::unique_ptr<any_game> catalog::build(std::string_view name, const std::vector<parameter_text>& texts) const {
  return build_from(find(name), texts, [](instance_reader& reader, const parameter_text& one) {
    reader.add_text(one.name, one.text, one.source);
  });
}

std::unique_ptr<any_game> catalog::rebuild(std::string_view name,
                                           const std::vector<std::pair<std::string, std::string>>& parameters) const {
  const game_entry& game = find(name);
  std::map<std::string, parameter_values::value> given;
  for (const auto& [parameter_name, text] : parameters) {
    // A table stores defaults too. A game may refuse parameters that are given together, so what equals the
    // default counts as not given.
    const bool is_default = std::any_of(game.parameters.begin(), game.parameters.end(),
                                        [&, &parameter_name = parameter_name, &text = text](const parameter& declared) {
                                          return declared.name == parameter_name && declared.default_value == text;
                                        });
    if (is_default) continue;
    if (!given.emplace(parameter_name, parameter_values::value{text, "", true}).second) {
      throw input_error(fmt::format("parameter '{}' is given twice", parameter_name));
    }
  }
  return game.make(parameter_values(game.parameters, given));
}

}  // namespace zermelo::experiment
