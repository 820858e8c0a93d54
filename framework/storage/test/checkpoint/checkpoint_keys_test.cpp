// SPDX-License-Identifier: MIT
// Tests that a checkpoint of an exploration, or of a solve whose positions have keys, is read as written, or rejected.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "checkpoint/checkpoint_sample.hpp"
#include "damage.hpp"
#include "full_disk.hpp"
#include "sample_keys.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::checkpoint_keys_test {
namespace {

/// The number of keys that are written at a time.
constexpr std::uint64_t slice_keys = std::uint64_t{1} << 17;
constexpr std::array widths{key_width::bits_64, key_width::bits_128};

std::string name_of(const testing::TestParamInfo<key_width>& width) {
  return fmt::format("of_{}_bits", static_cast<int>(width.param));
}

/// A synthetic solve of positions with keys.
struct keyed_solve {
  keyed_solve(std::uint64_t size, key_width width, std::uint64_t seed)
      : keys(width, make_keys(size, width, seed)), words(size) {
    random_generator random(seed);
    for (auto& word : words) word = static_cast<std::uint16_t>(random());
    progress = {plain_stage::wins_and_losses, 17, 12345, size, 9};
  }
  [[nodiscard]] solve_snapshot snapshot() const { return {progress, std::span(words)}; }

  listed_keys keys;
  std::vector<std::uint16_t> words;
  solve_state progress;
};

void write(const std::filesystem::path& path, const keyed_solve& solve) {
  write_checkpoint(path, some_metadata(), solve.snapshot(), &solve.keys);
}

void expect_equal(const checkpoint& read, const keyed_solve& written) {
  EXPECT_EQ(read.metadata, some_metadata());
  EXPECT_FALSE(read.exploration);
  ASSERT_TRUE(read.solve && read.keys);
  EXPECT_EQ(read.solve->progress, written.progress);
  EXPECT_TRUE(std::ranges::equal(std::get<value_table::narrow_words>(read.solve->words).span(), written.words));
  EXPECT_EQ(read.keys->width(), written.keys.width());
  ASSERT_EQ(read.keys->size(), written.keys.size());
  EXPECT_TRUE(all_keys(*read.keys) == all_keys(written.keys));
}

/// A synthetic exploration, which passes its keys in runs of several lengths.
struct exploration {
  exploration(std::uint64_t num_closed, std::uint64_t num_open, key_width key_bits, std::uint64_t seed)
      : width(key_bits), closed(make_keys(num_closed, key_bits, seed)), open(make_keys(num_open, key_bits, seed + 1)) {
    std::reverse(closed.begin(), closed.end());  // unordered
  }
  [[nodiscard]] exploration_snapshot snapshot() const {
    const auto in_runs = [](const std::vector<wide_key>& keys) {
      return [&keys](const exploration_snapshot::keys_callback& take) {
        constexpr std::size_t shortest = 1000;
        std::size_t length = 0;
        for (std::size_t begin = 0; begin < keys.size(); begin += length) {
          length = std::min(keys.size() - begin, begin % 7 * shortest + 1);
          take(std::span(keys).subspan(begin, length));
        }
      };
    };
    return {width, closed.size(), open.size(), in_runs(closed), in_runs(open)};
  }

  key_width width;
  std::vector<wide_key> closed;
  std::vector<wide_key> open;
};

void write(const std::filesystem::path& path, const exploration& explored) {
  write_checkpoint(path, some_metadata(), explored.snapshot());
}

void expect_equal(const checkpoint& read, const exploration& written) {
  EXPECT_EQ(read.metadata, some_metadata());
  EXPECT_FALSE(read.solve || read.keys);
  ASSERT_TRUE(read.exploration);
  EXPECT_EQ(read.exploration->width, written.width);
  EXPECT_TRUE(read.exploration->closed == written.closed);
  EXPECT_TRUE(read.exploration->open == written.open);
}

/// The part of the keys in the digest, as defined on the format's page.
std::uint64_t digest_of(const std::vector<wide_key>& keys, std::uint64_t first = 0) {
  std::uint64_t digest = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    digest += splitmix64_mix(splitmix64_mix(splitmix64_mix(first + i) + keys[i].low) + keys[i].high);
  }
  return digest;
}

std::string bytes_of(key_width width) { return width == key_width::bits_64 ? "8" : "16"; }

