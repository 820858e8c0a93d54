// SPDX-License-Identifier: MIT
// Presents a range of a solution as a separate solution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// The entries of the positions first .. first + size - 1 of a solution, numbered from 0. The solution must outlive the
/// window and contain these positions. As thread-safe as the solution.
class entry_window final : public solution_entries {
 public:
  entry_window(const solution_entries& entries, position first, std::uint64_t size)
      : m_entries(entries), m_first(first), m_size(size) {}

  [[nodiscard]] std::uint64_t size() const override { return m_size; }
  [[nodiscard]] std::uint32_t distance_bound() const override { return m_entries.distance_bound(); }
  [[nodiscard]] std::uint32_t margin_bound() const override { return m_entries.margin_bound(); }
  void read(position first, std::span<position_value> entries) const override {
    m_entries.read(m_first + first, entries);
  }
  [[nodiscard]] index_range read_together(position p) const override {
    const auto [begin, end] = m_entries.read_together(m_first + p);
    return {std::max(begin, m_first) - m_first, std::min(end - m_first, m_size)};
  }
  [[nodiscard]] entry_words words() const override {
    const auto [narrow, wide, margin_bits] = m_entries.words();
    const auto part = [this](auto words) { return words.empty() ? words : words.subspan(m_first, m_size); };
    return {part(narrow), part(wide), margin_bits};
  }

 private:
  const solution_entries& m_entries;
  position m_first;
  std::uint64_t m_size;
};

/// A window on `whole` that shares ownership of `whole`.
[[nodiscard]] inline std::shared_ptr<const solution_entries> shared_window(
    const std::shared_ptr<const solution_entries>& whole, position first, std::uint64_t size) {
  const auto window = std::make_shared<const std::pair<std::shared_ptr<const solution_entries>, entry_window>>(
      whole, entry_window(*whole, first, size));
  return {window, &window->second};
}

}  // namespace zermelo
