// SPDX-License-Identifier: MIT
// Defines a call of the program, with its games, input and output, and the options that commands share.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/cli/run.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/tables/report/report_part.hpp>

#include "command_line.hpp"
#include "process/exit_status.hpp"
#include "process/progress.hpp"

namespace zermelo::cli {

/// The action of a command, after its arguments have been parsed.
struct command_action {
  std::function<exit_status()> run;
  /// Whether the action uses only one thread although the command has the option `--threads`.
  std::function<bool()> is_sequential = [] { return false; };
};

/// The processes that can run a command: only one process, or also several ranks together.
enum class command_reach { one_process, ranks };

/// One call of the program.
struct session {
  const catalog& games;
  std::function<std::optional<std::string>()> read_line;  ///< returns nothing at the end of the input
  std::ostream& out;
  program_identity program{};
  std::function<bool()> has_line = [] { return false; };  ///< whether `read_line` would not block
  block_exchange* blocks = nullptr;                       ///< see run.hpp
  command_action action{};                                ///< the action of the parsed command
  command_reach reach = command_reach::one_process;       ///< the reach of the parsed command

  /// Writes lines to the output and flushes it; escapes control characters. If the reader has closed the pipe, `out`
  /// becomes false, without an error.
  /// @throws resource_error if the output cannot be written; interrupted
  void print(std::string_view text);
  void print_json(const json& object);
  /// Prints the members as one JSON object, or the text.
  void print_report(const report_part& report, bool as_json);
  /// Writes a line to standard error, on the first rank only.
  void warn(std::string_view message) const;
  /// Returns the program for tables and results, such as "mygames 1.2"; empty for Zermelo's programs.
  [[nodiscard]] std::string program_text() const;
  /// Whether this process is the only one, or the rank that writes the output.
  [[nodiscard]] bool is_first() const;
};

/// The options of commands that may run for a long time.
struct work_options {
  static constexpr unsigned max_threads = 1024;

  unsigned threads = 0;  ///< 0: all cores
  bool quiet = false;    ///< whether progress is hidden

  /// Declares `--threads` and `--quiet`.
  void declare(command_line& command);
  /// Returns progress on standard error, if it is a terminal. @param unit, take_note  see `progress`
  [[nodiscard]] progress make_progress(const std::string& unit = "positions",
                                       std::function<void(std::string_view)> take_note = {}) const;
};

/// Returns the player with this name. @throws input_error, naming the option, if the game has no such player.
[[nodiscard]] player parse_player(const any_game& game, const std::string& option, const std::string& name);

/// Declares a positional argument for a table.
void declare_table(command_line& command, std::string& file, const std::string& name = "TABLE");
/// Declares `--json`.
command_option* declare_json(command_line& command, bool& json);

}  // namespace zermelo::cli
