// SPDX-License-Identifier: MIT
// The names that the positions of a stored graph have, and the position of a name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include <zermelo/core/base/uninitialized_array.hpp>

namespace zermelo {

/// A name for each of the positions 0 .. size() - 1, or no names at all. Names may be empty, and several positions may
/// have the same name. Thread-safe.
class position_names {
 public:
  position_names();
  /// @param bytes  all names, one behind the other
  /// @param ends   [v]: the place in `bytes` behind the name of v; ascending, the last one bytes.size()
  position_names(uninitialized_array<char> bytes, uninitialized_array<std::uint64_t> ends);
  position_names(position_names&&) noexcept;
  position_names& operator=(position_names&&) noexcept;
  ~position_names();

  /// 0 if positions have no names.
  [[nodiscard]] std::uint64_t size() const noexcept { return m_ends.size(); }
  /// The name of v; empty if positions have no names.
  [[nodiscard]] std::string_view operator[](std::uint64_t v) const noexcept {
    if (m_ends.size() == 0) return {};
    const std::uint64_t begin = v == 0 ? 0 : m_ends[v - 1];
    return {m_bytes.data() + begin, static_cast<std::size_t>(m_ends[v] - begin)};
  }
  /// The only position of this name; nothing if none or several have it. The first call of this function makes an index
  /// of 4 to 8 bytes a position.
  [[nodiscard]] std::optional<std::uint64_t> find(std::string_view name) const;

 private:
  struct index;

  uninitialized_array<char> m_bytes;
  uninitialized_array<std::uint64_t> m_ends;
  std::unique_ptr<index> m_index;
};

}  // namespace zermelo
