// SPDX-License-Identifier: MIT
// The commands of the program: their list, and what each has to define.
#pragma once

#include <memory>

#include "command_line.hpp"
#include "session.hpp"

namespace zermelo::cli {

/// What the source file of a command defines.
struct command_definition {
  const char* name;
  const char* summary;  ///< a line of the program's help
  command_reach reach;
  /// Declares the command's options, and returns its action. `s` must outlive the program.
  command_action (*declare)(command_line& command, session& s);
};

/// `command_definition::declare` of a command whose options are members of `Arguments`, declared by its `declare`.
template <class Arguments, exit_status (*Run)(const Arguments&, session&)>
command_action declare_command(command_line& command, session& s) {
  const auto arguments = std::make_shared<Arguments>();
  arguments->declare(command);
  return {[arguments, &s] { return Run(*arguments, s); }};
}

/// All commands, in the order of the help. X(NAME) stands for the definition `NAME_command`.
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
  X(bench)                      \
  X(export)

#define ZERMELO_DECLARE_COMMAND(name) extern const command_definition name##_command;
ZERMELO_EACH_COMMAND(ZERMELO_DECLARE_COMMAND)
#undef ZERMELO_DECLARE_COMMAND

/// Adds these commands to the program. A parsed command sets the action and the reach in `s`, which must outlive the
/// program.
void add_commands(command_line& program, session& s);
/// Adds the commands that come with the games of the catalog.
void add_line_commands(command_line& program, session& s);

}  // namespace zermelo::cli
