// SPDX-License-Identifier: MIT
// Reads the parameter values of a study.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/study/study.hpp>

#include "toml_file.hpp"

namespace zermelo {

/// Reads values of one game's parameters, and of the engine, which is represented by a null parameter. All functions
/// throw input_error, naming file and line, for a value that the parameter does not allow.
class value_reader {
 public:
  value_reader(const toml_file& file, const game_entry& game) : m_file(file), m_game(game) {}

  /// Returns the game's parameter with this name. @throws input_error for an unknown name.
  [[nodiscard]] const parameter& find_parameter(const toml::key& name) const;
  /// Returns the value of a TOML number or string. A string that begins with @ names a file, relative to the study's
  /// folder.
  [[nodiscard]] study_value plain_value(const toml::node& node, const parameter* p) const;
  /// Returns the values of a list or of a generator, at least one.
  [[nodiscard]] std::vector<study_value> swept_values(const toml::node& node, const parameter* p) const;

 private:
  [[nodiscard]] std::filesystem::path sibling(const std::string& name) const;
  [[nodiscard]] study_value checked_value(const toml::node& node, const std::string& text, const parameter* p) const;
  /// @param name  the file, relative to the study's folder
  /// @param parameter  the parameter whose value is in the file
  /// @param form  a prefix such as "edges:", see parameter_file; may be empty
  [[nodiscard]] study_value file_value(const toml::node& node, const std::string& parameter, const std::string& name,
                                       const std::string& form = "") const;
  /// Returns the values of other parameters that a file's text sets; empty for a text that the game does not accept.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> values_set_by(const std::string& parameter,
                                                                               const std::string& text) const;
  [[nodiscard]] std::string contents(const toml::node& node, const std::filesystem::path& file) const;
  [[nodiscard]] std::vector<study_value> values_of_range(const toml::table& range, const std::string& name,
                                                         const parameter* p) const;
  /// Returns a range of integers, computed exactly, since a double has only 53 bits.
  [[nodiscard]] std::vector<std::string> integer_range(const toml::table& range) const;
  [[nodiscard]] std::vector<std::string> real_range(const toml::table& range) const;
  /// @throws input_error if a range has more values than a study may have combinations.
  void expect_max_combinations(const toml::table& range, double values) const;
  /// Returns the values of the files that match a pattern, ordered by file name.
  [[nodiscard]] std::vector<study_value> values_of_files(const toml::table& files, const std::string& name) const;
  /// Prepends the study's folder, with glob characters escaped, to a relative pattern.
  [[nodiscard]] std::string in_folder(const std::string& pattern) const;
  [[nodiscard]] std::vector<study_value> values_of_graph6(const toml::table& graphs, const std::string& name) const;

  const toml_file& m_file;
  const game_entry& m_game;
};

/// Returns the generator of a sweep with `count` values as TOML, such as `{ from = 1, step = 1, count = 9 }`; empty for
/// a list of values and for `files`.
[[nodiscard]] std::string generator_text(const toml::node& node, std::size_t count);

}  // namespace zermelo
