// SPDX-License-Identifier: MIT
// A digest of a solution, independent of the numbers of positions: equal solutions have equal digests, whether the game
// is solved with or without slices, by a ranking or by exploring.
//
//   signature = sum over legal positions of mix(hash(state) + outcome + 8 * distance)    modulo 2^64
//
// mix is splitmix64_mix, `outcome` and `distance` are as in solve_signature.hpp, and hash(state) as in state_hash.hpp.
// In a game reduced by symmetry, the states are canonical.
#pragma once

#include <cstdint>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// Computes the digest in linear time; hashing a state by its text takes some microseconds. Phase "summarize".
/// @throws contract_error if the rules have no states; interrupted; what the reader of the entries throws.
[[nodiscard]] std::uint64_t state_signature(const rules& game, const solution_entries& values, unsigned threads,
                                            work_monitor& monitor);

}  // namespace zermelo
