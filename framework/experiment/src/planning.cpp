// SPDX-License-Identifier: MIT
// The choice of an engine from a memory plan.
#include <zermelo/experiment/planning.hpp>

#include <algorithm>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/solve/block_exchange.hpp>
#include <zermelo/experiment/memory.hpp>

namespace zermelo::experiment {
namespace {

/// "implicit about 3 GiB, explicit about 9 GiB": what each engine needs, but for the one already named.
std::string needs_of(const memory_plan& plan, std::optional<engine> except) {
  std::string text;
  for (const auto& candidate : plan.engines) {
    if (!candidate.available || candidate.engine.is_baseline() || candidate.engine == except) continue;
    text += fmt::format("{}{} needs about {}", text.empty() ? "" : ", ", to_string(candidate.engine),
                        format_bytes(candidate.peak_bytes));
  }
  return text;
}

}  // namespace

std::uint64_t available_to(block_exchange* blocks) {
  if (blocks == nullptr) return available_memory_bytes();
  return blocks->least(available_memory_bytes() / blocks->num_neighbours()).value();
}

void choose_engine(memory_plan& plan, std::optional<engine> requested) {
  for (const auto& candidate : plan.engines) {
    if (!requested) {
      if (!candidate.available || candidate.engine.is_baseline() || candidate.peak_bytes > plan.limit_bytes) continue;
    } else if (candidate.engine != requested) {
      continue;
    } else if (!candidate.available) {
      throw input_error(fmt::format("engine '{}' is not available: {}", to_string(requested), candidate.reason));
    } else if (candidate.peak_bytes > plan.limit_bytes) {
      const std::string others = needs_of(plan, requested);
      throw resource_error(fmt::format("{} positions: engine '{}' needs about {}, the memory limit is {}{}",
                                       plan.positions, to_string(requested), format_bytes(candidate.peak_bytes),
                                       format_bytes(plan.limit_bytes), others.empty() ? "" : " (" + others + ")"));
    }
    plan.chosen = candidate.engine;
    return;
  }
  // The last to be chosen has the fewest conditions.
  const engine_estimate* last = nullptr;
  for (const engine_estimate& candidate : plan.engines) {
    if (!candidate.engine.is_baseline() && (last == nullptr || !last->available)) last = &candidate;
  }
  if (last != nullptr && !last->available) {
    throw input_error(fmt::format("engine '{}' is not available: {}", last->engine.name(), last->reason));
  }
  throw resource_error(fmt::format("{} positions: no engine fits the memory limit of {}: {}", plan.positions,
                                   format_bytes(plan.limit_bytes), needs_of(plan, std::nullopt)));
}

std::uint64_t most_bytes_to_verify_beside(std::uint64_t num_positions) noexcept {
  constexpr std::uint64_t little = std::uint64_t{64} << 20;
  return std::max(little, num_positions);
}

std::optional<verify_scope> parse_verify_scope(std::string_view word, unsigned threads) {
  constexpr std::string_view sample = "sample:";
  if (word == "all") return verify_scope(threads);
  if (word.starts_with(sample)) {
    const auto number = parse_number<std::uint64_t>(word.substr(sample.size()));
    if (number && *number > 0) return verify_scope(threads, *number);
  }
  return std::nullopt;
}

}  // namespace zermelo::experiment
