// SPDX-License-Identifier: MIT
// Parses JSON from untrusted files.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace zermelo {

/// Returns the value of a JSON text, or nothing if the text is not valid JSON, or is nested more than `max_depth`
/// levels deep. The limit prevents a malicious file from exhausting the stack.
[[nodiscard]] inline std::optional<nlohmann::ordered_json> parse_bounded_json(const std::string& text, int max_depth) {
  using ordered_json = nlohmann::ordered_json;
  struct too_deep {};
  // If the callback returns false, the parser skips the value and continues. Only an exception stops the parser.
  const auto throw_if_too_deep = [max_depth](int depth, ordered_json::parse_event_t, const ordered_json&) {
    if (depth > max_depth) throw too_deep();
    return true;
  };
  try {
    ordered_json value = ordered_json::parse(text, throw_if_too_deep, false);
    if (value.is_discarded()) return std::nullopt;
    return value;
  } catch (const too_deep&) {
    return std::nullopt;
  }
}

}  // namespace zermelo
