// SPDX-License-Identifier: MIT
// The common part of test games whose states are cell numbers and in which play never ends.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/position_text.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The hooks for numbers and terminal positions.
template <position NumCells>
class numbered_cells {
 public:
  using state = position;
  static constexpr position num_cells = NumCells;

  [[nodiscard]] position num_positions() const { return num_cells; }
  [[nodiscard]] position rank(const state& s) const { return s; }
  [[nodiscard]] state unrank(position p) const { return p; }
  [[nodiscard]] std::optional<result> terminal(const state& /*s*/) const { return std::nullopt; }
  [[nodiscard]] result no_moves(const state& /*s*/) const { return result::drawn(); }
};

/// The hooks of numbered_cells, and positions as text.
template <position NumCells>
class named_cells : public numbered_cells<NumCells> {
 public:
  [[nodiscard]] std::string format(const position& s) const { return "cell=" + std::to_string(s); }
  [[nodiscard]] position parse(std::string_view text) const {
    return parse_number<position>(parse_fields(text, {"cell"}).at("cell")).value();
  }
};

}  // namespace zermelo
