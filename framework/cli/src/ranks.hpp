// SPDX-License-Identifier: MIT
// What commands do that processes run together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <zermelo/core/solve/block_exchange.hpp>

#include "session.hpp"

namespace zermelo::cli {

/// The options of a process among others: one shows progress, and each takes its share of the machine's threads, unless
/// it is told how many.
[[nodiscard]] work_options options_beside(const work_options& given, const block_exchange& blocks);

/// [rank]: the most memory that it has taken. A round of all.
[[nodiscard]] std::vector<std::uint64_t> peaks_of_ranks(block_exchange& blocks);
/// Says it in a report.
void add_ranks(experiment::json& object, const std::vector<std::uint64_t>& peaks);
[[nodiscard]] std::string ranks_line(const std::vector<std::uint64_t>& peaks);

}  // namespace zermelo::cli
