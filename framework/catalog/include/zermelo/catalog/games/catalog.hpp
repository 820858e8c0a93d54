// SPDX-License-Identifier: MIT
// The catalog lists the games of a program by name. The list is explicit; games do not register themselves.
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

/// The limits for building a game.
struct build_conditions {
  std::uint64_t memory_limit_bytes = 0;  ///< 0: the memory available to the machine and its cgroup
  std::string limit_text{};              ///< names the limit in a message, "more than {limit_text}"; empty: a default
                                         ///< text
  std::optional<position> positions{};   ///< the number of positions that the game must have, such as a table's
  /// Receives the phases of reading a file, and can stop it. If null, building cannot be stopped.
  work_monitor* monitor = nullptr;
  /// The folder of the table whose game is rebuilt, in which parameters name files. If missing, no table is opened, and
  /// parameters name files as given by the user.
  std::optional<std::filesystem::path> folder{};
  unsigned threads = 0;  ///< for reading a file; 0 uses all threads of the machine
};

/// Appends the answer to a line of the input to `out`, if the line has an answer. @throws input_error for a malformed
/// line.
using line_answer = std::function<void(std::string_view line, std::string& out)>;

/// A command that a game provides. It answers each line of standard input, in order, on several threads.
struct line_command {
  std::string name;     ///< a unique name without spaces
  std::string summary;  ///< one line
  /// The options of the command line, with dashes for underscores. A choice of "no" and "yes", in this order and with
  /// the default "no", is a flag. The names skip, threads, quiet and help are reserved.
  std::vector<parameter> options;
  std::string examples;  ///< example lines; {program} stands for the program's name
  /// Returns the text that is printed before the first answer. @throws input_error.
  std::function<std::string(const parameter_values&)> header;
  /// Makes a function that answers lines. Each thread uses a separate function. @throws input_error.
  std::function<line_answer(const parameter_values&)> make;
};

/// One game of the catalog.
struct game_entry {
  std::string name;
  std::string summary;  ///< one line
  std::vector<parameter> parameters;
  hook_set hooks;
  /// Builds the game. @throws what the game's constructor throws; what `check_size` throws for a game with the hook
  /// `size_of`; interrupted.
  std::function<std::unique_ptr<any_game>(const parameter_values&, const build_conditions&)> make;
  std::string baseline{};  ///< one line on the published solution of the game; empty if there is none
  std::vector<line_command> commands{};

  /// @param place  the location of the name, for messages; empty for the command line
  /// @throws input_error for an unknown name; the message suggests the nearest name.
  [[nodiscard]] const parameter& find_parameter(std::string_view wanted, const std::string& place = "") const;
};

/// Returns the entry of a CatalogGame. Defined in game_model.hpp, which only the game's <name>.cpp includes and
/// instantiates, so that games compile in parallel and the list of games needs no headers of games.
template <class Game>
[[nodiscard]] game_entry entry_of();

/// Checks the size of a game against the conditions, before the game is built.
/// @throws input_error if the number of positions differs from `conditions.positions`; resource_error, with the
/// parameters, if building needs more than the memory limit.
void check_size(const game_size& size, const parameter_values& values, const build_conditions& conditions);

/// The text of a parameter's value.
struct parameter_text {
  std::string name;
  std::string text;    ///< may be JSON for a text parameter
  std::string source;  ///< the origin of the text for messages, such as a file; may be empty
};

/// Finds games by name. They are ordered as in the list.
class catalog {
 public:
  explicit catalog(std::vector<game_entry> games) : m_games(std::move(games)) {}

  [[nodiscard]] const std::vector<game_entry>& games() const { return m_games; }
  /// Checks the names of games and their commands. A program calls it at startup, so that errors in a game are detected
  /// immediately. @throws contract_error if two games or two commands have the same name, or a name is empty.
  void check_names() const;
  [[nodiscard]] bool has(std::string_view name) const;
  /// @throws input_error for an unknown name; the message suggests the nearest name.
  [[nodiscard]] const game_entry& find(std::string_view name) const;
  /// Builds a game from command-line arguments: `name=value`, `name=@file` (the text of the file), or all parameters as
  /// a JSON object, inline (`{...}`) or as `@file`. JSON names are converted from camelCase to snake_case. An array of
  /// strings becomes lines of text, and so does an array of arrays of numbers.
  /// @throws input_error with the argument, the file, the line and the column; what `game_entry::make` throws.
  [[nodiscard]] std::unique_ptr<any_game> build(std::string_view name, const std::vector<std::string>& arguments,
                                                const build_conditions& conditions = {}) const;
  /// Builds a game from strings in memory. @throws input_error with the source or the parameter; what
  /// `game_entry::make` throws.
  [[nodiscard]] std::unique_ptr<any_game> build(std::string_view name, const std::vector<parameter_text>& strings,
                                                const build_conditions& conditions = {}) const;
  /// Builds a game from arguments and strings, which must set different parameters. @throws what both overloads above
  /// throw.
  [[nodiscard]] std::unique_ptr<any_game> build(std::string_view name, const std::vector<std::string>& arguments,
                                                const std::vector<parameter_text>& strings,
                                                const build_conditions& conditions = {}) const;
  /// Rebuilds a game from the parameters that a table stores. @throws what `build` throws.
  [[nodiscard]] std::unique_ptr<any_game> rebuild(std::string_view name,
                                                  const std::vector<std::pair<std::string, std::string>>& parameters,
                                                  const build_conditions& conditions = {}) const;

 private:
  std::vector<game_entry> m_games;
};

/// Makes a catalog of the games that are given as template arguments.
template <class... Games>
[[nodiscard]] catalog make_catalog() {
  return catalog({entry_of<Games>()...});
}

/// Concatenates catalogs, such as that of a program's own games and zermelo::games::shipped_games().
/// `catalog::check_names` reports duplicate names.
[[nodiscard]] catalog join_catalogs(const std::vector<catalog>& parts);

}  // namespace zermelo
