// SPDX-License-Identifier: MIT
// Commands that several ranks run together: their options, and the figures of ranks in reports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/tables/report/report_json.hpp>

#include "session.hpp"

namespace zermelo::cli {

/// The options of this rank: only the first rank shows progress, and a rank takes its share of the machine's threads
/// unless
/// `--threads` is given.
[[nodiscard]] work_options options_for_rank(const work_options& options, const block_exchange& blocks);

/// The memory and the messages of all ranks so far.
struct rank_figures {
  std::vector<std::uint64_t> peak_bytes;  ///< [rank]: of memory
  std::vector<std::uint64_t> sent_bytes;  ///< [rank]: to other ranks, in waves
  std::uint64_t rounds = 0;               ///< in which each rank waited for all others
};

/// A collective call: all ranks make it.
[[nodiscard]] rank_figures gather_rank_figures(block_exchange& blocks);
/// Adds the figures to a report: `ranks`, `peak_bytes`, `peak_bytes_by_rank`, `sent_bytes_by_rank` and `rounds`.
void add_rank_figures(json& object, const rank_figures& figures);
/// The figures as a line of a report.
[[nodiscard]] std::string rank_figures_text(const rank_figures& figures);

}  // namespace zermelo::cli
