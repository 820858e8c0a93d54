// SPDX-License-Identifier: MIT
// A graph comes out of its file as it was walked, and the file is complete or not there.
#include <zermelo/storage/export/graph_file.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>

#include "../../src/array/chunked_array.hpp"
#include "../../src/hdf5/existing_file.hpp"
#include "full_disk.hpp"
#include "open_hdf5.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::graph_file_test {
namespace {

constexpr file_kind graph_kind{"zermelo-graph", 1, "graph"};

/// A graph in memory, seeded: ends of every kind, parallel edges, self-loops.
struct sample_graph {
  std::vector<player> to_move;
  std::vector<graph_end> ends;
  std::vector<std::vector<position>> successors;

  [[nodiscard]] graph_metadata metadata() const {
    std::uint64_t edges = 0;
    for (const auto& list : successors) edges += list.size();
    return {"sample", {{"k", "3"}, {"empty", ""}}, {"Anna", "Bert"}, successors.size(), edges, "0.1.0", "0123456789ab"};
  }
  [[nodiscard]] graph_walk walk() const {
    return [this](position begin, position end, graph_part& part) {
      for (position p = begin; p < end; ++p) part.add(to_move[p], ends[p], successors[p]);
    };
  }
};

sample_graph make_graph(position positions, std::uint64_t seed) {
  constexpr std::uint64_t num_ends = 6;
  constexpr std::uint64_t most_moves = 6;
  random_generator random(seed);
  sample_graph graph;
  for (position p = 0; p < positions; ++p) {
    const auto end = static_cast<graph_end>(random.below(2) == 0 ? 0 : random.below(num_ends));
    graph.ends.push_back(end);
    graph.to_move.push_back(end == graph_end::illegal ? player::first : static_cast<player>(random.below(2)));
    std::vector<position> successors;
    if (end == graph_end::none) {
      for (std::uint64_t moves = 1 + random.below(most_moves); moves > 0; --moves) {
        successors.push_back(random.below(positions));
      }
    }
    graph.successors.push_back(successors);
  }
  return graph;
}

void write(const std::filesystem::path& path, const sample_graph& graph, unsigned threads = 2) {
  work_monitor silent;
  write_graph(path, graph.metadata(), graph.walk(), threads, silent);
}

struct list_description {
  array_description list;
};
template <class Archive, class Description>
void exchange(Archive& archive, Description& described) {
  exchange_array(archive, described.list);
}

template <class Stored>
std::vector<std::int64_t> read(const std::filesystem::path& path, const std::string& name) {
  const existing_file file(path, graph_kind);
  auto described = file.described<list_description>([&](described_file& from) {
    return list_description{describe_array(from, name, {hdf5::stored_type<Stored>()})};
  });
  const chunked_array array(file, name, {sizeof(Stored)}, std::move(described.list));
  return array.read_all<Stored, std::int64_t>();
}

TEST(graph_file, holds_the_graph_that_was_walked) {
  const temporary_folder folder;
  const auto path = folder.path() / "g.h5";
  // Several blocks of the walk, several chunks of each list, and parts that end inside of chunks.
  const sample_graph graph = make_graph(150'001, 1);
  write(path, graph);

  const auto row_ends = read<std::int64_t>(path, "indptr");
  const auto indices = read<std::uint32_t>(path, "indices");
  const auto to_move = read<std::uint8_t>(path, "to_move");
  const auto ends = read<std::uint8_t>(path, "terminal");
  ASSERT_EQ(row_ends.size(), graph.successors.size() + 1);
  ASSERT_EQ(to_move.size(), graph.successors.size());
  ASSERT_EQ(ends.size(), graph.successors.size());
  ASSERT_EQ(row_ends.front(), 0);
  ASSERT_EQ(row_ends.back(), static_cast<std::int64_t>(indices.size()));
  for (position p = 0; p < graph.successors.size(); ++p) {
    const std::vector<position> successors(indices.begin() + row_ends[p], indices.begin() + row_ends[p + 1]);
    ASSERT_EQ(successors, graph.successors[p]) << p;
    ASSERT_EQ(to_move[p], static_cast<std::int64_t>(graph.to_move[p])) << p;
    ASSERT_EQ(ends[p], static_cast<std::int64_t>(graph.ends[p])) << p;
  }
}

TEST(graph_file, says_whose_graph_it_is) {
  const temporary_folder folder;
  const auto path = folder.path() / "g.h5";
  const sample_graph graph = make_graph(100, 1);
  write(path, graph);
  const hdf5::file file = open_hdf5(path);
  const graph_metadata expected = graph.metadata();
  EXPECT_EQ(hdf5::read_text(file, "game"), "sample");
  EXPECT_EQ(hdf5::read_text(file, "parameters"), "k empty");
  EXPECT_EQ(hdf5::read_text(file, "parameter_k"), "3");
  EXPECT_EQ(hdf5::read_text(file, "parameter_empty"), "");
  EXPECT_EQ(hdf5::read_text(file, "first_player"), "Anna");
  EXPECT_EQ(hdf5::read_text(file, "second_player"), "Bert");
  EXPECT_EQ(hdf5::read_number<std::int64_t>(file, "positions"), 100);
  EXPECT_EQ(hdf5::read_number<std::int64_t>(file, "edges"), static_cast<std::int64_t>(expected.edges));
}

TEST(graph_file, names_drawn_ends_only_where_there_are_some) {
  const temporary_folder folder;
  const auto meanings = [&](graph_end end) {
    write(folder.path() / "g.h5", {{player::first}, {end}, {{}}});
    const hdf5::file file = open_hdf5(folder.path() / "g.h5");
    return hdf5::read_text(hdf5::open_dataset(file, "terminal"), "flag_meanings");
  };
  EXPECT_EQ(meanings(graph_end::tie), "none first_has_won second_has_won tie illegal");
  EXPECT_EQ(meanings(graph_end::draw), "none first_has_won second_has_won tie illegal draw");
}

TEST(graph_file, is_the_same_on_any_number_of_threads) {
  const temporary_folder folder;
  const sample_graph graph = make_graph(70'000, 2);
  write(folder.path() / "one", graph, 1);
  write(folder.path() / "four", graph, 4);
  EXPECT_TRUE(read_bytes(folder.path() / "one") == read_bytes(folder.path() / "four"));
}

TEST(graph_file, may_have_no_moves) {
  const temporary_folder folder;
  const auto path = folder.path() / "g.h5";
  write(path, {{player::second}, {graph_end::tie}, {{}}});
  EXPECT_EQ(read<std::int64_t>(path, "indptr"), (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(read<std::uint8_t>(path, "to_move"), (std::vector<std::int64_t>{1}));
  const hdf5::file file = open_hdf5(path);
  EXPECT_EQ(hdf5::shape_of(hdf5::open_dataset(file, "indices"), "indices"), (std::vector<hsize_t>{0}));
}

TEST(graph_file, of_another_number_of_moves_than_announced_is_refused) {
  const temporary_folder folder;
  const sample_graph graph = make_graph(1000, 3);
  for (const int difference : {-1, 1}) {
    graph_metadata metadata = graph.metadata();
    metadata.edges += static_cast<std::uint64_t>(difference);
    work_monitor silent;
    EXPECT_THROW(write_graph(folder.path() / "g.h5", metadata, graph.walk(), 2, silent), contract_error);
  }
  EXPECT_EQ(count_files(folder.path()), 0U);
}

TEST(graph_file, cut_off_at_any_byte_leaves_the_old_one) {
  const sample_graph old = make_graph(10, 4);
  const sample_graph larger = make_graph(5000, 5);
  expect_cut_off_writes_leave_the_old_file([&](const auto& path) { write(path, old); },
                                           [&](const auto& path) { write(path, larger); });
}

TEST(graph_file, is_given_up_on_request_in_either_walk) {
  struct : work_monitor {
    void phase(std::string_view name, std::uint64_t /*total*/) override { is_time = name == when; }
    [[nodiscard]] bool stop_requested() const override { return is_time; }
    std::string_view when;
    bool is_time = false;
  } visitor;
  const temporary_folder folder;
  const sample_graph graph = make_graph(1000, 6);
  for (const char* when : {"count", "write"}) {
    visitor.when = when;
    EXPECT_THROW(write_graph(folder.path() / "g.h5", graph.metadata(), graph.walk(), 2, visitor), interrupted);
  }
  EXPECT_EQ(count_files(folder.path()), 0U);
}

}  // namespace
}  // namespace zermelo::storage::test::graph_file_test
