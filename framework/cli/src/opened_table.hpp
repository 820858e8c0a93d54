// SPDX-License-Identifier: MIT
// Opens a table or a table set for a command: an interrupt stops it.
#pragma once

#include <cstddef>
#include <string>

#include <zermelo/experiment/catalog/catalog.hpp>
#include <zermelo/experiment/table/opened_table.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::cli {

using experiment::opened_table;

/// As `experiment::open_table`. @throws as that; interrupted.
[[nodiscard]] opened_table open_table(const std::string& file, const experiment::catalog& games,
                                      std::size_t cache_bytes = storage::endgame_table::default_cache_bytes);

}  // namespace zermelo::cli
