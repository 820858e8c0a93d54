// SPDX-License-Identifier: MIT
// The options `--checkpoint` and `--checkpoint-waves`, which define when a solve is saved.
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

  /// @param deed  the beginning of their help, such as "Save the solve"
  /// @param default_text  the default, at the end of the help of --checkpoint; empty: never
  void declare(command_line& command, const std::string& deed, const std::string& default_text = "");
  /// The schedule of the given options; not set if no option is given.
  [[nodiscard]] checkpoint_schedule schedule() const;
};

}  // namespace zermelo::cli
