// SPDX-License-Identifier: MIT
// Formats and parses the text of attributes in tables and checkpoints: checksums, hexadecimal numbers, lists of tokens,
// and identifiers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zermelo::storage::format {

using parameters = std::vector<std::pair<std::string, std::string>>;

/// Returns the FNV-1a hash (Fowler, Noll and Vo) of all names and values, each followed by a zero byte. HDF5 has no
/// checksum for long attributes, and a table with a damaged parameter would pass for the table of another game.
[[nodiscard]] std::uint64_t parameters_checksum(const parameters& pairs);

/// Parses a hexadecimal number. @throws hdf5::failure unless the text has the form of `hex_text`.
[[nodiscard]] std::uint64_t parse_hex(std::string_view text);

/// Join tokens with single spaces, like lists of names in the CF conventions (Climate and Forecast), and split them.
/// `split_tokens` does not check `is_token`: two consecutive spaces result in an empty token.
[[nodiscard]] std::string join_tokens(const std::vector<std::string>& tokens);
[[nodiscard]] std::vector<std::string> split_tokens(std::string_view text);
/// Whether a text is not empty, and contains neither white space nor a zero byte.
[[nodiscard]] bool is_token(std::string_view text);

/// Whether a text is a valid name of a dataset: a letter or underscore, followed by letters, digits and underscores.
[[nodiscard]] bool is_identifier(std::string_view text);

/// @throws contract_error if a parameter's name is not an identifier.
void expect_storable_names(const parameters& pairs);

}  // namespace zermelo::storage::format
