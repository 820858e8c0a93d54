// SPDX-License-Identifier: MIT
// The parameters of a game: what a module declares (`parameter`) and what it is built from
// (`parameter_values`). Nothing here reads files: `name=@file` has been replaced by the file's text before
// a game sees it, and the file's name is kept as the value's source for messages.
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
  optional_integer,  ///< the same, or the word "none"
  real,              ///< a number in [minimum, maximum]
  choice,            ///< one of `choices`
  text,              ///< any text; may be given as @file or as JSON
};

/// The declaration of one parameter.
struct parameter {
  std::string name;  ///< snake_case
  parameter_type type = parameter_type::text;
  std::string help;                            ///< one line
  std::optional<std::string> default_value{};  ///< nothing: absent unless given, see parameter_values::has
  double minimum = 0;                          ///< for numbers
  double maximum = static_cast<double>(std::numeric_limits<std::int64_t>::max());
  std::vector<std::string> choices{};  ///< for `choice`
  /// Of a parameter that a game has got later: tables of the default are those from before, and do not say it.
  bool is_unreported_default = false;
};

/// Whether a parameter may have this text. @throws input_error naming the parameter, the text and what is allowed.
void check_parameter(const parameter& declared, std::string_view text);

/// Checked values for a game's parameters, by name. Immutable once built.
class parameter_values {
 public:
  struct value {
    std::string text;
    std::string source;   ///< the file that the text came from, or empty
    bool given = false;   ///< false: the default
    bool stored = false;  ///< by a table, perhaps of an earlier version
    friend bool operator==(const value&, const value&) = default;
  };

  parameter_values() = default;

  /// Checks `given` (name to value) against `schema` and fills in the defaults.
  /// @throws input_error naming the parameter, its value and what is allowed; an unknown name is answered
  ///   with the nearest one.
  parameter_values(const std::vector<parameter>& schema, const std::map<std::string, value>& given);

  /// False for a parameter without a default that is not given. A game asks before it takes the value of such a one.
  [[nodiscard]] bool has(std::string_view name) const;
  [[nodiscard]] bool given(std::string_view name) const;
  [[nodiscard]] bool stored(std::string_view name) const;
  /// The value's text. @throws std::out_of_range if there is none (a programmer's mistake).
  [[nodiscard]] const std::string& text(std::string_view name) const;
  [[nodiscard]] const std::string& source(std::string_view name) const;
  /// Where the value comes from, for messages: its file, or "parameter 'NAME'".
  [[nodiscard]] std::string place(std::string_view name) const;
  [[nodiscard]] std::int64_t integer(std::string_view name) const;
  [[nodiscard]] std::optional<std::int64_t> optional_integer(std::string_view name) const;
  [[nodiscard]] double real(std::string_view name) const;

  /// All values that a table tells, from which it rebuilds its game, in alphabetical order: defaults included, but for
  /// those of parameters with `is_unreported_default`.
  [[nodiscard]] const std::map<std::string, value, std::less<>>& reported() const { return m_reported; }

 private:
  using value_map = std::map<std::string, value, std::less<>>;

  [[nodiscard]] const value* look_up(std::string_view name) const;
  [[nodiscard]] const value& find(std::string_view name) const;
  value_map m_reported;
  value_map m_unreported;
};

}  // namespace zermelo
