// SPDX-License-Identifier: MIT
#include "target.hpp"
#include "status.hpp"

#include <charconv>
#include <cstddef>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo::serve {
namespace {

enum class plus_sign : bool { literal, blank };

/// The byte that the first two hexadecimal digits of a text encode. @throws http_error
[[nodiscard]] char escaped_byte(std::string_view digits, std::string_view part) {
  constexpr int hexadecimal = 16;
  constexpr std::size_t num_digits = 2;
  unsigned byte = 0;
  const char* const end = digits.data() + num_digits;
  if (digits.size() < num_digits || std::from_chars(digits.data(), end, byte, hexadecimal).ptr != end) {
    throw http_error(status::bad_request, fmt::format("'{}': expected two hexadecimal digits after %", excerpt(part)));
  }
  if (byte == 0) throw http_error(status::bad_request, fmt::format("'{}': expected text without %00", excerpt(part)));
  return static_cast<char>(byte);
}

[[nodiscard]] std::string decoded(std::string_view part, plus_sign plus) {
  std::string text;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (part[i] == '%') {
      text += escaped_byte(part.substr(i + 1), part);
      i += 2;
    } else {
      text += part[i] == '+' && plus == plus_sign::blank ? ' ' : part[i];
    }
  }
  if (!is_utf8(text)) throw http_error(status::bad_request, fmt::format("'{}': expected UTF-8", excerpt(part)));
  return text;
}

/// Calls f(part) for each part of a text between separators.
template <class Function>
void for_each_part(std::string_view text, char separator, const Function& f) {
  while (true) {
    const std::size_t end = text.find(separator);
    f(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

request_target parse_target(std::string_view target) {
  if (!target.starts_with('/')) {
    throw http_error(status::bad_request, fmt::format("the target '{}' does not begin with /", excerpt(target)));
  }
  for (const char c : {'#', '\0'}) {
    if (target.find(c) != std::string_view::npos) {
      throw http_error(status::bad_request, fmt::format("the target '{}' has an invalid character", excerpt(target)));
    }
  }
  request_target result;
  const std::size_t end_of_path = target.find('?');
  for_each_part(target.substr(1, end_of_path == std::string_view::npos ? end_of_path : end_of_path - 1), '/',
                [&](std::string_view segment) { result.path.push_back(decoded(segment, plus_sign::literal)); });
  if (end_of_path == std::string_view::npos) return result;
  for_each_part(target.substr(end_of_path + 1), '&', [&](std::string_view part) {
    if (part.empty()) return;
    const std::size_t equals = part.find('=');
    const std::string_view value = equals == std::string_view::npos ? std::string_view{} : part.substr(equals + 1);
    result.query.push_back({decoded(part.substr(0, equals), plus_sign::blank), decoded(value, plus_sign::blank)});
  });
  return result;
}

}  // namespace zermelo::serve
