// SPDX-License-Identifier: MIT
// Tests the storage of a group of rows: first a log, then a table that is wide enough for every distance.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/product/block_store.hpp>
#include <zermelo/core/product/group_entries.hpp>
#include <zermelo/core/product/wave_rows.hpp>

namespace zermelo::detail::wave_rows_test {
namespace {

/// Three rows of 100 nodes, with bit 2p + 1 for node p.
class group_of_rows {
 public:
  static constexpr std::uint64_t rows = 3;
  static constexpr std::uint64_t row_length = 100;
  static constexpr std::uint64_t size = rows * row_length;

  group_of_rows() : m_node_of_bit(2 * row_length), m_expected(size, {outcome::draw, no_distance}) {
    for (node_number p = 0; p < row_length; ++p) m_node_of_bit[2 * p + 1] = p;
  }

  void decide(std::uint16_t row, node_number node, wave_kind kind, std::uint32_t distance) {
    std::vector<std::uint8_t> bits;
    const std::size_t bit = 2 * node + 1;
    if (bit >= chunk_bits) bits.push_back(bit_code::skip_base + static_cast<std::uint8_t>(bit / chunk_bits));
    bits.push_back(1);
    bits.push_back(static_cast<std::uint8_t>(bit % chunk_bits));
    m_entries.add(m_store, reader(), player::second, {distance, kind, row, bits}, size);
    m_expected[row * row_length + node] = {outcome_of(kind, player::second), distance};
  }
  /// Decides one entry after another, at distances starting at `first`.
  void decide_all(std::uint32_t first) {
    for (std::uint64_t i = 0; i < size; ++i) {
      const auto at = i * 7 % size;
      decide(static_cast<std::uint16_t>(at / row_length), static_cast<node_number>(at % row_length),
             all_wave_kinds[i % num_wave_kinds], first + static_cast<std::uint32_t>(i));
    }
  }

  [[nodiscard]] const group_entries& entries() const { return m_entries; }
  void expect_right() const {
    std::vector<position_value> found(size, {outcome::draw, no_distance});
    if (m_entries.is_log()) {
      m_entries.log().for_each([&](const wave_row& what) {
        const position_value value{outcome_of(what.kind, player::second), what.distance_plies};
        reader().for_each_node(what, [&](std::uint64_t i) { found[i] = value; });
      });
    } else {
      for (std::uint64_t i = 0; i < size; ++i) found[i] = m_entries.entry(i);
    }
    EXPECT_EQ(found, m_expected);
  }

 private:
  static constexpr std::size_t chunk_words = 2;
  static constexpr std::size_t chunk_bits = 64 * chunk_words;

  [[nodiscard]] wave_row_reader reader() const { return {m_node_of_bit, chunk_words, row_length}; }

  block_store m_store{wave_rows::block_bytes};
  std::vector<node_number> m_node_of_bit;
  group_entries m_entries;
  std::vector<position_value> m_expected;
};

constexpr std::uint32_t longest_narrow = 8191;
constexpr auto num_entries = static_cast<std::uint32_t>(group_of_rows::size);

TEST(group_entries, switch_from_log_to_table_at_any_distance) {
  constexpr std::uint32_t farthest = wave_rows::max_distance;
  // Pairs: the distance of the first entry, and the first distance of the other entries.
  const std::vector<std::pair<std::optional<std::uint32_t>, std::uint32_t>> cases{
      {5, 6},
      {9000, 1},
      {farthest, farthest + 1 - num_entries},
      {std::nullopt, longest_narrow + 1 - num_entries},
      {std::nullopt, longest_narrow + 2 - num_entries},
      {std::nullopt, 8000},
      {std::nullopt, longest_narrow},
      {std::nullopt, longest_narrow + 1},
      {std::nullopt, 100'000}};
  for (const auto& [before, first] : cases) {
    SCOPED_TRACE(first);
    group_of_rows group;
    group.expect_right();
    if (before) group.decide(2, 99, wave_kind::won_by_first, *before);
    EXPECT_TRUE(group.entries().is_log());
    group.expect_right();
    group.decide_all(first);
    EXPECT_FALSE(group.entries().is_log());
    group.expect_right();
    if (before == 9000) continue;  // may or may not be counted
    EXPECT_EQ(group.entries().is_wide(), first + num_entries - 1 > longest_narrow);
  }
}

TEST(group_entries, stay_narrow_for_distances_that_fit_narrow_words) {
  // All entries up to the greatest distance, before and after the log becomes a table; then one ply more.
  for (const std::uint32_t first : {1U, longest_narrow + 1 - num_entries}) {
    group_of_rows group;
    group.decide_all(first);
    group.decide(0, 0, wave_kind::won_by_first, longest_narrow);
    EXPECT_FALSE(group.entries().is_log());
    EXPECT_FALSE(group.entries().is_wide());
    group.expect_right();
    group.decide(1, 1, wave_kind::tied, longest_narrow + 1);
    EXPECT_TRUE(group.entries().is_wide());
    group.expect_right();
  }
}

TEST(block_store, reuses_returned_blocks) {
  block_store store(64);
  std::uint8_t* const a = store.take();
  std::uint8_t* const b = store.take();
  EXPECT_EQ(b - a, 64);
  store.give_back(a);
  EXPECT_EQ(store.take(), a);
}

}  // namespace
}  // namespace zermelo::detail::wave_rows_test
