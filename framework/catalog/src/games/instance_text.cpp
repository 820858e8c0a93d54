// SPDX-License-Identifier: MIT
#include "instance_text.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <set>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/formats/graph6.hpp>

namespace zermelo {
namespace {

using nlohmann::json;

constexpr std::string_view blanks = " \t\r\n";

/// Returns "line L, column C" for the byte at `offset`, both counted from 1.
std::string line_and_column(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("line {}, column {}", line, before.size() - line_begin + 1);
}

/// Returns the JSON value at the beginning of a text: up to its last bracket, or up to the next comma.
std::string_view json_at(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      ++depth;
    } else if (c == ']' || c == '}') {
      if (depth > 0) --depth;
      if (depth == 0) return text.substr(0, i + 1);
    } else if (c == ',' && depth == 0) {
      return text.substr(0, i);
    }
  }
  return text;
}

}  // namespace

bool looks_like_json(std::string_view text) {
  const std::string_view whole = trimmed(text);
  return (whole.starts_with('[') || whole.starts_with('{')) && !may_be_graph6(whole);
}

json parse_json(std::string_view text, const std::string& location) {
  std::set<std::string> names;
  const auto reject_duplicate_names = [&](int depth, json::parse_event_t event, const json& name) {
    constexpr int outermost_members = 1;
    constexpr int max_depth = 16;  // more than any parameter needs
    if (depth > max_depth) throw input_error(fmt::format("{}: nested more than {} levels deep", location, max_depth));
    if (depth == outermost_members && event == json::parse_event_t::key &&
        !names.insert(name.get<std::string>()).second) {
      throw input_error(fmt::format("{}: duplicate \"{}\"", location, excerpt(name.get<std::string>())));
    }
    return true;
  };
  try {
    return json::parse(text, reject_duplicate_names);
  } catch (const json::parse_error& failure) {
    // The message of the parser ends with "...: syntax error while parsing value - unexpected X; expected Y".
    const std::string_view message = failure.what();
    const std::size_t dash = message.find(" - ");
    const auto reason = dash == std::string_view::npos ? std::string_view("malformed") : message.substr(dash + 3);
    const std::size_t offset = failure.byte == 0 ? 0 : failure.byte - 1;
    throw input_error(fmt::format("{}: {}: invalid JSON: {}", location, line_and_column(text, offset), reason));
  }
}

std::string array_text(const json& array, const std::string& location) {
  const auto reject = [&](std::size_t index) {
    throw input_error(fmt::format("{}: element {} of the array: expected all strings, or all arrays of integers",
                                  location, index + 1));
  };
  std::string text;
  for (std::size_t i = 0; i < array.size(); ++i) {
    const json& element = array[i];
    if (element.type() != array[0].type()) reject(i);
    if (element.is_string()) {
      if (i > 0) text += '\n';
      text += element.get_ref<const std::string&>();
    } else if (!element.is_array()) {
      reject(i);
    }
  }
  return !array.empty() && array[0].is_array() ? array.dump() : text;
}

std::string value_text(const json& value, const std::string& location) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return value.dump();
  if (value.is_null()) return "none";
  if (value.is_array()) return array_text(value, location);
  throw input_error(fmt::format("{}: expected a string, a number, true, false, null or an array", location));
}

std::string snake_case(std::string_view camel_case) {
  std::string snake;
  for (const char c : camel_case) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0) {
      if (!snake.empty()) snake += '_';
      snake += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else {
      snake += c;
    }
  }
  return snake;
}

std::optional<std::vector<instance_reader::assignment>> find_assignments(std::string_view text) {
  constexpr std::string_view input = "Input:";
  std::string_view rest = trimmed(text.substr(0, text.find("\nOutput:")));
  const bool is_input = rest.starts_with(input);
  if (is_input) rest = trimmed(rest.substr(input.size()));
  std::vector<instance_reader::assignment> assignments;
  bool has_blanks = is_input;
  while (true) {
    const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const auto name_end =
        static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), is_of_name) - rest.begin());
    const std::size_t equals = rest.find_first_not_of(blanks, name_end);
    if (name_end == 0 || equals == std::string_view::npos || rest[equals] != '=') return std::nullopt;
    const std::string_view behind = trimmed(rest.substr(equals + 1));
    const std::string_view value = trimmed(json_at(behind));
    if (!json::accept(value)) return std::nullopt;
    has_blanks = has_blanks || equals > name_end || behind.size() + equals + 1 < rest.size();
    assignments.push_back({std::string(rest.substr(0, name_end)), std::string(value)});
    rest = trimmed(behind.substr(json_at(behind).size()));
    if (rest.empty()) break;
    if (rest.front() != ',') return std::nullopt;
    rest = trimmed(rest.substr(1));
  }
  if (assignments.size() == 1 && !has_blanks) return std::nullopt;
  return assignments;
}

}  // namespace zermelo
