// SPDX-License-Identifier: MIT
// The commands of the program, one source file each.
#pragma once

#include "session.hpp"

namespace zermelo::cli {

// Each declares its command, which sets `s.command` when it is parsed. `s` must outlive the program.
void add_list(CLI::App& program, session& s);
void add_solve(CLI::App& program, session& s);
void add_probe(CLI::App& program, session& s);
void add_stats(CLI::App& program, session& s);
void add_find(CLI::App& program, session& s);
void add_diff(CLI::App& program, session& s);
void add_verify(CLI::App& program, session& s);
void add_run(CLI::App& program, session& s);
void add_play(CLI::App& program, session& s);
void add_bench(CLI::App& program, session& s);
void add_export(CLI::App& program, session& s);

}  // namespace zermelo::cli
