// SPDX-License-Identifier: MIT
// Finds one best move of each position of a table.
#pragma once

#include <functional>
#include <optional>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/value_table.hpp>

#include "../opened_table.hpp"

namespace zermelo::cli {

struct best_move {
  position from = 0;
  position_value value;
  player to_move = player::first;  ///< also the first for illegal positions, and if positions are relative to the
                                   ///< player to move
  std::optional<position> to{};    ///< nothing for terminal and illegal positions

  [[nodiscard]] bool is_legal() const noexcept { return value.outcome != outcome::illegal; }
};

/// Finds best moves in a table, which must outlive this object.
class best_moves {
 public:
  explicit best_moves(const opened_table& opened) : m_opened(opened) {}

  /// Loads the entries of the table, 2 or 4 bytes each, since moves can lead to any position. Phase "read". Call it
  /// once.
  /// @throws interrupted; resource_error if there is not enough memory; what reading the table throws.
  void load(unsigned threads, work_monitor& monitor);

  /// Calls f for each position of the block, in order, with the best move to the lowest-numbered position. Best moves
  /// are those with the shortest distance for wins, ties and draws by the rules of infinite play, those with the
  /// longest for losses, and with margins, those that preserve the margin. Thread-safe.
  /// @throws input_error if no move leads to the value of a position, or table and game disagree on whether a position
  /// is legal, so that the table is wrong. Precondition: `load` has been called
  void for_each(const index_range& block, const std::function<void(const best_move&)>& f) const;

 private:
  const opened_table& m_opened;
  value_table m_values;
};

}  // namespace zermelo::cli
