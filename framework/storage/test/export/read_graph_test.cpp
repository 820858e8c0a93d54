// SPDX-License-Identifier: MIT
// Tests reading graphs as other programs may write them (integers of several types, chunked or contiguous), and
// rejecting files that are not graphs.
#include <zermelo/storage/export/read_graph.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "damage.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::read_graph_test {
namespace {

template <class T>
using numbers = std::vector<T>;

/// Adds or replaces a dataset; contiguous or in chunks of three.
template <class T>
hdf5_edit set_numbers(const std::string& name, hid_t stored, const numbers<T>& values, bool has_chunks = false) {
  return [=](hid_t file) {
    if (hdf5::has_link(file, name)) remove_dataset(name)(file);
    const hsize_t size = values.size();
    const hdf5::dataspace space(H5Screate_simple(1, &size, nullptr));
    const hdf5::property_list creation(H5Pcreate(H5P_DATASET_CREATE));
    if (has_chunks) {
      chunked({3})(creation);
      H5Pset_shuffle(creation);
      H5Pset_deflate(creation, 1);
    }
    const hdf5::dataset d(H5Dcreate2(file, name.c_str(), stored, space, H5P_DEFAULT, creation, H5P_DEFAULT));
    hdf5::check(H5Dwrite(d, hdf5::memory_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  };
}

/// A string of variable length, as h5py writes it.
hdf5_edit add_text(const std::string& name, const std::string& text) {
  return [=](hid_t file) {
    const hdf5::datatype type(H5Tcopy(H5T_C_S1));
    H5Tset_size(type, H5T_VARIABLE);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const hdf5::dataspace space(H5Screate(H5S_SCALAR));
    const hdf5::attribute a(H5Acreate2(file, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT));
    const char* const begin = text.c_str();
    hdf5::check(H5Awrite(a, type, &begin));
  };
}

/// The layout of a file.
struct file_layout {
  hid_t indptr_type = H5T_STD_I64LE;
  hid_t indices_type = H5T_STD_U32LE;
  bool has_chunks = false;
};

const numbers<std::int64_t> indptr{0, 2, 2, 5, 5};
const numbers<std::int64_t> indices{1, 2, 0, 3, 3};
const numbers<std::uint8_t> to_move{0, 1, 1, 0};
const numbers<std::uint8_t> terminal{0, 2, 0, 3};

void write_graph_by_hand(const std::filesystem::path& path, const file_layout& layout = {},
                         const std::vector<hdf5_edit>& more = {}) {
  create_hdf5(path, with_checksums(),
              in_order({add_text("format", "zermelo-graph"), set_number("format_version", 1), set_number("complete", 1),
                        set_numbers("indptr", layout.indptr_type, indptr, layout.has_chunks),
                        set_numbers("indices", layout.indices_type, indices, layout.has_chunks),
                        set_numbers("to_move", H5T_STD_U8LE, to_move, layout.has_chunks),
                        set_numbers("terminal", H5T_STD_U8LE, terminal, layout.has_chunks), in_order(more)}));
}

named_graph read(const std::filesystem::path& path, unsigned threads = 2) {
  work_monitor silent;
  return opened_graph(path).read(threads, silent);
}

template <class T>
std::vector<std::int64_t> values_of(const uninitialized_array<T>& array) {
  return {array.data(), array.data() + array.size()};
}

class read_graph : public file_test {
 protected:
  void expect_rejected(const std::vector<alteration>& alterations) const {
    expect_errors(m_path, [&] { write_graph_by_hand(m_path); }, [&] { (void)read(m_path); }, alterations);
  }
};

TEST_F(read_graph, accepts_all_integer_types_chunked_or_contiguous) {
  const std::vector<hid_t> types{H5T_STD_I64LE, H5T_STD_U32LE, H5T_STD_I32LE};
  for (const hid_t indptr_type : types) {
    for (const hid_t indices_type : types) {
      for (const bool has_chunks : {false, true}) {
        write_graph_by_hand(m_path, {indptr_type, indices_type, has_chunks});
        const opened_graph stored(m_path);
        EXPECT_EQ(stored.num_positions(), 4U);
        EXPECT_EQ(stored.num_bytes(), 5U * 8 + 5U * 4 + 4U + 4U);
        const named_graph graph = read(m_path);
        EXPECT_EQ(values_of(graph.moves.indptr), indptr);
        EXPECT_EQ(values_of(graph.moves.indices), indices);
        EXPECT_EQ(values_of(graph.moves.to_move), (std::vector<std::int64_t>{0, 1, 1, 0}));
        EXPECT_EQ(values_of(graph.moves.terminal), (std::vector<std::int64_t>{0, 2, 0, 3}));
        EXPECT_EQ(graph.moves.distance.size(), 0U);
        EXPECT_EQ(graph.moves.conventions, graph_conventions());
        EXPECT_EQ(graph.names.size(), 0U);
        EXPECT_FALSE(graph.start);
        EXPECT_EQ(graph.players, named_graph().players);
      }
    }
  }
  EXPECT_TRUE(is_hdf5_file(m_path));
}

TEST_F(read_graph, reads_optional_datasets_and_attributes) {
  const std::string text = "gatemillwell";
  write_graph_by_hand(
      m_path, {},
      {add_text("infinite_play", "second"), add_text("seen_by", "players"), add_text("no_moves", "draws"),
       add_text("first_player", "Anna"), add_text("second_player", "Bert"), set_number("start", 2),
       set_number("positions", 4), set_number("edges", 5),
       set_numbers("distance", H5T_STD_U16LE, numbers<std::int32_t>{0, 3, 0, 1}),
       set_numbers("names", H5T_STD_U8LE, numbers<std::uint8_t>(text.begin(), text.end()), true),
       set_numbers("names_indptr", H5T_STD_I32LE, numbers<std::int32_t>{0, 4, 4, 8, 12})});
  const named_graph graph = read(m_path);
  EXPECT_EQ(graph.moves.conventions, (graph_conventions{no_moves_rule::draws, player::second, viewpoint::players}));
  EXPECT_EQ(values_of(graph.moves.distance), (std::vector<std::int64_t>{0, 3, 0, 1}));
  EXPECT_EQ(graph.names[0], "gate");
  EXPECT_EQ(graph.names[1], "");
  EXPECT_EQ(graph.names[3], "well");
  EXPECT_EQ(graph.start, 2U);
  EXPECT_EQ(graph.players, (std::array<std::string, 2>{"Anna", "Bert"}));
}

TEST_F(read_graph, keeps_only_terminal_distances_of_solved_graph) {
  const auto with_distance = [&](const numbers<std::int64_t>& distance) {
    write_graph_by_hand(m_path, {},
                        {set_numbers("outcome", H5T_STD_U8LE, numbers<std::uint8_t>{4, 2, 1, 3}),
                         set_numbers("distance", H5T_STD_U32LE, distance)});
    return values_of(read(m_path).moves.distance);
  };
  EXPECT_EQ(with_distance({4294967295, 3, 7, 1}), (std::vector<std::int64_t>{0, 3, 0, 1}));
  EXPECT_EQ(with_distance({4294967295, 0, 1, 0}), std::vector<std::int64_t>()) << "all distances are 0";
}

TEST_F(read_graph, rejects_datasets_that_contradict_each_other) {
  const auto with_list = [](const char* name, const numbers<std::int64_t>& values, hid_t type = H5T_STD_I64LE) {
    return set_numbers(name, type, values);
  };
  const hdf5_edit square = replace("to_move", H5T_STD_U8LE, {2, 2}, in_one_piece);
  expect_rejected(
      {{remove_dataset("indptr"), "dataset 'indptr' is missing"},
       {with_list("indptr", {0, 2, 5}), "dataset 'indptr': expected 5 ... 4 of 'terminal', got 3"},
       {with_list("to_move", {0, 1}, H5T_STD_U8LE), "dataset 'to_move': expected 4 ... 4 of 'terminal', got 2"},
       {with_list("to_move", {0, 1, 1, 0}, H5T_STD_I8LE), "dataset 'to_move'... type; ... uint8"},
       {with_list("indices", {1, 2, 0, 3, 3}, H5T_STD_I32BE), "dataset 'indices'... type; ... int64, uint32, int32"},
       {with_list("indices", {1, 2, -1, 3, 3}), "dataset 'indices': element 2: expected 0 to 4294967295, got -1"},
       {with_list("indices", {1, 2, 0, 3, 4294967296}),
        "dataset 'indices': element 4: expected 0 to 4294967295, got 4294967296"},
       {with_list("terminal", {}, H5T_STD_U8LE), "dataset 'indptr': expected 1 ... 0 of 'terminal', got 5"},
       {with_list("names", {65}, H5T_STD_U8LE), "only one ... 'names' and 'names_indptr' ..."},
       {in_order({remove_dataset("indices"), square}), "dataset 'indices' is missing"},
       {square, "dataset 'to_move': expected 1 dimension, got 2"},
       {link_elsewhere("indices"), "dataset 'indices'... link..."}});
}

TEST_F(read_graph, rejects_invalid_names_and_attributes) {
  const auto with_names = [](const numbers<std::int64_t>& ends) {
    return in_order({set_numbers("names", H5T_STD_U8LE, numbers<std::uint8_t>{'a', 'b'}),
                     set_numbers("names_indptr", H5T_STD_I64LE, ends)});
  };
  write_graph_by_hand(m_path, {}, {with_names({0, 1, 1, 2, 2})});
  EXPECT_NO_THROW((void)read(m_path));
  const std::string wrong = "dataset 'names_indptr'... ascend from 0 ... 2 ... 'names'";
  expect_rejected({{with_names({0, 2, 1, 2, 2}), wrong},
                   {with_names({1, 1, 1, 2, 2}), wrong},
                   {with_names({0, 1, 1, 1, 3}), wrong},
                   {add_text("infinite_play", "cat"), "attribute 'infinite_play': ... 'cat'"},
                   {add_text("seen_by", "me"), "attribute 'seen_by': ... 'me'"},
                   {add_text("no_moves", "ends"), "attribute 'no_moves': ... 'ends'"},
                   {add_text("first_player", "a b"), "invalid player ... 'a b'; ... 1 to 40 ..."},
                   {set_number("start", 4), "attribute 'start': expected 0 to 3, got 4"},
                   {set_number("start", -1), "attribute 'start': expected 0 to 18446744073709551615, got -1"},
                   {set_number("positions", 5), "attribute 'positions': expected 4 ... got 5"},
                   {set_number("edges", 6), "attribute 'edges': expected 5 ... got 6"}});
}

TEST_F(read_graph, rejects_incomplete_graphs_and_files_without_graph) {
  write_bytes(m_path, "parity 0;\n");
  EXPECT_FALSE(is_hdf5_file(m_path));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, m_path.string() + ": ... graph: not ... HDF5 file...",
                      testkit::error_of([&] { (void)read(m_path); }));
  expect_rejected({{set_number("complete", 0), "incomplete graph: ..."},
                   {set_number("format_version", 2), "graph ... version 2 ... version 1..."},
                   {set_text("format", "zermelo-table"), "... graph: another ... HDF5 file..."}});
  EXPECT_THROW((void)read(m_folder.path() / "missing.h5"), input_error);
}

TEST_F(read_graph, rejects_changed_bytes_or_returns_a_graph) {
  write_graph_by_hand(m_path, {.has_chunks = true});
  const std::size_t size = std::filesystem::file_size(m_path);
  constexpr std::size_t step = 31;
  for (std::size_t at = 0; at < size; at += step) {
    const changed_byte damage(m_path, at, 0xff);
    (void)is_rejected(m_path, [&] { EXPECT_EQ(read(m_path).moves.terminal.size(), 4U) << at; });
  }
}

}  // namespace
}  // namespace zermelo::storage::test::read_graph_test
