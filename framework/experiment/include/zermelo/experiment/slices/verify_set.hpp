// SPDX-License-Identifier: MIT
// Checks a table set against the rules, group of slices by group, in the memory of one group and what it enters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/core/verify/verify_scope.hpp>
#include <zermelo/experiment/slices/table_set.hpp>

namespace zermelo::experiment {

class any_game;

struct set_verification {
  verify_report report;
  std::vector<std::string>
      false_statements;         ///< of tables and index about the entries; none where only a sample is read
  std::uint64_t signature = 0;  ///< of the whole, from the entries; 0 of a sample
};

/// The moves of every position of the slices that are done are looked up across slices, by the rules of the whole game.
/// A sample is as large as asked for, spread over the slices that are done. The process stays within
/// `scope.memory_bytes`, and what the machine has: the entries of a group are held in memory, and those of the slices
/// that it enters; those that find no room beside what is there are read from their files, chunk by chunk, which is
/// many times slower. Phases are told with the group, and which it is of how many.
/// @throws input_error if a table is damaged, or says something else of itself and is read into memory, or a slice is
///   not done that another one enters; resource_error if not even reading from files has room; interrupted.
[[nodiscard]] set_verification verify_set(const any_game& game, const table_set& set, const verify_scope& scope,
                                          solve_visitor& visitor);

/// Holds what the tables and the index say against the entries, and no entry against the rules.
[[nodiscard]] set_verification verify_statements(const any_game& game, const table_set& set, unsigned threads,
                                                 work_monitor& monitor);

}  // namespace zermelo::experiment
