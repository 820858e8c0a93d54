// SPDX-License-Identifier: MIT
// A game, its parameters, its hooks and its result rules.
#pragma once

#include <vector>

#include <zermelo/core/game/hook_list.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/tables/report/report_part.hpp>

namespace zermelo {

class any_game;

/// `name`, `type`, `help`, `default`, for a number `minimum` and `maximum`, for a choice `choices`.
[[nodiscard]] json declaration_json(const parameter& declared);

/// A game's parameters by name: numbers as numbers, an optional integer that is "none" as null, others as strings.
[[nodiscard]] json parameters_json(const std::vector<parameter>& schema, const parameter_values& values);

/// The game's name and its parameters: `game`, `params`. The text shortens long values, such as whole grids.
[[nodiscard]] report_part report_game(const any_game& game, const std::vector<parameter>& schema);

/// `hooks`: an array of `name`, `found`, `fallback`; or a line for each hook.
[[nodiscard]] report_part report_hooks(const hook_set& found);

/// The result rules: `infinite_play` and `move_limit`.
[[nodiscard]] json rules_json(const any_game& game);

/// Adds `notes`, the remarks about the parameters, unless empty.
void add_notes(const any_game& game, json& object);

}  // namespace zermelo
