// SPDX-License-Identifier: MIT
// Compares the size that the hook `size_of` returns before a game is built with the size of the built game:
//
//   TEST(my_game, states_its_size) { zermelo::testkit::expect_size_of<my_game>({{"nodes", "300"}, {"degree", "100"}});
//   }
//
// The bytes may differ by a tenth plus 64 KiB, since the allocator rounds up. Test an instance of several megabytes:
// below 64 KiB, the check covers little more than the number of positions.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <gtest/gtest.h>
#include <malloc.h>

#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/game.hpp>
#include <zermelo/core/positions/explored_game.hpp>
#include <zermelo/testkit/catalog_game.hpp>

namespace zermelo::testkit {

/// Returns the bytes that this process has allocated with the C library, or 0 if the library does not count them.
[[nodiscard]] inline std::uint64_t allocated_bytes() {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || (__GLIBC__ == 2 && __GLIBC_MINOR__ >= 33))
  const auto statistics = mallinfo2();
  return statistics.uordblks + statistics.hblkhd;
#else
  return 0;
#endif
}

/// Fails the running test if the stated positions or bytes are wrong. @param parameters  values by name
template <CatalogGame G>
  requires HasSizeOf<G>
void expect_size_of(const std::map<std::string, std::string>& parameters) {
  const parameter_values values = values_of<G>(parameters);
  const game_size stated = G::size_of(values);
  EXPECT_LE(stated.bytes, stated.bytes_to_build);
  const std::uint64_t before = allocated_bytes();
  const G game(values);
  const std::uint64_t after = allocated_bytes();
  EXPECT_EQ(stated.positions, with_ranking(game).num_positions());
  // No bytes are counted if the game allocates no memory, or the C library does not count it, as under sanitizers.
  if (after <= before) return;
  const std::uint64_t retained_bytes = after - before;
  constexpr std::uint64_t min_tolerance_bytes = 1 << 16;
  const std::uint64_t tolerance_bytes = stated.bytes / 10 + min_tolerance_bytes;
  EXPECT_LE(retained_bytes, stated.bytes + tolerance_bytes);
  EXPECT_GE(retained_bytes + tolerance_bytes, stated.bytes);
}

}  // namespace zermelo::testkit
