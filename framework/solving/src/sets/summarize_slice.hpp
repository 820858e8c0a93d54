// SPDX-License-Identifier: MIT
// Computes the summary of a slice from its entries.
#pragma once

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/slices/summarize_outcomes.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

class any_game;

/// Summarizes the entries of one slice: its counts, and its part of the signature of the whole game. Phase "summarize".
/// @param values  the entries, numbered from 0 in the slice
/// @param first   the game's number of the slice's first position
/// @param threads 0: all threads of the machine
/// @throws interrupted; what reading the entries throws
[[nodiscard]] slice_sums summarize_slice(const any_game& game, const solution_entries& values, position first,
                                         unsigned threads, work_monitor& monitor);

}  // namespace zermelo
