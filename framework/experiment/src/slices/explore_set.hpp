// SPDX-License-Identifier: MIT
// Exploring a game without a ranking slice by slice, into the folder of a table set: a file of keys for each slice.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/experiment/job/solve_options.hpp>
#include <zermelo/experiment/slices/sliced_job.hpp>

namespace zermelo::experiment {

class any_game;

/// Explores what is not explored yet, group by group, those first that others wait for; only the group at hand, what
/// enters it and what it enters are in memory. `done` is called after each group with positions. Returns the keys of
/// each slice, in their files; null of one that nothing reaches. Phases "read", "explore" and "write".
/// @throws as explore_group; input_error for a file that is damaged or of something else; interrupted, when
///   what is explored is kept.
[[nodiscard]] std::vector<std::shared_ptr<const position_keys>> explore_set(
    const any_game& game, const std::filesystem::path& folder, const solve_options& options, solve_visitor& visitor,
    const std::function<void(const exploration_report&)>& done);

}  // namespace zermelo::experiment
