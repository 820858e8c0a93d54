// SPDX-License-Identifier: MIT
#include <zermelo/catalog/games/instance_reader.hpp>

#include <algorithm>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <zermelo/catalog/base/file_text.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

#include "instance_text.hpp"

namespace zermelo {
namespace {

using nlohmann::json;

/// Returns the source of a JSON value for messages: the file and the name of the value, or an empty string without a
/// file.
std::string json_source(const std::string& file, const std::string& name) {
  return file.empty() ? std::string() : fmt::format("{}, \"{}\"", file, name);
}
/// Returns the location of a parameter, for messages.
std::string json_location(const std::string& file, const std::string& name) {
  return file.empty() ? name : json_source(file, name);
}

}  // namespace

void instance_reader::add(std::string_view argument) {
  if (const auto file = find_parameter_file(argument)) {
    const parameter* const first = first_text_parameter();
    if (first == nullptr || first->type != parameter_type::file_name) return add_file(first, *file);
    return set(first->name, name_in_value(first->name, argument), "");
  }
  if (looks_like_json(argument)) {
    return add_content(argument.starts_with('[') ? first_text_parameter() : nullptr, std::string(argument), "");
  }
  if (const auto assigned = find_assignments(argument)) return add_assignments(*assigned, "");
  const std::size_t equals = argument.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    throw input_error(fmt::format("'{}' is not of the form name=value, such as {}", excerpt(argument), example()));
  }
  const parameter& declared = m_game.find_parameter(argument.substr(0, equals));
  const std::string value(argument.substr(equals + 1));
  if (declared.type == parameter_type::file_name) return set(declared.name, name_in_value(declared.name, value), "");
  if (declared.type != parameter_type::text) return set(declared.name, value, "");
  if (const auto file = find_parameter_file(value)) return add_file(&declared, *file);
  add_content(&declared, value, "");
}

void instance_reader::add_text(const std::string& name, const std::string& text, const std::string& source) {
  const parameter& declared = m_game.find_parameter(name);
  if (declared.type != parameter_type::text) return set(declared.name, text, source);
  add_content(&declared, text, source);
}

void instance_reader::add_file(const parameter* target, const parameter_file& file) {
  std::string text = read_text_file(file.name);
  const std::string name = display_file_name(file.name);
  if (!file.form.empty()) return set(name_of(target, name), file.form + text, name);
  add_content(target, std::move(text), name);
}

const std::string& instance_reader::name_of(const parameter* target, const std::string& file) const {
  if (target != nullptr) return target->name;
  throw input_error(fmt::format("{}: {} has no text parameter; write a JSON object such as {{\"{}\": ...}} in the file",
                                file, m_game.name,
                                m_game.parameters.empty() ? "name" : m_game.parameters.front().name));
}

void instance_reader::add_content(const parameter* target, std::string text, const std::string& file) {
  if (!looks_like_json(text)) {
    if (const auto assigned = find_assignments(text)) return add_assignments(*assigned, file);
    return set(name_of(target, file), std::move(text), file);
  }
  const std::string location = !file.empty() ? file : target != nullptr ? target->name : "the JSON instance";
  const std::string_view whole = trimmed(text);
  const std::string_view first = trimmed(whole.substr(0, whole.find('\n')));
  if (first.size() < whole.size() && json::accept(first)) return add_lines(whole, file, location);
  const json value = parse_json(text, location);
  if (value.is_object()) return add_object(value, file);
  set(name_of(target, file), array_text(value, location), json_source(file, name_of(target, file)));
}

void instance_reader::add_lines(std::string_view text, const std::string& file, const std::string& location) {
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line_location = fmt::format("{}, line {}", location, number + 1);
    if (number == m_game.parameters.size()) {
      throw input_error(fmt::format("{}: unexpected line '{}': {} has {} parameters, one per line", line_location,
                                    excerpt(text.substr(begin, end - begin)), m_game.name, number));
    }
    const std::string& name = m_game.parameters[number].name;
    set(name, value_text(parse_json(text.substr(begin, end - begin), line_location), line_location),
        json_source(file, name));
    begin = end + 1;
  }
}

void instance_reader::add_assignments(const std::vector<assignment>& assignments, const std::string& file) {
  for (const auto& [key, value] : assignments) add_named(key, parse_json(value, json_location(file, key)), file);
}

void instance_reader::add_object(const json& object, const std::string& file) {
  for (const auto& [key, value] : object.items()) add_named(key, value, file);
}

void instance_reader::add_named(const std::string& key, const json& value, const std::string& file) {
  const std::string name = m_game.find_parameter(snake_case(key), file).name;
  set(name, value_text(value, json_location(file, key)), json_source(file, key));
}

void instance_reader::set(const std::string& name, std::string text, std::string source) {
  if (!m_values.emplace(name, parameter_values::value{std::move(text), std::move(source), true}).second) {
    throw input_error(fmt::format("duplicate parameter '{}'", name));
  }
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
