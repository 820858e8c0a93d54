// SPDX-License-Identifier: MIT
// Explores a game without a ranking slice by slice, into the folder of a table set: a file of keys for each slice.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/solving/plan/solve_options.hpp>
#include <zermelo/solving/sets/sliced_job.hpp>

namespace zermelo {

class any_game;

/// Explores the groups that are not explored yet, each after the groups that lead to it. Memory contains the keys of
/// the current group, and the keys found in this run of slices that are not explored yet; the keys of explored slices
/// are in their files. Returns the keys of each slice, read from their files; null for an unreachable slice. Phases
/// "read", "explore" and "write".
/// @param report  called after each group with positions
/// @throws what explore_group and write_slice_keys throw; input_error for a file that is damaged or belongs to another
/// game or slice; interrupted: explored groups are retained.
[[nodiscard]] std::vector<std::shared_ptr<const position_keys>> explore_set(
    const any_game& game, const std::filesystem::path& folder, const solve_options& options, solve_visitor& visitor,
    const std::function<void(const exploration_report&)>& report);

}  // namespace zermelo
