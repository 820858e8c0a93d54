// SPDX-License-Identifier: MIT
#include <zermelo/core/game/parameters.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {

parameter yes_or_no(std::string name, std::string help, std::string by_default) {
  return {.name = std::move(name),
          .type = parameter_type::choice,
          .help = std::move(help),
          .default_value = std::move(by_default),
          .choices = {"no", "yes"}};
}

void detail::expect_between(std::string_view name, std::int64_t value, std::int64_t first, std::int64_t last) {
  if (value < first || value > last) {
    throw input_error(fmt::format("{0}: expected {2} to {3}, got '{1}'", name, value, first, last));
  }
}

void check_parameter(const parameter& declared, std::string_view text) {
  const auto reject = [&](const std::string& allowed) {
    throw input_error(fmt::format("parameter '{0}': expected {2}, got '{1}'", declared.name, excerpt(text), allowed));
  };
  const auto integer_range = [&] {
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    if (declared.maximum < static_cast<double>(largest)) {
      return fmt::format("an integer from {:.0f} to {:.0f}", declared.minimum, declared.maximum);
    }
    const bool is_too_large = !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos &&
                              !parse_number<std::int64_t>(text);
    return is_too_large ? fmt::format("an integer from {:.0f} to {}", declared.minimum, largest)
                        : fmt::format("an integer of at least {:.0f}", declared.minimum);
  };
  const auto is_integer_in_range = [&] {
    const auto number = parse_number<std::int64_t>(text);
    return number && static_cast<double>(*number) >= declared.minimum &&
           static_cast<double>(*number) <= declared.maximum;
  };
  switch (declared.type) {
    case parameter_type::integer:
      if (!is_integer_in_range()) reject(integer_range());
      return;
    case parameter_type::optional_integer:
      if (text != "none" && !is_integer_in_range()) reject("'none' or " + integer_range());
      return;
    case parameter_type::real: {
      const auto number = parse_number<double>(text);
      if (!number || !std::isfinite(*number) || *number < declared.minimum || *number > declared.maximum) {
        reject(fmt::format("a number from {} to {}", declared.minimum, declared.maximum));
      }
      return;
    }
    case parameter_type::choice:
      if (std::find(declared.choices.begin(), declared.choices.end(), text) == declared.choices.end()) {
        reject(fmt::format("one of {}", fmt::join(declared.choices, ", ")));
      }
      return;
    case parameter_type::file_name:
      if (text.empty()) reject("the name of a file");
      return;
    case parameter_type::text: return;
  }
  throw std::logic_error("parameter type out of range");
}

parameter_values::parameter_values(const std::vector<parameter>& schema, const std::map<std::string, value>& given) {
  std::vector<std::string> names;
  for (const auto& declared : schema) names.push_back(declared.name);
  for (const auto& [name, unused] : given) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      throw input_error(fmt::format("unknown parameter '{}'; {}", excerpt(name), suggest(name, names)));
    }
  }
  for (const auto& declared : schema) {
    const auto found = given.find(declared.name);
    const bool is_given = found != given.end();
    if (!is_given && !declared.default_value) continue;
    value checked = is_given ? found->second : value{*declared.default_value, ""};
    checked.is_given = is_given;
    check_parameter(declared, checked.text);
    const bool is_unreported = declared.is_unreported_default && checked.text == declared.default_value;
    (is_unreported ? m_unreported : m_reported).emplace(declared.name, std::move(checked));
  }
}

bool parameter_values::has(std::string_view name) const { return find(name) != nullptr; }

bool parameter_values::is_from_table(std::string_view name) const {
  const value* const found = find(name);
  return found != nullptr && found->is_from_table;
}

const std::string& parameter_values::text(std::string_view name) const { return at(name).text; }

const std::string& parameter_values::source(std::string_view name) const { return at(name).source; }

std::string parameter_values::location(std::string_view name) const {
  const std::string& file = source(name);
  return file.empty() ? "parameter '" + std::string(name) + "'" : file;
}

const parameter_values::value* parameter_values::find(std::string_view name) const {
  for (const value_map* const values : {&m_reported, &m_unreported}) {
    if (const auto found = values->find(name); found != values->end()) return &found->second;
  }
  return nullptr;
}

const parameter_values::value& parameter_values::at(std::string_view name) const {
  const value* const found = find(name);
  if (found == nullptr) throw std::out_of_range("unknown parameter " + std::string(name));
  return *found;
}

std::int64_t parameter_values::integer(std::string_view name) const {
  return parse_number<std::int64_t>(text(name)).value();
}

std::optional<std::int64_t> parameter_values::optional_integer(std::string_view name) const {
  if (!has(name) || text(name) == "none") return std::nullopt;
  return integer(name);
}

double parameter_values::real(std::string_view name) const { return parse_number<double>(text(name)).value(); }

}  // namespace zermelo
