// SPDX-License-Identifier: MIT
// Verifies a table set by the rules, one group of slices after the other, in the memory of a group and its inputs.
#pragma once

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/verify/verify_scope.hpp>
#include <zermelo/solving/job/verifying.hpp>
#include <zermelo/solving/sets/table_set.hpp>

namespace zermelo {

class any_game;

/// Verifies the slices that are done, all positions or a sample, by the rules of the whole game, and what their tables
/// and the index state about the entries; the signature is that of the whole. The process stays
/// within `scope.memory_bytes` and the memory available: entries of a group and its inputs are in memory as far as that
/// suffices; other entries are read from their files, which is many times slower. Names of phases have the group and
/// its number.
/// @throws input_error if a table is damaged, a table that is read into memory has false statements, or a slice that is
///   done enters one that is not; resource_error if not even reading from files fits the memory; interrupted.
[[nodiscard]] table_verification verify_set(const any_game& game, const table_set& set, const verify_scope& scope,
                                            solve_visitor& visitor);

/// Compares the statements of the tables and the index with the entries, and no entry with the rules.
/// @throws input_error if a table is damaged; interrupted.
[[nodiscard]] table_verification verify_statements(const any_game& game, const table_set& set, unsigned threads,
                                                   work_monitor& monitor);

}  // namespace zermelo
