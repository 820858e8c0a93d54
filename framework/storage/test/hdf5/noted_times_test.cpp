// SPDX-License-Identifier: MIT
// Tests that files do not depend on the time of writing: they contain no timestamps.
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>
#include <zermelo/storage/export/column_file.hpp>
#include <zermelo/storage/export/write_graph.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "open_hdf5.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::noted_times_test {
namespace {

/// The result of a traversal of a file.
struct walked_objects {
  std::size_t count = 0;
  std::vector<std::string> with_times;
};

herr_t visit(hid_t, const char* name, const H5O_info_t* info, void* found) {
  auto& objects = *static_cast<walked_objects*>(found);
  ++objects.count;
  // HDF5 returns 0 for timestamps that it does not store.
  for (const std::time_t noted : {info->atime, info->mtime, info->ctime, info->btime}) {
    if (noted == 0) continue;
    objects.with_times.emplace_back(name);
    break;
  }
  return 0;
}

walked_objects walk(const std::filesystem::path& path) {
  walked_objects found;
  EXPECT_GE(H5Ovisit(open_hdf5(path), H5_INDEX_NAME, H5_ITER_NATIVE, visit, &found), 0) << path;
  return found;
}

/// Writes the file twice. `objects` is the number of objects in it, including the root.
void expect_no_times(const std::function<void(const std::filesystem::path&)>& write, std::size_t objects) {
  const temporary_folder folder;
  write(folder.path() / "one");
  write(folder.path() / "two");
  const walked_objects found = walk(folder.path() / "one");
  EXPECT_EQ(found.count, objects);
  EXPECT_EQ(found.with_times, std::vector<std::string>());
  EXPECT_TRUE(read_bytes(folder.path() / "one") == read_bytes(folder.path() / "two"));
}

TEST(timestamps, are_not_stored_in_tables) {
  // The root; outcome and distance; three axes; the row and the column of two axes.
  expect_no_times([](const auto& path) { write_table(path, make_sample(pursuit_axes(5, 7), 1)); }, 1 + 2 + 3 + 4);
}

TEST(timestamps, are_not_stored_in_graphs) {
  struct : graph_walk {
    void describe(const index_range& block, graph_part& part) const override {
      for (position p = block.begin; p < block.end; ++p) part.add_end(player::first, result::tied());
    }
    void list_moves(const index_range& /*block*/, batch_list<position>& /*moves*/) const override {}
  } no_moves;
  const graph_metadata metadata{"sample", {}, {"Anna", "Bert"}, 3, 0, "0.1.0", "0123456789ab"};
  work_monitor silent;
  // The root; players to move, terminal positions, row starts, and empty moves: an empty array is created differently.
  expect_no_times([&](const auto& path) { write_graph(path, metadata, no_moves, 1, silent); }, 1 + 4);
}

TEST(timestamps, are_not_stored_in_checkpoints) {
  const std::vector<std::uint16_t> words(1000, 7);
  const sample pursuit = make_sample(pursuit_axes(5, 7), 1);
  solve_snapshot of_words{{plain_stage::wins_and_losses, 17, 12345, words.size(), 9},
                          std::span<const std::uint16_t>(words)};
  solve_snapshot of_entries{{plain_stage::ties, 17, 12345, pursuit.values.size(), 9}, {}, &pursuit.values};
  for (const solve_snapshot& snapshot : {of_words, of_entries}) {
    expect_no_times([&](const auto& path) { write_checkpoint(path, {"sample", {}}, snapshot); }, 1 + 1);
  }
}

TEST(timestamps, are_not_stored_in_column_files) {
  const std::vector<std::int64_t> numbers{1, 2, 3};
  const std::vector<column_group> groups{
      {"results", {{"row", numbers}, {"text", std::vector<std::string>{"a", "", "c"}}}},
      {"histograms", {{"row", numbers}}}};
  // The root; two groups; their columns.
  expect_no_times([&](const auto& path) { write_column_file(path, groups, {{"study", "s"}}); }, 1 + 2 + 3);
}

}  // namespace
}  // namespace zermelo::storage::test::noted_times_test
