// SPDX-License-Identifier: MIT
#include "commands.hpp"

namespace zermelo::cli {
namespace {

void add_command(command_line& program, session& s, const command_definition& definition) {
  command_line& command = *program.add_subcommand(definition.name, definition.summary);
  command.callback([&s, &definition, action = definition.declare(command, s)] {
    s.action = action;
    s.reach = definition.reach;
  });
}

}  // namespace

void add_commands(command_line& program, session& s) {
#define ZERMELO_ADD_COMMAND(name) add_command(program, s, name##_command);
  ZERMELO_EACH_COMMAND(ZERMELO_ADD_COMMAND)
#undef ZERMELO_ADD_COMMAND
}

}  // namespace zermelo::cli
