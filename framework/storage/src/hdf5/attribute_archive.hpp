// SPDX-License-Identifier: MIT
// Writes and reads attributes. The two classes have the same members, so that one function template can list a format's
// attributes for writing and reading.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/text.hpp>

#include "attribute_text.hpp"
#include "hdf5.hpp"

namespace zermelo::storage {

/// Converts a count to its stored type, which is signed because netCDF tools support unsigned 64-bit numbers poorly.
/// @param name the attribute, for messages  @throws hdf5::failure if the count does not fit.
[[nodiscard]] std::int64_t to_signed(const std::string& name, std::uint64_t count);

/// Converts a stored number to a count. @throws hdf5::failure if the number does not fit in the type `Count`.
template <std::unsigned_integral Count>
[[nodiscard]] Count to_count(const std::string& name, std::int64_t number) {
  if (!std::in_range<Count>(number)) {
    throw hdf5::failure(
        fmt::format("attribute '{0}': expected 0 to {2}, got {1}", name, number, std::numeric_limits<Count>::max()));
  }
  return static_cast<Count>(number);
}

/// Keywords with the values that they represent.
template <class Value, std::size_t N>
using vocabulary = std::array<std::pair<std::string_view, Value>, N>;

/// Returns the value of an attribute's keyword. @throws hdf5::failure for a keyword outside the vocabulary.
template <class Value, std::size_t N>
[[nodiscard]] Value value_of(const std::string& attribute, const std::string& keyword,
                             const vocabulary<Value, N>& keywords) {
  std::string known;
  for (const auto& [name, value] : keywords) {
    if (name == keyword) return value;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", name);
  }
  throw hdf5::failure(fmt::format("attribute '{}': expected one of {}, got '{}'", attribute, known, excerpt(keyword)));
}

/// Writes attributes of the root group. All members throw hdf5::failure.
class attribute_writer {
 public:
  explicit attribute_writer(hid_t file) : m_file(file) {}

  void text(const std::string& name, const std::string& value) { hdf5::write_text(m_file, name, value); }
  /// Omits an empty text.
  void optional_text(const std::string& name, const std::string& value) {
    if (!value.empty()) text(name, value);
  }
  void count(const std::string& name, std::uint64_t value) {
    hdf5::write_number<std::int64_t>(m_file, name, to_signed(name, value));
  }
  /// Writes a count that follows from other attributes, so that readers can compare it.
  void derived_count(const std::string& name, std::uint64_t value) { count(name, value); }
  void optional_count(const std::string& name, const std::optional<std::uint64_t>& value) {
    if (value) count(name, *value);
  }
  /// Omits the flag if it has the value that older programs assume.
  void flag(const std::string& name, bool flag, bool value_if_absent) {
    if (flag != value_if_absent) count(name, flag ? 1 : 0);
  }
  void hex(const std::string& name, std::uint64_t value) { text(name, hex_text(value)); }
  /// Precondition: the vocabulary contains the value.
  template <class Value, std::size_t N>
  void keyword(const std::string& name, const Value& value, const vocabulary<Value, N>& keywords) {
    const auto entry =
        std::find_if(keywords.begin(), keywords.end(), [&](const auto& known) { return known.second == value; });
    text(name, std::string(entry->first));
  }
  /// Omits the attribute if it has the first value of the vocabulary.
  template <class Value, std::size_t N>
  void keyword_default_first(const std::string& name, const Value& value, const vocabulary<Value, N>& keywords) {
    if (value != keywords.front().second) keyword(name, value, keywords);
  }
  void parameters(const format::parameters& values);

 protected:
  hid_t m_file;
};

/// Reads the attributes of attribute_writer. All members throw hdf5::failure, including for a required attribute that
/// is missing or has an invalid value.
class attribute_reader {
 public:
  explicit attribute_reader(hid_t file) : m_file(file) {}

  void text(const std::string& name, std::string& value) { value = hdf5::read_text(m_file, name); }
  void optional_text(const std::string& name, std::string& value) {
    if (hdf5::has_attribute(m_file, name)) text(name, value);
  }
  template <std::unsigned_integral Count>
  void count(const std::string& name, Count& value) {
    value = to_count<Count>(name, hdf5::read_number<std::int64_t>(m_file, name));
  }
  void derived_count(const std::string& name, std::uint64_t expected);
  void optional_count(const std::string& name, std::optional<std::uint64_t>& value) {
    value.reset();
    if (hdf5::has_attribute(m_file, name)) count(name, value.emplace());
  }
  void flag(const std::string& name, bool& flag, bool value_if_absent) {
    std::uint64_t number = value_if_absent ? 1 : 0;
    if (hdf5::has_attribute(m_file, name)) count(name, number);
    if (number > 1) throw hdf5::failure(fmt::format("attribute '{}': expected 0 or 1, got {}", name, number));
    flag = number == 1;
  }
  void hex(const std::string& name, std::uint64_t& value) { value = format::parse_hex(hdf5::read_text(m_file, name)); }
  template <class Value, std::size_t N>
  void keyword(const std::string& name, Value& value, const vocabulary<Value, N>& keywords) {
    value = value_of(name, hdf5::read_text(m_file, name), keywords);
  }
  template <class Value, std::size_t N>
  void keyword_default_first(const std::string& name, Value& value, const vocabulary<Value, N>& keywords) {
    value = keywords.front().second;
    if (hdf5::has_attribute(m_file, name)) keyword(name, value, keywords);
  }
  void parameters(format::parameters& values);

 protected:
  hid_t m_file;
};

}  // namespace zermelo::storage
