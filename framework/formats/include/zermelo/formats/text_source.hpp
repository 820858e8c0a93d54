// SPDX-License-Identifier: MIT
// A text that is read in pieces, since it may be long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace zermelo {

struct text_source {
  std::string location{};  ///< where the text comes from, for messages
  std::uint64_t num_bytes = 0;
  /// Reads the bytes from an offset on, and returns their number: fewer than requested only at the end of the text.
  /// Called by several threads at once.
  std::function<std::size_t(std::uint64_t offset, std::span<char> bytes)> read{};
  /// A longer line is rejected. The default has more than a hundred million numbers.
  std::uint64_t max_line_bytes = std::uint64_t{1} << 30;
};

}  // namespace zermelo
