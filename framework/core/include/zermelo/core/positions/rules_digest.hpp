// SPDX-License-Identifier: MIT
// A digest of a game's rules at some positions: the player to move, the end of play, and the targets of moves in any
// order. It tells whether a table was solved with other rules.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/rules/key_rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// The most positions that a table keeps for its digest. Rules that differ at one position in a hundred agree at all
/// these positions with a probability of 10^-18.
inline constexpr position max_digested_positions = 4096;

/// The positions of a digest, ascending: one drawn from each of equally many equal stretches. The same number of
/// positions always gives the same ones.
[[nodiscard]] std::vector<position> positions_to_digest(position num_positions);

/// The sum, modulo 2^64, over the positions of mix(hash(key) + mix(end of play) + the sum over the moves of
/// mix(hash(key of the target))); over classes of positions where the game has `canonical`.
/// @throws input_error if a key is no position of the game; contract_error for numbers that do not fit a word, see
///   position_word.hpp.
[[nodiscard]] std::uint64_t rules_digest(any_key_rules game, std::span<const wide_key> keys);

}  // namespace zermelo
