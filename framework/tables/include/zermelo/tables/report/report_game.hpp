// SPDX-License-Identifier: MIT
// Reports a game, its parameters, its hooks and its result rules.
#pragma once

#include <vector>

#include <zermelo/core/game/hook_list.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/tables/report/report_part.hpp>

namespace zermelo {

class any_game;

/// Returns `name`, `type`, `help`, `default`, for a number `minimum` and `maximum`, for a choice `choices`.
[[nodiscard]] json declaration_json(const parameter& declared);

/// Returns a game's parameters by name: numbers as numbers, an optional integer that is "none" as null, others as
/// strings.
[[nodiscard]] json parameters_json(const std::vector<parameter>& schema, const parameter_values& values);

/// Returns the game's name and its parameters: `game`, `params`. The text shortens long values, such as whole grids.
[[nodiscard]] report_part report_game(const any_game& game, const std::vector<parameter>& schema);

/// Reports `hooks`: an array of `name`, `found`, `fallback`. The text has a line for each hook.
[[nodiscard]] report_part report_hooks(const hook_set& found);

/// Returns the result rules: `infinite_play` and `move_limit`.
[[nodiscard]] json rules_json(const any_game& game);

/// Adds `notes`, the remarks about the parameters, if there are any.
void add_notes(const any_game& game, json& object);

}  // namespace zermelo
