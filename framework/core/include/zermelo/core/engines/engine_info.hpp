// SPDX-License-Identifier: MIT
// Properties of an engine that do not depend on a game.
#pragma once

#include <cstdint>
#include <string_view>

namespace zermelo {

struct engine_info {
  std::string_view name;     ///< one word, by which it is asked for
  std::string_view summary;  ///< one line
  /// Works in waves, between which a solve can be logged and saved, and can resume a saved solve.
  bool saves = false;
  /// Runs only if it is asked for by name, on one thread: for comparison.
  bool is_baseline = false;
  /// Its solution is packed: it has to be unpacked before single entries are looked up.
  bool packs_solution = false;
  /// Solves one block of the positions in each of several processes. With several processes, only such engines work.
  bool is_distributed = false;
};

/// The part of every estimate for the program itself, in bytes: code, libraries, thread stacks. 15 to 17 MiB were
/// measured.
inline constexpr std::uint64_t bytes_of_program = 18 << 20;

}  // namespace zermelo
