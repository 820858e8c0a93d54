// SPDX-License-Identifier: MIT
// A file in TOML: what stands in it, of the types that are asked for. Every complaint names the file and the line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toml++/toml.h>

namespace zermelo::experiment {

class toml_file {
 public:
  explicit toml_file(std::filesystem::path path) : m_path(std::move(path)) {}

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }

  /// @throws input_error for what is no TOML, and for a key of more dots than the parser's stack is sure to hold.
  [[nodiscard]] toml::table parse(const std::string& text) const;

  /// @throws input_error `FILE:LINE: what`, always.
  [[noreturn]] void fail(const toml::source_region& where, const std::string& what) const;
  [[noreturn]] void fail(const toml::node& where, const std::string& what) const { fail(where.source(), what); }

  // All that follow throw input_error if the file does not have what is asked for.

  /// No keys but these may stand in the table; `what`: how it is called in the complaint.
  void expect_keys(const toml::table& table, const std::string& what, const std::vector<std::string>& allowed) const;

  [[nodiscard]] std::string required_text(const toml::table& table, const std::string& key) const;
  [[nodiscard]] std::string text_or(const toml::table& table, const std::string& key, std::string otherwise) const;
  [[nodiscard]] std::string as_text(const toml::node& node, const std::string& key) const;
  [[nodiscard]] bool flag_or(const toml::table& table, const std::string& key, bool otherwise) const;
  [[nodiscard]] std::uint64_t number_or(const toml::table& table, const std::string& key, std::uint64_t otherwise,
                                        std::uint64_t least, std::uint64_t most) const;
  /// Finite; a whole number is rounded, if it has to be.
  [[nodiscard]] double real_of(const toml::node& node, const std::string& key) const;
  [[nodiscard]] const toml::table* table_or_null(const toml::table& root, const std::string& key) const;
  /// Calls f for each table of [[key]].
  void for_each_table(const toml::table& root, const std::string& key,
                      const std::function<void(const toml::table&)>& f) const;

 private:
  void expect_shallow_keys(std::string_view text) const;

  std::filesystem::path m_path;
};

/// A table's entries as the file has them; toml++ sorts them by name.
[[nodiscard]] std::vector<std::pair<const toml::key*, const toml::node*>> in_order(const toml::table& table);

/// A value as TOML has it.
[[nodiscard]] std::string toml_of(const toml::node& node);

}  // namespace zermelo::experiment
