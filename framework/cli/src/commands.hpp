// SPDX-License-Identifier: MIT
// The commands of the program, one source file each.
#pragma once

#include "session.hpp"

namespace zermelo::cli {

// Each declares its command, which sets `s.command` when it is parsed. `s` must outlive the program.
void add_list(command_line& program, session& s);
void add_solve(command_line& program, session& s);
void add_probe(command_line& program, session& s);
void add_stats(command_line& program, session& s);
void add_find(command_line& program, session& s);
void add_diff(command_line& program, session& s);
void add_verify(command_line& program, session& s);
void add_run(command_line& program, session& s);
void add_play(command_line& program, session& s);
void add_bench(command_line& program, session& s);
void add_export(command_line& program, session& s);
/// Those that come with the games of the catalog.
void add_line_commands(command_line& program, session& s);

}  // namespace zermelo::cli
