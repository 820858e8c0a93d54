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
  /// @param bytes   all names, one behind the other
  /// @param indptr  [v]: the place in `bytes` where the name of v begins; ascending from 0 to bytes.size(); one element
  ///   more than positions
  position_names(uninitialized_array<char> bytes, uninitialized_array<std::uint64_t> indptr);
  position_names(position_names&&) noexcept;
  position_names& operator=(position_names&&) noexcept;
  ~position_names();

  /// 0 if positions have no names.
  [[nodiscard]] std::uint64_t size() const noexcept { return m_indptr.size() == 0 ? 0 : m_indptr.size() - 1; }
  /// The name of v; empty if positions have no names.
  [[nodiscard]] std::string_view operator[](std::uint64_t v) const noexcept {
    if (m_indptr.size() == 0) return {};
    return {m_bytes.data() + m_indptr[v], static_cast<std::size_t>(m_indptr[v + 1] - m_indptr[v])};
  }
  /// The only position of this name; nothing if none or several have it. The first call of this function makes an index
  /// of 5 to 10 bytes and 1 bit a position.
  [[nodiscard]] std::optional<std::uint64_t> find(std::string_view name) const;

  /// The memory that names take, the index of `find` included. @param text_bytes  of all names together
  [[nodiscard]] static std::uint64_t memory_bytes(std::uint64_t num_positions, std::uint64_t text_bytes) noexcept;

 private:
  struct index;

  uninitialized_array<char> m_bytes;
  uninitialized_array<std::uint64_t> m_indptr;
  std::unique_ptr<index> m_index;
};

}  // namespace zermelo
