// SPDX-License-Identifier: MIT
// Tests names of positions and look-up by name.
#include <zermelo/formats/position_names.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/testkit/stop_after.hpp>

namespace zermelo::position_names_test {
namespace {

position_names names_of(const std::vector<std::string>& strings) {
  std::string all;
  uninitialized_array<std::uint64_t> indptr(strings.size() + 1);
  indptr[0] = 0;
  for (std::size_t v = 0; v < strings.size(); ++v) {
    all += strings[v];
    indptr[v + 1] = all.size();
  }
  uninitialized_array<char> bytes(all.size());
  std::copy(all.begin(), all.end(), bytes.data());
  return {std::move(bytes), std::move(indptr)};
}

position_names indexed_names_of(const std::vector<std::string>& strings, unsigned threads = 1) {
  position_names names = names_of(strings);
  work_monitor silent;
  names.make_index(7, threads, silent);
  return names;
}

TEST(position_names, finds_position_by_unique_name) {
  const position_names names = indexed_names_of({"gate", "", "mill", "gate", "well"});
  EXPECT_EQ(names.size(), 5U);
  EXPECT_EQ(names[0], "gate");
  EXPECT_EQ(names[1], "");
  EXPECT_EQ(names[4], "well");
  EXPECT_EQ(names.find("mill"), 2U);
  EXPECT_EQ(names.find("well"), 4U);
  EXPECT_EQ(names.find("gate"), std::nullopt) << "two positions have this name";
  EXPECT_EQ(names.find("wel"), std::nullopt);
  EXPECT_EQ(names.find(""), std::nullopt);
  const std::vector<bool> is_own{false, false, true, false, true};
  for (std::size_t v = 0; v < is_own.size(); ++v) EXPECT_EQ(names.is_own(v), is_own[v]) << v;
}

TEST(position_names, default_constructed_object_has_no_names) {
  const position_names names;
  EXPECT_EQ(names.size(), 0U);
  EXPECT_EQ(names[3], "");
  EXPECT_EQ(names.find(""), std::nullopt);
}

TEST(position_names, finds_many_names_after_move_and_with_any_thread_count) {
  std::vector<std::string> strings;
  constexpr std::uint64_t size = 100'000;
  constexpr std::uint64_t shared_size = 1000;  // these first names are repeated at the end
  for (std::uint64_t v = 0; v < size; ++v) strings.push_back(fmt::format("v{}", v * 7 % size % (size - shared_size)));
  std::map<std::string, int> times;
  for (const std::string& text : strings) ++times[text];
  for (const unsigned threads : {1U, 2U, 5U}) {
    position_names names = indexed_names_of(strings, threads);
    const position_names moved = std::move(names);
    for (std::uint64_t v = 0; v < size; ++v) {
      const bool is_own = times[strings[v]] == 1;
      ASSERT_EQ(moved.is_own(v), is_own) << v;
      ASSERT_EQ(moved.find(strings[v]), is_own ? std::optional(v) : std::nullopt) << v;
    }
  }
}

TEST(position_names, index_construction_stops_on_request) {
  testkit::stop_after monitor(0);
  position_names names = names_of({"gate", "mill"});
  EXPECT_THROW(names.make_index(7, 1, monitor), interrupted);
}

TEST(position_names, reports_memory_before_allocating) {
  // The text, 8 bytes per index, 4 bytes for each of 16 or 8192 slots, and 1 bit per position.
  EXPECT_EQ(position_names::memory_bytes(8, 100), 100U + 9 * 8 + 16 * 4 + 1);
  EXPECT_EQ(position_names::memory_bytes(4000, 0), 4001U * 8 + 8192 * 4 + 500);
}

}  // namespace
}  // namespace zermelo::position_names_test
