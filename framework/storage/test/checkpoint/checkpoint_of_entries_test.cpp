// SPDX-License-Identifier: MIT
// Tests a checkpoint with entries: its words, its digest, and errors.
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <oneapi/tbb/parallel_for.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "checkpoint/checkpoint_sample.hpp"
#include "damage.hpp"
#include "full_disk.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::checkpoint_of_entries_test {
namespace {

/// Entries in memory, read together in runs of 1000.
class some_entries final : public solution_entries {
 public:
  some_entries(std::uint64_t size, std::uint32_t longest, std::uint64_t seed) : m_values(size), m_longest(longest) {
    random_generator random(seed);
    constexpr std::array<outcome, 4> outcomes{outcome::win, outcome::loss, outcome::tie, outcome::draw};
    for (position_value& value : m_values) {
      value.outcome = outcomes[random.below(outcomes.size())];
      if (value.outcome != outcome::draw) value.distance_plies = static_cast<std::uint32_t>(random.below(longest + 1));
    }
    if (size > 0) m_values.back() = {outcome::loss, longest};
  }
  [[nodiscard]] std::uint64_t size() const override { return m_values.size(); }
  void read(position first, std::span<position_value> entries) const override {
    std::copy_n(m_values.begin() + static_cast<std::ptrdiff_t>(first), entries.size(), entries.begin());
  }
  [[nodiscard]] std::uint32_t distance_bound() const override { return m_longest; }
  [[nodiscard]] index_range read_together(position p) const override {
    constexpr std::uint64_t run = 1000;
    return {p / run * run, std::min(size(), (p / run + 1) * run)};
  }

 private:
  std::vector<position_value> m_values;
  std::uint32_t m_longest;
};

std::vector<position_value> all_entries(const solution_entries& from) {
  std::vector<position_value> entries(from.size());
  from.read(0, entries);
  return entries;
}

solve_state solve_state_of(std::uint64_t positions) { return {plain_stage::ties, 17, 12345, positions, 9}; }

void write(const std::filesystem::path& path, const some_entries& entries) {
  write_checkpoint(path, some_metadata(), {solve_state_of(entries.size()), {}, &entries});
}

class checkpoint_of_entries : public file_test {};

TEST_F(checkpoint_of_entries, reading_returns_the_written_entries) {
  constexpr std::uint32_t longest_narrow = 8191;
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{70'001}, slice_words + 1}) {
    for (const std::uint32_t longest : {std::uint32_t{5}, longest_narrow, longest_narrow + 1, (1U << 29) - 1}) {
      SCOPED_TRACE(fmt::format("{} of {} plies", size, longest));
      const some_entries entries(size, longest, 1);
      write(m_path, entries);
      const checkpoint read = read_checkpoint(m_path);
      EXPECT_EQ(read.metadata, some_metadata());
      EXPECT_EQ(read.solve.value().progress, solve_state_of(size));
      ASSERT_NE(read.solve.value().entries, nullptr);
      EXPECT_EQ(num_saved_positions(read.solve.value()), size);
      EXPECT_GE(read.solve.value().entries->distance_bound(), size > 0 ? longest : 0);
      EXPECT_TRUE(all_entries(*read.solve.value().entries) == all_entries(entries));
      if (size > slice_words) {
        EXPECT_EQ(std::filesystem::file_size(m_path) > 4 * size, longest > longest_narrow);
      }
    }
  }
}

TEST_F(checkpoint_of_entries, rejects_margins_on_writing) {
  const some_entries entries(10, 5, 1);
  solve_state progress = solve_state_of(10);
  progress.max_margin = 2;
  EXPECT_THROW(write_checkpoint(m_path, some_metadata(), {progress, {}, &entries}), contract_error);
  EXPECT_EQ(count_files(m_folder.path()), 0U);
}

TEST_F(checkpoint_of_entries, reads_any_range_from_several_threads_even_after_replacement) {
  const some_entries entries(300'000, 100, 2);
  write(m_path, entries);
  const checkpoint read = read_checkpoint(m_path);
  write(m_path, make_solve<std::uint16_t>(10, 1));
  EXPECT_EQ(read_checkpoint(m_path).solve.value().entries, nullptr);
  const auto expected = all_entries(entries);
  tbb::parallel_for(0, 200, [&](int number) {
    random_generator random(static_cast<std::uint64_t>(number));
    const position begin = random.below(entries.size());
    std::vector<position_value> found(random.below(entries.size() - begin) % 5000);
    read.solve.value().entries->read(begin, found);
    EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin() + static_cast<std::ptrdiff_t>(begin)));
  });
}

TEST_F(checkpoint_of_entries, stores_packed_words_of_first_player_with_documented_digest) {
  const some_entries entries(5000, 100, 3);
  write(m_path, entries);
  using packed = packed_word<std::uint16_t>;
  std::vector<std::uint16_t> expected;
  std::uint64_t digest = digest_of_attributes(some_metadata(), solve_state_of(5000), 5000, "entries", 2);
  for (const position_value& value : all_entries(entries)) {
    expected.push_back(value.outcome == outcome::draw
                           ? packed::draw(player::first)
                           : packed::decided(value.outcome, player::first, value.distance_plies));
    digest += splitmix64_mix(splitmix64_mix(expected.size() - 1) + expected.back());
  }
  EXPECT_FALSE(hdf5::has_link(open_hdf5(m_path), "words"));
  EXPECT_TRUE(stored_numbers<std::uint16_t>(m_path, "entries", expected.size()) == expected);
  expect_digest(m_path, " and entries", digest);
}

TEST_F(checkpoint_of_entries, rejects_changed_bytes_or_reads_equal_contents) {
  const some_entries entries(1000, 100, 4);
  write(m_path, entries);
  expect_changed_bytes_do_no_harm(m_path, 25, [&] {
    ASSERT_TRUE(all_entries(*read_checkpoint(m_path).solve.value().entries) == all_entries(entries));
  });
}

TEST_F(checkpoint_of_entries, rejects_impossible_contents) {
  expect_errors(
      m_path, [&] { write(m_path, some_entries(100, 5, 5)); }, [&] { (void)read_checkpoint(m_path); },
      {{set_number("positions", 101), "dataset 'entries'... list of 101 ... 'positions' ..."},
       {remove_dataset("entries"), "dataset 'words' is missing"}});
  // The words are those of the second player; the digest matches.
  using packed = packed_word<std::uint16_t>;
  for (const unsigned wrong : {unsigned{packed::draw(player::second)}, unsigned{packed::undecided(player::first, 2)},
                               unsigned{packed::decided(outcome::win, player::second, 3)}}) {
    write(m_path, some_entries(100, 5, 5));
    edit_hdf5(m_path, set_first("entries", wrong));
    const std::string rejected = testkit::error_of([&] { (void)read_checkpoint(m_path); });
    const std::string before = ", got ";
    const auto at = rejected.find(before);
    ASSERT_NE(at, std::string::npos) << rejected;
    edit_hdf5(m_path, set_text("digest", rejected.substr(at + before.size(), 16)));
    expect_rejected(m_path, "position 0 ... impossible entry");
  }
}

TEST_F(checkpoint_of_entries, failed_write_leaves_the_old_file) {
  const some_entries old(100, 5, 6);
  const some_entries larger(10'000, 9000, 7);
  expect_cut_off_writes_leave_the_old_file([&](const auto& path) { write(path, old); },
                                           [&](const auto& path) { write(path, larger); });
}

}  // namespace
}  // namespace zermelo::storage::test::checkpoint_of_entries_test
