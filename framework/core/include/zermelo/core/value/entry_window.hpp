// SPDX-License-Identifier: MIT
// A stretch of a solution as a solution of its own.
#pragma once

#include <cstdint>
#include <span>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// The entries of the positions first .. first + size - 1, which must outlive it.
class entry_window final : public solution_entries {
 public:
  entry_window(const solution_entries& entries, position first, std::uint64_t size)
      : m_entries(entries), m_first(first), m_size(size) {}

  [[nodiscard]] std::uint64_t size() const override { return m_size; }
  [[nodiscard]] std::uint32_t distance_bound() const override { return m_entries.distance_bound(); }
  void read(position first, std::span<position_value> entries) const override {
    m_entries.read(m_first + first, entries);
  }
  [[nodiscard]] index_range read_together(position p) const override {
    const index_range all = m_entries.read_together(m_first + p);
    const std::uint64_t begin = all.begin < m_first ? 0 : all.begin - m_first;
    return {begin, all.end - m_first < m_size ? all.end - m_first : m_size};
  }
  [[nodiscard]] entry_words words() const override {
    const entry_words all = m_entries.words();
    const auto part = [this](auto words) { return words.empty() ? words : words.subspan(m_first, m_size); };
    return {part(all.narrow), part(all.wide)};
  }

 private:
  const solution_entries& m_entries;
  position m_first;
  std::uint64_t m_size;
};

}  // namespace zermelo
