// SPDX-License-Identifier: MIT
// The catalog: the games that a program knows, by name. It is an explicit list; nothing registers itself.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/game/hook_list.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/experiment/any_game.hpp>

namespace zermelo::experiment {

/// One game of the catalog.
struct game_entry {
  std::string name;
  std::string summary;  ///< one line
  std::vector<parameter> parameters;
  std::vector<hook_status> hooks;
  std::function<std::unique_ptr<any_game>(const parameter_values&)> make;
  std::string baseline{};  ///< the published solution that comes with the game, one line; or empty
};

/// The entry of a CatalogGame. Defined in game_model.hpp, which only the game's own <name>.cpp includes and
/// instantiates, so that games compile side by side and the list of games needs no game's header.
template <class Game>
[[nodiscard]] game_entry entry_of();

/// What a parameter is built from.
struct parameter_text {
  std::string name;
  std::string text;    ///< for a text parameter also JSON
  std::string source;  ///< the file or the like that the text came from, for messages; or empty
};

/// Games by name, in the order of the list.
class catalog {
 public:
  explicit catalog(std::vector<game_entry> games) : m_games(std::move(games)) {}

  [[nodiscard]] const std::vector<game_entry>& games() const { return m_games; }
  /// @throws input_error for an unknown name, with the nearest one.
  [[nodiscard]] const game_entry& find(std::string_view name) const;
  /// Builds a game from command-line words: `name=value`, `name=@file` (the file's text), or a whole instance
  /// in the problem's own JSON form, inline (`{...}`) or as `@file`. JSON names are turned from camelCase into
  /// snake_case; an array of strings becomes lines of text, an array of arrays of numbers one line each.
  /// @throws input_error naming the word, the file, the line and the column.
  [[nodiscard]] std::unique_ptr<any_game> build(std::string_view name, const std::vector<std::string>& words) const;
  /// Builds a game from texts that have been read. @throws input_error naming the source or the parameter.
  [[nodiscard]] std::unique_ptr<any_game> build(std::string_view name, const std::vector<parameter_text>& texts) const;
  /// Rebuilds a game from the parameters that a table stores.
  [[nodiscard]] std::unique_ptr<any_game> rebuild(
      std::string_view name, const std::vector<std::pair<std::string, std::string>>& parameters) const;

 private:
  std::vector<game_entry> m_games;
};

/// The catalog of the games named as template arguments.
template <class... Games>
[[nodiscard]] catalog make_catalog() {
  return catalog({entry_of<Games>()...});
}

}  // namespace zermelo::experiment
