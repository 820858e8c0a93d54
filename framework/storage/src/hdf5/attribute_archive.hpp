// SPDX-License-Identifier: MIT
// Writing attributes and reading them back, by two classes of one shape: a function that lists a format's
// attributes can walk either.
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

#include "attribute_text.hpp"
#include "hdf5.hpp"

namespace zermelo::storage {

// Numbers are stored signed, since tools in the tradition of netCDF handle unsigned 64-bit numbers badly.
[[nodiscard]] std::int64_t to_signed(const std::string& name, std::uint64_t count);

template <std::unsigned_integral Count>
[[nodiscard]] Count to_count(const std::string& name, std::int64_t number) {
  if (!std::in_range<Count>(number)) {
    throw hdf5::failure(
        fmt::format("attribute '{}': {} is not in 0 to {}", name, number, std::numeric_limits<Count>::max()));
  }
  return static_cast<Count>(number);
}

/// The words that stand for some values.
template <class Value, std::size_t N>
using vocabulary = std::array<std::pair<std::string_view, Value>, N>;

/// Writes attributes of the object `file`. All throw hdf5::failure.
class attribute_writer {
 public:
  explicit attribute_writer(hid_t file) : m_file(file) {}

  void text(const std::string& name, const std::string& value) { hdf5::write_text(m_file, name, value); }
  /// An empty text is left out.
  void optional_text(const std::string& name, const std::string& value) {
    if (!value.empty()) text(name, value);
  }
  void count(const std::string& name, std::uint64_t value) {
    hdf5::write_number<std::int64_t>(m_file, name, to_signed(name, value));
  }
  void derived_count(const std::string& name, std::uint64_t value) { count(name, value); }
  void optional_count(const std::string& name, const std::optional<std::uint64_t>& value) {
    if (value) count(name, *value);
  }
  /// One that holds is left out, as what older programs take for granted.
  void usual(const std::string& name, bool holds) {
    if (!holds) count(name, 0);
  }
  void hex(const std::string& name, std::uint64_t value) { hdf5::write_text(m_file, name, format::to_hex(value)); }
  /// Precondition: there is a word for the value.
  template <class Value, std::size_t N>
  void word(const std::string& name, const Value& value, const vocabulary<Value, N>& words) {
    const auto entry =
        std::find_if(words.begin(), words.end(), [&](const auto& known) { return known.second == value; });
    hdf5::write_text(m_file, name, entry->first);
  }
  void parameters(const format::parameters& values);

 protected:
  [[nodiscard]] hid_t file() const noexcept { return m_file; }

 private:
  hid_t m_file;
};

/// Reads the same. All throw hdf5::failure, too if the attribute is missing or not what would be written.
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
  void usual(const std::string& name, bool& holds) {
    std::uint64_t number = 1;
    if (hdf5::has_attribute(m_file, name)) count(name, number);
    if (number > 1) throw hdf5::failure(fmt::format("attribute '{}': {} is neither 0 nor 1", name, number));
    holds = number == 1;
  }
  void hex(const std::string& name, std::uint64_t& value) { value = format::parse_hex(hdf5::read_text(m_file, name)); }
  template <class Value, std::size_t N>
  void word(const std::string& name, Value& value, const vocabulary<Value, N>& words) {
    const std::string stored = hdf5::read_text(m_file, name);
    std::string known_words;
    for (const auto& [known, meaning] : words) {
      if (known == stored) {
        value = meaning;
        return;
      }
      known_words += fmt::format("{}{}", known_words.empty() ? "" : ", ", known);
    }
    throw hdf5::failure(fmt::format("attribute '{}': '{}' is none of: {}", name, stored, known_words));
  }
  void parameters(format::parameters& values);

 protected:
  [[nodiscard]] hid_t file() const noexcept { return m_file; }

 private:
  hid_t m_file;
};

}  // namespace zermelo::storage
