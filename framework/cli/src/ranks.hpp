// SPDX-License-Identifier: MIT
// What commands do that processes run together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <zermelo/core/blocks/block_exchange.hpp>

#include "session.hpp"

namespace zermelo::cli {

/// The options of a process among others: one shows progress, and each takes its share of the machine's threads, unless
/// it is told how many.
[[nodiscard]] work_options options_beside(const work_options& given, const block_exchange& blocks);

/// [rank]: what each says of itself.
struct numbers_by_rank {
  std::vector<std::uint64_t> peak_bytes;
  std::vector<std::uint64_t> sent_bytes;  ///< to others, in waves
  std::uint64_t rounds = 0;               ///< of all, in which each waited for the others
};

/// So far. Rounds of all.
[[nodiscard]] numbers_by_rank numbers_of_ranks(block_exchange& blocks);
/// Says it in a report.
void add_ranks(experiment::json& object, const numbers_by_rank& ranks);
[[nodiscard]] std::string ranks_line(const numbers_by_rank& ranks);

}  // namespace zermelo::cli
