// SPDX-License-Identifier: MIT
// Parses instances from text: JSON, and assignments as on a problem's web page.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <zermelo/catalog/games/instance_reader.hpp>

namespace zermelo {

/// Whether a text begins like JSON. A graph in the graph6 format may also begin with '[' or '{', but contains no
/// blanks, quotes or commas.
[[nodiscard]] bool looks_like_json(std::string_view text);
/// Parses JSON. @throws input_error with `location`, line and column if the text is not JSON, is nested more than 16
/// levels deep, or repeats a name in the outermost object (the parser would silently use the last value).
[[nodiscard]] nlohmann::json parse_json(std::string_view text, const std::string& location);
/// Converts an array of strings to lines of text, and an array of arrays to JSON text. @throws input_error for any
/// other array.
[[nodiscard]] std::string array_text(const nlohmann::json& array, const std::string& location);
/// Returns a JSON value as the text of a parameter. @throws input_error for an object; what array_text throws.
[[nodiscard]] std::string value_text(const nlohmann::json& value, const std::string& location);
/// Converts "catJump" to "cat_jump".
[[nodiscard]] std::string snake_case(std::string_view camel_case);
/// Parses the assignments of a text such as `grid = ["C.", "MF"], catJump = 1, mouseJump = 2`, the form of a problem's
/// web page, optionally after "Input:" and before a line "Output:". Returns nothing for any other text, and for a
/// single `name=value` without blanks, which is an ordinary argument.
[[nodiscard]] std::optional<std::vector<instance_reader::assignment>> find_assignments(std::string_view text);

}  // namespace zermelo
