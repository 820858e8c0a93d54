// SPDX-License-Identifier: MIT
// A digest of what a game's rules say of some positions, so that other rules are told from those that a table was
// solved with: who moves there, how play ends, and where moves lead, in whatever order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/core/rules/packing.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// How many positions a table keeps for its digest. Rules that differ at one position in a hundred agree at all of
/// these with a chance of 10^-18.
inline constexpr position most_digested_positions = 4096;

/// Some positions, the same for every number of them, ascending: one drawn from each of as many equal stretches.
[[nodiscard]] inline std::vector<position> positions_to_digest(position num_positions) {
  const position wanted = std::min(num_positions, most_digested_positions);
  std::vector<position> chosen;
  random_generator random(0);
  for (position i = 0; i < wanted; ++i) {
    const position begin = i * num_positions / wanted;
    chosen.push_back(begin + random.below((i + 1) * num_positions / wanted - begin));
  }
  return chosen;
}

/// Modulo 2^64, the sum over the positions of mix(hash(key) + mix(how it ends) + the sum over its moves of
/// mix(hash(key of the target))); classes of positions where the game has `canonical`. The game need not be numbered.
/// @throws input_error if a key is no position of the game.
template <class G>
[[nodiscard]] std::uint64_t rules_digest(const explored_game<G>& game, std::span<const wide_key> keys) {
  using key = typename explored_game<G>::key;
  const auto hash_of_end = [](player to_move, const std::optional<result>& end) {
    std::uint64_t code = 1 + index_of(to_move);
    if (end) {
      const std::uint64_t kind = end->winner ? 1 + index_of(*end->winner) : end->is_drawn ? 3 : 4;
      code += 4 * kind + 32 * (1 + std::uint64_t{end->distance_plies});
    }
    return splitmix64_mix(code);
  };
  std::uint64_t digest = 0;
  std::vector<key> targets;
  for (const wide_key& k : keys) {
    const typename G::state s = game.state_of_stranger(k);
    std::optional<result> end = game.terminal(s);
    targets.clear();
    if (!end) {
      game.for_each_successor(
          s, [&](const typename G::state& next) { targets.push_back(key_of_representative(game, next)); });
      if constexpr (HasCanonical<G>) {
        std::sort(targets.begin(), targets.end());
        targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
      }
      if (targets.empty()) end = game.no_moves(s);
    }
    std::uint64_t sum = hash_of_key(narrowed_key<key>(k)) + hash_of_end(player_to_move_of(game, s), end);
    for (const key& target : targets) sum += splitmix64_mix(hash_of_key(target));
    digest += splitmix64_mix(sum);
  }
  return digest;
}

}  // namespace zermelo
