// SPDX-License-Identifier: MIT
// The catalog: the games that a program knows, by name. It is an explicit list; nothing registers itself.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game_size.hpp>
#include <zermelo/core/game/hook_list.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>

namespace zermelo::experiment {

/// What building a game has to keep to.
struct build_conditions {
  std::uint64_t memory_limit_bytes = 0;   ///< 0: what the machine and its cgroup have available
  std::string limit_text{};               ///< how a refusal calls that limit; empty: by what it is and its size
  std::optional<position> positions{};    ///< how many the game must have: a table's
  const work_monitor* monitor = nullptr;  ///< asked whether to go on; null: nobody is
};

/// Appends the answer to a line of the input, if there is any. @throws input_error for a line that is wrong.
using line_answer = std::function<void(std::string_view line, std::string& out)>;

/// A command that comes with a game: it answers standard input line by line, in order, on all cores.
struct line_command {
  std::string name;     ///< one word, and no other command's
  std::string summary;  ///< one line
  /// Each is an option of the command line, with dashes for underscores; a choice of "no" and "yes", in this order and
  /// "no" by default, is a flag. The names skip, threads, quiet and help are taken.
  std::vector<parameter> options;
  std::string examples;  ///< lines with {program} for the program's name
  /// What stands before the first line. @throws input_error.
  std::function<std::string(const parameter_values&)> header;
  /// What answers lines on one thread; several of them work side by side. @throws input_error.
  std::function<line_answer(const parameter_values&)> make;
};

/// One game of the catalog.
struct game_entry {
  std::string name;
  std::string summary;  ///< one line
  std::vector<parameter> parameters;
  hook_set hooks;
  /// @throws as the game's constructor, and as `check_size` for a game that says its size beforehand; interrupted.
  std::function<std::unique_ptr<any_game>(const parameter_values&, const build_conditions&)> make;
  std::string baseline{};  ///< the published solution that comes with the game, one line; or empty
  std::vector<line_command> commands{};
};

/// The entry of a CatalogGame. Defined in game_model.hpp, which only the game's own <name>.cpp includes and
/// instantiates, so that games compile side by side and the list of games needs no game's header.
template <class Game>
[[nodiscard]] game_entry entry_of();

/// Holds the size of a game against the conditions, before it is built.
/// @throws input_error for another number of positions, resource_error if it takes more memory than there may be; the
///   message names the parameters.
void check_size(const game_size& size, const parameter_values& values, const build_conditions& conditions);

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
  /// A mistake of who wrote a game is found in the first run of a program. @throws contract_error naming the games if
  /// two of them, or commands that they bring, have one name, and for a game or a command without a name.
  void check_names() const;
  /// @throws input_error for an unknown name, with the nearest one.
  [[nodiscard]] const game_entry& find(std::string_view name) const;
  /// Builds a game from command-line words: `name=value`, `name=@file` (the file's text), or a whole instance
  /// in the problem's own JSON form, inline (`{...}`) or as `@file`. JSON names are turned from camelCase into
  /// snake_case; an array of strings becomes lines of text, an array of arrays of numbers one line each.
  /// @throws input_error naming the word, the file, the line and the column; and as `game_entry::make`.
  [[nodiscard]] std::unique_ptr<any_game> build(std::string_view name, const std::vector<std::string>& words,
                                                const build_conditions& conditions = {}) const;
  /// Builds a game from texts that have been read. @throws input_error naming the source or the parameter; and as
  ///   `game_entry::make`.
  [[nodiscard]] std::unique_ptr<any_game> build(std::string_view name, const std::vector<parameter_text>& texts,
                                                const build_conditions& conditions = {}) const;
  /// Rebuilds a game from the parameters that a table stores. @throws as the above.
  [[nodiscard]] std::unique_ptr<any_game> rebuild(std::string_view name,
                                                  const std::vector<std::pair<std::string, std::string>>& parameters,
                                                  const build_conditions& conditions = {}) const;

 private:
  std::vector<game_entry> m_games;
};

/// The catalog of the games named as template arguments.
template <class... Games>
[[nodiscard]] catalog make_catalog() {
  return catalog({entry_of<Games>()...});
}

}  // namespace zermelo::experiment
