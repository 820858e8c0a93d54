// SPDX-License-Identifier: MIT
// Opens a table or a table set, and rebuilds its game.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/solving/sets/table_set.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo {

struct opened_table {
  std::string file;  ///< the table, or the folder of a set
  std::unique_ptr<const storage::stored_table> table;
  const table_set* set = nullptr;  ///< `table` as a table set; null for a single table
  std::unique_ptr<any_game> game;  ///< rebuilt from the stored parameters
  bool has_rules = true;           ///< false: `game` is not in the catalog, and functions that need moves throw
                                   ///< input_error

  /// Returns the entry of one position, read from the file.
  [[nodiscard]] position_value value(position p) const { return table->probe(p); }
  /// Returns `value` as a function. This object must outlive the function, and must not be moved while the function is
  /// used.
  [[nodiscard]] value_lookup lookup() const {
    return [this](position p) { return value(p); };
  }
};

/// How to open a table whose game is not in the catalog.
enum class unknown_games : bool {
  reject,
  open,  ///< the game has the positions, axes, players and values of the table, but no rules
};

/// Opens a table, or the folder of a table set, rebuilds its game, and checks that game and table agree on positions,
/// axes, players, rules and start.
/// @param monitor  can stop building and numbering the game, and receives the phases of reading a file
/// @param cache_bytes  memory for chunks of a table, see endgame_table; not used for a set
/// @param memory  memory for chunks of a table or of a set, in place of `cache_bytes`; null: not shared
/// @param unknown  not used for a set, which needs the rules of its game
/// @throws input_error naming the file; interrupted; resource_error if the game is too large for a table of that size.
[[nodiscard]] opened_table open_table(const std::string& file, const catalog& games, work_monitor& monitor,
                                      std::size_t cache_bytes = storage::endgame_table::default_cache_bytes,
                                      const std::shared_ptr<storage::chunk_memory>& memory = nullptr,
                                      unknown_games unknown = unknown_games::reject);

/// @throws input_error with `before`, and a message that the values of the game can be read, but not its rules
[[noreturn]] void fail_without_rules(std::string_view game, std::string_view before = "");

/// Returns the message of an error in a table, preceded by the file's name unless it begins with the name.
[[nodiscard]] std::string with_file_name(const std::string& file, const std::string& message);

}  // namespace zermelo