/// Returns the expected digest of a solve's file.
std::uint64_t digest_of(const keyed_solve& solve) {
  std::uint64_t digest = digest_of_strings({"sample", "grid", "C.F", std::to_string(solve.words.size()),
                                            std::to_string(solve.progress.legal_positions), "12345", "wins_and_losses",
                                            "17", "9", "words", "2", "keys", bytes_of(solve.keys.width())});
  for (position p = 0; p < solve.words.size(); ++p) digest += splitmix64_mix(splitmix64_mix(p) + solve.words[p]);
  return digest + digest_of(all_keys(solve.keys));
}

std::uint64_t digest_of(const exploration& explored) {
  return digest_of_strings({"sample", "grid", "C.F", std::to_string(explored.closed.size()),
                            std::to_string(explored.open.size()), "exploring", "keys", bytes_of(explored.width)}) +
         digest_of(explored.closed) + digest_of(explored.open, explored.closed.size());
}

class checkpoint_with_keys : public file_test, public testing::WithParamInterface<key_width> {};

INSTANTIATE_TEST_SUITE_P(both_widths, checkpoint_with_keys, testing::ValuesIn(widths), name_of);

TEST_P(checkpoint_with_keys, reading_returns_the_written_solve_and_its_keys) {
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}, slice_keys - 1, slice_keys,
                                   slice_keys + 1, 3 * slice_keys + 7}) {
    SCOPED_TRACE(size);
    const keyed_solve solve(size, GetParam(), size);
    write(m_path, solve);
    EXPECT_EQ(count_files(m_folder.path()), 1U);
    expect_equal(read_checkpoint(m_path), solve);
  }
}

