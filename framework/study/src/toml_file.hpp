// SPDX-License-Identifier: MIT
// Provides typed access to a TOML file. Every error names the file and the line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <toml++/toml.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo {

class toml_file {
 public:
  explicit toml_file(std::filesystem::path path) : m_path(std::move(path)) {}

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }

  /// @throws input_error if the text is not TOML, or has a key of more than 16 dots.
  [[nodiscard]] toml::table parse(const std::string& text) const;

  /// @throws input_error `FILE:LINE: what`
  [[noreturn]] void fail(const toml::source_region& where, const std::string& what) const;
  [[noreturn]] void fail(const toml::node& where, const std::string& what) const { fail(where.source(), what); }
  /// Calls f, and returns its result. @throws input_error like `fail`, with the message of an input_error of f
  template <class F>
  decltype(auto) at(const toml::source_region& where, const F& f) const {
    return at_place(location_of(where), f);
  }

  // The following functions throw input_error for a missing key (`required_text`), an unknown key (`expect_keys`) or a
  // value of another type or range. The functions `*_or` return `otherwise` if the key is missing.

  /// @param what  the name of the table in the message
  void expect_keys(const toml::table& table, const std::string& what, const std::vector<std::string>& allowed) const;

  [[nodiscard]] std::string required_text(const toml::table& table, const std::string& key) const;
  [[nodiscard]] std::string text_or(const toml::table& table, const std::string& key, std::string otherwise) const;
  [[nodiscard]] std::string as_text(const toml::node& node, const std::string& key) const;
  [[nodiscard]] bool flag_or(const toml::table& table, const std::string& key, bool otherwise) const;
  [[nodiscard]] std::uint64_t number_or(const toml::table& table, const std::string& key, std::uint64_t otherwise,
                                        std::uint64_t min, std::uint64_t max) const;
  /// Returns a finite number; an integer is rounded to the nearest double.
  [[nodiscard]] double real_of(const toml::node& node, const std::string& key) const;
  [[nodiscard]] const toml::table* table_or_null(const toml::table& root, const std::string& key) const;
  /// Calls f for each table of [[key]]; never if the key is missing.
  void for_each_table(const toml::table& root, const std::string& key,
                      const std::function<void(const toml::table&)>& f) const;

 private:
  [[nodiscard]] std::string location_of(const toml::source_region& where) const;
  void expect_shallow_keys(std::string_view text) const;

  std::filesystem::path m_path;
};

/// Returns a table's entries in the order of the file; toml++ sorts them by name.
[[nodiscard]] std::vector<std::pair<const toml::key*, const toml::node*>> in_order(const toml::table& table);

/// Returns a value in TOML's notation.
[[nodiscard]] std::string toml_of(const toml::node& node);

}  // namespace zermelo
