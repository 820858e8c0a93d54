// SPDX-License-Identifier: MIT
#include <zermelo/catalog/games/instance_reader.hpp>

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <zermelo/catalog/base/file_text.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/formats/graph6.hpp>

namespace zermelo {
namespace {

using nlohmann::json;
using assignment = instance_reader::assignment;

constexpr std::string_view blanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// A graph in the graph6 format may begin with '[' or '{' too, and has no blanks, quotes or commas.
bool looks_like_json(std::string_view text) {
  const std::string_view whole = trimmed(text);
  return (whole.starts_with('[') || whole.starts_with('{')) && !may_be_graph6(whole);
}

/// "line L, column C" of the byte at `offset`, both counted from 1.
std::string line_and_column(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("line {}, column {}", line, before.size() - line_begin + 1);
}

/// @throws input_error with `place`, and line and column if the text is not JSON. Refused too: nesting more than 16
///   levels deep, and a name that is repeated in the outermost object (the parser would silently keep the last).
json parse_json(std::string_view text, const std::string& place) {
  std::set<std::string> names;
  const auto refuse_repeated_names = [&](int depth, json::parse_event_t event, const json& name) {
    constexpr int outermost_members = 1;
    constexpr int max_depth = 16;  // more than any parameter has
    if (depth > max_depth) throw input_error(fmt::format("{}: nested more than {} deep", place, max_depth));
    if (depth == outermost_members && event == json::parse_event_t::key &&
        !names.insert(name.get<std::string>()).second) {
      throw input_error(fmt::format("{}: \"{}\" is given twice", place, excerpt(name.get<std::string>())));
    }
    return true;
  };
  try {
    return json::parse(text, refuse_repeated_names);
  } catch (const json::parse_error& failure) {
    // The parser's message ends in "...: syntax error while parsing value - unexpected X; expected Y".
    const std::string_view message = failure.what();
    const std::size_t dash = message.find(" - ");
    const auto reason = dash == std::string_view::npos ? std::string_view("malformed") : message.substr(dash + 3);
    const std::size_t offset = failure.byte == 0 ? 0 : failure.byte - 1;
    throw input_error(fmt::format("{}: {}: not valid JSON: {}", place, line_and_column(text, offset), reason));
  }
}

/// An array of strings as lines of text, an array of arrays as JSON. @throws input_error for any other array.
std::string array_text(const json& array, const std::string& place) {
  const auto refuse = [&](std::size_t index) {
    throw input_error(fmt::format(
        "{}: element {} of the array: expected an array of strings, or of arrays of whole numbers", place, index + 1));
  };
  std::string text;
  for (std::size_t i = 0; i < array.size(); ++i) {
    const json& element = array[i];
    if (element.type() != array[0].type()) refuse(i);
    if (element.is_string()) {
      if (i > 0) text += '\n';
      text += element.get_ref<const std::string&>();
    } else if (!element.is_array()) {
      refuse(i);
    }
  }
  return !array.empty() && array[0].is_array() ? array.dump() : text;
}

/// A JSON value as the text of a parameter. @throws input_error for an object, and as array_text.
std::string value_text(const json& value, const std::string& place) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() || value.is_boolean()) return value.dump();
  if (value.is_null()) return "none";
  if (value.is_array()) return array_text(value, place);
  throw input_error(fmt::format("{}: expected a string, a number, true, false, null or an array", place));
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

/// The JSON value at the beginning of a text: up to its last bracket, or up to the next comma.
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

/// The assignments of a text such as `grid = ["C.", "MF"], catJump = 1, mouseJump = 2`, the form of a problem's page,
/// perhaps behind "Input:" and before a line "Output:". Nothing for any other text, and for a single `name=value`
/// without blanks, which is a plain word.
std::optional<std::vector<assignment>> find_assignments(std::string_view text) {
  constexpr std::string_view input = "Input:";
  std::string_view rest = trimmed(text.substr(0, text.find("\nOutput:")));
  const bool is_input = rest.starts_with(input);
  if (is_input) rest = trimmed(rest.substr(input.size()));
  std::vector<assignment> assignments;
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

/// The source of a JSON value, for messages: the file and the name of the value; empty without a file.
std::string json_source(const std::string& file, const std::string& name) {
  return file.empty() ? std::string() : fmt::format("{}, \"{}\"", file, name);
}

}  // namespace

void instance_reader::add(std::string_view word) {
  if (const auto file = find_parameter_file(word)) {
    const parameter* const first = first_text_parameter();
    if (first == nullptr || first->type != parameter_type::file_name) return add_file(first, *file);
    return set(first->name, name_in_value(first->name, word), "");
  }
  if (looks_like_json(word)) {
    return add_content(word.starts_with('[') ? first_text_parameter() : nullptr, std::string(word), "");
  }
  if (const auto assigned = find_assignments(word)) return add_assignments(*assigned, "");
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw input_error(fmt::format("'{}' is not a name=value word, such as {}", excerpt(word), example()));
  }
  const parameter& declared = find_parameter(std::string(word.substr(0, equals)), "");
  const std::string value(word.substr(equals + 1));
  if (declared.type == parameter_type::file_name) return set(declared.name, name_in_value(declared.name, value), "");
  if (declared.type != parameter_type::text) return set(declared.name, value, "");
  if (const auto file = find_parameter_file(value)) return add_file(&declared, *file);
  add_content(&declared, value, "");
}

