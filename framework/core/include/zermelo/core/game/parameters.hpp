// SPDX-License-Identifier: MIT
// The parameters of a game: their declarations (`parameter`), and the values from which the game is built
// (`parameter_values`). Files are read elsewhere: the value of `name=@file` is the text of the file, and messages name
// the file as the source of the value.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo {

enum class parameter_type : std::uint8_t {
  integer,           ///< an integer in [minimum, maximum]
  optional_integer,  ///< an integer in [minimum, maximum], or the word "none"
  real,              ///< a number in [minimum, maximum]
  choice,            ///< one of `choices`
  text,              ///< any string
  file_name,         ///< the name of a file that the catalog reads for the game, such as a graph
};

/// The declaration of one parameter.
struct parameter {
  std::string name;  ///< snake_case
  parameter_type type = parameter_type::text;
  std::string help;                            ///< one line
  std::optional<std::string> default_value{};  ///< nothing: the parameter may lack a value, see parameter_values::has
  double minimum = 0;                          ///< for numbers
  double maximum = static_cast<double>(std::numeric_limits<std::int64_t>::max());
  std::vector<std::string> choices{};  ///< the allowed values of a `choice`
  /// If true, tables do not store the parameter when it has its default. Set it for a parameter that is added to an
  /// existing game, so that tables with the default stay unchanged.
  bool is_unreported_default = false;

  /// Whether the declaration limits the value: false if the maximum is that of the integer type.
  [[nodiscard]] bool has_maximum() const noexcept {
    return maximum < static_cast<double>(std::numeric_limits<std::int64_t>::max());
  }
};

/// Declares a parameter with the values "no" and "yes".
[[nodiscard]] parameter yes_or_no(std::string name, std::string help, std::string by_default = "no");

/// Checks a parameter's text. @throws input_error naming the parameter, the text and the allowed values.
void check_parameter(const parameter& declared, std::string_view text);

namespace detail {

void expect_between(std::string_view name, std::int64_t value, std::int64_t first, std::int64_t last);

}  // namespace detail

/// Returns `value` if it is from `first` to `last`. For games that are built without parameter_values.
/// @throws input_error naming the parameter, its value and the range if the value is out of range.
template <class Number>
Number expect_between(std::string_view name, Number value, Number first, Number last) {
  detail::expect_between(name, static_cast<std::int64_t>(value), static_cast<std::int64_t>(first),
                         static_cast<std::int64_t>(last));
  return value;
}

/// Checked values of a game's parameters, by name.
class parameter_values {
 public:
  struct value {
    std::string text;
    std::string source;          ///< the file that contained the text; empty if there is none
    bool is_given = false;       ///< false: the value is the default
    bool is_from_table = false;  ///< the value was read from a table, possibly of an earlier version
    friend bool operator==(const value&, const value&) = default;
  };

  parameter_values() = default;

  /// Checks the values in `given`, by name, and fills in the defaults.
  /// @throws input_error naming the parameter, its value and the allowed values; or an unknown name and the nearest
  ///   parameter.
  parameter_values(const std::vector<parameter>& schema, const std::map<std::string, value>& given);

  /// Whether a parameter has a value: false if none was given and the parameter has no default.
  [[nodiscard]] bool has(std::string_view name) const;
  /// Whether a parameter's value comes from a table.
  [[nodiscard]] bool is_from_table(std::string_view name) const;
  /// The value of a parameter; nothing if it has no value or the value "none". Precondition: the parameter is an
  /// optional_integer or an integer.
  [[nodiscard]] std::optional<std::int64_t> optional_integer(std::string_view name) const;

  // The following functions throw std::out_of_range if the parameter has no value (a programmer's mistake).

  [[nodiscard]] const std::string& text(std::string_view name) const;
  [[nodiscard]] const std::string& source(std::string_view name) const;
  /// The location of the value, for messages: its file, or "parameter 'NAME'".
  [[nodiscard]] std::string location(std::string_view name) const;
  /// Precondition: the parameter is an integer.
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  /// Precondition: the parameter is a number.
  [[nodiscard]] double real(std::string_view name) const;
  /// Whether the value is "yes".
  [[nodiscard]] bool is_yes(std::string_view name) const { return text(name) == "yes"; }

  /// The values that a table stores to rebuild its game, in alphabetical order of the names. Includes defaults, except
  /// for parameters with `is_unreported_default`.
  [[nodiscard]] const std::map<std::string, value, std::less<>>& reported() const { return m_reported; }

 private:
  using value_map = std::map<std::string, value, std::less<>>;

  /// Returns null if the parameter has no value.
  [[nodiscard]] const value* find(std::string_view name) const;
  /// @throws std::out_of_range if the parameter has no value.
  [[nodiscard]] const value& at(std::string_view name) const;

  value_map m_reported;
  value_map m_unreported;
};

}  // namespace zermelo
