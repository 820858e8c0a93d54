// SPDX-License-Identifier: MIT
// How a game is to be solved.
#pragma once

#include <cstdint>
#include <optional>

#include <zermelo/experiment/catalog/engine.hpp>

namespace zermelo {
class block_exchange;
struct saved_solve;
}  // namespace zermelo

namespace zermelo::experiment {

struct solve_options {
  std::optional<experiment::engine> engine;  ///< nothing: chosen by the memory plan, `auto`
  unsigned threads = 0;                      ///< 0: all that the machine has
  std::uint64_t memory_limit_bytes = 0;      ///< 0: what the machine and its cgroup have available
  bool saves = false;             ///< the solve is to be logged or saved between waves, or goes on with a saved one
  saved_solve* saved = nullptr;   ///< goes on with this solve, and takes its words over
  bool verifies = false;          ///< all entries are to be verified after the solve
  bool counts_reachable = false;  ///< `reachable` is to be called after the solve
  /// `engine` is what `plan` chose for these options: the solve does not plan once more.
  bool is_planned = false;
  /// Of the processes that solve the game together, each with options that say the same; null: it is one alone.
  block_exchange* blocks = nullptr;
};

}  // namespace zermelo::experiment
