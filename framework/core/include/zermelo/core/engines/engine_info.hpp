// SPDX-License-Identifier: MIT
// The properties of an engine that do not depend on a game, and the memory of the program itself.
#pragma once

#include <cstdint>
#include <string_view>

namespace zermelo {

struct engine_info {
  std::string_view name;     ///< one word, by which users select the engine
  std::string_view summary;  ///< one line
  /// Accepts tasks with engine_task::saves: stops between waves to log and save, and resumes a saved solve; or has no
  /// waves, and always starts from the beginning.
  bool saves = false;
  /// Runs only if users select it by name; for comparison.
  bool is_baseline = false;
  /// Its solutions are packed: they have to be unpacked before single entries are looked up.
  bool packs_solution = false;
  /// Solves one block of the positions in each process, together with other processes. Several processes can only use
  /// such an engine.
  bool is_distributed = false;
};

/// The part of every estimate for the program itself, in bytes: code, libraries, thread stacks. Measured: 15 to 17 MiB.
inline constexpr std::uint64_t bytes_of_program = 18 << 20;

}  // namespace zermelo
