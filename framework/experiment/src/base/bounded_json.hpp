// SPDX-License-Identifier: MIT
// JSON from a file that anybody may have written.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace zermelo::experiment {

/// The value of a text; nothing if it is no JSON, or is nested more than `deepest` deep. (Some programs nest without
/// bound.)
[[nodiscard]] inline std::optional<nlohmann::ordered_json> parse_bounded_json(const std::string& text, int deepest) {
  using ordered_json = nlohmann::ordered_json;
  struct too_deep {};
  // The parser leaves out what its callback declines, and goes on behind it: only an exception ends it.
  const auto stop_below = [deepest](int depth, ordered_json::parse_event_t, const ordered_json&) {
    if (depth > deepest) throw too_deep();
    return true;
  };
  try {
    ordered_json value = ordered_json::parse(text, stop_below, false);
    if (value.is_discarded()) return std::nullopt;
    return value;
  } catch (const too_deep&) {
    return std::nullopt;
  }
}

}  // namespace zermelo::experiment
