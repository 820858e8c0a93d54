// SPDX-License-Identifier: MIT
// Names and numbers in files of format `zermelo-table`, versions 1 and 2, for the writer and the reader.
// framework/docs/format.md describes the format.
#pragma once

#include <cstdint>

#include "../hdf5/file_kind.hpp"

namespace zermelo::storage::format {

/// The versions of tables without and with margins. A reader that supports only version 1 would misinterpret entries
/// with margins.
inline constexpr std::int64_t version_without_margins = 1;
inline constexpr std::int64_t version_with_margins = 2;

inline constexpr file_kind table{.format = "zermelo-table",
                                 .version = version_with_margins,
                                 .noun = "endgame table",
                                 .min_version = version_without_margins,
                                 .confused_format = "zermelo-graph",
                                 .advice_on_confused_format = "; it is a graph: use the game graph_file"};

inline constexpr const char* outcome_dataset = "outcome";

// Names for a table whose axes do not define the player to move: the dataset of bits, and the dimension of its bytes.
inline constexpr const char* to_move_dataset = "to_move";
inline constexpr const char* to_move_dimension = "to_move_byte";

// Names for a table whose positions are numbered by keys. If keys have 128 bits, each dataset contains the lower
// halves, and a dataset whose name ends in `high_suffix` contains the upper halves.
inline constexpr const char* key_dataset = "key";
inline constexpr const char* first_key_dataset = "first_key";      ///< first keys of the chunks of `key`
inline constexpr const char* sampled_key_dataset = "sampled_key";  ///< the keys in the digest of the rules
inline constexpr const char* high_suffix = "_high";
inline constexpr const char* key_bits_attribute = "key_bits";
inline constexpr const char* rules_digest_attribute = "rules_digest";
inline constexpr std::uint64_t max_sampled_keys = 4096;

}  // namespace zermelo::storage::format
