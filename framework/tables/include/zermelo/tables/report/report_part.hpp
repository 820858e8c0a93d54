// SPDX-License-Identifier: MIT
// What a report says, told once: lines for people, and members of a JSON object for programs.
//
// null always means that there is no such value: no `winner` of a draw, no `plies` where no player can force the end,
// no `answer` or `start` of a game without one, no `margin` in a game that is not played for points, no `gain` where
// moves gain none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace zermelo {

/// Objects keep the order of their members.
using json = nlohmann::ordered_json;

/// The value, or null for nothing.
template <class T>
[[nodiscard]] json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

/// The text of an object, without control characters of terminals. Bytes that are no UTF-8 become U+FFFD.
/// @param indent  of members, in spaces; negative: the object is one line
[[nodiscard]] std::string json_text(const json& object, int indent = -1);

/// A part of a report, or a whole one, in both forms.
struct report_part {
  std::string text;  ///< short lines, each ended by '\n', with the labels in a column of their own
  json members = json::object();

  /// Adds a line, and the members of this object, which say the same.
  void add(std::string_view label, std::string_view line, const json& of_line = json::object());
  /// Adds the lines and members of another part. A member that is there already takes the new value.
  void append(const report_part& part);
  /// Adds the lines of another part, and an object of this name with its members.
  void append_as(const std::string& name, const report_part& part);
};

}  // namespace zermelo
