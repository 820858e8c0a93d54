// SPDX-License-Identifier: MIT
// Holds what a game says of its size before it is built against the game that is built:
//
//   TEST(my_game, says_its_size) { zermelo::testkit::expect_size_of<my_game>({{"nodes", "300"}, {"degree", "100"}}); }
//
// Bytes may be wrong by a tenth and by 64 KiB, for what the allocator rounds up. So take an instance or two that keep
// some megabytes; of one that keeps less than 64 KiB only the number of positions is checked.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <gtest/gtest.h>
#include <malloc.h>

#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/testkit/catalog_game.hpp>

namespace zermelo::testkit {

/// What this process has allocated, in bytes, as far as the C library knows.
[[nodiscard]] inline std::uint64_t allocated_bytes() {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 33))
  const auto counted = mallinfo2();
  return counted.uordblks + counted.hblkhd;
#else
  return 0;
#endif
}

template <CatalogGame G>
  requires HasSizeOf<G>
void expect_size_of(const std::map<std::string, std::string>& words) {
  const parameter_values values = values_of<G>(words);
  const game_size said = G::size_of(values);
  EXPECT_LE(said.bytes, said.bytes_to_build);
  const std::uint64_t before = allocated_bytes();
  const G game(values);
  const std::uint64_t after = allocated_bytes();
  EXPECT_EQ(said.positions, with_ranking(game).num_positions());
  if (after <= before) return;  // another allocator than the C library's, as under sanitizers
  const std::uint64_t kept = after - before;
  constexpr std::uint64_t small = 1 << 16;
  EXPECT_LE(kept, said.bytes + said.bytes / 10 + small);
  EXPECT_GE(kept + small, said.bytes - said.bytes / 10);
}

}  // namespace zermelo::testkit
