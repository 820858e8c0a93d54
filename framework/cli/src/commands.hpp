// SPDX-License-Identifier: MIT
// Lists the program's commands, and defines the structure of a command.
#pragma once

#include <memory>

#include "command_line.hpp"
#include "session.hpp"

namespace zermelo::cli {

/// Defines a command. Each command has its own source file.
struct command_definition {
  const char* name;
  const char* summary;  ///< the command's line in the program's help
  command_reach reach;
  /// Declares the command's options, and returns its action. `s` must outlive the action.
  command_action (*declare)(command_line& command, session& s);
};

/// Implements `command_definition::declare` for a command whose options are the members of `Arguments`.
template <class Arguments, exit_status (*Run)(const Arguments&, session&)>
command_action declare_command(command_line& command, session& s) {
  const auto arguments = std::make_shared<Arguments>();
  arguments->declare(command);
  return {[arguments, &s] { return Run(*arguments, s); }};
}

/// Applies X(NAME) to each command, in the order of the help. `NAME_command` is the definition of a command.
#define ZERMELO_EACH_COMMAND(X) \
  X(list)                       \
  X(solve)                      \
  X(probe)                      \
  X(stats)                      \
  X(find)                       \
  X(diff)                       \
  X(verify)                     \
  X(run)                        \
  X(play)                       \
  X(serve)                      \
  X(bench)                      \
  X(export)

#define ZERMELO_DECLARE_COMMAND(name) extern const command_definition name##_command;
ZERMELO_EACH_COMMAND(ZERMELO_DECLARE_COMMAND)
#undef ZERMELO_DECLARE_COMMAND

/// Adds all commands to the program. A parsed command sets `s.action` and `s.reach`; `s` must outlive the program.
void add_commands(command_line& program, session& s);
/// Adds the commands of the games in the catalog, like `add_commands`.
/// @throws contract_error, which names the game and the command, if a name is taken or invalid.
void add_line_commands(command_line& program, session& s);

}  // namespace zermelo::cli
