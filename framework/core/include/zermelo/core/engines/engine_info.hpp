// SPDX-License-Identifier: MIT
// What is known of an engine without a game.
#pragma once

#include <cstdint>
#include <string_view>

namespace zermelo {

struct engine_info {
  std::string_view name;     ///< one word, by which it is asked for
  std::string_view summary;  ///< one line
  /// Works in waves, between which a solve is logged and saved, and goes on with a saved one.
  bool saves = false;
  /// Runs only if it is asked for by name, on one thread: for comparison.
  bool is_baseline = false;
  /// Its solution is packed: who wants to look up single entries unpacks it first.
  bool packs_solution = false;
  /// Solves a block of the positions while other processes solve the others; where those are, no other engine does.
  bool is_distributed = false;
};

/// What every estimate counts for the program itself: code, libraries, thread stacks. Bytes; 15 to 17 MiB were
/// measured.
inline constexpr std::uint64_t bytes_of_program = 18 << 20;

}  // namespace zermelo
