// SPDX-License-Identifier: MIT
// Tests that a file's description from another process is read as written, or rejected, whatever its content.
#include "../../src/hdf5/byte_archive.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "../../src/array/chunked_array.hpp"
#include "../../src/hdf5/existing_file.hpp"
#include "../../src/table/key_datasets.hpp"
#include "../../src/table/table_description.hpp"
#include "../../src/table/table_format.hpp"
#include "sample_keys.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::byte_archive_test {
namespace {

sample make_described(int kind) {
  switch (kind) {
    case 0: return make_sample(pursuit_axes(7, 5), 1);
    case 1: return make_keyed_sample(3000, key_width::bits_64, 1);
    default: return make_keyed_sample(3000, key_width::bits_128, 1);
  }
}

/// The description of a table without keys, and with keys of either width.
class archived_bytes : public file_test, public testing::WithParamInterface<int> {
 protected:
  archived_bytes() {
    write_table(m_path, m_sample, 1);
    m_file = std::make_shared<const existing_file>(m_path, format::table);
    m_reported = m_file->described<table_description>(describe_table);
    byte_writer writer;
    exchange(writer, std::as_const(m_reported));
    m_bytes = writer.bytes();
  }
  /// Uses the description like a reader of tables. @throws hdf5::failure for an invalid description.
  void use(std::span<const std::byte> bytes) const {
    table_description reported;
    byte_reader reader(bytes);
    exchange(reader, reported);
    reader.expect_end();
    const chunked_array outcomes(*m_file, format::outcome_dataset, {sizeof(std::uint8_t)}, reported.outcomes);
    table_metadata metadata = metadata_of(*m_file, reported);
    const auto& axes = metadata.axes;
    for (std::uint64_t chunk = 0; chunk < outcomes.layout().num_chunks(); ++chunk) {
      (void)outcomes.read_chunk<std::uint8_t>(chunk);
    }
    ASSERT_EQ(axes.size(), reported.outcomes.shape.size());
    for (const axis& a : axes) {
      for (const axis_coordinate& coordinate : a.coordinates) EXPECT_EQ(coordinate.values.size(), a.size);
    }
    read_keys(m_path, m_file, reported.keys, 0, nullptr, metadata);
    if (!metadata.keys) return;
    ASSERT_EQ(metadata.keys->size(), metadata.summary.positions);
    ASSERT_LE(metadata.sampled_keys.size(), metadata.keys->size());
    try {
      const auto keys = all_keys(*metadata.keys);
      EXPECT_TRUE(std::adjacent_find(keys.begin(), keys.end(), std::greater_equal<>()) == keys.end());
    } catch (const input_error&) {
      throw hdf5::failure("refused when they were read");
    }
  }

  sample m_sample = make_described(GetParam());
  std::shared_ptr<const existing_file> m_file;
  table_description m_reported;
  std::vector<std::byte> m_bytes;
};

INSTANTIATE_TEST_SUITE_P(tables, archived_bytes, testing::Range(0, 3));

TEST_P(archived_bytes, decode_to_the_encoded_tables) {
  byte_reader reader(m_bytes);
  table_description again;
  exchange(reader, again);
  EXPECT_NO_THROW(reader.expect_end());
  byte_writer writer;
  exchange(writer, std::as_const(again));
  EXPECT_TRUE(writer.bytes() == m_bytes);
  EXPECT_NO_THROW(use(m_bytes));
}

TEST_P(archived_bytes, are_rejected_if_too_short_or_too_long) {
  for (std::size_t length = 0; length < m_bytes.size(); ++length) {
    EXPECT_THROW(use(std::span(m_bytes).first(length)), hdf5::failure) << length;
  }
  m_bytes.push_back(std::byte{0});
  EXPECT_THROW(use(m_bytes), hdf5::failure);
}

TEST_P(archived_bytes, are_rejected_or_harmless_after_random_changes) {
  random_generator random(20261123);
  constexpr int trials = 20'000;
  int rejected = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<std::byte> changed = m_bytes;
    for (std::uint64_t n = 1 + random.below(3); n > 0; --n) {
      const std::uint64_t kind = random.below(3);
      const auto value = static_cast<std::byte>(kind == 0 ? random.below(256) : kind == 1 ? 0xff : random.below(3));
      const std::uint64_t begin = random.below(changed.size());
      const std::uint64_t length = random.below(2) == 0 ? 1 : std::min<std::uint64_t>(8, changed.size() - begin);
      std::fill_n(changed.begin() + static_cast<std::ptrdiff_t>(begin), length, value);
    }
    try {
      use(changed);
    } catch (const hdf5::failure&) {
      ++rejected;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(rejected, trials / 4);
  EXPECT_LT(rejected, trials);
}

TEST(byte_archive, rejects_unknown_enumerators_and_flags) {
  enum class colour : std::uint8_t { red = 3, green = 7 };
  constexpr vocabulary<colour, 2> colours{{{"red", colour::red}, {"green", colour::green}}};
  byte_writer writer;
  writer.keyword("colour", colour::green, colours);
  writer.value(true);
  std::vector<std::byte> bytes = writer.bytes();
  colour found = colour::red;
  bool flag = false;
  byte_reader reader(bytes);
  reader.keyword("colour", found, colours);
  reader.value(flag);
  EXPECT_EQ(found, colour::green);
  EXPECT_TRUE(flag);
  bytes.front() = std::byte{2};
  bytes.back() = std::byte{2};
  byte_reader other(bytes);
  EXPECT_THROW(other.keyword("colour", found, colours), hdf5::failure);
  EXPECT_THROW(other.value(flag), hdf5::failure);
}

}  // namespace
}  // namespace zermelo::storage::test::byte_archive_test
