// SPDX-License-Identifier: MIT
// Tests that stored players to move are read as written, and that an invalid dataset is rejected.
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "damage.hpp"
#include "expect_equal.hpp"
#include "sample_keys.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::stored_players_to_move_test {
namespace {

constexpr std::uint64_t positions_per_chunk = 8 * endgame_table::max_chunk_positions;

void expect_players_to_move(const endgame_table& table, position first, std::uint64_t count) {
  std::vector<player> players_to_move(count);
  table.metadata().players_to_move(first, players_to_move);
  for (std::uint64_t i = 0; i < count; ++i)
    ASSERT_EQ(players_to_move[i], sample_to_move(first + i)) << "position " << first + i;
}

void read(const std::filesystem::path& path) {
  const auto table = endgame_table::open(path);
  std::vector<player> players_to_move(table.num_positions());
  table.metadata().players_to_move(0, players_to_move);
}

class stored_players_to_move : public file_test {
 protected:
  const std::function<void()> write_1001 = [this] {
    write_table(m_path, with_players_to_move(make_sample({{"position", 1001, {}, {}}}, 1)));
  };
};

TEST_F(stored_players_to_move, reading_returns_the_written_players_to_move) {
  for (const std::uint64_t size : {1U, 7U, 8U, 9U, 65'537U}) {
    write_table(m_path, with_players_to_move(make_sample({{"position", size, {}, {}}}, 1)));
    expect_players_to_move(endgame_table::open(m_path), 0, size);
  }
  write_table(m_path, with_players_to_move(make_sample({{"a", 3, {}, {}}, {"b", 40'001, {}, {}}}, 2)));
  expect_players_to_move(endgame_table::open(m_path), 0, 120'003);
  write_table(m_path, with_players_to_move(make_keyed_sample(1000, key_width::bits_64, 3)));
  expect_players_to_move(endgame_table::open(m_path), 0, 1000);
}

TEST_F(stored_players_to_move, are_read_from_several_chunks_in_any_range) {
  constexpr std::uint64_t size = 2 * positions_per_chunk + 3;
  const sample s = with_players_to_move(make_sample({{"position", size, {}, {}}}, 4));
  write_table(m_path, s);
  const auto table = endgame_table::open(m_path);
  expect_equal(table.metadata(), s.metadata);
  expect_players_to_move(table, 0, size);
  random_generator random(5);
  for (int i = 0; i < 20; ++i) {
    const position first = random.below(size);
    expect_players_to_move(table, first, random.below(size - first + 1));
  }
  write_table(m_folder.path() / "one_thread.h5", s, 1);
  EXPECT_TRUE(read_bytes(m_path) == read_bytes(m_folder.path() / "one_thread.h5"));
}

TEST_F(stored_players_to_move, are_optional) {
  write_table(m_path, make_sample(pursuit_axes(3, 3), 1));
  EXPECT_FALSE(endgame_table::open(m_path).metadata().players_to_move);
}

TEST_F(stored_players_to_move, are_omitted_if_axis_or_coordinate_has_their_name) {
  for (const axis& named : {axis{"to_move", 2, {}, {}}, axis{"to_move_byte", 2, {}, {}},
                            axis{"to", 2, {}, {axis_coordinate{"move", {3, 5}}}}}) {
    const sample s = with_players_to_move(make_sample({named, {"b", 20, {}, {}}}, 1));
    write_table(m_path, s);
    const auto table = endgame_table::open(m_path);
    EXPECT_FALSE(table.metadata().players_to_move);
    expect_equal(table.metadata().axes, s.metadata.axes);
  }
}

TEST_F(stored_players_to_move, failed_computation_leaves_no_table) {
  sample s = make_sample({{"position", 1000, {}, {}}}, 1);
  s.metadata.players_to_move = [](position, std::span<player>) { throw input_error("no such key"); };
  EXPECT_THROW(write_table(m_path, s), input_error);
  EXPECT_EQ(count_files(m_folder.path()), 0U);
}

TEST_F(stored_players_to_move, are_rejected_if_type_shape_or_layout_differs) {
  const auto replaced = [](hid_t type, const std::vector<hsize_t>& shape) {
    return in_order({replace("to_move", type, shape, chunked(shape)), set_first("to_move", 1)});
  };
  const hdf5_edit link_to_outcomes = [](hid_t file) {
    remove_dataset("to_move")(file);
    H5Lcreate_soft("/outcome", file, "to_move", H5P_DEFAULT, H5P_DEFAULT);
  };
  const std::string no_list = "dataset 'to_move'... list of 126 ... 1001 positions";
  expect_errors(m_path, write_1001, [&] { read(m_path); },
                {{replaced(H5T_STD_U8LE, {125}), no_list},
                 {replaced(H5T_STD_U8LE, {1001}), no_list},
                 {replaced(H5T_STD_U8LE, {2, 63}), no_list},
                 {replaced(H5T_STD_I8LE, {126}), "dataset 'to_move'... type..."},
                 {replaced(H5T_STD_U16LE, {126}), "dataset 'to_move'... type..."},
                 {replace("to_move", H5T_STD_U8LE, {126}, in_one_piece), "dataset 'to_move': ... chunked ..."},
                 {link_to_outcomes, "dataset 'to_move'... link..."}});
}

TEST_F(stored_players_to_move, are_rejected_on_reading_if_damaged_or_incomplete) {
  const auto write_wrong_chunk = [](hid_t bits) {
    const std::vector<unsigned char> wrong(20, 7);
    constexpr hsize_t first = 0;
    hdf5::check(H5Dwrite_chunk(bits, H5P_DEFAULT, 0, &first, wrong.size(), wrong.data()));
  };
  const std::vector<alteration> alterations{
      {in_order({replace("to_move", H5T_STD_U8LE, {126}, chunked({63})), set_first("to_move", 1)}),
       "dataset 'to_move'...complete: 1 of 2 chunks..."},
      {in_dataset("to_move", write_wrong_chunk), "damaged: chunk 0 ... 'to_move' ..."}};
  for (const auto& [change, message] : alterations) {
    write_1001();
    edit_hdf5(m_path, change);
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, m_path.string() + ": " + message,
                        testkit::error_of([&] { read(m_path); }));
  }
}

}  // namespace
}  // namespace zermelo::storage::test::stored_players_to_move_test
