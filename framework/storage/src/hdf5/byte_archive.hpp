// SPDX-License-Identifier: MIT
// Converts plain data to bytes and back, for messages from the process that reads an untrusted file
// (existing_file.hpp). The two classes have the same members, including those of the classes in attribute_archive.hpp,
// so that one function template can list the members of a description for all of these classes.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <zermelo/core/value/solution_summary.hpp>

#include "attribute_archive.hpp"
#include "attribute_text.hpp"
#include "hdf5.hpp"

namespace zermelo::storage {

/// Writes data as bytes.
class byte_writer {
 public:
  [[nodiscard]] const std::vector<std::byte>& bytes() const noexcept { return m_bytes; }

  template <class Number>
    requires std::is_arithmetic_v<Number>
  void value(const Number& number) {
    append(std::as_bytes(std::span(&number, 1)));
  }
  /// Writes the length, then the elements, which are numbers or classes of numbers without padding.
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void values(const std::vector<T>& list) {
    value(list.size());
    append(std::as_bytes(std::span(list)));
  }
  void value(const std::string& text) {
    value(text.size());
    append(std::as_bytes(std::span(text)));
  }
  /// Writes a list; `element(archive, e)` writes each element.
  template <class T, class Element>
  void list(const std::vector<T>& elements, const Element& element) {
    value(elements.size());
    for (const T& e : elements) element(*this, e);
  }

  // The members of attribute_writer, without using the names of attributes. A derived count is not written, since it
  // follows from other members.
  void text(const char* /*name*/, const std::string& text) { value(text); }
  void optional_text(const char* /*name*/, const std::string& text) { value(text); }
  void count(const char* /*name*/, std::uint64_t number) { value(number); }
  void derived_count(const char* /*name*/, std::uint64_t /*expected*/) {}
  void optional_count(const char* /*name*/, const std::optional<std::uint64_t>& number) {
    value(number.has_value());
    value(number.value_or(0));
  }
  void flag(const char* /*name*/, bool flag, bool /*value_if_absent*/) { value(flag); }
  void hex(const char* /*name*/, std::uint64_t number) { value(number); }
  /// Precondition: the vocabulary contains the value.
  template <class Value, std::size_t N>
  void keyword(const char* /*name*/, const Value& known, const vocabulary<Value, N>& keywords) {
    const auto found =
        std::find_if(keywords.begin(), keywords.end(), [&](const auto& keyword) { return keyword.second == known; });
    value(static_cast<std::uint64_t>(found - keywords.begin()));
  }
  template <class Value, std::size_t N>
  void keyword_default_first(const char* name, const Value& known, const vocabulary<Value, N>& keywords) {
    keyword(name, known, keywords);
  }
  void parameters(const format::parameters& pairs) { write_pairs(pairs); }
  void histogram(const std::vector<outcome_counts>& by_distance) { values(by_distance); }
  void margins(const outcome_histogram& counted) { values(counted.by_margin); }
  void seconds(const std::map<std::string, double>& by_phase) { write_pairs(by_phase); }

 private:
  void append(std::span<const std::byte> bytes) { m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end()); }
  template <class Pairs>
  void write_pairs(const Pairs& pairs) {
    value(pairs.size());
    for (const auto& [first, second] : pairs) {
      value(first);
      value(second);
    }
  }

  std::vector<std::byte> m_bytes;
};

/// Reads the data that a byte_writer has written. Every function throws hdf5::failure if the bytes end too early or are
/// malformed.
class byte_reader {
 public:
  explicit byte_reader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

  template <class Number>
    requires std::is_arithmetic_v<Number>
  void value(Number& number) {
    std::memcpy(&number, take(sizeof(Number)).data(), sizeof(Number));
  }
  void value(bool& flag) {
    std::uint8_t number = 0;
    value(number);
    if (number > 1) reject();
    flag = number != 0;
  }
  template <class T>
    requires std::is_trivially_copyable_v<T>
  void values(std::vector<T>& list) {
    const std::size_t length = read_length(sizeof(T));
    const auto bytes = take(length * sizeof(T));
    list.resize(length);
    if (length > 0) std::memcpy(list.data(), bytes.data(), bytes.size());
  }
  void value(std::string& text) {
    const auto bytes = take(read_length(1));
    text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  template <class T, class Element>
  void list(std::vector<T>& elements, const Element& element) {
    elements.resize(read_length(1));
    for (T& e : elements) element(*this, e);
  }

  void text(const char* /*name*/, std::string& text) { value(text); }
  void optional_text(const char* /*name*/, std::string& text) { value(text); }
  template <std::unsigned_integral Count>
  void count(const char* /*name*/, Count& number) {
    std::uint64_t wide = 0;
    value(wide);
    if (!std::in_range<Count>(wide)) reject();
    number = static_cast<Count>(wide);
  }
  void derived_count(const char* /*name*/, std::uint64_t /*expected*/) {}
  void optional_count(const char* /*name*/, std::optional<std::uint64_t>& number) {
    bool has_value = false;
    value(has_value);
    value(number.emplace());
    if (!has_value) number.reset();
  }
  void flag(const char* /*name*/, bool& flag, bool /*value_if_absent*/) { value(flag); }
  void hex(const char* /*name*/, std::uint64_t& number) { value(number); }
  template <class Value, std::size_t N>
  void keyword(const char* /*name*/, Value& known, const vocabulary<Value, N>& keywords) {
    std::uint64_t number = 0;
    value(number);
    if (number >= N) reject();
    known = keywords[number].second;
  }
  template <class Value, std::size_t N>
  void keyword_default_first(const char* name, Value& known, const vocabulary<Value, N>& keywords) {
    keyword(name, known, keywords);
  }
  void parameters(format::parameters& pairs) {
    read_pairs<std::string>(
        [&](std::string name, std::string text) { pairs.emplace_back(std::move(name), std::move(text)); });
  }
  void histogram(std::vector<outcome_counts>& by_distance) { values(by_distance); }
  void margins(outcome_histogram& counted) { values(counted.by_margin); }
  void seconds(std::map<std::string, double>& by_phase) {
    read_pairs<double>([&](std::string name, double number) { by_phase.emplace(std::move(name), number); });
  }

  /// @throws hdf5::failure if unread bytes remain.
  void expect_end() const {
    if (!m_bytes.empty()) reject();
  }

 private:
  [[noreturn]] static void reject() { throw hdf5::failure("damaged: its description cannot be decoded"); }
  std::span<const std::byte> take(std::size_t length) {
    if (length > m_bytes.size()) reject();
    const auto taken = m_bytes.first(length);
    m_bytes = m_bytes.subspan(length);
    return taken;
  }
  /// Reads the length of a list. @throws hdf5::failure if too few bytes remain for the elements.
  std::size_t read_length(std::size_t element_bytes) {
    std::size_t length = 0;
    value(length);
    if (length > m_bytes.size() / element_bytes) reject();
    return length;
  }
  template <class Second, class Add>
  void read_pairs(const Add& add) {
    for (std::size_t length = read_length(1); length > 0; --length) {
      std::string first;
      Second second{};
      value(first);
      value(second);
      add(std::move(first), std::move(second));
    }
  }

  std::span<const std::byte> m_bytes;
};

}  // namespace zermelo::storage
