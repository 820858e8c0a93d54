// SPDX-License-Identifier: MIT
#include "game_memory.hpp"

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/positions/position_numbering.hpp>

namespace zermelo {

static_assert(entry_bytes(planned_distance_bound, 1) == sizeof(std::uint16_t));
static_assert(entry_bytes(planned_distance_bound, 20) == sizeof(std::uint32_t), "margins to 20 leave 8 bits of 16");
static_assert(planned_entry_bytes(20) == sizeof(std::uint16_t));

std::uint64_t key_bytes(const any_game& game, std::uint64_t positions) {
  const position_numbering* const numbering = game.numbering();
  return numbering != nullptr ? saturating_number(numbering->bytes_per_key() * static_cast<double>(positions)) : 0;
}

std::uint64_t allocator_bytes_of_exploring(const any_game& game, unsigned threads) {
  constexpr std::uint64_t bytes_on_one_thread = std::uint64_t{1} << 20;
  constexpr std::uint64_t bytes_on_several_threads = std::uint64_t{4} << 20;
  if (game.numbering() == nullptr) return 0;
  return resolve_threads(threads) > 1 ? bytes_on_several_threads : bytes_on_one_thread;
}

void expect_width(key_width width, const position_numbering& numbered) {
  if (width == numbered.width()) return;
  throw input_error(
      fmt::format("expected keys of {1} bits, got {0}", static_cast<int>(width), static_cast<int>(numbered.width())));
}

}  // namespace zermelo
