// SPDX-License-Identifier: MIT
// Ascending keys outside a numbering, like keys in a file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/position_keys.hpp>

namespace zermelo::test {

class foreign_keys final : public position_keys {
 public:
  foreign_keys(key_width width, std::vector<wide_key> keys) : m_width(width), m_keys(std::move(keys)) {}
  [[nodiscard]] std::uint64_t size() const override { return m_keys.size(); }
  [[nodiscard]] key_width width() const override { return m_width; }
  void read(position first, std::span<wide_key> keys) const override {
    std::copy_n(m_keys.begin() + static_cast<std::ptrdiff_t>(first), keys.size(), keys.begin());
  }
  [[nodiscard]] std::optional<position> find(const wide_key& key) const override {
    const auto at = std::lower_bound(m_keys.begin(), m_keys.end(), key);
    if (at == m_keys.end() || *at != key) return std::nullopt;
    return static_cast<position>(at - m_keys.begin());
  }

 private:
  key_width m_width;
  std::vector<wide_key> m_keys;
};

}  // namespace zermelo::test
