// SPDX-License-Identifier: MIT
#include <zermelo/core/board/position_names.hpp>

#include <bit>
#include <functional>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

namespace zermelo {

/// A hash table with open addressing, of the first position of each name.
struct position_names::index {
  static constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();

  std::once_flag is_made{};
  std::vector<std::uint32_t> slots{};  ///< a power of two of them
  std::vector<bool> is_shared{};       ///< [v]: a position behind v has the name of v

  [[nodiscard]] static std::uint64_t num_slots(std::uint64_t num_positions) noexcept {
    return std::bit_ceil(num_positions + num_positions / 4 + 1);
  }
  /// The slot of a name: that of its first position, or an unused one.
  [[nodiscard]] std::size_t slot_of(std::string_view name, const position_names& names) const {
    const std::size_t mask = slots.size() - 1;
    std::size_t slot = std::hash<std::string_view>()(name) & mask;
    while (slots[slot] != unused && names[slots[slot]] != name) slot = (slot + 1) & mask;
    return slot;
  }
  void make(const position_names& names) {
    const std::uint64_t size = names.size();
    slots.assign(num_slots(size), unused);
    is_shared.assign(size, false);
    for (std::uint64_t v = 0; v < size; ++v) {
      std::uint32_t& first = slots[slot_of(names[v], names)];
      if (first == unused) {
        first = static_cast<std::uint32_t>(v);
      } else {
        is_shared[first] = true;
      }
    }
  }
};

position_names::position_names() = default;
position_names::position_names(uninitialized_array<char> bytes, uninitialized_array<std::uint64_t> indptr)
    : m_bytes(std::move(bytes)), m_indptr(std::move(indptr)), m_index(std::make_unique<index>()) {}
position_names::position_names(position_names&&) noexcept = default;
position_names& position_names::operator=(position_names&&) noexcept = default;
position_names::~position_names() = default;

std::optional<std::uint64_t> position_names::find(std::string_view name) const {
  if (size() == 0) return std::nullopt;
  std::call_once(m_index->is_made, [this] { m_index->make(*this); });
  const std::uint32_t first = m_index->slots[m_index->slot_of(name, *this)];
  if (first == index::unused || m_index->is_shared[first]) return std::nullopt;
  return first;
}

std::uint64_t position_names::memory_bytes(std::uint64_t num_positions, std::uint64_t text_bytes) noexcept {
  const std::uint64_t index_bytes = sizeof(std::uint32_t) * index::num_slots(num_positions) + num_positions / 8;
  return text_bytes + sizeof(std::uint64_t) * (num_positions + 1) + index_bytes;
}

}  // namespace zermelo
