// SPDX-License-Identifier: MIT
// Declares the options `--checkpoint` and `--checkpoint-waves`, which define when a solve is saved.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <zermelo/solving/job/checkpoints.hpp>

#include "command_line.hpp"

namespace zermelo::cli {

struct checkpoint_options {
  std::optional<double> minutes;
  std::optional<std::uint64_t> waves;

  /// @param action  the beginning of both help texts, such as "Save the solve"
  /// @param default_text  the end of the help of --checkpoint, which states the default; empty: there is no default
  void declare(command_line& command, const std::string& action, const std::string& default_text = "");
  /// Returns the schedule of the given options; not set if no option is given.
  [[nodiscard]] checkpoint_schedule schedule() const;
};

}  // namespace zermelo::cli
