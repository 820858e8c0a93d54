// SPDX-License-Identifier: MIT
// What the writer and the reader of `zermelo-table` version 1 must agree upon: names, codes and small rules.
// framework/docs/format.md describes the same for users.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zermelo/core/outcome.hpp>

namespace zermelo::storage::format {

inline constexpr std::string_view name = "zermelo-table";
inline constexpr std::int64_t version = 1;

inline constexpr const char* outcome_dataset = "outcome";
inline constexpr const char* distance_dataset = "distance";

/// The stored distance of a position that has none.
inline constexpr std::uint32_t no_distance_16 = std::numeric_limits<std::uint16_t>::max();
inline constexpr std::uint32_t no_distance_32 = std::numeric_limits<std::uint32_t>::max();

using parameters = std::vector<std::pair<std::string, std::string>>;

/// FNV-1a (Fowler, Noll and Vo) over every name and value, each closed by a zero byte. HDF5 keeps long
/// attributes without a checksum of its own, and a changed parameter is another game.
[[nodiscard]] std::uint64_t checksum(const parameters& values);

/// 16 lower-case hexadecimal digits, and back. @throws hdf5::failure for any other text.
[[nodiscard]] std::string to_hex(std::uint64_t number);
[[nodiscard]] std::uint64_t parse_hex(std::string_view text);

/// Words separated by single spaces, as CF lists names, and back. A word is not empty and has no white space.
[[nodiscard]] std::string join_words(const std::vector<std::string>& words);
[[nodiscard]] std::vector<std::string> split_words(std::string_view text);
[[nodiscard]] bool is_word(std::string_view text);

/// A name for a dataset: a letter or an underscore, then letters, digits and underscores.
[[nodiscard]] bool is_identifier(std::string_view text);

}  // namespace zermelo::storage::format
