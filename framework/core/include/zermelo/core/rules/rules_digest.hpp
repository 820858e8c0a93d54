// SPDX-License-Identifier: MIT
// A digest of a game's rules at some positions: the player to move, the result if play has ended, and the targets of
// moves in any order. Digests show whether a table was solved with other rules.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <zermelo/core/rules/key_rules.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo {

/// The maximum number of keys that a table stores for its digest. Rules that differ at one position in a hundred agree
/// at all of these positions with a probability of 10^-18.
inline constexpr position max_digested_positions = 4096;

/// The positions of a digest, ascending: one from each of up to `max_digested_positions` nearly equal ranges. They
/// depend only on the number of positions.
[[nodiscard]] std::vector<position> positions_to_digest(position num_positions);

/// The sum over `keys`, modulo 2^64, of mix(h(key) + mix(end) + the sum over the moves of mix(h(key of the target))),
/// where `end` encodes the player to move and the result. See "Keys" in framework/docs/format.md for mix, h and `end`.
/// If the game has `canonical`, keys and targets are those of canonical states, and each target counts once.
/// @throws input_error if a key is not a position of the game; contract_error if a number of moves or a distance does
///   not fit a word, see position_word.hpp.
[[nodiscard]] std::uint64_t rules_digest(any_key_rules rules, std::span<const wide_key> keys);

}  // namespace zermelo
