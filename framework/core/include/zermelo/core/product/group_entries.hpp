// SPDX-License-Identifier: MIT
// The decided positions of a group of rows in one turn: a log of waves, or a table of packed words if the log would be
// larger, for example if each wave decides only one or two nodes of a row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <zermelo/core/product/block_store.hpp>
#include <zermelo/core/product/wave_rows.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo::detail {

/// Words of the table always name the first player as the player to move. One thread at a time may add entries.
class group_entries {
 public:
  /// Bytes per entry in a table with narrow words.
  static constexpr std::size_t table_entry_bytes = sizeof(std::uint16_t);

  [[nodiscard]] bool is_log() const noexcept { return m_narrow.empty() && m_wide.empty(); }
  [[nodiscard]] const wave_rows& log() const noexcept { return m_log; }
  /// Adds the nodes of a wave row to the log, which does not become a table. Precondition: is_log().
  void add_to_log(block_store& store, const wave_row& nodes) { m_log.add(store, nodes); }
  /// Empties the log.
  void release_log(block_store& store) { m_log.release(store); }
  /// Whether the entries are a table with wide words.
  [[nodiscard]] bool is_wide() const noexcept { return !m_wide.empty(); }
  /// Adds the nodes of a wave row. @param owner  the player to move @param size  positions in the group
  void add(block_store& store, const wave_row_reader& reader, player owner, const wave_row& nodes, std::uint64_t size) {
    if (is_log()) {
      if (m_log.bytes() + wave_rows::header_bytes + nodes.bits.size() <= table_entry_bytes * size) {
        m_log.add(store, nodes);
        return;
      }
      if (std::max(m_log.max_distance_plies(), nodes.distance_plies) <= narrow::max_low) {
        m_narrow = {store, size, narrow::draw(player::first)};
      } else {
        m_wide = {store, size, wide::draw(player::first)};
      }
      m_log.for_each([&](const wave_row& logged) { write(reader, owner, logged); });
      m_log.release(store);
    } else if (nodes.distance_plies > narrow::max_low && m_wide.empty()) {
      widen(store, size);
    }
    write(reader, owner, nodes);
  }
  /// Precondition: !is_log().
  [[nodiscard]] position_value entry(std::uint64_t i) const noexcept {
    return m_wide.empty() ? narrow::value(m_narrow[i]) : wide::value(m_wide[i]);
  }

 private:
  using narrow = packed_word<std::uint16_t>;
  using wide = packed_word<std::uint32_t>;

  void widen(block_store& store, std::uint64_t size) {
    m_wide = {store, size, wide::draw(player::first)};
    for (std::uint64_t i = 0; i < size; ++i) {
      const position_value value = narrow::value(m_narrow[i]);
      if (value.distance_plies == no_distance) continue;
      m_wide.set(i, wide::decided(value.outcome, player::first, value.distance_plies));
    }
    m_narrow.release(store);
  }
  void write(const wave_row_reader& reader, player owner, const wave_row& nodes) {
    const outcome value = outcome_of(nodes.kind, owner);
    if (m_wide.empty()) {
      const auto word = narrow::decided(value, player::first, nodes.distance_plies);
      reader.for_each_node(nodes, [&](std::uint64_t i) { m_narrow.set(i, word); });
    } else {
      const auto word = wide::decided(value, player::first, nodes.distance_plies);
      reader.for_each_node(nodes, [&](std::uint64_t i) { m_wide.set(i, word); });
    }
  }

  wave_rows m_log;
  word_blocks<std::uint16_t> m_narrow;
  word_blocks<std::uint32_t> m_wide;
};

}  // namespace zermelo::detail
