// SPDX-License-Identifier: MIT
// A hash of a state, independent of the numbers of positions: the hash of the state's key if the game has the hook
// `pack`, otherwise splitmix64_mix of the 64-bit FNV-1a digest of the state's text.
#pragma once

#include <cstdint>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/rules/packing.hpp>

namespace zermelo {

template <RankedGame G>
[[nodiscard]] std::uint64_t hash_of_state(const G& game, const typename G::state& s) {
  if constexpr (HasPacking<G>) {
    return hash_of_key(game.pack(s));
  } else {
    return splitmix64_mix(text_digest().add(format_of(game, s)).value());
  }
}

}  // namespace zermelo
