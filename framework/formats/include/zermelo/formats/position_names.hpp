// SPDX-License-Identifier: MIT
// Stores the names of a graph's positions, and finds positions by name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>

namespace zermelo {

/// A name for each of the positions 0 .. size() - 1, or no names. Names may be empty, and several positions may have
/// the same name. Movable, not copyable. Constant members are thread-safe.
class position_names {
 public:
  position_names() = default;
  /// @param bytes   all names, concatenated
  /// @param indptr  [v]: the index in `bytes` where the name of v begins; ascending from 0 to bytes.size(), with one
  /// more element than there are positions
  position_names(uninitialized_array<char> bytes, uninitialized_array<std::uint64_t> indptr);

  /// Returns the number of names, which is 0 if positions have no names.
  [[nodiscard]] std::uint64_t size() const noexcept { return m_indptr.size() == 0 ? 0 : m_indptr.size() - 1; }
  /// Returns the name of v, which is empty if positions have no names.
  [[nodiscard]] std::string_view operator[](std::uint64_t v) const noexcept {
    if (m_indptr.size() == 0) return {};
    return {m_bytes.data() + m_indptr[v], static_cast<std::size_t>(m_indptr[v + 1] - m_indptr[v])};
  }
  /// Builds the index for `find` and `is_own`, which takes 5 to 10 bytes and 1 bit per position. Reports phase "names",
  /// one unit of work per position, unless positions have no names.
  /// @param seed     seeds the hash function, so that an attacker cannot choose names that collide
  /// @param threads  at least 1
  /// @throws interrupted; std::bad_alloc
  void make_index(std::uint64_t seed, unsigned threads, work_monitor& monitor);
  /// Returns the only position with this name. Returns nothing if no position or several positions have this name, or
  /// if it is empty. Precondition: the index exists.
  [[nodiscard]] std::optional<std::uint64_t> find(std::string_view name) const;
  /// Whether v has a name that no other position has. Precondition: the index exists.
  [[nodiscard]] bool is_own(std::uint64_t v) const noexcept;

  /// Returns the memory of names and their index, in bytes. @param text_bytes  total length of all names
  [[nodiscard]] static std::uint64_t memory_bytes(std::uint64_t num_positions, std::uint64_t text_bytes) noexcept;

 private:
  /// Returns the slot where the search for a name begins.
  [[nodiscard]] std::size_t first_slot_of(std::string_view name) const;
  void add_to_index(std::uint64_t v);
  void share(std::uint64_t v) noexcept;

  uninitialized_array<char> m_bytes;
  uninitialized_array<std::uint64_t> m_indptr;
  // Members of a hash table with open addressing.
  std::uint64_t m_seed = 0;
  zeroed_pages<std::uint32_t> m_slots;      ///< the number of slots is a power of two; 1 + a position with the name; 0:
                                            ///< unused
  zeroed_pages<std::uint64_t> m_is_shared;  ///< bit v: another position has the name of v
};

}  // namespace zermelo
