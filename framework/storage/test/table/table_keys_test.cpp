// SPDX-License-Identifier: MIT
// The keys of a table are read and found as they were written, by any number of threads; a file whose keys are no keys
// of its positions is refused, or whatever is read of it is right.
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

void write(const std::filesystem::path& path, const sample& s, unsigned threads = 0) {
  work_monitor silent;
  write_endgame_table(path, s.metadata, s.values, silent, threads);
}

std::string name_of(const testing::TestParamInfo<key_width>& width) {
  return fmt::format("of_{}_bits", static_cast<int>(width.param));
}

class keys_of_a_table : public testing::TestWithParam<key_width> {
 protected:
  [[nodiscard]] sample make(std::uint64_t size, std::uint64_t seed) const {
    return make_keyed_sample(size, GetParam(), seed);
  }

  temporary_folder folder;
  std::filesystem::path path = folder.path() / "t.h5";
};

INSTANTIATE_TEST_SUITE_P(both_widths, keys_of_a_table, testing::ValuesIn(widths), name_of);

TEST_P(keys_of_a_table, are_read_and_found_as_written) {
  for (const std::uint64_t size : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{5000}, std::uint64_t{65'536},
                                   std::uint64_t{65'537}, several_chunks}) {
    SCOPED_TRACE(size);
    const sample s = make(size, size);
    write(path, s);
    const auto table = endgame_table::open(path);
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

TEST_P(keys_of_a_table, with_the_largest_numbers_are_read_and_found) {
  sample s = make(3, 1);
  const std::uint64_t most = ~std::uint64_t{0};
  const std::uint64_t most_high = GetParam() == key_width::bits_128 ? most : 0;
  const std::vector<wide_key> keys{{0, 0}, {most_high, most - 1}, {most_high, most}};
  s.metadata.keys = std::make_shared<listed_keys>(GetParam(), keys);
  s.metadata.sampled_keys = keys;
  write(path, s);
  const auto table = endgame_table::open(path);
  EXPECT_EQ(table.metadata().sampled_keys, keys);
  for (position p = 0; p < keys.size(); ++p) EXPECT_EQ(table.keys()->find(keys[p]), std::optional(p));
}

TEST_P(keys_of_a_table, are_read_in_runs_across_chunks) {
  const sample s = make(several_chunks, 2);
  write(path, s);
  const auto keys = endgame_table::open(path, 0).keys();  // the table is gone
  const auto expected = all_keys(*s.metadata.keys);
  random_generator random(3);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<wide_key> run(random.below(90'000));
    const position first = random.below(several_chunks - run.size() + 1);
    keys->read(first, run);
    ASSERT_TRUE(std::equal(run.begin(), run.end(), expected.begin() + static_cast<std::ptrdiff_t>(first))) << first;
  }
}

TEST_P(keys_of_a_table, are_found_by_several_threads_at_once_also_when_the_table_is_gone) {
  const sample s = make(30 * std::uint64_t{65'536}, 4);  // more chunks than are kept
  write(path, s);
  std::shared_ptr<const position_keys> keys;
  {
    auto table = endgame_table::open(path, 0);
    keys = table.keys();
    const endgame_table moved = std::move(table);
    EXPECT_EQ(moved.keys(), keys);
  }
  std::filesystem::remove(path);
  constexpr unsigned num_threads = 4;
  std::vector<int> wrong(num_threads, 0);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < num_threads; ++t) {
    threads.emplace_back([&, t] {
      random_generator random(t);
      for (int question = 0; question < 300; ++question) {
        const position p = random.below(keys->size());
        const wide_key key = s.metadata.keys->at(p);
        if (keys->find(key) != std::optional(p) || keys->find({key.high, key.low + 1})) ++wrong[t];
      }
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, std::vector<int>(num_threads, 0));
}

TEST_P(keys_of_a_table, are_the_same_file_whatever_the_number_of_threads) {
  const sample s = make(several_chunks, 5);
  write(path, s, 1);
  for (const unsigned threads : {2U, 4U}) {
    const auto other = folder.path() / "other.h5";
    write(other, s, threads);
    EXPECT_TRUE(read_bytes(other) == read_bytes(path)) << threads << " threads";
  }
}

TEST_P(keys_of_a_table, are_datasets_as_documented) {
  const sample s = make(several_chunks, 6);
  write(path, s);
  const auto expected = all_keys(*s.metadata.keys);
  const hdf5::file file = open_hdf5(path);
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

TEST_P(keys_of_a_table, on_a_disk_that_fails_leave_the_old_table) {
  const sample old = make(10, 7);
  const sample larger = make(3000, 8);
  expect_cut_off_writes_leave_the_old_file([&](const auto& at) { write(at, old, 1); },
                                           [&](const auto& at) { write(at, larger, 1); });
}

TEST(table_without_keys, has_none_and_nothing_of_them_in_its_file) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  sample s = make_keyed_sample(1000, key_width::bits_64, 1);
  s.metadata.keys = nullptr;
  s.metadata.sampled_keys.clear();
  write(path, s);
  EXPECT_EQ(endgame_table::open(path).keys(), nullptr);
  const hdf5::file file = open_hdf5(path);
  for (const char* name : {"key", "key_high", "first_key", "sampled_key"}) {
    EXPECT_EQ(H5Lexists(file, name, H5P_DEFAULT), 0) << name;
  }
  EXPECT_FALSE(hdf5::has_attribute(file, "rules_digest") || hdf5::has_attribute(file, "key_bits"));
}

class keys_that_cannot_be_stored : public testing::Test {
 protected:
  void expect_refused(const std::function<void(table_metadata&)>& change, const std::string& message) const {
    const temporary_folder folder;
    sample s = make_keyed_sample(several_chunks, key_width::bits_64, 1);
    change(s.metadata);
    try {
      write(folder.path() / "t.h5", s);
      ADD_FAILURE() << "written, but expected: " << message;
    } catch (const contract_error& refused) {
      EXPECT_EQ(refused.what(), message);
    }
    EXPECT_EQ(count_files(folder.path()), 0U);
  }
  void expect_keys_refused(const std::function<void(std::vector<wide_key>&)>& change,
                           const std::string& message) const {
    expect_refused(
        [&](table_metadata& metadata) {
          auto keys = all_keys(*metadata.keys);
          change(keys);
          metadata.keys = std::make_shared<listed_keys>(key_width::bits_64, std::move(keys));
        },
        message);
  }
};

TEST_F(keys_that_cannot_be_stored, are_refused_and_nothing_is_written) {
  expect_keys_refused([](auto& keys) { keys.pop_back(); }, "149999 keys for 150000 positions");
  expect_keys_refused([](auto& keys) { std::swap(keys[7], keys[8]); },
                      "the key of position 8 is not above the one before");
  expect_keys_refused([](auto& keys) { keys[70'000] = keys[69'999]; },
                      "the key of position 70000 is not above the one before");
  expect_keys_refused([](auto& keys) { keys[100'000] = keys[99'999]; },  // the first of a chunk
                      "the key of position 100000 is not above the one before");
  expect_keys_refused([](auto& keys) { keys.back().high = 1; }, "the key of position 149999 has more than 64 bits");
  expect_refused([](table_metadata& m) { m.sampled_keys.clear(); }, "a sample of 0 keys, not of 1 to 4096");
  expect_refused([](table_metadata& m) { m.sampled_keys = make_keys(4097, key_width::bits_64, 1); },
                 "a sample of 4097 keys, not of 1 to 4096");
  expect_refused([](table_metadata& m) { std::swap(m.sampled_keys[0], m.sampled_keys[1]); },
                 "a sample of keys that do not ascend");
  expect_refused([](table_metadata& m) { m.sampled_keys.back().high = 1; }, "a sampled key of more than 64 bits");
  expect_refused([](table_metadata& m) { m.keys = nullptr; }, "a sample of keys, but no keys");
  expect_refused([](table_metadata& m) { m.axes.front().name = "first_key"; },
                 "the name 'first_key' of an axis is taken");
  expect_refused([](table_metadata& m) { m.axes = {{"a", 2, {}, {}}, {"b", several_chunks / 2, {}, {}}}; },
                 "positions with keys are not on one axis without coordinates");
}

/// A table with keys, changed through HDF5, so that all of HDF5's own checksums are right.
class altered_keys : public testing::TestWithParam<key_width> {
 protected:
  static constexpr std::uint64_t size = 100'000;
  static constexpr hsize_t chunk = 50'000;

  /// The message of the refusal when it is opened and all keys are read; nothing if they were read.
  std::optional<std::string> refusal_after(const hdf5_edit& change) {
    write(m_path, m_sample);
    edit_hdf5(m_path, change);
    try {
      (void)all_keys(*endgame_table::open(m_path).keys());
      return std::nullopt;
    } catch (const input_error& refused) {
      return refused.what();
    }
  }
  void expect_refused_after(const hdf5_edit& change, const std::string& message) {
    EXPECT_EQ(refusal_after(change).value_or("(read)"), m_path.string() + ": " + message);
  }
  /// Changes one number of a list.
  static hdf5_edit put(const std::string& name, hsize_t at, std::uint64_t value) {
    return [=](hid_t file) {
      const hdf5::dataset d(H5Dopen2(file, name.c_str(), H5P_DEFAULT));
      const hdf5::dataspace stored(H5Dget_space(d));
      H5Sselect_elements(stored, H5S_SELECT_SET, 1, &at);
      const hdf5::dataspace memory(H5Screate(H5S_SCALAR));
      ASSERT_GE(H5Dwrite(d, H5T_NATIVE_UINT64, memory, stored, H5P_DEFAULT, &value), 0);
    };
  }
  /// The dataset whose halves come first in the order.
  [[nodiscard]] std::string leading(const std::string& name) const {
    return GetParam() == key_width::bits_128 ? name + "_high" : name;
  }
  static hdf5_edit remove(const std::string& name) {
    return [name](hid_t file) { H5Ldelete(file, name.c_str(), H5P_DEFAULT); };
  }
  static hdf5_edit put_another(const std::string& name, hid_t type, const std::vector<hsize_t>& shape,
                               const std::vector<hsize_t>& chunks) {
    return [=](hid_t file) {
      replace(file, name.c_str(), type, shape, [&](hid_t creation) {
        chunked(chunks)(creation);
        H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY);
      });
    };
  }

  temporary_folder m_folder;
  std::filesystem::path m_path = m_folder.path() / "t.h5";
  sample m_sample = make_keyed_sample(size, GetParam(), 1);
};

INSTANTIATE_TEST_SUITE_P(both_widths, altered_keys, testing::ValuesIn(widths), name_of);

TEST_P(altered_keys, that_are_not_all_there_are_refused) {
  for (const std::string name : {"key", "first_key", "sampled_key"}) {
    expect_refused_after(remove(name), fmt::format("dataset '{}' is missing", name));
    if (GetParam() == key_width::bits_64) continue;
    expect_refused_after(remove(name + "_high"), fmt::format("dataset '{}_high' is missing", name));
  }
  expect_refused_after([](hid_t file) { H5Adelete(file, "rules_digest"); }, "attribute 'rules_digest' is missing");
  expect_refused_after([](hid_t file) { set_text(file, "rules_digest", "0x12"); },
                       "'0x12' is not a number of 16 hexadecimal digits");
  expect_refused_after([](hid_t file) { set_number(file, "key_bits", 32); },
                       "attribute 'key_bits': 32 is not 64 or 128");
}

TEST_P(altered_keys, of_another_make_are_refused) {
  const std::vector<hsize_t> shape{size};
  for (const std::string name : {"key", "first_key", "sampled_key"}) {
    for (const hid_t type : {H5T_STD_U32LE, H5T_STD_I64LE, H5T_STD_U64BE, H5T_IEEE_F64LE}) {
      expect_refused_after(put_another(name, type, shape, {chunk}),
                           fmt::format("dataset '{}' has the wrong type", name));
    }
    expect_refused_after([&](hid_t file) { replace(file, name.c_str(), H5T_STD_U64LE, shape, [](hid_t) {}); },
                         fmt::format("dataset '{}' is not stored in chunks", name));
  }
  const std::string differ = "datasets 'key' and 'key_high' differ in shape or chunks";
  const bool wide = GetParam() == key_width::bits_128;
  expect_refused_after(put_another("key", H5T_STD_U64LE, {size + 1}, {chunk}),
                       wide ? differ : "dataset 'key' has 100001 elements, attribute 'positions' says 100000");
  expect_refused_after(put_another("key", H5T_STD_U64LE, {size}, {chunk / 2}),
                       wide ? differ : "dataset 'first_key' has 2 elements for the 4 chunks of 'key'");
  expect_refused_after(put_another("key", H5T_STD_U64LE, {2, size / 2}, {1, chunk}), "dataset 'key' is no list");
}

TEST_P(altered_keys, whose_lists_have_another_length_are_refused) {
  const auto with_length = [](const std::string& name, hsize_t length) {
    return [=](hid_t file) {
      for (const std::string& half : {name, name + "_high"}) {
        if (H5Lexists(file, half.c_str(), H5P_DEFAULT) > 0) {
          put_another(half, H5T_STD_U64LE, {length}, {length})(file);
        }
      }
    };
  };
  expect_refused_after(with_length("first_key", 3), "dataset 'first_key' has 3 elements for the 2 chunks of 'key'");
  expect_refused_after(with_length("sampled_key", 4097),
                       "dataset 'sampled_key' has 4097 elements for 100000 positions, at most 4096 are allowed");
}

TEST_P(altered_keys, that_do_not_ascend_are_refused) {
  const auto keys = all_keys(*m_sample.metadata.keys);
  const std::uint64_t most = ~std::uint64_t{0};
  expect_refused_after(put(leading("first_key"), 0, most), "the keys of 'first_key' do not ascend at 1");
  expect_refused_after(put(leading("sampled_key"), 5, most), "the keys of 'sampled_key' do not ascend at 6");
  expect_refused_after(put(leading("key"), 7, most), "the key of position 8 is not above the one before");
  expect_refused_after(put(leading("key"), 60'000, most), "the key of position 60001 is not above the one before");
  const auto repeat = [&](position p) {
    return [&keys, p](hid_t file) {
      put("key", p, keys[p - 1].low)(file);
      if (GetParam() == key_width::bits_128) put("key_high", p, keys[p - 1].high)(file);
    };
  };
  expect_refused_after(repeat(30'000), "the key of position 30000 is not above the one before");
}

TEST_P(altered_keys, that_are_not_those_their_first_ones_tell_of_are_refused) {
  const auto keys = all_keys(*m_sample.metadata.keys);
  const std::uint64_t most = ~std::uint64_t{0};
  // Between two keys, so that all that is listed still ascends.
  expect_refused_after(put("first_key", 1, keys[chunk].low - 1),
                       "the keys of chunk 1 are not those that 'first_key' tells of");
  expect_refused_after(put(leading("key"), chunk - 1, most),
                       "the keys of chunk 0 are not those that 'first_key' tells of");
  expect_refused_after(put("key", 0, 0), "the keys of chunk 0 are not those that 'first_key' tells of");
}

TEST_P(altered_keys, are_refused_where_they_are_looked_up_alone) {
  write(m_path, m_sample);
  edit_hdf5(m_path, put(leading("key"), 7, ~std::uint64_t{0}));
  const auto table = endgame_table::open(m_path);
  const auto keys = all_keys(*m_sample.metadata.keys);
  EXPECT_EQ(table.keys()->find(keys[chunk]), std::optional<position>(chunk));
  EXPECT_THROW((void)table.keys()->find(keys[8]), input_error);
  EXPECT_EQ(table.keys()->at(size - 1), keys[size - 1]);
  EXPECT_THROW((void)table.keys()->at(0), input_error);
}

TEST_P(altered_keys, that_claim_to_be_huge_are_refused) {
  const hsize_t huge = hsize_t{1} << 60;
  const auto claim = [&](hid_t file) { replace(file, "key", H5T_STD_U64LE, {huge}, chunked({1 << 20})); };
  expect_refused_after(claim, fmt::format("dataset 'key' is not complete: 0 of {} chunks in 0 bytes", huge >> 20));
}

TEST(damaged_keys, at_random_never_give_a_wrong_position) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  for (const key_width width : widths) {
    const sample s = make_keyed_sample(70'000, width, 1);
    write(path, s);
    const std::string whole = read_bytes(path);
    random_generator random(20261122);
    constexpr int trials = 300;
    int refused = 0;
    for (int trial = 0; trial < trials; ++trial) {
      SCOPED_TRACE(trial);
      const changed_byte damage(path, random.below(whole.size()), static_cast<unsigned>(1 + random.below(255)));
      try {
        const auto table = endgame_table::open(path);
        ASSERT_NE(table.keys(), nullptr);
        ASSERT_EQ(table.metadata().rules_digest, s.metadata.rules_digest);
        ASSERT_TRUE(table.metadata().sampled_keys == s.metadata.sampled_keys);
        for (int question = 0; question < 4; ++question) {
          const position p = random.below(table.num_positions());
          ASSERT_EQ(table.keys()->find(s.metadata.keys->at(p)), std::optional(p));
          ASSERT_EQ(table.keys()->at(p), s.metadata.keys->at(p));
        }
      } catch (const input_error& why) {
        ++refused;
        ASSERT_EQ(std::string(why.what()).find(path.string() + ": "), 0U) << why.what();
        ASSERT_EQ(std::string(why.what()).find('\n'), std::string::npos) << why.what();
      }
    }
    EXPECT_GT(refused, trials / 2);
    EXPECT_LT(refused, trials);
  }
}

}  // namespace
}  // namespace zermelo::storage::test::table_keys_test
