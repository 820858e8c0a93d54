// SPDX-License-Identifier: MIT
// Tests that the keys of a table are read and found as written, with any number of threads; a file with wrong keys is
// rejected, or all data read from it is right.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "damage.hpp"
#include "expect_equal.hpp"
#include "full_disk.hpp"
#include "open_hdf5.hpp"
#include "sample_keys.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::table_keys_test {
namespace {

constexpr std::array widths{key_width::bits_64, key_width::bits_128};
constexpr std::uint64_t several_chunks = 150'000;
constexpr std::uint64_t chunks_of_several = 3;

std::string name_of(const testing::TestParamInfo<key_width>& width) {
  return fmt::format("of_{}_bits", static_cast<int>(width.param));
}

class table_keys : public file_test, public testing::WithParamInterface<key_width> {
 protected:
  [[nodiscard]] sample make(std::uint64_t size, std::uint64_t seed) const {
    return make_keyed_sample(size, GetParam(), seed);
  }
};

INSTANTIATE_TEST_SUITE_P(both_widths, table_keys, testing::ValuesIn(widths), name_of);

TEST_P(table_keys, reading_and_searching_return_the_written_keys) {
  for (const std::uint64_t size : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{5000}, std::uint64_t{65'536},
                                   std::uint64_t{65'537}, several_chunks}) {
    SCOPED_TRACE(size);
    const sample s = make(size, size);
    write_table(m_path, s);
    const auto table = endgame_table::open(m_path);
    expect_equal(table.metadata(), s.metadata);
    ASSERT_NE(table.keys(), nullptr);
    const position_keys& keys = *table.keys();
    EXPECT_EQ(keys.size(), size);
    EXPECT_EQ(keys.width(), GetParam());
    const auto expected = all_keys(*s.metadata.keys);
    EXPECT_TRUE(all_keys(keys) == expected);
    for (position p = 0; p < size; p += 1 + size / 3000) {
      ASSERT_EQ(keys.at(p), expected[p]) << p;
      ASSERT_EQ(keys.find(expected[p]), std::optional(p));
      ASSERT_EQ(keys.find({expected[p].high, expected[p].low + 1}), std::nullopt) << p;
      ASSERT_EQ(table.probe(p), s.values[p]) << p;
    }
    EXPECT_EQ(keys.find(expected.back()), std::optional(size - 1));
    EXPECT_EQ(keys.find({0, 0}), std::nullopt);
    EXPECT_EQ(keys.find({~std::uint64_t{0}, ~std::uint64_t{0}}), std::nullopt);
    EXPECT_EQ(keys.find({expected.front().high + (std::uint64_t{1} << 40), expected.front().low}), std::nullopt);
  }
}

TEST_P(table_keys, reading_and_searching_return_the_largest_keys) {
  sample s = make(3, 1);
  const std::uint64_t most = ~std::uint64_t{0};
  const std::uint64_t most_high = GetParam() == key_width::bits_128 ? most : 0;
  const std::vector<wide_key> keys{{0, 0}, {most_high, most - 1}, {most_high, most}};
  s.metadata.keys = std::make_shared<listed_keys>(GetParam(), keys);
  s.metadata.sampled_keys = keys;
  write_table(m_path, s);
  const auto table = endgame_table::open(m_path);
  EXPECT_EQ(table.metadata().sampled_keys, keys);
  for (position p = 0; p < keys.size(); ++p) EXPECT_EQ(table.keys()->find(keys[p]), std::optional(p));
}

TEST_P(table_keys, reading_returns_runs_of_keys_across_chunks) {
  const sample s = make(several_chunks, 2);
  write_table(m_path, s);
  const auto keys = endgame_table::open(m_path, 0).keys();  // the table has been destroyed
  const auto expected = all_keys(*s.metadata.keys);
  random_generator random(3);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<wide_key> run(random.below(90'000));
    const position first = random.below(several_chunks - run.size() + 1);
    keys->read(first, run);
    ASSERT_TRUE(std::equal(run.begin(), run.end(), expected.begin() + static_cast<std::ptrdiff_t>(first))) << first;
  }
}

TEST_P(table_keys, are_found_by_several_threads_even_after_table_is_removed) {
  const sample s = make(30 * std::uint64_t{65'536}, 4);  // more chunks than are cached
  write_table(m_path, s);
  std::shared_ptr<const position_keys> keys;
  {
    auto table = endgame_table::open(m_path, 0);
    keys = table.keys();
    const endgame_table moved = std::move(table);
    EXPECT_EQ(moved.keys(), keys);
  }
  std::filesystem::remove(m_path);
  constexpr unsigned num_threads = 4;
  std::vector<int> wrong(num_threads, 0);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < num_threads; ++t) {
    threads.emplace_back([&, t] {
      random_generator random(t);
      for (int query = 0; query < 300; ++query) {
        const position p = random.below(keys->size());
        const wide_key key = s.metadata.keys->at(p);
        if (keys->find(key) != std::optional(p) || keys->find({key.high, key.low + 1})) ++wrong[t];
      }
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, std::vector<int>(num_threads, 0));
}

TEST_P(table_keys, are_identical_for_all_thread_counts) {
  const sample s = make(several_chunks, 5);
  write_table(m_path, s, 1);
  for (const unsigned threads : {2U, 4U}) {
    const auto other = m_folder.path() / "other.h5";
    write_table(other, s, threads);
    EXPECT_TRUE(read_bytes(other) == read_bytes(m_path)) << threads << " threads";
  }
}

TEST_P(table_keys, are_stored_in_the_documented_datasets) {
  const sample s = make(several_chunks, 6);
  write_table(m_path, s);
  const auto expected = all_keys(*s.metadata.keys);
  const hdf5::file file = open_hdf5(m_path);
  const auto numbers = [&](const std::string& name) {
    const hdf5::dataset dataset = hdf5::open_dataset(file, name);
    hdf5::expect_type(dataset, name, {H5T_STD_U64LE});
    std::vector<std::uint64_t> values(hdf5::shape_of(dataset, name).at(0));
    EXPECT_GE(H5Dread(dataset, H5T_NATIVE_UINT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
    return values;
  };
  const auto keys = [&](const std::string& name) {
    const auto low = numbers(name);
    const auto high = GetParam() == key_width::bits_128 ? numbers(name + "_high") : std::vector<std::uint64_t>();
    EXPECT_TRUE(high.empty() || high.size() == low.size());
    std::vector<wide_key> all;
    for (std::size_t i = 0; i < low.size(); ++i) all.push_back({high.empty() ? 0 : high[i], low[i]});
    return all;
  };
  EXPECT_TRUE(keys("key") == expected);
  EXPECT_EQ(keys("sampled_key"), s.metadata.sampled_keys);
  const auto first_keys = keys("first_key");
  ASSERT_EQ(first_keys.size(), chunks_of_several);
  for (std::uint64_t c = 0; c < chunks_of_several; ++c) {
    EXPECT_EQ(first_keys[c], expected[c * several_chunks / chunks_of_several]);
  }
  EXPECT_EQ(hdf5::read_number<std::int64_t>(file, "key_bits"), static_cast<int>(GetParam()));
  EXPECT_EQ(hdf5::read_text(file, "rules_digest"), fmt::format("{:016x}", s.metadata.rules_digest));
}

TEST_P(table_keys, failed_write_leaves_the_old_table) {
  const sample old = make(10, 7);
  const sample larger = make(3000, 8);
  expect_cut_off_writes_leave_the_old_file([&](const auto& at) { write_table(at, old, 1); },
                                           [&](const auto& at) { write_table(at, larger, 1); });
}

class table_without_keys : public file_test {};

TEST_F(table_without_keys, has_no_key_datasets_in_its_file) {
  sample s = make_keyed_sample(1000, key_width::bits_64, 1);
  s.metadata.keys = nullptr;
  s.metadata.sampled_keys.clear();
  write_table(m_path, s);
  EXPECT_EQ(endgame_table::open(m_path).keys(), nullptr);
  const hdf5::file file = open_hdf5(m_path);
  for (const char* name : {"key", "key_high", "first_key", "sampled_key"}) {
    EXPECT_FALSE(hdf5::has_link(file, name)) << name;
  }
  EXPECT_FALSE(hdf5::has_attribute(file, "rules_digest") || hdf5::has_attribute(file, "key_bits"));
}

using metadata_change = std::function<void(table_metadata&)>;

metadata_change change_keys(const std::function<void(std::vector<wide_key>&)>& change) {
  return [=](table_metadata& metadata) {
    auto keys = all_keys(*metadata.keys);
    change(keys);
    metadata.keys = std::make_shared<listed_keys>(key_width::bits_64, std::move(keys));
  };
}

class invalid_keys : public file_test {};

TEST_F(invalid_keys, are_rejected_before_writing) {
  const auto repeat = [](position p) { return change_keys([p](auto& keys) { keys[p] = keys[p - 1]; }); };
  const std::vector<std::pair<metadata_change, std::string>> rejected{
      {change_keys([](auto& keys) { keys.pop_back(); }), "expected 150000 keys, ... got 149999"},
      {change_keys([](auto& keys) { std::swap(keys[7], keys[8]); }), "... ascend ... position 8"},
      {repeat(70'000), "... ascend ... position 70000"},
      {repeat(100'000), "... ascend ... position 100000"},  // the first key of a chunk
      {change_keys([](auto& keys) { keys.back().high = 1; }), "... key ... position 149999 ... 64 bits"},
      {[](auto& m) { m.sampled_keys.clear(); }, "expected 1 to 4096 ... got 0"},
      {[](auto& m) { m.sampled_keys = make_keys(4097, key_width::bits_64, 1); }, "expected 1 to 4096 ... got 4097"},
      {[](auto& m) { std::swap(m.sampled_keys[0], m.sampled_keys[1]); }, "the sampled ... ascend"},
      {[](auto& m) { m.sampled_keys.back().high = 1; }, "a sampled ... 64 bits"},
      {[](auto& m) { m.keys = nullptr; }, "sampled_keys needs keys; ..."},
      {[](auto& m) { m.axes.front().name = "first_key"; }, "... name 'first_key' ... already used"},
      {[](auto& m) { m.axes = {{"a", 2, {}, {}}, {"b", several_chunks / 2, {}, {}}}; }, "... one axis, ..."}};
  for (const auto& [change, message] : rejected) {
    sample s = make_keyed_sample(several_chunks, key_width::bits_64, 1);
    change(s.metadata);
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, message,
                        testkit::error_of<contract_error>([&] { write_table(m_path, s); }));
    EXPECT_EQ(count_files(m_folder.path()), 0U);
  }
}

/// A table with keys, changed through HDF5, so that all of HDF5's checksums are right.
class altered_keys : public file_test, public testing::WithParamInterface<key_width> {
 protected:
  static constexpr std::uint64_t size = 100'000;
  static constexpr hsize_t chunk = 50'000;
  static constexpr std::uint64_t most = ~std::uint64_t{0};

  /// Opens the table after each change, and reads all keys.
  void expect_rejected(const std::vector<alteration>& alterations) {
    expect_errors(
        m_path, [&] { write_table(m_path, m_sample); }, [&] { (void)all_keys(*endgame_table::open(m_path).keys()); },
        alterations);
  }
  /// Changes one number of a list.
  static hdf5_edit put(const std::string& name, hsize_t at, std::uint64_t value) {
    return set_element(name, {at}, value);
  }
  /// The dataset with the more significant halves.
  [[nodiscard]] std::string leading(const std::string& name) const {
    return GetParam() == key_width::bits_128 ? name + "_high" : name;
  }
  static hdf5_edit put_another(const std::string& name, hid_t type, const std::vector<hsize_t>& shape,
                               const std::vector<hsize_t>& chunks) {
    return replace(name, type, shape, [=](hid_t creation) {
      chunked(chunks)(creation);
      allocated(creation);
    });
  }

  sample m_sample = make_keyed_sample(size, GetParam(), 1);
  const std::vector<wide_key> m_keys = all_keys(*m_sample.metadata.keys);
};

INSTANTIATE_TEST_SUITE_P(both_widths, altered_keys, testing::ValuesIn(widths), name_of);

TEST_P(altered_keys, are_rejected_if_incomplete) {
  for (const std::string name : {"key", "first_key", "sampled_key"}) {
    expect_rejected({{remove_dataset(name), fmt::format("dataset '{}' is missing", name)}});
    if (GetParam() == key_width::bits_64) continue;
    expect_rejected({{remove_dataset(name + "_high"), fmt::format("dataset '{}_high' is missing", name)}});
  }
  expect_rejected({{remove_attribute("rules_digest"), "attribute 'rules_digest' is missing"},
                   {set_text("rules_digest", "0x12"), "expected 16 ... digits, got '0x12'"},
                   {set_number("key_bits", 32), "attribute 'key_bits': expected 64 or 128, got 32"}});
}

TEST_P(altered_keys, are_rejected_if_type_shape_or_layout_differs) {
  for (const std::string name : {"key", "first_key", "sampled_key"}) {
    for (const hid_t type : {H5T_STD_U32LE, H5T_STD_I64LE, H5T_STD_U64BE, H5T_IEEE_F64LE}) {
      expect_rejected({{put_another(name, type, {size}, {chunk}), fmt::format("dataset '{}'... type...", name)}});
    }
    expect_rejected(
        {{replace(name, H5T_STD_U64LE, {size}, in_one_piece), fmt::format("dataset '{}': ... chunked ...", name)}});
  }
  const std::string differ = "datasets 'key' and 'key_high' ... chunks";
  const bool wide = GetParam() == key_width::bits_128;
  expect_rejected({{put_another("key", H5T_STD_U64LE, {size + 1}, {chunk}),
                    wide ? differ : "dataset 'key': expected 100000 ... 'positions', got 100001"},
                   {put_another("key", H5T_STD_U64LE, {size}, {chunk / 2}),
                    wide ? differ : "dataset 'first_key': expected 4 ... 'key', got 2"},
                   {put_another("key", H5T_STD_U64LE, {2, size / 2}, {1, chunk}), "dataset 'key'... a list"}});
}

TEST_P(altered_keys, are_rejected_if_list_lengths_differ) {
  const auto with_length = [](const std::string& name, hsize_t length) {
    return [=](hid_t file) {
      for (const std::string& half : {name, name + "_high"}) {
        if (hdf5::has_link(file, half)) put_another(half, H5T_STD_U64LE, {length}, {length})(file);
      }
    };
  };
  expect_rejected({{with_length("first_key", 3), "dataset 'first_key': expected 2 ... 'key', got 3"},
                   {with_length("sampled_key", 4097), "dataset 'sampled_key' has 4097 ... 100000 ... 4096 ..."}});
}

TEST_P(altered_keys, are_rejected_if_not_ascending) {
  const auto repeat_before = [&](position p) {
    std::vector<hdf5_edit> changes{put("key", p, m_keys[p - 1].low)};
    if (GetParam() == key_width::bits_128) changes.push_back(put("key_high", p, m_keys[p - 1].high));
    return in_order(changes);
  };
  expect_rejected({{put(leading("first_key"), 0, most), "... 'first_key' ... element 1"},
                   {put(leading("sampled_key"), 5, most), "... 'sampled_key' ... element 6"},
                   {put(leading("key"), 7, most), "... ascend ... position 8"},
                   {put(leading("key"), 60'000, most), "... ascend ... position 60001"},
                   {repeat_before(30'000), "... ascend ... position 30000"}});
}

TEST_P(altered_keys, are_rejected_if_first_keys_do_not_match_chunks) {
  // The values lie between two keys, so that the lists still ascend.
  const std::string others = " ... match ... 'first_key'";
  expect_rejected({{put("first_key", 1, m_keys[chunk].low - 1), "... keys ... chunk 1" + others},
                   {put(leading("key"), chunk - 1, most), "... keys ... chunk 0" + others},
                   {put("key", 0, 0), "... keys ... chunk 0" + others}});
}

TEST_P(altered_keys, are_rejected_on_single_look_up) {
  write_table(m_path, m_sample);
  edit_hdf5(m_path, put(leading("key"), 7, most));
  const auto keys = endgame_table::open(m_path).keys();
  EXPECT_EQ(keys->find(m_keys[chunk]), std::optional<position>(chunk));
  EXPECT_THROW((void)keys->find(m_keys[8]), input_error);
  EXPECT_EQ(keys->at(size - 1), m_keys[size - 1]);
  EXPECT_THROW((void)keys->at(0), input_error);
}

TEST_P(altered_keys, are_rejected_if_size_is_huge) {
  const hsize_t huge = hsize_t{1} << 60;
  expect_rejected({{replace("key", H5T_STD_U64LE, {huge}, chunked({1 << 20})),
                    fmt::format("dataset 'key'...complete: 0 of {} ... 0 bytes", huge >> 20)}});
}

TEST(damaged_keys, never_give_a_wrong_position_after_random_damage) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  random_generator random(20261122);
  for (const key_width width : widths) {
    const sample s = make_keyed_sample(70'000, width, 1);
    write_table(path, s);
    expect_changed_bytes_do_no_harm(path, std::filesystem::file_size(path) / 150, [&] {
      const auto table = endgame_table::open(path);
      ASSERT_NE(table.keys(), nullptr);
      ASSERT_EQ(table.metadata().rules_digest, s.metadata.rules_digest);
      ASSERT_TRUE(table.metadata().sampled_keys == s.metadata.sampled_keys);
      for (int query = 0; query < 4; ++query) {
        const position p = random.below(table.num_positions());
        ASSERT_EQ(table.keys()->find(s.metadata.keys->at(p)), std::optional(p));
        ASSERT_EQ(table.keys()->at(p), s.metadata.keys->at(p));
      }
    });
  }
}

}  // namespace
}  // namespace zermelo::storage::test::table_keys_test
