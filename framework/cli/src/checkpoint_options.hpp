// SPDX-License-Identifier: MIT
// The options that say when a solve is saved.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <zermelo/experiment/job/checkpoints.hpp>

#include "command_line.hpp"

namespace zermelo::cli {

struct checkpoint_options {
  std::optional<double> minutes;
  std::optional<std::uint64_t> waves;

  /// Declares `--checkpoint` and `--checkpoint-waves`. `what`: "Save the solve", what is saved.
  void declare(command_line& command, const std::string& what);
  /// What was asked for; never, if nothing was.
  [[nodiscard]] experiment::checkpoint_schedule schedule() const;
};

/// What is wrong with the name of a file to write, for `command_option::check`.
[[nodiscard]] std::string unless_empty(const std::string& name);

}  // namespace zermelo::cli
