// SPDX-License-Identifier: MIT
// Checks solved margins against the bounds of slices. A solve has one bound for all its positions: the bound of the
// game, or the greatest bound of the slices in a group. Slices with a lower bound are checked here after the solve.
//
//   time    the positions of these slices, read once, on the calling thread
//   memory  a run of entries
//   throws  contract_error for a margin over its bound, as a solve does; what reading the entries throws
#pragma once

#include <span>

#include <zermelo/core/game/slice.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// Checks the values of a group of slices. @param values  by the group's numbers
void expect_slice_margins(const part_rules& group, const solution_entries& values);

/// Checks the values of this process in a game that was solved as a whole. @param slices  all slices of the game
void expect_slice_margins(const rules& game, std::span<const slice> slices, const solution_entries& values);

}  // namespace zermelo
