// SPDX-License-Identifier: MIT
// What the writer and the reader of `zermelo-table` version 1 must agree upon: names and codes.
// framework/docs/format.md describes the same for users.
#pragma once

#include <cstdint>
#include <limits>

#include "file_kind.hpp"

namespace zermelo::storage::format {

inline constexpr file_kind table{"zermelo-table", 1, "endgame table"};

inline constexpr const char* outcome_dataset = "outcome";
inline constexpr const char* distance_dataset = "distance";

/// The stored distance of a position that has none.
inline constexpr std::uint32_t no_distance_16 = std::numeric_limits<std::uint16_t>::max();
inline constexpr std::uint32_t no_distance_32 = std::numeric_limits<std::uint32_t>::max();

}  // namespace zermelo::storage::format
