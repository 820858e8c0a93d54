// SPDX-License-Identifier: MIT
// How the rows of a graph are stored.
#pragma once

#include <cstdint>
#include <limits>

namespace zermelo {

enum class row_encoding : std::uint8_t {
  numbers,   ///< as vertices, 4 or 8 bytes each
  patterns,  ///< as numbers of rows in a dictionary, see repeated_rows.hpp
  gaps,      ///< as gaps of 1 to 8 bytes, see gap_rows.hpp
};

/// The rows to be stored, as far as their sizes are known before.
struct rows_to_store {
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t num_rows = 0;
  bool is_narrow = false;  ///< all vertices are below 2^32
  /// With more bytes of patterns, rows repeat less than expected, and storing them as patterns is given up.
  std::uint64_t max_pattern_bytes = unlimited;
};

/// An encoding, and the average bytes of a row, with its share of the index of rows.
struct encoding_choice {
  row_encoding rows = row_encoding::numbers;
  double bytes_per_row = 0;
  double bytes_per_row_of_gaps = 0;  ///< average bytes of a row as gaps, whatever is chosen
};

}  // namespace zermelo
