// SPDX-License-Identifier: MIT
// Follows play from a position of a table, with the options that commands share.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <zermelo/catalog/query/play_graph.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "opened_table.hpp"

namespace zermelo::cli {

/// Returns the value of --depth: a number of plies, or nothing for "all". @throws input_error
[[nodiscard]] std::optional<std::uint64_t> parse_depth(const std::string& text);

/// Calls `zermelo::follow_play` with the entries of the table. @throws what it throws; input_error naming the position
/// and the options --limit and --depth if more positions are reachable than `options` allows.
[[nodiscard]] play_graph follow_play(const opened_table& opened, position from, const play_options& options,
                                     work_monitor& monitor);

}  // namespace zermelo::cli