TEST_P(checkpoint_with_keys, finds_keys_from_several_threads_even_after_replacement) {
  const keyed_solve solve(300'000, GetParam(), 1);
  write(m_path, solve);
  const auto keys = read_checkpoint(m_path).keys;
  write(m_path, keyed_solve(10, GetParam(), 2));
  std::filesystem::remove(m_path);
  tbb::parallel_for(0, 300, [&](int number) {
    random_generator random(static_cast<std::uint64_t>(number));
    const position p = random.below(solve.keys.size());
    const wide_key key = solve.keys.at(p);
    EXPECT_EQ(keys->at(p), key);
    EXPECT_EQ(keys->find(key), std::optional(p));
    EXPECT_EQ(keys->find({key.high, key.low + 1}), std::nullopt);
    std::vector<wide_key> run(random.below(solve.keys.size() - p) % 20'000);
    std::vector<wide_key> expected(run.size());
    keys->read(p, run);
    solve.keys.read(p, expected);
    EXPECT_TRUE(run == expected);
  });
  EXPECT_EQ(keys->find({0, 0}), std::nullopt);
  EXPECT_EQ(keys->find({~std::uint64_t{0}, 0}), std::nullopt);
}

TEST_P(checkpoint_with_keys, reading_returns_the_written_entries_and_their_keys) {
  constexpr std::uint64_t size = 5000;
  const keyed_solve solve(size, GetParam(), 3);
  value_table values = value_table::with_capacity(size, 40);
  for (position p = 0; p < size; ++p) {
    values.set(p, {p % 2 == 0 ? outcome::win : outcome::loss, static_cast<std::uint32_t>(p % 41)}, player::first);
  }
  write_checkpoint(m_path, some_metadata(), {solve.progress, {}, &values}, &solve.keys);
  const checkpoint read = read_checkpoint(m_path);
  ASSERT_TRUE(read.solve && read.solve->entries && read.keys);
  for (position p = 0; p < size; ++p) ASSERT_EQ((*read.solve->entries)[p], values[p]) << p;
  EXPECT_TRUE(all_keys(*read.keys) == all_keys(solve.keys));
}

TEST_P(checkpoint_with_keys, reading_returns_the_written_exploration) {
  using sizes = std::pair<std::uint64_t, std::uint64_t>;
  for (const auto& [closed, open] : {sizes{0, 0}, sizes{0, 1}, sizes{1, 0}, sizes{1000, 700}, sizes{slice_keys, 3},
                                     sizes{slice_keys + 1, slice_keys - 1}, sizes{3, 2 * slice_keys + 5}}) {
    SCOPED_TRACE(fmt::format("{} closed, {} open", closed, open));
    const exploration explored(closed, open, GetParam(), closed);
    write(m_path, explored);
    EXPECT_EQ(count_files(m_folder.path()), 1U);
    expect_equal(read_checkpoint(m_path), explored);
  }
}

TEST_P(checkpoint_with_keys, solve_replaces_exploration_and_conversely) {
  const exploration explored(2000, 100, GetParam(), 4);
  const keyed_solve solve(2100, GetParam(), 5);
  write(m_path, explored);
  write(m_path, solve);
  expect_equal(read_checkpoint(m_path), solve);
  write(m_path, explored);
  expect_equal(read_checkpoint(m_path), explored);
}

TEST_P(checkpoint_with_keys, is_identical_for_all_thread_counts) {
  const keyed_solve solve(2 * slice_keys + 9, GetParam(), 6);
  const exploration explored(slice_keys + 77, 5000, GetParam(), 7);
  std::vector<std::string> solves;
  std::vector<std::string> explorations;
  for (const int threads : {1, 2, 4}) {
    tbb::task_arena(threads).execute([&] {
      write(m_path, solve);
      solves.push_back(read_bytes(m_path));
      write(m_path, explored);
      explorations.push_back(read_bytes(m_path));
    });
  }
  EXPECT_TRUE(solves[1] == solves[0] && solves[2] == solves[0]);
  EXPECT_TRUE(explorations[1] == explorations[0] && explorations[2] == explorations[0]);
}

TEST_P(checkpoint_with_keys, has_the_documented_digest) {
  const keyed_solve solve(3000, GetParam(), 8);
  write(m_path, solve);
  expect_digest(m_path, ", words and keys", digest_of(solve));
  const exploration explored(2000, 500, GetParam(), 9);
  write(m_path, explored);
  expect_digest(m_path, " and keys", digest_of(explored));
}

TEST_P(checkpoint_with_keys, failed_write_leaves_the_old_file) {
  const exploration old(10, 5, GetParam(), 10);
  const exploration larger(3000, 1000, GetParam(), 11);
  const keyed_solve solve(3000, GetParam(), 12);
  expect_cut_off_writes_leave_the_old_file([&](const auto& at) { write(at, old); },
                                           [&](const auto& at) { write(at, larger); });
  expect_cut_off_writes_leave_the_old_file([&](const auto& at) { write(at, old); },
                                           [&](const auto& at) { write(at, solve); });
}

TEST_P(checkpoint_with_keys, rejects_exploration_that_exceeds_memory_limit) {
  write(m_path, exploration(1000, 500, GetParam(), 13));
  constexpr std::uint64_t bytes = 1500 * sizeof(wide_key);
  EXPECT_TRUE(read_checkpoint(m_path, bytes).exploration);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern,
                      fmt::format("{}: ... need {} ... {} ... available", m_path.string(), bytes, bytes - 1),
                      testkit::error_of<resource_error>([&] { (void)read_checkpoint(m_path, bytes - 1); }));
}

TEST_P(checkpoint_with_keys, rejects_changed_bytes_or_reads_equal_contents) {
  const keyed_solve solve(700, GetParam(), 14);
  write(m_path, solve);
  expect_changed_bytes_do_no_harm(m_path, 150, [&] { expect_equal(read_checkpoint(m_path), solve); });
  const exploration explored(500, 300, GetParam(), 15);
  write(m_path, explored);
  expect_changed_bytes_do_no_harm(m_path, 150, [&] { expect_equal(read_checkpoint(m_path), explored); });
}

TEST_P(checkpoint_with_keys, rejects_keys_that_do_not_ascend) {
  for (const position p : {position{1}, position{500}, slice_keys, slice_keys + 1}) {
    keyed_solve solve(slice_keys + 100, GetParam(), 16);
    auto keys = all_keys(solve.keys);
    keys[p] = keys[p - 1];
    solve.keys = listed_keys(GetParam(), keys);
    write(m_path, solve);
    expect_rejected(m_path, fmt::format("... ascend ... position {}", p));
  }
}

TEST(checkpoint_writer, rejects_keys_of_wrong_number_or_width) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  const keyed_solve solve(10, key_width::bits_64, 1);
  const listed_keys too_few(key_width::bits_64, make_keys(9, key_width::bits_64, 1));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "expected 10 keys, ... got 9", testkit::error_of<contract_error>([&] {
                        write_checkpoint(path, some_metadata(), solve.snapshot(), &too_few);
                      }));
  const std::vector<wide_key> wide{{1, 0}};
  const auto open_a_wide_key = [&](exploration_snapshot& snapshot) {
    snapshot.num_open = 1;
    snapshot.for_each_open = [&](const auto& take) { take(wide); };
  };
  const std::vector<std::pair<std::function<void(exploration_snapshot&)>, std::string>> rejected{
      {[](auto& snapshot) { ++snapshot.num_closed; }, "for_each_closed: ... num_closed"},
      {[](auto& snapshot) { --snapshot.num_closed; }, "for_each_closed: ... num_closed"},
      {[](auto& snapshot) { ++snapshot.num_open; }, "for_each_open: ... num_open"},
      {[](auto& snapshot) { --snapshot.num_open; }, "expected only ... keys"},
      {open_a_wide_key, "a key ... 64 bits"}};
  for (const auto& [change, message] : rejected) {
    const exploration explored(2000, 100, key_width::bits_64, 2);
    exploration_snapshot snapshot = explored.snapshot();
    change(snapshot);
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, message,
                        testkit::error_of<contract_error>([&] { write_checkpoint(path, some_metadata(), snapshot); }));
  }
  EXPECT_EQ(count_files(folder.path()), 0U);
}

