// SPDX-License-Identifier: MIT
// Reads a game's instance from command-line words, text files and JSON into parameter values.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <zermelo/core/game/parameters.hpp>
#include <zermelo/experiment/catalog/catalog.hpp>
#include <zermelo/experiment/catalog/parameter_file.hpp>

namespace zermelo::experiment {

/// Collects the values that the words of one instance give. Every error names the word or the file.
class instance_reader {
 public:
  /// `game` must outlive the reader.
  explicit instance_reader(const game_entry& game) : m_game(game) {}

  /// A name, and a value as JSON.
  struct assignment {
    std::string name;
    std::string value;
  };

  /// Adds what one word says: `name=value`, `name=@file`, `@file`, JSON, or several `name = value, ...` as they stand
  /// on a problem's page.
  /// @throws input_error
  void add(std::string_view word);

  /// Adds a parameter's value. `source`: see `parameter_text`. @throws input_error
  void add_text(const std::string& name, const std::string& text, const std::string& source);

  [[nodiscard]] const std::map<std::string, parameter_values::value>& given() const { return m_given; }

 private:
  void add_file(const parameter* target, const parameter_file& file);
  /// Text from a word (`file` empty) or a file, for `target`; JSON objects and assignments bring their own names.
  void add_content(const parameter* target, std::string text, const std::string& file);
  /// A JSON value a line, for the parameters in their order. `place`: for messages.
  void add_lines(std::string_view text, const std::string& file, const std::string& place);
  void add_assignments(const std::vector<assignment>& all, const std::string& file);
  /// @throws input_error for no parameter.
  [[nodiscard]] const std::string& name_of(const parameter* target, const std::string& file) const;
  void add_object(const nlohmann::json& object, const std::string& file);
  void set(const std::string& name, std::string text, std::string source);
  [[nodiscard]] const parameter& find_parameter(const std::string& name, const std::string& place) const;
  [[nodiscard]] const parameter* first_text_parameter() const;
  [[nodiscard]] std::string example() const;

  const game_entry& m_game;
  std::map<std::string, parameter_values::value> m_given;
};

}  // namespace zermelo::experiment
