// SPDX-License-Identifier: MIT
// Reads text files that a user names, or standard input.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace zermelo {

/// Returns the name of a file for messages: "standard input" for `-`, otherwise the file name.
[[nodiscard]] std::string display_file_name(const std::string& file);

/// Calls take(bytes) for each block of a file, in order; `-` is standard input.
/// @throws input_error if the file cannot be read; interrupted if a signal arrives; resource_error if resources are
/// exhausted or the disk fails (too many open files, no memory, an I/O error); what `take` throws
void read_file_in_blocks(const std::string& file, const std::function<void(std::string_view)>& take);

/// Returns the text of a file, or of standard input for `-`, with lines ended by '\n', without a byte-order mark and
/// without the line end of the last line.
/// @throws what read_file_in_blocks throws; input_error if the name is empty, or the file is longer than 64 MiB.
[[nodiscard]] std::string read_text_file(const std::string& file);

}  // namespace zermelo
