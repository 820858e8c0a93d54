// SPDX-License-Identifier: MIT
#include "attribute_text.hpp"

#include <algorithm>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/base/text_digest.hpp>

#include "hdf5.hpp"

namespace zermelo::storage::format {
namespace {

// Accepts only ASCII letters, independently of the locale.
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::uint64_t parameters_checksum(const parameters& pairs) {
  text_digest digest;
  for (const auto& [parameter, value] : pairs) digest.add(parameter).add(value);
  return digest.value();
}

std::uint64_t parse_hex(std::string_view text) {
  if (const auto number = zermelo::parse_hex(text)) return *number;
  throw hdf5::failure(fmt::format("expected 16 hexadecimal digits, got '{}'", excerpt(text)));
}

std::string join_tokens(const std::vector<std::string>& tokens) {
  std::string text;
  for (const auto& token : tokens) text += (text.empty() ? "" : " ") + token;
  return text;
}

std::vector<std::string> split_tokens(std::string_view text) {
  std::vector<std::string> tokens;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    tokens.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return tokens;
}

bool is_token(std::string_view text) {
  return !text.empty() && text.find_first_of(std::string_view(" \t\r\n\0", 5)) == std::string_view::npos;
}

bool is_identifier(std::string_view text) {
  return !text.empty() && !is_digit(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

void expect_storable_names(const parameters& pairs) {
  for (const auto& [name, value] : pairs) {
    if (!is_identifier(name)) throw contract_error(fmt::format("invalid parameter name '{}'", name));
  }
}

}  // namespace zermelo::storage::format
