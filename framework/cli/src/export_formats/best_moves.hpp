// SPDX-License-Identifier: MIT
// One best move of each position of a table.
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
  player to_move = player::first;  ///< the first, too, where positions are seen by the player to move, or illegal
  std::optional<position> to{};    ///< nothing where play has ended, or the position is illegal

  [[nodiscard]] bool is_legal() const noexcept { return value.outcome != outcome::illegal; }
};

/// The table must outlive it.
class best_moves {
 public:
  explicit best_moves(const opened_table& opened) : m_opened(opened) {}

  /// Loads the entries of the table, 2 or 4 bytes each: moves lead anywhere. Phase "read". Called once.
  /// @throws interrupted; resource_error if the memory does not suffice; what reading the table throws.
  void load(unsigned threads, work_monitor& monitor);

  /// Calls f for each position of the block, in order. Of several best moves it gets the one to the lowest number: the
  /// soonest of wins, ties and draws by the rules of endless play, the latest of losses; of those that keep the margin,
  /// where there are margins. Thread-safe.
  /// @throws input_error if no move leads to the value of a position, or table and game differ in whether a position is
  ///   legal, so that the table is false. Precondition: `load` has been called.
  void for_each(const index_range& block, const std::function<void(const best_move&)>& f) const;

 private:
  const opened_table& m_opened;
  value_table m_values;
};

}  // namespace zermelo::cli
