// SPDX-License-Identifier: MIT
// The players to move come back from a table that stores them, and a dataset of them that is wrong is refused.
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "damage.hpp"
#include "expect_equal.hpp"
#include "sample_keys.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::stored_owners_test {
namespace {

constexpr std::uint64_t positions_per_chunk = 8 * endgame_table::max_chunk_positions;

void write(const std::filesystem::path& path, const sample& s, unsigned threads = 2) {
  work_monitor silent;
  write_endgame_table(path, s.metadata, s.values, silent, threads);
}

void expect_owners(const endgame_table& table, position first, std::uint64_t count) {
  std::vector<player> owners(count);
  table.metadata().owners(first, owners);
  for (std::uint64_t i = 0; i < count; ++i) ASSERT_EQ(owners[i], sample_owner(first + i)) << "position " << first + i;
}

std::string refusal(const std::filesystem::path& path) {
  try {
    const auto table = endgame_table::open(path);
    std::vector<player> owners(table.num_positions());
    table.metadata().owners(0, owners);
    return "(read)";
  } catch (const input_error& refused) {
    return refused.what();
  }
}

TEST(stored_owners, come_back) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  for (const std::uint64_t size : {1U, 7U, 8U, 9U, 65'537U}) {
    write(path, with_owners(make_sample({{"position", size, {}, {}}}, 1)));
    expect_owners(endgame_table::open(path), 0, size);
  }
  write(path, with_owners(make_sample({{"a", 3, {}, {}}, {"b", 40'001, {}, {}}}, 2)));
  expect_owners(endgame_table::open(path), 0, 120'003);
  write(path, with_owners(make_keyed_sample(1000, key_width::bits_64, 3)));
  expect_owners(endgame_table::open(path), 0, 1000);
}

TEST(stored_owners, come_back_from_several_chunks_in_any_stretch) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  constexpr std::uint64_t size = 2 * positions_per_chunk + 3;
  const sample s = with_owners(make_sample({{"position", size, {}, {}}}, 4));
  write(path, s);
  const auto table = endgame_table::open(path);
  expect_equal(table.metadata(), s.metadata);
  expect_owners(table, 0, size);
  random_generator random(5);
  for (int i = 0; i < 20; ++i) {
    const position first = random.below(size);
    expect_owners(table, first, random.below(size - first + 1));
  }
  write(folder.path() / "one_thread.h5", s, 1);
  EXPECT_TRUE(read_bytes(path) == read_bytes(folder.path() / "one_thread.h5"));
}

TEST(stored_owners, are_absent_from_a_table_without_them) {
  const temporary_folder folder;
  write(folder.path() / "t.h5", make_sample(pursuit_axes(3, 3), 1));
  EXPECT_FALSE(endgame_table::open(folder.path() / "t.h5").metadata().owners);
}

TEST(stored_owners, are_left_out_where_an_axis_or_a_coordinate_has_their_name) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  for (const axis& named : {axis{"to_move", 2, {}, {}}, axis{"to_move_byte", 2, {}, {}},
                            axis{"to", 2, {}, {axis_coordinate{"move", {3, 5}}}}}) {
    const sample s = with_owners(make_sample({named, {"b", 20, {}, {}}}, 1));
    write(path, s);
    const auto table = endgame_table::open(path);
    EXPECT_FALSE(table.metadata().owners);
    expect_equal(table.metadata().axes, s.metadata.axes);
  }
}

TEST(stored_owners, that_cannot_be_told_leave_no_table) {
  const temporary_folder folder;
  sample s = make_sample({{"position", 1000, {}, {}}}, 1);
  s.metadata.owners = [](position, std::span<player>) { throw input_error("no such key"); };
  EXPECT_THROW(write(folder.path() / "t.h5", s), input_error);
  EXPECT_EQ(count_files(folder.path()), 0U);
}

TEST(stored_owners, of_another_size_or_type_are_refused) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  const sample s = with_owners(make_sample({{"position", 1001, {}, {}}}, 1));
  const auto expect_refused = [&](hid_t type, const std::vector<hsize_t>& shape, const std::string& message) {
    write(path, s);
    edit_hdf5(path, [&](hid_t file) {
      replace(file, "to_move", type, shape, chunked(shape));
      set_first(file, "to_move", 1);
    });
    EXPECT_EQ(refusal(path), path.string() + ": " + message);
  };
  const std::string no_list = "dataset 'to_move' is no list of 126 bytes, a bit for each of 1001 positions";
  expect_refused(H5T_STD_U8LE, {125}, no_list);
  expect_refused(H5T_STD_U8LE, {1001}, no_list);
  expect_refused(H5T_STD_U8LE, {2, 63}, no_list);
  expect_refused(H5T_STD_I8LE, {126}, "dataset 'to_move' has the wrong type");
  expect_refused(H5T_STD_U16LE, {126}, "dataset 'to_move' has the wrong type");
}

TEST(stored_owners, without_chunks_or_not_complete_are_refused) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  const sample s = with_owners(make_sample({{"position", 1001, {}, {}}}, 1));
  write(path, s);
  edit_hdf5(path, [](hid_t file) { replace(file, "to_move", H5T_STD_U8LE, {126}, [](hid_t) {}); });
  EXPECT_EQ(refusal(path), path.string() + ": dataset 'to_move' is not stored in chunks");
  write(path, s);
  edit_hdf5(path, [](hid_t file) {
    replace(file, "to_move", H5T_STD_U8LE, {126}, chunked({63}));
    set_first(file, "to_move", 1);
  });
  EXPECT_EQ(refusal(path).find(path.string() + ": dataset 'to_move' is not complete: 1 of 2 chunks"), 0U)
      << refusal(path);
  write(path, s);
  edit_hdf5(path, [](hid_t file) {
    H5Ldelete(file, "to_move", H5P_DEFAULT);
    H5Lcreate_soft("/outcome", file, "to_move", H5P_DEFAULT, H5P_DEFAULT);
  });
  EXPECT_NE(refusal(path).find("'to_move'"), std::string::npos) << refusal(path);
}

TEST(stored_owners, that_are_damaged_are_refused_when_they_are_read) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  write(path, with_owners(make_sample({{"position", 1001, {}, {}}}, 1)));
  edit_hdf5(path, [](hid_t file) {
    const hid_t bits = H5Dopen2(file, "to_move", H5P_DEFAULT);
    const std::vector<unsigned char> wrong(20, 7);
    constexpr hsize_t first = 0;
    ASSERT_GE(H5Dwrite_chunk(bits, H5P_DEFAULT, 0, &first, wrong.size(), wrong.data()), 0);
    H5Dclose(bits);
  });
  EXPECT_EQ(refusal(path).find(path.string() + ": damaged: chunk 0 of dataset 'to_move' "), 0U) << refusal(path);
}

}  // namespace
}  // namespace zermelo::storage::test::stored_owners_test
