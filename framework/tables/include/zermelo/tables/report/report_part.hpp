// SPDX-License-Identifier: MIT
// Reports in two forms: lines for people, and members of a JSON object for programs.
//
// null always means a missing value: no `winner` of a draw, no `plies` if no player can force the end, no `answer` or
// `start` of a game without one, no `margin` in a game without points, no `gain` if moves do not gain points.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace zermelo {

/// Objects preserve the order of their members.
using json = nlohmann::ordered_json;

/// Returns the value, or null for nothing.
template <class T>
[[nodiscard]] json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

/// Returns the text of an object, without control characters of terminals. Invalid UTF-8 becomes U+FFFD.
/// @param indent  the indent of members, in spaces; negative: all on one line
[[nodiscard]] std::string json_text(const json& object, int indent = -1);

/// A part of a report, or a whole report, in both forms.
struct report_part {
  std::string text;  ///< short lines, each ended by '\n', with the labels in a separate column
  json members = json::object();

  /// Adds a line, and the members of this object with the same content.
  void add(std::string_view label, std::string_view line, const json& of_line = json::object());
  /// Adds the lines and members of another part. The value of an existing member is replaced.
  void append(const report_part& part);
  /// Adds the lines of another part, and its members as an object with this name.
  void append_as(const std::string& name, const report_part& part);
};

}  // namespace zermelo
