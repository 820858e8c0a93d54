// SPDX-License-Identifier: MIT
// Tests that a graph is read as written, and that the file is either complete or missing.
#include <zermelo/storage/export/write_graph.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/formats/named_graph.hpp>
#include <zermelo/storage/export/read_graph.hpp>

#include "../../src/array/chunked_array.hpp"
#include "../../src/hdf5/existing_file.hpp"
#include "full_disk.hpp"
#include "open_hdf5.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::write_graph_test {
namespace {

constexpr file_kind graph_kind{"zermelo-graph", 1, "graph"};

/// A random graph in memory: terminal positions of every kind, parallel edges, self-loops.
struct sample_graph final : graph_walk {
  std::vector<player> to_move;
  std::vector<graph_end> ends;
  std::vector<std::vector<position>> successors;
  std::vector<std::uint32_t> end_distances;  ///< empty: all are 0
  std::vector<std::string> names;            ///< empty: no names

  [[nodiscard]] graph_metadata metadata() const {
    std::uint64_t edges = 0;
    for (const auto& list : successors) edges += list.size();
    return {"sample", {{"k", "3"}, {"empty", ""}}, {"Anna", "Bert"}, successors.size(), edges, "0.1.0", "0123456789ab"};
  }
  void describe(const index_range& block, graph_part& part) const override {
    for (position p = block.begin; p < block.end; ++p) {
      if (ends[p] == graph_end::illegal) {
        part.add_unused();
      } else if (const auto end = result_of(ends[p], end_distances.empty() ? 0 : end_distances[p])) {
        part.add_end(to_move[p], *end);
      } else {
        part.add_open(to_move[p], static_cast<std::uint32_t>(successors[p].size()));
      }
      if (!names.empty() && !names[p].empty()) part.add_name(names[p]);
    }
  }
  void list_moves(const index_range& block, batch_list<position>& moves) const override {
    for (position p = block.begin; p < block.end; ++p) {
      for (const position to : successors[p]) moves.push(to);
    }
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

sample_graph graph_of_one(player to_move, graph_end end) {
  sample_graph graph;
  graph.to_move = {to_move};
  graph.ends = {end};
  graph.successors = {{}};
  return graph;
}

void write(const std::filesystem::path& path, const sample_graph& graph, unsigned threads = 2) {
  work_monitor silent;
  write_graph(path, graph.metadata(), graph, threads, silent);
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

class written_graph : public file_test {};

TEST_F(written_graph, stores_moves_players_to_move_and_terminals_of_every_position) {
  // Several blocks of positions, several chunks of each list, and parts that end inside chunks.
  const sample_graph graph = make_graph(150'001, 1);
  write(m_path, graph);

  const auto row_ends = read<std::int64_t>(m_path, "indptr");
  const auto indices = read<std::uint32_t>(m_path, "indices");
  const auto to_move = read<std::uint8_t>(m_path, "to_move");
  const auto ends = read<std::uint8_t>(m_path, "terminal");
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

TEST_F(written_graph, stores_game_parameters_and_origin) {
  const sample_graph graph = make_graph(100, 1);
  write(m_path, graph);
  const hdf5::file file = open_hdf5(m_path);
  const graph_metadata expected = graph.metadata();
  EXPECT_EQ(hdf5::read_text(file, "game"), "sample");
  EXPECT_EQ(hdf5::read_text(file, "parameters"), "k empty");
  EXPECT_EQ(hdf5::read_text(file, "parameter_k"), "3");
  EXPECT_EQ(hdf5::read_text(file, "parameter_empty"), "");
  EXPECT_EQ(hdf5::read_text(file, "first_player"), "Anna");
  EXPECT_EQ(hdf5::read_text(file, "second_player"), "Bert");
  EXPECT_EQ(hdf5::read_number<std::int64_t>(file, "positions"), 100);
  EXPECT_EQ(hdf5::read_number<std::int64_t>(file, "edges"), static_cast<std::int64_t>(expected.edges.value()));
}

TEST_F(written_graph, names_drawn_terminals_only_if_there_are_any) {
  const auto meanings = [&](graph_end end) {
    write(m_path, graph_of_one(player::first, end));
    const hdf5::file file = open_hdf5(m_path);
    return hdf5::read_text(hdf5::open_dataset(file, "terminal"), "flag_meanings");
  };
  EXPECT_EQ(meanings(graph_end::tie), "none first_has_won second_has_won tie illegal");
  EXPECT_EQ(meanings(graph_end::draw), "none first_has_won second_has_won tie illegal draw");
}

TEST_F(written_graph, stores_terminal_distances_only_if_one_is_not_0) {
  sample_graph graph = make_graph(100'001, 7);
  graph.end_distances.assign(graph.ends.size(), 0);
  write(m_path, graph);
  EXPECT_FALSE(hdf5::has_link(open_hdf5(m_path), "distance"));
  // The first distance comes after whole blocks and chunks of zeros.
  const position first = 90'000;
  for (position p = first; p < graph.ends.size(); ++p) {
    const auto end = result_of(graph.ends[p] == graph_end::illegal ? graph_end::none : graph.ends[p], 0);
    if (end && !end->is_drawn) graph.end_distances[p] = static_cast<std::uint32_t>(p % 7 * 100'000);
  }
  for (const unsigned threads : {1U, 3U}) {
    write(m_path, graph, threads);
    const auto distances = read<std::uint32_t>(m_path, "distance");
    EXPECT_TRUE(std::equal(distances.begin(), distances.end(), graph.end_distances.begin(), graph.end_distances.end()));
  }
}

TEST_F(written_graph, stores_only_conventions_other_than_default) {
  const sample_graph graph = make_graph(10, 9);
  graph_metadata metadata = graph.metadata();
  work_monitor silent;
  write_graph(m_path, metadata, graph, 1, silent);
  for (const char* name : {"start", "infinite_play", "seen_by", "no_moves"}) {
    EXPECT_FALSE(hdf5::has_attribute(open_hdf5(m_path), name));
  }
  metadata.start = 7;
  metadata.conventions = {no_moves_rule::ties, player::second, viewpoint::to_move};
  write_graph(m_path, metadata, graph, 1, silent);
  const hdf5::file file = open_hdf5(m_path);
  EXPECT_EQ(hdf5::read_number<std::int64_t>(file, "start"), 7);
  EXPECT_EQ(hdf5::read_text(file, "infinite_play"), "second");
  EXPECT_EQ(hdf5::read_text(file, "seen_by"), "player_to_move");
  EXPECT_EQ(hdf5::read_text(file, "no_moves"), "ties");
}

TEST_F(written_graph, reading_returns_the_written_moves_terminals_and_metadata) {
  sample_graph graph = make_graph(100'001, 10);
  graph.end_distances.assign(graph.ends.size(), 0);
  for (position p = 0; p < graph.ends.size(); ++p) {
    const graph_end end = graph.ends[p];
    const bool has_distance = end != graph_end::none && end != graph_end::illegal && end != graph_end::draw;
    if (has_distance) graph.end_distances[p] = static_cast<std::uint32_t>(p % 3);
  }
  graph_metadata metadata = graph.metadata();
  metadata.start = 100'000;
  metadata.conventions = {no_moves_rule::draws, player::second, viewpoint::players};
  work_monitor silent;
  write_graph(m_path, metadata, graph, 2, silent);
  const named_graph found = opened_graph(m_path).read(2, silent);
  EXPECT_EQ(found.start, metadata.start);
  EXPECT_EQ(found.players, metadata.player_names);
  EXPECT_EQ(found.moves.conventions, metadata.conventions);
  ASSERT_EQ(found.moves.terminal.size(), graph.ends.size());
  for (position p = 0; p < graph.ends.size(); ++p) {
    ASSERT_EQ(found.moves.terminal[p], static_cast<std::uint8_t>(graph.ends[p]));
    ASSERT_EQ(found.moves.to_move[p], index_of(graph.to_move[p]));
    ASSERT_EQ(found.moves.distance[p], graph.end_distances[p]);
    const auto row = found.moves.indices.span().subspan(found.moves.indptr[p], graph.successors[p].size());
    ASSERT_TRUE(std::equal(row.begin(), row.end(), graph.successors[p].begin(), graph.successors[p].end()));
  }
}

TEST_F(written_graph, reading_returns_the_written_names_of_positions) {
  constexpr position size = 100'001;
  constexpr std::size_t chunk_bytes = 65536;
  sample_graph graph = make_graph(size, 11);
  // One chunk, full or not; many chunks, and many parts before the first name.
  for (const auto& [first, length] : std::vector<std::pair<position, std::size_t>>{
           {size - 1, chunk_bytes}, {size - 1, 1}, {0, 0}, {40'000, 0}, {size - 2, 0}}) {
    graph.names.assign(size, "");
    for (position p = first; p < size; ++p) {
      graph.names[p] = length > 0 ? std::string(length, 'x') : p % 7 == 3 ? "" : std::string(p % 50, 'a') + "ü";
    }
    work_monitor silent;
    for (const unsigned threads : {1U, 2U}) {
      write_graph(m_path, graph.metadata(), graph, threads, silent);
      const named_graph found = opened_graph(m_path).read(2, silent);
      ASSERT_EQ(found.names.size(), size);
      for (position p = 0; p < size; ++p) ASSERT_EQ(found.names[p], graph.names[p]) << first << ' ' << p;
    }
  }
  graph.names.assign(size, "");
  write(m_path, graph);
  work_monitor silent;
  EXPECT_EQ(opened_graph(m_path).read(2, silent).names.size(), 0U);
}

TEST_F(written_graph, is_identical_for_all_thread_counts) {
  sample_graph graph = make_graph(70'000, 2);
  for (position p = 0; p < graph.ends.size(); ++p) graph.names.push_back(std::to_string(p * p));
  write(m_folder.path() / "one", graph, 1);
  write(m_folder.path() / "four", graph, 4);
  EXPECT_TRUE(read_bytes(m_folder.path() / "one") == read_bytes(m_folder.path() / "four"));
}

TEST_F(written_graph, accepts_graph_without_moves) {
  write(m_path, graph_of_one(player::second, graph_end::tie));
  EXPECT_EQ(read<std::int64_t>(m_path, "indptr"), (std::vector<std::int64_t>{0, 0}));
  EXPECT_EQ(read<std::uint8_t>(m_path, "to_move"), (std::vector<std::int64_t>{1}));
  const hdf5::file file = open_hdf5(m_path);
  EXPECT_EQ(hdf5::shape_of(hdf5::open_dataset(file, "indices"), "indices"), (std::vector<hsize_t>{0}));
}

TEST_F(written_graph, is_rejected_if_number_of_moves_differs_from_announced) {
  const sample_graph graph = make_graph(1000, 3);
  for (const int difference : {-1, 1}) {
    graph_metadata metadata = graph.metadata();
    *metadata.edges += static_cast<std::uint64_t>(difference);
    work_monitor silent;
    EXPECT_THROW(write_graph(m_path, metadata, graph, 2, silent), wrong_num_edges);
  }
  EXPECT_EQ(count_files(m_folder.path()), 0U);
}

TEST_F(written_graph, failed_write_leaves_the_old_file) {
  const sample_graph old = make_graph(10, 4);
  const sample_graph larger = make_graph(5000, 5);
  expect_cut_off_writes_leave_the_old_file([&](const auto& path) { write(path, old); },
                                           [&](const auto& path) { write(path, larger); });
}

TEST_F(written_graph, writing_stops_on_request_in_both_passes) {
  struct : work_monitor {
    void phase(std::string_view name, std::uint64_t /*total*/) override { is_time = name == when; }
    [[nodiscard]] bool stop_requested() const override { return is_time; }
    std::string_view when;
    bool is_time = false;
  } visitor;
  const sample_graph graph = make_graph(1000, 6);
  for (const char* when : {"count", "write"}) {
    visitor.when = when;
    EXPECT_THROW(write_graph(m_path, graph.metadata(), graph, 2, visitor), interrupted);
  }
  EXPECT_EQ(count_files(m_folder.path()), 0U);
}

}  // namespace
}  // namespace zermelo::storage::test::write_graph_test
