// SPDX-License-Identifier: MIT
// The out-degrees of a graph's vertices, in 2 bytes each. Degrees of 65,535 or more, which are rare, are in a map.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <mutex>
#include <unordered_map>

#include <zermelo/core/base/uninitialized_array.hpp>

namespace zermelo {

class degree_array {
 public:
  degree_array() = default;
  explicit degree_array(std::uint64_t size) : m_small(size) {}

  [[nodiscard]] std::uint64_t operator[](std::uint64_t v) const {
    return m_small[v] != large ? m_small[v] : m_large.at(v);
  }
  /// Thread-safe for different vertices. @param guard  one mutex for all vertices that are set at the same time
  void set(std::uint64_t v, std::uint64_t degree, std::mutex& guard) {
    m_small[v] = static_cast<std::uint16_t>(std::min<std::uint64_t>(degree, large));
    if (degree >= large) {
      const std::lock_guard lock(guard);
      m_large[v] = degree;
    }
  }

 private:
  static constexpr std::uint16_t large = std::numeric_limits<std::uint16_t>::max();
  uninitialized_array<std::uint16_t> m_small;  ///< `large` if the degree is in m_large
  std::unordered_map<std::uint64_t, std::uint64_t> m_large;
};

}  // namespace zermelo
