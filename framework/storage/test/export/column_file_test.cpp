// SPDX-License-Identifier: MIT
// Tests that columns are read as written, and that the file is either complete or missing. The tests of studies check
// it with other readers.
#include <zermelo/storage/export/column_file.hpp>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>

#include "../../src/hdf5/file_kind.hpp"
#include "full_disk.hpp"
#include "open_hdf5.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::column_file_test {
namespace {

constexpr file_kind columns_kind{"zermelo-columns", 1, "file of columns"};

column_group make_group(const std::string& name, std::size_t length) {
  std::vector<std::int64_t> numbers;
  std::vector<double> shares;
  std::vector<std::string> strings;
  for (std::size_t i = 0; i < length; ++i) {
    numbers.push_back(static_cast<std::int64_t>(i));
    shares.push_back(1 / static_cast<double>(i));
    strings.push_back("käse " + std::string(i % 5, 'x'));
  }
  return {name, {{"row", numbers}, {"share", shares}, {"text", strings}}};
}

template <class Value>
std::vector<Value> read(hid_t file, const std::string& name, std::size_t length) {
  const hdf5::dataset d = hdf5::open_dataset(file, name);
  hdf5::expect_type(d, name, {hdf5::stored_type<Value>()});
  std::vector<Value> values(length);
  EXPECT_EQ(hdf5::shape_of(d, name), std::vector<hsize_t>{length});
  hdf5::check(H5Dread(d, hdf5::memory_type<Value>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  return values;
}

class column_file : public file_test {};

TEST_F(column_file, contains_columns_and_attributes) {
  constexpr std::size_t length = 1000;
  const column_group group = make_group("results", length);
  const std::string long_text(200'000, 'a');  // too long for an object header of HDF5
  write_column_file(m_path, {group, {"empty", {{"row", std::vector<std::int64_t>()}}}}, {{"study", long_text}});
  const hdf5::file file = open_hdf5(m_path);
  EXPECT_EQ(hdf5::read_text(file, format_attribute), columns_kind.format);
  EXPECT_EQ(hdf5::read_number<std::int64_t>(file, complete_attribute), 1);
  EXPECT_EQ(hdf5::read_text(file, "study"), long_text);
  EXPECT_EQ(read<std::int64_t>(file, "results/row", length), std::get<0>(group.columns[0].values));
  EXPECT_EQ(read<double>(file, "results/share", length), std::get<1>(group.columns[1].values));
  EXPECT_EQ(read<std::int64_t>(file, "empty/row", 0), std::vector<std::int64_t>());

  const hdf5::dataset strings = hdf5::open_dataset(file, "results/text");
  std::vector<char*> read_strings(length);
  const hdf5::datatype type(H5Dget_type(strings));
  ASSERT_GT(H5Tis_variable_str(type), 0);
  hdf5::check(H5Dread(strings, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, read_strings.data()));
  for (std::size_t i = 0; i < length; ++i) EXPECT_EQ(read_strings[i], std::get<2>(group.columns[2].values)[i]);
  hdf5::check(H5Dvlen_reclaim(type, hdf5::dataspace(H5Dget_space(strings)), H5P_DEFAULT, read_strings.data()));
}

TEST_F(column_file, rejects_invalid_names_and_unequal_column_lengths) {
  const std::vector<std::int64_t> two{1, 2};
  const std::vector<std::vector<column_group>> rejected{
      {{"a group", {{"row", two}}}},
      {{"g", {{"1st", two}}}},
      {{"g", {{"row", two}, {"row", two}}}},
      {{"g", {{"row", two}}}, {"g", {{"row", two}}}},
      {{"g", {{"row", two}, {"text", std::vector<std::string>{"one"}}}}},
  };
  for (const auto& groups : rejected) EXPECT_THROW(write_column_file(m_path, groups, {}), contract_error);
  EXPECT_EQ(count_files(m_folder.path()), 0U);
}

TEST_F(column_file, failed_write_leaves_the_old_file) {
  expect_cut_off_writes_leave_the_old_file(
      [](const auto& path) { write_column_file(path, {make_group("g", 3)}, {}); },
      [](const auto& path) { write_column_file(path, {make_group("g", 2000)}, {{"text", "a"}}); });
}

}  // namespace
}  // namespace zermelo::storage::test::column_file_test
