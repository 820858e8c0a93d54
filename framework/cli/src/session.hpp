// SPDX-License-Identifier: MIT
// What every command works with: the games, the input and the output.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include <zermelo/cli/run.hpp>
#include <zermelo/experiment/catalog/catalog.hpp>
#include <zermelo/experiment/report/report_json.hpp>

#include "command_line.hpp"
#include "process/exit_status.hpp"
#include "process/progress.hpp"

namespace zermelo::cli {

/// What a command does once its arguments have been parsed.
struct command_action {
  std::function<exit_status()> run;
  /// Whether it works on one thread, whatever `--threads` says. A command without that option always does.
  std::function<bool()> is_sequential = [] { return false; };
};

/// Who can run a command: one process alone, or also the ranks of a job together.
enum class command_reach { one_process, ranks };

/// One call of the program.
struct session {
  const experiment::catalog& games;
  std::function<std::optional<std::string>()> read_line;  ///< returns nothing at the end of the input
  std::ostream& out;
  program_identity program{};
  std::function<bool()> has_line = [] { return false; };  ///< whether the next line is there without waiting
  block_exchange* blocks = nullptr;                       ///< see run.hpp
  // Set by parsing the arguments.
  command_action chosen{};
  command_reach reach = command_reach::one_process;  ///< of the chosen command

  /// Writes lines to the output at once, with control characters escaped. A reader that has closed the pipe is no
  /// error.
  /// @throws resource_error if the output cannot be written, interrupted.
  void print(std::string_view text);
  void print_json(const experiment::json& object);
  /// Writes a line to standard error.
  void warn(std::string_view what) const;
  /// "mygames 1.2": what a program other than Zermelo's own leaves in its tables and results; empty for Zermelo's own.
  [[nodiscard]] std::string program_text() const;
  /// Whether this process is the only one, or the rank that writes the output.
  [[nodiscard]] bool is_first() const;
};

/// The options of every command that may take long.
struct work_options {
  unsigned threads = 0;  ///< 0: all cores
  bool quiet = false;

  /// Declares `--threads` and `--quiet`.
  void declare(command_line& command);
  /// Progress on standard error, if that is a terminal. `unit`: of the work.
  [[nodiscard]] progress make_progress(const std::string& unit = "positions") const;
};

/// Checks a sample of a game's positions. @throws interrupted.
[[nodiscard]] check_report check_sample(const experiment::any_game& game, const work_options& work);
/// Reports the findings of a check; claim_false if there are any.
exit_status report_check(const check_report& report, bool json, session& s);

/// The player of that name, which was given for `option`. @throws input_error if the game has none.
[[nodiscard]] player parse_player(const experiment::any_game& game, const std::string& option, const std::string& name);

/// Declares the argument of this name: a table.
void declare_table(command_line& command, std::string& file, const std::string& name = "TABLE");
/// Declares `--json`.
command_option* declare_json(command_line& command, bool& json);

}  // namespace zermelo::cli