/// A checkpoint changed through HDF5.
class altered_checkpoint_keys : public file_test {
 protected:
  template <class Written>
  void expect_rejected(const Written& written, const std::vector<alteration>& alterations) {
    expect_errors(m_path, [&] { write(m_path, written); }, [&] { (void)read_checkpoint(m_path); }, alterations);
  }
  template <class Written>
  void expect_other_digest(const Written& written, const hdf5_edit& change) {
    write(m_path, written);
    edit_hdf5(m_path, change);
    const std::string message = testkit::error_of([&] { (void)read_checkpoint(m_path); });
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, "...digest ... attributes...", message);
  }

  keyed_solve m_solve{100, key_width::bits_64, 1};
  exploration m_exploration{60, 40, key_width::bits_128, 2};
};

TEST_F(altered_checkpoint_keys, are_rejected_if_attribute_is_missing_or_wrong) {
  for (const std::string name : {"game", "parameters", "stage", "closed", "open", "digest"}) {
    expect_rejected(m_exploration, {{remove_attribute(name), "attribute '" + name + "' is missing"}});
  }
  expect_rejected(m_exploration,
                  {{set_number("closed", 61), "dataset 'keys'... list of 101 ... 'closed' and 'open' ..."},
                   {set_number("open", INT64_MAX), "too many ...: 60 closed and 9223372036854775807 open"},
                   {set_text("stage", "ties"), "attribute 'positions' is missing"}});
  expect_rejected(m_solve, {{set_text("stage", "exploring"), "attribute 'closed' is missing"}});
  expect_other_digest(m_exploration, in_order({set_number("closed", 59), set_number("open", 41)}));
  expect_other_digest(m_exploration, set_text("game", "other"));
}

TEST_F(altered_checkpoint_keys, are_rejected_if_missing_or_replaced) {
  expect_rejected(m_exploration, {{remove_dataset("keys"), "dataset 'keys' is missing"}});
  expect_other_digest(m_solve, remove_dataset("keys"));
  expect_other_digest(m_solve, set_first("keys", 0));
  expect_other_digest(m_exploration, set_first("keys", 77));
}

TEST_F(altered_checkpoint_keys, are_rejected_if_type_shape_or_layout_differs) {
  const auto allocated_in_one_piece = [](hid_t creation) {
    in_one_piece(creation);
    allocated(creation);
  };
  for (const hid_t type : {H5T_STD_U32LE, H5T_STD_I64LE, H5T_STD_U64BE, H5T_IEEE_F64LE}) {
    expect_rejected(m_solve, {{replace("keys", type, {100}, allocated_in_one_piece), "dataset 'keys'... type..."}});
  }
  for (const std::vector<hsize_t>& shape :
       {std::vector<hsize_t>{99}, {101}, {100, 3}, {100, 0}, {100, 1}, {50, 2}, {100, 2, 1}}) {
    expect_rejected(m_solve, {{replace("keys", H5T_STD_U64LE, shape, in_one_piece),
                               "dataset 'keys'... list of 100 ... 'positions' ..."}});
  }
  expect_other_digest(m_solve, replace("keys", H5T_STD_U64LE, {100, 2}, allocated_in_one_piece));  // of another width
  expect_rejected(m_solve, {{replace("keys", H5T_STD_U64LE, {100}, chunked({100})), "... 'keys': ... contiguous ..."},
                            {link_elsewhere("keys"), "dataset 'keys'... link..."}});
}

TEST_F(altered_checkpoint_keys, are_rejected_if_size_is_huge) {
  // The file is rejected before memory is allocated for the keys.
  const std::uint64_t huge = std::uint64_t{1} << 58;
  write(m_path, m_exploration);
  edit_hdf5(m_path, in_order({set_number("closed", static_cast<std::int64_t>(huge - 40)),
                              replace("keys", H5T_STD_U64LE, {huge, 2}, in_one_piece)}));
  test::expect_rejected(m_path, fmt::format("dataset 'keys'...complete: {} keys of 16 ... {} bytes", huge,
                                            std::filesystem::file_size(m_path)));
}

}  // namespace
}  // namespace zermelo::storage::test::checkpoint_keys_test
