// SPDX-License-Identifier: MIT
// What the writer and the reader of `zermelo-table` version 1 must agree upon: names and codes.
// framework/docs/format.md describes the same for users.
#pragma once

#include <cstdint>
#include <limits>

#include "../hdf5/file_kind.hpp"

namespace zermelo::storage::format {

inline constexpr file_kind table{"zermelo-table", 1, "endgame table"};

inline constexpr const char* outcome_dataset = "outcome";
inline constexpr const char* distance_dataset = "distance";

// Of a table whose positions are numbered by keys. Of keys of 128 bits each dataset has the lower halves, and one of
// its name with `high_suffix` the upper ones.
inline constexpr const char* key_dataset = "key";
inline constexpr const char* first_key_dataset = "first_key";      ///< of each chunk of `key`
inline constexpr const char* sampled_key_dataset = "sampled_key";  ///< of the positions in the digest of the rules
inline constexpr const char* high_suffix = "_high";
inline constexpr const char* key_bits_attribute = "key_bits";
inline constexpr const char* rules_digest_attribute = "rules_digest";
inline constexpr std::uint64_t most_sampled_keys = 4096;

/// The stored distance of a position that has none.
inline constexpr std::uint32_t no_distance_16 = std::numeric_limits<std::uint16_t>::max();
inline constexpr std::uint32_t no_distance_32 = std::numeric_limits<std::uint32_t>::max();

}  // namespace zermelo::storage::format
