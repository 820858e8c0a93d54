// SPDX-License-Identifier: MIT
// A digest of what a game's rules say of some positions, so that other rules are told from those that a table was
// solved with: who moves there, how play ends, and where moves lead, in whatever order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/rules/key_rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// How many positions a table keeps for its digest. Rules that differ at one position in a hundred agree at all of
/// these with a chance of 10^-18.
inline constexpr position most_digested_positions = 4096;

/// Some positions, the same for every number of them, ascending: one drawn from each of as many equal stretches.
[[nodiscard]] std::vector<position> positions_to_digest(position num_positions);

/// Modulo 2^64, the sum over the positions of mix(hash(key) + mix(how it ends) + the sum over its moves of
/// mix(hash(key of the target))); classes of positions where the game has `canonical`.
/// @throws input_error if a key is no position of the game; contract_error for what no word can say, see
///   position_word.hpp.
[[nodiscard]] std::uint64_t rules_digest(any_key_rules game, std::span<const wide_key> keys);

}  // namespace zermelo
