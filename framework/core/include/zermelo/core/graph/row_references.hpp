// SPDX-License-Identifier: MIT
// References to the rows of a block of rows, 16 bits each, by which a stored graph finds what a row contains: the
// number of its pattern (repeated_rows.hpp), or where it begins within its group (gap_rows.hpp). An empty row, such as
// of a hole in a game's index space, has no reference, and costs a bit where there are many.
//
//   a block    4096 rows in groups of 64: 2 bytes for the start of each group; then the groups
//   a group    2 bytes a row; or, where that is less, a bit for every row, set if the row has a number, and 2 bytes for
//              each number
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

namespace zermelo {

class row_references {
 public:
  static constexpr unsigned rows_per_group = 64;
  static constexpr unsigned groups_per_block = 64;
  static constexpr unsigned rows_per_block = rows_per_group * groups_per_block;
  /// Stands for the missing reference of an empty row.
  static constexpr std::uint16_t none = std::numeric_limits<std::uint16_t>::max();

  [[nodiscard]] static constexpr std::uint64_t num_blocks(std::uint64_t num_rows) noexcept {
    return (num_rows + rows_per_block - 1) / rows_per_block;
  }

  /// The number of one row, or `none`. @param block  encoded  @param row  0 .. rows_per_block - 1
  [[nodiscard]] [[gnu::always_inline]] static std::uint16_t find(const std::uint16_t* block, unsigned row) noexcept {
    const std::uint16_t start = block[row / rows_per_group];
    const unsigned in_group = row % rows_per_group;
    if ((start & sparse_bit) == 0) [[likely]]
      return block[start + in_group];
    const std::uint16_t* const group = block + (start & ~sparse_bit);
    std::uint64_t present = 0;
    std::memcpy(&present, group, sizeof(present));
    const std::uint64_t bit = std::uint64_t{1} << in_group;
    if ((present & bit) == 0) return none;
    return group[words_of_mask + static_cast<unsigned>(std::popcount(present & (bit - 1)))];
  }

  /// Replaces `out` by an encoded block. @param numbers  of up to `rows_per_block` rows; missing rows are empty
  static void encode(std::span<const std::uint16_t> numbers, std::vector<std::uint16_t>& out) {
    assert(numbers.size() <= rows_per_block);
    out.assign(groups_per_block, 0);
    for (unsigned group = 0; group < groups_per_block; ++group) {
      const std::size_t begin = std::size_t{group} * rows_per_group;
      std::uint64_t present = 0;
      for (unsigned i = 0; i < rows_per_group && begin + i < numbers.size(); ++i) {
        if (numbers[begin + i] != none) present |= std::uint64_t{1} << i;
      }
      const auto num_present = static_cast<unsigned>(std::popcount(present));
      const bool is_sparse = num_present + words_of_mask < rows_per_group;
      out[group] = static_cast<std::uint16_t>(out.size() | (is_sparse ? sparse_bit : 0));
      if (is_sparse) {
        const std::size_t at = out.size();
        out.resize(at + words_of_mask);
        std::memcpy(out.data() + at, &present, sizeof(present));
      }
      for (unsigned i = 0; i < rows_per_group; ++i) {
        const bool is_present = (present >> i & 1) != 0;
        if (is_present || !is_sparse) out.push_back(is_present ? numbers[begin + i] : none);
      }
    }
  }

 private:
  static constexpr unsigned words_of_mask = sizeof(std::uint64_t) / sizeof(std::uint16_t);
  static constexpr std::uint16_t sparse_bit = 1 << 15;  ///< in a group's start: the group has a mask
  static_assert(groups_per_block * (rows_per_group + words_of_mask + 1) < sparse_bit);
};

}  // namespace zermelo
