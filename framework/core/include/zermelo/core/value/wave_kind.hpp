// SPDX-License-Identifier: MIT
// The kinds of positions that waves of a solve decide: won by the first player, won by the second, or tied. Waves do
// not decide draws.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>

#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The numbers are stored in logs of waves.
enum class wave_kind : std::uint8_t { won_by_first = 0, won_by_second = 1, tied = 2 };

inline constexpr std::size_t num_wave_kinds = 3;
inline constexpr std::array<wave_kind, num_wave_kinds> all_wave_kinds{wave_kind::won_by_first, wave_kind::won_by_second,
                                                                      wave_kind::tied};

[[nodiscard]] constexpr std::size_t index_of(wave_kind kind) noexcept { return static_cast<std::size_t>(kind); }

/// @param winner  empty for a tie
[[nodiscard]] constexpr wave_kind kind_won_by(std::optional<player> winner) noexcept {
  if (!winner) return wave_kind::tied;
  return *winner == player::first ? wave_kind::won_by_first : wave_kind::won_by_second;
}

[[nodiscard]] constexpr std::optional<player> winner_of(wave_kind kind) {
  switch (kind) {
    case wave_kind::won_by_first: return player::first;
    case wave_kind::won_by_second: return player::second;
    case wave_kind::tied: return std::nullopt;
  }
  throw std::logic_error("wave_kind out of range");
}

/// The same kind, as a position one move away names the players; see `across_move` of a player.
[[nodiscard]] constexpr wave_kind across_move(wave_kind kind, viewpoint seen_by) {
  const std::optional<player> winner = winner_of(kind);
  return winner ? kind_won_by(across_move(*winner, seen_by)) : kind;
}

[[nodiscard]] constexpr outcome outcome_of(wave_kind kind, player to_move) {
  const std::optional<player> winner = winner_of(kind);
  if (!winner) return outcome::tie;
  return *winner == to_move ? outcome::win : outcome::loss;
}

}  // namespace zermelo
