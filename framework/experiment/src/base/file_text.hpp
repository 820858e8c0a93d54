// SPDX-License-Identifier: MIT
// Reading a text file, or standard input, that a user names.
#pragma once

#include <string>

namespace zermelo::experiment {

/// The name of a file in messages: "standard input" for `-`, else the file name itself.
[[nodiscard]] std::string shown_file_name(const std::string& file);

/// The text of a file, or of standard input for `-`, with lines ended by '\n', without a byte-order mark and without
/// the line end of the last line.
/// @throws input_error if the name is empty, or the file cannot be read or is longer than 64 MiB; interrupted by a
///   signal; resource_error if the process or the disk fails (too many open files, no memory, an I/O error).
[[nodiscard]] std::string read_text_file(const std::string& file);

}  // namespace zermelo::experiment
