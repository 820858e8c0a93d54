// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/state_signature.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/outcome.hpp>

#include "legal_batches.hpp"

namespace zermelo {
namespace {

/// The 8 in the formula of state_signature.hpp; it separates the outcome from the distance.
constexpr std::uint64_t distance_factor = 8;
static_assert(num_outcomes <= distance_factor);

}  // namespace

std::uint64_t state_signature(const rules& game, const solution_entries& values, unsigned threads,
                              work_monitor& monitor) {
  std::atomic<std::uint64_t> signature{0};
  per_thread<std::vector<position_value>> buffers;
  monitor.phase("summarize", values.size());
  for_each_block(values.size(), resolve_threads(threads), monitor, [&](position begin, position end) {
    std::vector<position_value>& entries = buffers.local();
    entries.resize(end - begin);
    values.read(begin, entries);
    std::uint64_t sum = 0;
    detail::for_each_legal_batch(begin, entries, [&](std::span<const position> batch) {
      std::array<std::uint64_t, detail::max_positions_in_batch> hashes;
      game.hashes(batch, {hashes.data(), batch.size()});
      for (std::size_t i = 0; i < batch.size(); ++i) {
        const position_value value = entries[batch[i] - begin];
        sum += splitmix64_mix(hashes[i] + static_cast<std::uint64_t>(value.outcome) +
                              distance_factor * std::uint64_t{value.distance_plies});
      }
    });
    // Relaxed: addition commutes, and the sum is read only after the threads have joined.
    signature.fetch_add(sum, std::memory_order_relaxed);
  });
  return signature.load();
}

}  // namespace zermelo
