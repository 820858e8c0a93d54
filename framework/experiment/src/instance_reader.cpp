// SPDX-License-Identifier: MIT
// How words, text files and JSON become parameter values.
#include "instance_reader.hpp"

#include <algorithm>
#include <cctype>
#include <memory>
#include <set>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>

#include "file_text.hpp"

namespace zermelo::experiment {
namespace {

using nlohmann::json;

bool looks_like_json(std::string_view text) {
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return at != std::string_view::npos && (text[at] == '[' || text[at] == '{');
}

/// "line L, column C" of the byte at `offset`, both counted from 1.
std::string line_and_column(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  return fmt::format("line {}, column {}", line, before.size() - line_begin + 1);
}

/// @throws input_error with `place`, line and column, also for a name that stands twice in one object (the
///   parser would silently keep the last).
json parse_json(std::string_view text, const std::string& place) {
  std::set<std::string> names;
  const auto refuse_repeated_names = [&](int depth, json::parse_event_t event, const json& name) {
    constexpr int outermost_members = 1;
    constexpr int deepest = 16;  // more than any parameter has
    if (depth > deepest) throw input_error(fmt::format("{}: nested more than {} deep", place, deepest));
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

/// An array of strings as lines, an array of arrays of whole numbers as lines of numbers.
std::string array_text(const json& array, const std::string& place) {
  const auto refuse = [&](std::size_t index) {
    throw input_error(fmt::format(
        "{}: element {} of the array: expected an array of strings, or of arrays of whole numbers", place, index + 1));
  };
  std::string text;
  for (std::size_t i = 0; i < array.size(); ++i) {
    const json& element = array[i];
    if (i > 0) text += '\n';
    if (element.type() != array[0].type()) refuse(i);
    if (element.is_string()) {
      text += element.get_ref<const std::string&>();
    } else if (element.is_array()) {
      for (std::size_t j = 0; j < element.size(); ++j) {
        if (!element[j].is_number_integer()) refuse(i);
        text += (j == 0 ? "" : " ") + element[j].dump();
      }
    } else {
      refuse(i);
    }
  }
  return text;
}

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

/// Where a JSON value stands, for messages: the file and the name of the value in it.
std::string json_source(const std::string& file, const std::string& name) {
  return file.empty() ? std::string() : fmt::format("{}, \"{}\"", file, name);
}

}  // namespace

void instance_reader::add(std::string_view word) {
  if (word.starts_with('@')) {
    const std::string file(word.substr(1));
    return add_content(first_text_parameter(), read_text_file(file), file);
  }
  if (word.starts_with('{')) return add_content(nullptr, std::string(word), "");
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw input_error(fmt::format("'{}' is not a name=value word, such as {}", excerpt(word), example()));
  }
  const parameter& declared = find_parameter(std::string(word.substr(0, equals)), "");
  const std::string value(word.substr(equals + 1));
  if (declared.type != parameter_type::text) return set(declared.name, value, "");
  if (!value.starts_with('@')) return add_content(&declared, value, "");
  const std::string file = value.substr(1);
  add_content(&declared, read_text_file(file), file);
}

void instance_reader::add_text(const std::string& name, const std::string& text, const std::string& source) {
  const parameter& declared = find_parameter(name, "");
  if (declared.type != parameter_type::text) return set(declared.name, text, source);
  add_content(&declared, text, source);
}

void instance_reader::add_content(const parameter* target, std::string text, const std::string& file) {
  const auto target_name = [&]() -> const std::string& {
    if (target == nullptr) {
      throw input_error(fmt::format("{}: {} takes no text; a file for it holds a JSON object such as {{\"{}\": ...}}",
                                    file, m_game.name,
                                    m_game.parameters.empty() ? "name" : m_game.parameters.front().name));
    }
    return target->name;
  };
  if (!looks_like_json(text)) return set(target_name(), std::move(text), file);
  const std::string place = !file.empty() ? file : target != nullptr ? target->name : "the JSON instance";
  const json value = parse_json(text, place);
  if (value.is_object()) return add_object(value, file);
  set(target_name(), array_text(value, place), json_source(file, target_name()));
}

void instance_reader::add_object(const json& object, const std::string& file) {
  for (const auto& [key, value] : object.items()) {
    const std::string name = find_parameter(snake_case(key), file).name;
    const std::string source = json_source(file, key);
    set(name, value_text(value, source.empty() ? key : source), source);
  }
}

void instance_reader::set(const std::string& name, std::string text, std::string source) {
  if (!m_given.emplace(name, parameter_values::value{std::move(text), std::move(source), true}).second) {
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
  const auto found = std::find_if(m_game.parameters.begin(), m_game.parameters.end(),
                                  [](const parameter& declared) { return declared.type == parameter_type::text; });
  return found == m_game.parameters.end() ? nullptr : &*found;
}

std::string instance_reader::example() const {
  for (const parameter& declared : m_game.parameters) {
    if (declared.default_value) return fmt::format("{}={}", declared.name, *declared.default_value);
  }
  const parameter* text = first_text_parameter();
  return text != nullptr ? text->name + "=@FILE" : "name=value";
}

}  // namespace zermelo::experiment
