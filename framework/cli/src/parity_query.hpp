// SPDX-License-Identifier: MIT
// Represents a table as a parity game, in which one of the two players wins each position.
#pragma once

#include <optional>
#include <string>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/value/win_query.hpp>

#include "command_line.hpp"
#include "opened_table.hpp"

namespace zermelo::cli {

/// A parity game has no ties and no draws. So a table with ties, or with draws by infinite play that no rule decides,
/// needs a query, "does this player win?"; ties and draws count as wins of the other player.
/// @param wins  the name of the player of the query; nothing: no query
/// @throws input_error if the table needs a query and none is given, for an unknown player, or for a game without fixed
/// players
[[nodiscard]] win_query parity_query(const opened_table& opened, const std::optional<std::string>& wins);

/// Declares the option --wins of a command. @param goes_with  the options that it can be combined with
command_option* declare_wins_option(command_line& command, std::optional<std::string>& wins,
                                    const std::string& goes_with);

/// Returns the error for a table that needs a query.
[[nodiscard]] input_error query_needed(const opened_table& opened);

}  // namespace zermelo::cli
