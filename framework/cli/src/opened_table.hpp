// SPDX-License-Identifier: MIT
// Opens a table or a table set for a command; an interrupt stops it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/tables/opened/opened_table.hpp>

namespace zermelo::cli {

/// Like `zermelo::open_table`. @throws what it throws; interrupted.
[[nodiscard]] opened_table open_table(const std::string& file, const catalog& games,
                                      std::size_t cache_bytes = storage::endgame_table::default_cache_bytes);

/// Returns the names of the slices of a set that are not done; empty for a single table.
[[nodiscard]] std::vector<std::string> slices_to_do(const opened_table& opened);
/// @throws input_error for a set with slices that are not done. @param why  the end of the message
void expect_whole(const opened_table& opened, std::string_view why);

}  // namespace zermelo::cli
