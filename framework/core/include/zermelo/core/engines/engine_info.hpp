// SPDX-License-Identifier: MIT
// The properties of an engine that do not depend on a game, and the memory of the program itself.
#pragma once

#include <cstdint>
#include <string_view>

namespace zermelo {

struct engine_info {
  std::string_view name;     ///< one word, by which users select the engine
  std::string_view summary;  ///< one line
  /// Accepts tasks with engine_task::saves: stops between waves to log and save, and resumes a saved solve. An engine
  /// without waves always starts from the beginning.
  bool saves = false;
  /// Is used only for comparison, and runs only if users select it by name.
  bool is_baseline = false;
  /// Returns packed solutions, which must be unpacked before single entries are looked up.
  bool packs_solution = false;
  /// Solves one block of the positions in each of several processes. Only such engines can be used by several
  /// processes.
  bool is_distributed = false;
};

/// The memory of the program itself in every estimate, in bytes: code, libraries and thread stacks. Measurements gave
/// 15 to 17 MiB.
inline constexpr std::uint64_t bytes_of_program = 18 << 20;

}  // namespace zermelo
