// SPDX-License-Identifier: MIT
// A digest of a solution that does not depend on how its positions are numbered: of a game that is solved whole, in
// slices, ranked or explored it is the same, as long as the positions are.
//
//   signature = sum over legal positions of mix(hash(state) + outcome + 8 * distance)    modulo 2^64
//
// `outcome` and `distance` as in solve_signature.hpp. The hash of a state is that of its key, where the game has
// `pack`, else mix of the 64-bit FNV-1a digest of its text. With `canonical` the states are representatives.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/packing.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

template <RankedGame G>
[[nodiscard]] std::uint64_t hash_of_state(const G& game, const typename G::state& s) {
  if constexpr (HasPacking<G>) {
    return hash_of_key(game.pack(s));
  } else {
    return splitmix64_mix(text_digest().add(format_of(game, s)).value());
  }
}

/// Reads the entries in runs; time V, some microseconds a position where states are hashed by their text. Phase
/// "summarize". @throws interrupted, and what reading the entries throws.
template <RankedGame G>
[[nodiscard]] std::uint64_t state_signature(const G& game, const solution_entries& values, unsigned threads,
                                            work_monitor& monitor) {
  std::atomic<std::uint64_t> signature{0};
  tbb::enumerable_thread_specific<std::vector<position_value>> buffers;
  monitor.phase("summarize", values.size());
  for_each_block(values.size(), resolve_threads(threads), monitor, [&](position begin, position end) {
    std::vector<position_value>& entries = buffers.local();
    entries.resize(end - begin);
    values.read(begin, entries);
    std::uint64_t sum = 0;
    for (position p = begin; p != end; ++p) {
      const position_value value = entries[p - begin];
      if (value.outcome == outcome::illegal) continue;
      sum += splitmix64_mix(hash_of_state(game, game.unrank(p)) + static_cast<std::uint64_t>(value.outcome) +
                            8 * std::uint64_t{value.distance_plies});
    }
    signature.fetch_add(sum, std::memory_order_relaxed);
  });
  return signature.load();
}

}  // namespace zermelo
