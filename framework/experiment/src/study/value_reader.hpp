// SPDX-License-Identifier: MIT
// The values that a study gives parameters.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <zermelo/core/game/parameters.hpp>
#include <zermelo/experiment/catalog/catalog.hpp>
#include <zermelo/experiment/study/study.hpp>

#include "../base/toml_file.hpp"

namespace zermelo::experiment {

/// Reads values of one game's parameters. A null parameter is the engine. Everything throws input_error with file and
/// line for what the parameter does not take.
class value_reader {
 public:
  value_reader(const toml_file& file, const game_entry& game) : m_file(file), m_game(game) {}

  [[nodiscard]] const parameter& find_parameter(const toml::key& name) const;
  /// A number or a text. A text that begins with @ names a file beside the study's.
  [[nodiscard]] study_value plain_value(const toml::node& node, const parameter* p) const;
  /// What is swept over: a list, or a table that makes one. At least one.
  [[nodiscard]] std::vector<study_value> swept_values(const toml::node& node, const parameter* p) const;

 private:
  [[nodiscard]] std::filesystem::path beside(const std::string& name) const;
  [[nodiscard]] study_value checked_value(const toml::node& node, const std::string& text, const parameter* p) const;
  /// `name`: relative to the study's folder.
  [[nodiscard]] study_value file_value(const toml::node& node, const std::string& name,
                                       const std::string& form = "") const;
  [[nodiscard]] std::string contents(const toml::node& node, const std::filesystem::path& file) const;
  [[nodiscard]] std::vector<study_value> values_of_range(const toml::table& range, const std::string& name,
                                                         const parameter* p) const;
  /// Whole numbers are counted as such: a seed may have more digits than a real number keeps.
  [[nodiscard]] std::vector<std::string> whole_range(const toml::table& range) const;
  [[nodiscard]] std::vector<std::string> real_range(const toml::table& range) const;
  void expect_few(const toml::table& range, double values) const;
  /// The files that match, in the order of their names.
  [[nodiscard]] std::vector<study_value> values_of_files(const toml::table& made, const std::string& name) const;
  /// A pattern beside the study's file; the folder's name is none.
  [[nodiscard]] std::string in_folder(const std::string& pattern) const;
  [[nodiscard]] std::vector<study_value> values_of_graph6(const toml::table& made, const std::string& name) const;

  const toml_file& m_file;
  const game_entry& m_game;
};

/// What makes `count` values of a sweep, as TOML, where it is shorter than they are; else empty.
[[nodiscard]] std::string short_form(const toml::node& node, std::size_t count);

}  // namespace zermelo::experiment
