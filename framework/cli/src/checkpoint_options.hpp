// SPDX-License-Identifier: MIT
// The options `--checkpoint` and `--checkpoint-waves`, which say when a solve is saved.
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

  /// Declares both options. @param deed  with which their help begins, such as "Save the solve"
  /// @param default_text  how often it is saved by default, with which the help of --checkpoint ends; empty: never
  void declare(command_line& command, const std::string& deed, const std::string& default_text = "");
  /// The schedule of the given options; not set if neither is given.
  [[nodiscard]] checkpoint_schedule schedule() const;
};

}  // namespace zermelo::cli
