// SPDX-License-Identifier: MIT
// The choice of an engine from a memory plan.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <zermelo/core/verify/verify_report.hpp>
#include <zermelo/experiment/any_game.hpp>

namespace zermelo::experiment {

/// The memory that is available to this process, in bytes; to each of those that solve a game together, which may share
/// machines: the least of all. @param blocks  a round of theirs; null: it is one alone
[[nodiscard]] std::uint64_t available_to(block_exchange* blocks);

/// Sets `plan.chosen`: the engine requested, or if there is none the first of the plan's engines that is available,
/// no baseline, and fits the limit.
/// @throws input_error if the requested engine is not available, or none is; resource_error if it does not fit, or none
/// does;
///   the message says how much each needs.
void choose_engine(memory_plan& plan, std::optional<engine> requested);

/// What one of several processes may take to verify the so many positions that it has, beside them: a byte for each, or
/// 64 MiB.
[[nodiscard]] std::uint64_t most_bytes_to_verify_beside(std::uint64_t num_positions) noexcept;

/// What is to be verified: "all", or "sample:N" with N at least 1; nothing for anything else.
[[nodiscard]] std::optional<verify_scope> parse_verify_scope(std::string_view word, unsigned threads);

}  // namespace zermelo::experiment
