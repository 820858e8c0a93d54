// SPDX-License-Identifier: MIT
// The parameters of a game: their declarations (`parameter`), and the values from which the game is built
// (`parameter_values`). Nothing here reads files: the value of `name=@file` is the file's text, and the file's name is
// kept as the value's source for messages.
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
  integer,           ///< a whole number in [minimum, maximum]
  optional_integer,  ///< a whole number in [minimum, maximum], or the word "none"
  real,              ///< a number in [minimum, maximum]
  choice,            ///< one of `choices`
  text,              ///< any text
  file_name,         ///< the name of a file that the catalog reads for the game, such as a graph
};

/// The declaration of one parameter.
struct parameter {
  std::string name;  ///< snake_case
  parameter_type type = parameter_type::text;
  std::string help;                            ///< one line
  std::optional<std::string> default_value{};  ///< nothing: absent unless given, see parameter_values::has
  double minimum = 0;                          ///< of a number
  double maximum = static_cast<double>(std::numeric_limits<std::int64_t>::max());
  std::vector<std::string> choices{};  ///< of a `choice`
  /// Tables do not name the parameter if it has its default. For a parameter that was added to the game later: tables
  /// of the default stay as they were before.
  bool is_unreported_default = false;

  /// False if the maximum stands for the greatest whole number.
  [[nodiscard]] bool has_maximum() const noexcept {
    return maximum < static_cast<double>(std::numeric_limits<std::int64_t>::max());
  }
};

/// A parameter that is "no" or "yes".
[[nodiscard]] parameter yes_or_no(std::string name, std::string help, std::string by_default = "no");

/// Refuses a text that a parameter may not have. @throws input_error naming the parameter, the text and what is
/// allowed.
void check_parameter(const parameter& declared, std::string_view text);

namespace detail {

void expect_between(std::string_view name, std::int64_t value, std::int64_t first, std::int64_t last);

}  // namespace detail

/// Returns `value`, for games that are built without parameter_values.
/// @throws input_error naming the parameter, its value and the range if the value is not from `first` to `last`
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
    std::string source;          ///< the file that the text came from, or empty
    bool is_given = false;       ///< false: the default
    bool is_from_table = false;  ///< perhaps a table that an earlier version has written
    friend bool operator==(const value&, const value&) = default;
  };

  parameter_values() = default;

  /// Checks the values in `given`, by name, and fills in the defaults.
  /// @throws input_error naming the parameter, its value and what is allowed; or an unknown name and the nearest
  ///   parameter.
  parameter_values(const std::vector<parameter>& schema, const std::map<std::string, value>& given);

  /// Whether a parameter has a value: false if the parameter has no default and is not given.
  [[nodiscard]] bool has(std::string_view name) const;
  /// Whether a parameter has a value that a table has stored.
  [[nodiscard]] bool is_from_table(std::string_view name) const;
  /// Nothing if the parameter has no value or the value "none". Precondition: an optional_integer, or an integer.
  [[nodiscard]] std::optional<std::int64_t> optional_integer(std::string_view name) const;

  // The following functions throw std::out_of_range if the parameter has no value (a programmer's mistake).

  [[nodiscard]] const std::string& text(std::string_view name) const;
  [[nodiscard]] const std::string& source(std::string_view name) const;
  /// Where the value comes from, for messages: its file, or "parameter 'NAME'".
  [[nodiscard]] std::string location(std::string_view name) const;
  /// Precondition: an integer.
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  /// Precondition: a number.
  [[nodiscard]] double real(std::string_view name) const;
  /// Whether the value is "yes".
  [[nodiscard]] bool is_yes(std::string_view name) const { return text(name) == "yes"; }

  /// The values that a table stores to rebuild its game, in alphabetical order of the names. Defaults are included, but
  /// for parameters with `is_unreported_default`.
  [[nodiscard]] const std::map<std::string, value, std::less<>>& reported() const { return m_reported; }

 private:
  using value_map = std::map<std::string, value, std::less<>>;

  /// Null if the parameter has no value.
  [[nodiscard]] const value* find(std::string_view name) const;
  /// @throws std::out_of_range if the parameter has no value.
  [[nodiscard]] const value& at(std::string_view name) const;

  value_map m_reported;
  value_map m_unreported;
};

}  // namespace zermelo
