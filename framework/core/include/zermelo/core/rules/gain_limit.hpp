// SPDX-License-Identifier: MIT
// Checks the gains of a game's moves against its hook `max_gain`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

template <Game G>
class gain_limit {
 public:
  explicit gain_limit(const G& game) : m_max_gain(std::min<std::uint32_t>(max_gain_of(game), result::largest_margin)) {}

  /// Returns `points`. @param from  returns the text of the position where the move begins
  /// @throws contract_error if `points` exceeds the limit in absolute value
  template <class TextOfPosition>
  [[nodiscard]] [[gnu::always_inline]] std::int16_t checked(int points, const TextOfPosition& from) const {
    if constexpr (HasGains<G>) {
      const auto most = static_cast<int>(m_max_gain);
      if (points < -most || points > most) [[unlikely]]
        reject_gain(points, m_max_gain, from());
    } else {
      if (points != 0) [[unlikely]]
        reject_gain(points, std::nullopt, from());
    }
    return static_cast<std::int16_t>(points);
  }

 private:
  std::uint32_t m_max_gain;  ///< 0 in a game without gains
};

}  // namespace zermelo
