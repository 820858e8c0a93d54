// SPDX-License-Identifier: MIT
// Tests that chunks tile the positions in order, for any shape of the box.
#include "../../src/array/chunk_layout.hpp"

#include <gtest/gtest.h>

namespace zermelo::storage::chunk_layout_test {
namespace {

using box = std::vector<hsize_t>;

class box_layout : public testing::TestWithParam<box> {};

TEST_P(box_layout, tiles_every_box_with_runs_of_bounded_size) {
  const auto layout = chunk_layout::choose(GetParam());
  position expected_first = 0;
  for (std::uint64_t chunk = 0; chunk < layout.num_chunks(); ++chunk) {
    ASSERT_EQ(layout.first_position(chunk), expected_first);
    const std::size_t size = layout.num_positions(chunk);
    ASSERT_GE(size, 1U);
    ASSERT_EQ(layout.chunk_of(expected_first), chunk);
    ASSERT_EQ(layout.chunk_of(expected_first + size - 1), chunk);
    position from_offset = 0;
    for (std::size_t a = 0; a < GetParam().size(); ++a) {
      from_offset = from_offset * GetParam()[a] + layout.offset(chunk)[a];
    }
    ASSERT_EQ(from_offset, expected_first);
    expected_first += size;
  }
  EXPECT_EQ(expected_first, layout.num_elements());
  EXPECT_LE(layout.chunk_elements(), chunk_layout::max_elements);
  if (layout.num_elements() > chunk_layout::max_elements) {
    EXPECT_GT(layout.chunk_elements(), chunk_layout::max_elements / 4);
  }
  EXPECT_EQ(chunk_layout::of_stored(GetParam(), layout.chunk_shape()), layout);
}

INSTANTIATE_TEST_SUITE_P(chunk_layout, box_layout,
                         testing::Values(box{1}, box{1, 1, 1}, box{65536}, box{65537}, box{1'000'003}, box{2, 400, 400},
                                         box{2, 3, 70'000}, box{3, 40'000}, box{2, 33'000, 2}, box{1, 1, 200, 7, 900},
                                         box{5, 1, 65'537, 1}, box{70'000, 1}));

TEST(chunk_layout, rejects_stored_chunks_that_are_not_runs) {
  EXPECT_FALSE(chunk_layout::of_stored({4, 4}, {2, 2}));
  EXPECT_FALSE(chunk_layout::of_stored({4, 4}, {4, 2}));
  EXPECT_TRUE(chunk_layout::of_stored({4, 4}, {2, 4}));
  EXPECT_TRUE(chunk_layout::of_stored({4, 4}, {1, 3}));
}

TEST(chunk_layout, rejects_too_large_or_empty_stored_chunks) {
  const hsize_t large = hsize_t{1} << 40;
  EXPECT_FALSE(chunk_layout::of_stored({large, large}, {large, large}));
  EXPECT_FALSE(chunk_layout::of_stored({large}, {chunk_layout::max_elements_read + 1}));
  EXPECT_FALSE(chunk_layout::of_stored({4}, {0}));
}

}  // namespace
}  // namespace zermelo::storage::chunk_layout_test