void instance_reader::add_text(const std::string& name, const std::string& text, const std::string& source) {
  const parameter& declared = find_parameter(name, "");
  if (declared.type != parameter_type::text) return set(declared.name, text, source);
  add_content(&declared, text, source);
}

void instance_reader::add_file(const parameter* target, const parameter_file& file) {
  std::string text = read_text_file(file.name);
  const std::string name = shown_file_name(file.name);
  if (!file.form.empty()) return set(name_of(target, name), file.form + text, name);
  add_content(target, std::move(text), name);
}

const std::string& instance_reader::name_of(const parameter* target, const std::string& file) const {
  if (target != nullptr) return target->name;
  throw input_error(fmt::format("{}: {} takes no text; a file for it holds a JSON object such as {{\"{}\": ...}}", file,
                                m_game.name, m_game.parameters.empty() ? "name" : m_game.parameters.front().name));
}

void instance_reader::add_content(const parameter* target, std::string text, const std::string& file) {
  if (!looks_like_json(text)) {
    if (const auto assigned = find_assignments(text)) return add_assignments(*assigned, file);
    return set(name_of(target, file), std::move(text), file);
  }
  const std::string place = !file.empty() ? file : target != nullptr ? target->name : "the JSON instance";
  const std::string_view whole = trimmed(text);
  const std::string_view first = trimmed(whole.substr(0, whole.find('\n')));
  if (first.size() < whole.size() && json::accept(first)) return add_lines(whole, file, place);
  const json value = parse_json(text, place);
  if (value.is_object()) return add_object(value, file);
  set(name_of(target, file), array_text(value, place), json_source(file, name_of(target, file)));
}

void instance_reader::add_lines(std::string_view text, const std::string& file, const std::string& place) {
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line_place = fmt::format("{}, line {}", place, number + 1);
    if (number == m_game.parameters.size()) {
      throw input_error(fmt::format("{}: '{}': {} has {} parameters, a line for each", line_place,
                                    excerpt(text.substr(begin, end - begin)), m_game.name, number));
    }
    const std::string& name = m_game.parameters[number].name;
    set(name, value_text(parse_json(text.substr(begin, end - begin), line_place), line_place), json_source(file, name));
    begin = end + 1;
  }
}

void instance_reader::add_assignments(const std::vector<assignment>& assignments, const std::string& file) {
  for (const auto& [key, value] : assignments) {
    const std::string name = find_parameter(snake_case(key), file).name;
    const std::string source = json_source(file, name);
    const std::string& place = source.empty() ? name : source;
    set(name, value_text(parse_json(value, place), place), source);
  }
}

void instance_reader::add_object(const json& object, const std::string& file) {
  for (const auto& [key, value] : object.items()) {
    const std::string name = find_parameter(snake_case(key), file).name;
    const std::string source = json_source(file, key);
    set(name, value_text(value, source.empty() ? key : source), source);
  }
}

void instance_reader::set(const std::string& name, std::string text, std::string source) {
  if (!m_values.emplace(name, parameter_values::value{std::move(text), std::move(source), true}).second) {
    throw input_error(fmt::format("parameter '{}' is given twice", name));
  }
}

const parameter& instance_reader::find_parameter(const std::string& name, const std::string& place) const {
  std::vector<std::string> names;
  for (const parameter& declared : m_game.parameters) {
    if (declared.name == name) return declared;
    names.push_back(declared.name);
  }
  throw input_error(fmt::format("{}{}{} has no parameter '{}'; {}", place, place.empty() ? "" : ": ", m_game.name,
                                excerpt(name), suggest(name, names)));
}

const parameter* instance_reader::first_text_parameter() const {
  const auto found = std::find_if(m_game.parameters.begin(), m_game.parameters.end(), [](const parameter& declared) {
    return declared.type == parameter_type::text || declared.type == parameter_type::file_name;
  });
  return found == m_game.parameters.end() ? nullptr : &*found;
}

std::string instance_reader::example() const {
  for (const parameter& declared : m_game.parameters) {
    if (declared.default_value) return fmt::format("{}={}", declared.name, *declared.default_value);
  }
  const parameter* text = first_text_parameter();
  if (text == nullptr) return "name=value";
  return text->name + (text->type == parameter_type::text ? "=@FILE" : "=FILE");
}

}  // namespace zermelo
