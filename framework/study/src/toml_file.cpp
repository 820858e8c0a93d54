// SPDX-License-Identifier: MIT
#include "toml_file.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <sstream>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>

namespace zermelo {
namespace {

/// The parser recurses for every dot of a key; this limit is safe for any stack.
constexpr std::size_t max_dots_in_key = 16;

/// Returns the index after the string that begins at `begin`, or the end of the text.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  const char quote = text[begin];
  const std::string three(3, quote);
  const bool is_long = text.substr(begin).starts_with(three);
  const std::string_view closing = is_long ? std::string_view(three) : text.substr(begin, 1);
  for (std::size_t i = begin + closing.size(); i < text.size(); ++i) {
    if (text.substr(i).starts_with(closing)) {
      i += closing.size();
      // Up to two more quotes before the closing three belong to the text.
      for (int more = 0; is_long && more < 2 && i < text.size() && text[i] == quote; ++more) ++i;
      return i;
    }
    if (!is_long && text[i] == '\n') return i;  // the parser will report the error
    if (quote == '"' && text[i] == '\\') ++i;
  }
  return text.size();
}

}  // namespace

toml::table toml_file::parse(const std::string& text) const {
  expect_shallow_keys(text);
  try {
    return toml::parse(text, m_path.string());
  } catch (const toml::parse_error& wrong) {
    fail(wrong.source(), std::string(wrong.description()));
  }
}

void toml_file::expect_shallow_keys(std::string_view text) const {
  std::uint64_t line = 1;
  std::size_t dots = 0;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    std::size_t next = i + 1;
    if (c == '"' || c == '\'') next = end_of_string(text, i);
    if (c == '#') next = std::min(text.find('\n', i), text.size());
    if (c == '.' && ++dots > max_dots_in_key) {
      throw input_error(fmt::format("{}:{}: a key has more than {} dots", m_path.string(), line, max_dots_in_key));
    }
    if (std::string_view(",=[]{}\n").find(c) != std::string_view::npos) dots = 0;
    const std::string_view passed = text.substr(i, next - i);
    line += static_cast<std::uint64_t>(std::count(passed.begin(), passed.end(), '\n'));
    i = next;
  }
}

void toml_file::fail(const toml::source_region& where, const std::string& what) const {
  throw input_error(fmt::format("{}: {}", location_of(where), what));
}

std::string toml_file::location_of(const toml::source_region& where) const {
  return fmt::format("{}:{}", m_path.string(), where.begin.line);
}

void toml_file::expect_keys(const toml::table& table, const std::string& what,
                            const std::vector<std::string>& allowed) const {
  for (const auto& [key, value] : table) {
    if (std::find(allowed.begin(), allowed.end(), key.str()) != allowed.end()) continue;
    fail(key.source(), fmt::format("unknown key '{}' in {}; {}", key.str(), what, suggest(key.str(), allowed)));
  }
}

std::string toml_file::required_text(const toml::table& table, const std::string& key) const {
  const toml::node* node = table.get(key);
  if (node == nullptr) fail(table, fmt::format("'{}' is missing", key));
  return as_text(*node, key);
}

std::string toml_file::text_or(const toml::table& table, const std::string& key, std::string otherwise) const {
  const toml::node* node = table.get(key);
  return node == nullptr ? std::move(otherwise) : as_text(*node, key);
}

std::string toml_file::as_text(const toml::node& node, const std::string& key) const {
  if (const auto* text = node.as_string()) return text->get();
  fail(node, fmt::format("'{}': expected a string in quotes", key));
}

bool toml_file::flag_or(const toml::table& table, const std::string& key, bool otherwise) const {
  const toml::node* node = table.get(key);
  if (node == nullptr) return otherwise;
  if (const auto* flag = node->as_boolean()) return flag->get();
  fail(*node, fmt::format("'{}': expected true or false", key));
}

std::uint64_t toml_file::number_or(const toml::table& table, const std::string& key, std::uint64_t otherwise,
                                   std::uint64_t min, std::uint64_t max) const {
  const toml::node* node = table.get(key);
  if (node == nullptr) return otherwise;
  const auto* number = node->as_integer();
  if (number == nullptr || number->get() < 0 || static_cast<std::uint64_t>(number->get()) < min ||
      static_cast<std::uint64_t>(number->get()) > max) {
    fail(*node, fmt::format("'{}': expected an integer from {} to {}", key, min, max));
  }
  return static_cast<std::uint64_t>(number->get());
}

const toml::table* toml_file::table_or_null(const toml::table& root, const std::string& key) const {
  const toml::node* node = root.get(key);
  if (node == nullptr) return nullptr;
  if (const auto* table = node->as_table()) return table;
  fail(*node, fmt::format("'{}': expected a table [{}]", key, key));
}

void toml_file::for_each_table(const toml::table& root, const std::string& key,
                               const std::function<void(const toml::table&)>& f) const {
  const toml::node* node = root.get(key);
  if (node == nullptr) return;
  const toml::array* array = node->as_array();
  if (array == nullptr) fail(*node, fmt::format("'{}': expected tables [[{}]]", key, key));
  for (const toml::node& element : *array) {
    if (!element.is_table()) fail(element, fmt::format("'{}': expected tables [[{}]]", key, key));
    f(*element.as_table());
  }
}

double toml_file::real_of(const toml::node& node, const std::string& key) const {
  if (const auto* integer = node.as_integer()) return static_cast<double>(integer->get());
  const auto number = node.value<double>();
  if (!number || !std::isfinite(*number)) fail(node, fmt::format("'{}': expected a number", key));
  return *number;
}

std::vector<std::pair<const toml::key*, const toml::node*>> in_order(const toml::table& table) {
  std::vector<std::pair<const toml::key*, const toml::node*>> entries;
  for (const auto& [key, node] : table) entries.emplace_back(&key, &node);
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
    const toml::source_position& location_a = a.first->source().begin;
    const toml::source_position& location_b = b.first->source().begin;
    return std::pair(location_a.line, location_a.column) < std::pair(location_b.line, location_b.column);
  });
  return entries;
}

std::string toml_of(const toml::node& node) {
  std::ostringstream text;
  node.visit([&text](const auto& n) { text << n; });
  return text.str();
}

}  // namespace zermelo
