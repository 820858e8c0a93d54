// SPDX-License-Identifier: MIT
// The text of attributes, in tables and checkpoints alike: checksums, hexadecimal numbers, lists of words, identifiers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace zermelo::storage::format {

using parameters = std::vector<std::pair<std::string, std::string>>;

/// FNV-1a (Fowler, Noll and Vo) over every name and value, each followed by a zero byte. HDF5 has no checksum for long
/// attributes, and a table with a damaged parameter would pass for the table of another game.
[[nodiscard]] std::uint64_t parameters_checksum(const parameters& pairs);

/// The number. @throws hdf5::failure unless `hex_text` makes this text.
[[nodiscard]] std::uint64_t parse_hex(std::string_view text);

/// Words separated by single spaces, as the CF conventions (Climate and Forecast) list names, and back. `split_tokens`
/// does not check `is_token`: two spaces in a row give an empty word.
[[nodiscard]] std::string join_tokens(const std::vector<std::string>& tokens);
[[nodiscard]] std::vector<std::string> split_tokens(std::string_view text);
/// Whether a text is not empty, and has no white space and no zero byte.
[[nodiscard]] bool is_token(std::string_view text);

/// Whether a text can name a dataset: a letter or an underscore, then letters, digits and underscores.
[[nodiscard]] bool is_identifier(std::string_view text);

/// @throws contract_error if a parameter's name is no identifier.
void expect_storable_names(const parameters& pairs);

}  // namespace zermelo::storage::format
