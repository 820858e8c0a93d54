// SPDX-License-Identifier: MIT
// What commands do when several ranks run them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <zermelo/core/blocks/block_exchange.hpp>

#include "session.hpp"

namespace zermelo::cli {

/// The options of one rank: only the first shows progress, and each takes its share of the machine's threads unless
/// `--threads` is given.
[[nodiscard]] work_options options_for_rank(const work_options& given, const block_exchange& blocks);

/// Figures of each rank. [rank]
struct numbers_by_rank {
  std::vector<std::uint64_t> peak_bytes;
  std::vector<std::uint64_t> sent_bytes;  ///< to other ranks, in waves
  std::uint64_t rounds = 0;               ///< in which each rank waited for all others
};

/// The figures so far. A collective call: all ranks make it.
[[nodiscard]] numbers_by_rank numbers_of_ranks(block_exchange& blocks);
/// Adds the figures to a report.
void add_ranks(experiment::json& object, const numbers_by_rank& ranks);
[[nodiscard]] std::string ranks_line(const numbers_by_rank& ranks);

}  // namespace zermelo::cli
