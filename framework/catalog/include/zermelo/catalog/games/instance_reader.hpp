// SPDX-License-Identifier: MIT
// Reads the parameter values of a game's instance from command-line arguments, text files and JSON.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/catalog/games/parameter_file.hpp>
#include <zermelo/core/game/parameters.hpp>

namespace zermelo {

/// Collects the parameter values of one instance. Every error message contains the argument, the file or the parameter.
class instance_reader {
 public:
  /// @param game  must outlive the reader
  explicit instance_reader(const game_entry& game) : m_game(game) {}

  /// A parameter's name, and its value as JSON.
  struct assignment {
    std::string name;
    std::string value;
  };

  /// Adds the values of one argument: `name=value`, `name=@file`, `@file`, JSON, or `name = value, name = value` as on
  /// the problem's web page.
  /// @throws input_error for an argument of another form, an unknown parameter, a parameter that has a value, or a file
  /// that cannot be read; what read_text_file throws
  void add(std::string_view argument);

  /// Adds a parameter's value; see `parameter_text` for `source`. @throws what `add` throws.
  void add_text(const std::string& name, const std::string& text, const std::string& source);

  [[nodiscard]] const std::map<std::string, parameter_values::value>& values() const { return m_values; }

 private:
  void add_file(const parameter* target, const parameter_file& file);
  /// Adds the text of an argument (if `file` is empty) or of a file as the value of `target`. If `target` is null, the
  /// text must name its parameters. A JSON object and assignments always name their parameters.
  void add_content(const parameter* target, std::string text, const std::string& file);
  /// Adds one JSON value per line, in the order of the parameters. @param location  the location in the input, for
  /// messages
  void add_lines(std::string_view text, const std::string& file, const std::string& location);
  void add_assignments(const std::vector<assignment>& assignments, const std::string& file);
  /// Returns the name of `target`. @throws input_error if `target` is null.
  [[nodiscard]] const std::string& name_of(const parameter* target, const std::string& file) const;
  void add_object(const nlohmann::json& object, const std::string& file);
  /// Adds the value of a parameter. @param key  the parameter's name in snake_case or camelCase
  void add_named(const std::string& key, const nlohmann::json& value, const std::string& file);
  void set(const std::string& name, std::string text, std::string source);
  [[nodiscard]] const parameter* first_text_parameter() const;
  [[nodiscard]] std::string example() const;

  const game_entry& m_game;
  std::map<std::string, parameter_values::value> m_values;
};

}  // namespace zermelo
