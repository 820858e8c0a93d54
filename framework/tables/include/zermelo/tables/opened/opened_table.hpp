// SPDX-License-Identifier: MIT
// Opens a table or a table set, and rebuilds the game that it solves.
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
  std::unique_ptr<any_game> game;  ///< rebuilt from the parameters that the table stores
  bool has_rules = true;           ///< false: `game` is none of the catalog, and what asks for moves throws input_error

  /// The entry of one position, read from the file.
  [[nodiscard]] position_value value(position p) const { return table->probe(p); }
  /// `value` as a function. This object must outlive the function, and must not be moved while the function is used.
  [[nodiscard]] value_lookup lookup() const {
    return [this](position p) { return value(p); };
  }
};

/// What becomes of a table whose game the catalog lacks.
enum class unknown_games : bool {
  reject,
  open,  ///< the game has what the table says: positions, axes, players and values, and no rules
};

/// Opens a table, or the folder of a table set, rebuilds its game, and checks that game and table agree on positions,
/// axes, players, rules and start.
/// @param monitor  asked whether to stop while the game is built and numbered, and told of the phases of reading a file
/// @param cache_bytes  the memory for chunks of a table, see endgame_table; not used for a set
/// @param memory  for chunks of a table or of a set, in place of `cache_bytes`; null: of their own
/// @param unknown  of a table; a set takes the rules of its game
/// @throws input_error naming the file; interrupted; resource_error for a game too large for a table of that size.
[[nodiscard]] opened_table open_table(const std::string& file, const catalog& games, work_monitor& monitor,
                                      std::size_t cache_bytes = storage::endgame_table::default_cache_bytes,
                                      const std::shared_ptr<storage::chunk_memory>& memory = nullptr,
                                      unknown_games unknown = unknown_games::reject);

/// @throws input_error that says that the game's values can be read and its rules can't, after the text `before`.
[[noreturn]] void fail_without_rules(std::string_view game, std::string_view before = "");

/// The message of an error in a table, with the file's name before it unless the message begins with the name.
[[nodiscard]] std::string with_file_name(const std::string& file, const std::string& message);

}  // namespace zermelo
