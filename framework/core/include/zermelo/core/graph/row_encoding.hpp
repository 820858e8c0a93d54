// SPDX-License-Identifier: MIT
// The encodings in which the rows of a graph can be stored, and the direction in which the graph is walked for that.
#pragma once

#include <cstdint>
#include <limits>

namespace zermelo {

enum class row_encoding : std::uint8_t {
  numbers,   ///< as vertices, 3 to 8 bytes each
  patterns,  ///< as the numbers of patterns in a dictionary, see repeated_rows.hpp
  gaps,      ///< as gaps of 1 to 8 bytes, see gap_rows.hpp
};

/// The direction in which a graph is walked to be stored.
enum class edge_source : std::uint8_t {
  predecessors,  ///< backwards, if the graph lists predecessors; else forwards
  successors,    ///< forwards: the moves are transposed
};

/// The sizes of rows to be stored, as far as they are known in advance, and their limit.
struct rows_to_store {
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t num_rows = 0;
  bool is_narrow = false;  ///< all vertices are below 2^32
  /// The most bytes of patterns, above which storing rows as patterns is given up.
  std::uint64_t max_pattern_bytes = unlimited;
};

/// The dictionary with which a block of rows is encoded: the one that all threads use or, where it is full, a new one.
/// Encodings without a dictionary ignore the choice.
enum class dictionary_choice : std::uint8_t { shared, unused };

/// An encoding, and the average bytes of a row, its share of the index of rows included.
struct encoding_choice {
  row_encoding rows = row_encoding::numbers;
  double bytes_per_row = 0;
  double bytes_per_row_of_gaps = 0;  ///< average bytes of a row as gaps, whatever the encoding
};

}  // namespace zermelo
