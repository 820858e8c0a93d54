// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <zermelo/core/game/parameters.hpp>
#include <zermelo/solving/bench/benchmark.hpp>
#include <zermelo/tables/report/report_part.hpp>

namespace zermelo {

class any_game;

/// Text: a table with a line per engine and number of threads, then the seconds by phase and of the limit kernels.
///
/// JSON: the members of report_game, `positions`, `edges`, `repeat`, `planned_bytes`; `machine`: `processor`, `cores`,
/// `memory_bytes`, `compiler`, `flags`, `version`, `revision`, `program` (if set); `limits`: `threads`, and the seconds
/// of `stream` and `gather`; and `results`: `engine`, `threads`, `seconds` by phase and for the whole `solve`,
/// `positions_per_second`, `edges_per_second`, `bytes_per_position`, `bytes_per_edge`, `ratio_to_textbook`,
/// `ratio_to_queue` (speedups), `ratio_to_stream_limit`, `ratio_to_gather_limit` (propagation time divided by that of
/// the kernel), `signature`. Seconds are `median`, `min` and `max` over the runs.
[[nodiscard]] report_part report_benchmark(const any_game& game, const std::vector<parameter>& schema, unsigned repeat,
                                           const benchmark_report& measured, const machine_description& machine);

}  // namespace zermelo
