// SPDX-License-Identifier: MIT
// Verifies a table set by the rules, group of slices after group, with the memory of a group and its inputs.
#pragma once

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/verify/verify_scope.hpp>
#include <zermelo/solving/job/verifying.hpp>
#include <zermelo/solving/sets/table_set.hpp>

namespace zermelo {

class any_game;

/// Verifies the slices that are done, all positions or a sample, by the rules of the whole game, and checks the
/// statements of their tables and of the index about the entries; the signature is that of the whole set. The process
/// stays within `scope.memory_bytes` and the available memory: entries of a group and its inputs are in memory as far
/// as that suffices; other entries are read from their files, which is many times slower. Names of phases include the
/// group and its number.
/// @throws input_error if a table is damaged, a table that is read into memory has false statements, or a slice that is
/// done leads to one that is not; resource_error if there is not enough memory even when reading from files;
/// interrupted.
[[nodiscard]] table_verification verify_set(const any_game& game, const table_set& set, const verify_scope& scope,
                                            solve_visitor& visitor);

/// Compares the statements of the tables and the index with the entries, but not the entries with the rules.
/// @throws input_error if a table is damaged; interrupted.
[[nodiscard]] table_verification verify_statements(const any_game& game, const table_set& set, unsigned threads,
                                                   work_monitor& monitor);

}  // namespace zermelo
