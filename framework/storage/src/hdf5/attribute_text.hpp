// SPDX-License-Identifier: MIT
// How text in attributes is made up, in tables and checkpoints alike.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zermelo::storage::format {

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

/// @throws contract_error if a parameter's name is no identifier.
void expect_storable(const parameters& values);

}  // namespace zermelo::storage::format
