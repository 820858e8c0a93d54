// SPDX-License-Identifier: MIT
// The catalog: the games of a program, by name. It is an explicit list; nothing registers itself.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/game_size.hpp>
#include <zermelo/core/game/hook_list.hpp>
#include <zermelo/core/game/parameters.hpp>

namespace zermelo {

/// The limits within which a game is built.
struct build_conditions {
  std::uint64_t memory_limit_bytes = 0;  ///< 0: what the machine and its cgroup have available
  std::string limit_text{};              ///< the limit in a message, "more than {limit_text}"; empty: a default
  std::optional<position> positions{};   ///< the number that the game must have, such as a table's
  /// Asked whether to stop, and told of the phases in which a file is read. Null: building cannot be stopped.
  work_monitor* monitor = nullptr;
  /// The folder of the table whose game is rebuilt: files that parameters name lie there. Nothing: no table is opened,
  /// and parameters name files as users do.
  std::optional<std::filesystem::path> folder{};
  unsigned threads = 0;  ///< that read a file; 0: all of the machine
};

/// Appends the answer to a line of the input, if the line has one. @throws input_error for a malformed line.
using line_answer = std::function<void(std::string_view line, std::string& out)>;

/// A command that comes with a game: it answers standard input line by line, in the order of the lines, on several
/// threads.
struct line_command {
  std::string name;     ///< one word, different from every other command
  std::string summary;  ///< one line
  /// Each is an option of the command line, with dashes for underscores; a choice of "no" and "yes", in this order and
  /// "no" by default, is a flag. The names skip, threads, quiet and help are reserved.
  std::vector<parameter> options;
  std::string examples;  ///< lines with {program} for the program's name
  /// The text that is printed before the first answer. @throws input_error.
  std::function<std::string(const parameter_values&)> header;
  /// Makes the function that answers lines on one thread; each thread has its own. @throws input_error.
  std::function<line_answer(const parameter_values&)> make;
};

/// One game of the catalog.
struct game_entry {
  std::string name;
  std::string summary;  ///< one line
  std::vector<parameter> parameters;
  hook_set hooks;
  /// Builds the game. @throws what the game's constructor throws; as `check_size` for a game with the hook `size_of`;
  ///   interrupted.
  std::function<std::unique_ptr<any_game>(const parameter_values&, const build_conditions&)> make;
  std::string baseline{};  ///< one line on the published solution that comes with the game; empty: none
  std::vector<line_command> commands{};

  /// @param place  for messages: where the name is given; empty: on the command line
  /// @throws input_error for an unknown name; the message suggests the nearest name.
  [[nodiscard]] const parameter& find_parameter(std::string_view wanted, const std::string& place = "") const;
};

/// The entry of a CatalogGame. Defined in game_model.hpp, which only the game's own <name>.cpp includes and
/// instantiates, so that games compile side by side and the list of games needs no game's header.
template <class Game>
[[nodiscard]] game_entry entry_of();

/// Compares the size of a game with the conditions, before the game is built.
/// @throws input_error if the number of positions differs from the condition, resource_error if building takes more
///   than the memory limit; the message names the parameters.
void check_size(const game_size& size, const parameter_values& values, const build_conditions& conditions);

/// The text from which a parameter's value is read.
struct parameter_text {
  std::string name;
  std::string text;    ///< for a text parameter also JSON
  std::string source;  ///< where the text came from, such as a file, for messages; or empty
};

/// Games by name, in the order of the list.
class catalog {
 public:
  explicit catalog(std::vector<game_entry> games) : m_games(std::move(games)) {}

  [[nodiscard]] const std::vector<game_entry>& games() const { return m_games; }
  /// Checks the names of games and their commands; a program calls it first, so that the author of a game finds a
  /// mistake at once. @throws contract_error if two games or two commands have the same name, or one has no name.
  void check_names() const;
  [[nodiscard]] bool has(std::string_view name) const;
  /// @throws input_error for an unknown name; the message suggests the nearest name.
  [[nodiscard]] const game_entry& find(std::string_view name) const;
  /// Builds a game from command-line words: `name=value`, `name=@file` (the file's text), or a whole instance
  /// in the problem's own JSON form, inline (`{...}`) or as `@file`. JSON names are turned from camelCase into
  /// snake_case; an array of strings becomes lines of text, an array of arrays of numbers one line each.
  /// @throws input_error naming the word, the file, the line and the column; and as `game_entry::make`.
  [[nodiscard]] std::unique_ptr<any_game> build(std::string_view name, const std::vector<std::string>& arguments,
                                                const build_conditions& conditions = {}) const;
  /// Builds a game from texts in memory. @throws input_error naming the source or the parameter; and as
  ///   `game_entry::make`.
  [[nodiscard]] std::unique_ptr<any_game> build(std::string_view name, const std::vector<parameter_text>& strings,
                                                const build_conditions& conditions = {}) const;
  /// Builds a game from words and texts, of different parameters. @throws as above.
  [[nodiscard]] std::unique_ptr<any_game> build(std::string_view name, const std::vector<std::string>& arguments,
                                                const std::vector<parameter_text>& strings,
                                                const build_conditions& conditions = {}) const;
  /// Rebuilds a game from the parameters that a table stores. @throws as `build`.
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

/// The games of several catalogs, in their order, such as games of one's own and zermelo::games::shipped_games().
/// `catalog::check_names` finds a name that two of them have.
[[nodiscard]] catalog join_catalogs(const std::vector<catalog>& parts);

}  // namespace zermelo
