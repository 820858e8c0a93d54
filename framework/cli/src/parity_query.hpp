// SPDX-License-Identifier: MIT
// A table as a parity game: the question that each of its positions answers with one of the two players.
#pragma once

#include <optional>
#include <string>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/value/win_query.hpp>

#include "command_line.hpp"
#include "opened_table.hpp"

namespace zermelo::cli {

/// A parity game has no ties and no draws. So a table with ties, or with draws by endless play that no rule decides,
/// needs a question, "does this player win?": they count as wins of the other player.
/// @param wins  the name of the player of the question; nothing: no question is asked
/// @throws input_error if the table needs a question, and none is asked, for a name of no player, or for a game without
///   fixed players
[[nodiscard]] win_query parity_query(const opened_table& opened, const std::optional<std::string>& wins);

/// Declares the option --wins of a command. @param goes_with  the options that it goes with
command_option* declare_wins_option(command_line& command, std::optional<std::string>& wins,
                                    const std::string& goes_with);

/// The refusal of a table that needs a question.
[[nodiscard]] input_error query_needed(const opened_table& opened);

}  // namespace zermelo::cli
