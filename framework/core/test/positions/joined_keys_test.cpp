// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/joined_keys.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/zeroed_pages.hpp>

namespace zermelo::joined_keys_test {
namespace {

using narrow_keys = sorted_keys<std::uint64_t>;

std::shared_ptr<const narrow_keys> in_memory(const std::vector<std::uint64_t>& keys) {
  zeroed_pages<std::uint64_t> pages(keys.size());
  std::copy(keys.begin(), keys.end(), pages.data());
  return std::make_shared<const narrow_keys>(std::move(pages));
}

/// Keys that are elsewhere, as in a file.
class keys_elsewhere final : public position_keys {
 public:
  explicit keys_elsewhere(std::vector<std::uint64_t> keys) : m_keys(in_memory(keys)) {}
  [[nodiscard]] std::uint64_t size() const override { return m_keys->size(); }
  [[nodiscard]] key_width width() const override { return m_keys->width(); }
  void read(position first, std::span<wide_key> keys) const override { m_keys->read(first, keys); }
  [[nodiscard]] std::optional<position> find(const wide_key& key) const override { return m_keys->find(key); }

 private:
  std::shared_ptr<const narrow_keys> m_keys;
};

std::shared_ptr<const position_keys> elsewhere(std::vector<std::uint64_t> keys) {
  return std::make_shared<const keys_elsewhere>(std::move(keys));
}

void expect_to_be(const joined_keys<std::uint64_t>& joined, const std::vector<std::uint64_t>& keys) {
  ASSERT_EQ(joined.size(), keys.size());
  std::vector<position> found(keys.size());
  joined.find_all(keys, found);
  for (position p = 0; p < keys.size(); ++p) {
    EXPECT_EQ(joined.at(p), widened_key(keys[p]));
    EXPECT_EQ(joined.find(widened_key(keys[p])), p);
    EXPECT_EQ(found[p], p);
  }
  const std::vector<std::uint64_t> missing{0, 15, 25, 99};
  std::vector<position> nowhere(missing.size());
  joined.find_all(missing, nowhere);
  for (const position p : nowhere) EXPECT_EQ(p, joined.absent);
  EXPECT_EQ(joined.find({1, keys.front()}), std::nullopt);
}

TEST(joined_keys, are_one_ascending_list_wherever_they_are) {
  const std::vector<std::uint64_t> all{3, 7, 20, 21, 30};
  joined_keys<std::uint64_t> joined({elsewhere({3, 7}), in_memory({20, 21}), elsewhere({30})});
  expect_to_be(joined, all);
  EXPECT_EQ(joined.num_held(), 2U);
  EXPECT_EQ(joined.held_key(0), nullptr);
  joined.hold(0, in_memory({3, 7}));
  expect_to_be(joined, all);
  ASSERT_NE(joined.held_key(1), nullptr);
  EXPECT_EQ(*joined.held_key(1), 7U);
  EXPECT_EQ(joined.num_held(), 4U);
  EXPECT_EQ(joined.held_keys(1, 5).size(), 1U);
  EXPECT_EQ(joined.held_keys(2, 3).size(), 1U);
  EXPECT_EQ(joined.held_keys(4, 5).size(), 0U);
  joined.release(0);
  joined.release(1);
  expect_to_be(joined, all);
  EXPECT_EQ(joined.num_held(), 2U) << "what is in memory for good stays there";
  joined.replace(2, in_memory({30}));
  expect_to_be(joined, all);
}

TEST(joined_keys, of_slices_that_do_not_ascend_are_refused) {
  EXPECT_THROW(joined_keys<std::uint64_t>({elsewhere({3, 7}), elsewhere({7, 8})}), input_error);
  EXPECT_THROW(joined_keys<std::uint64_t>({elsewhere({3, 7}), elsewhere({1})}), input_error);
}

}  // namespace
}  // namespace zermelo::joined_keys_test
