// SPDX-License-Identifier: MIT
// Graph files as other programs write them: numbers of several types, in chunks or in one piece; and files that are no
// graphs.
#include <zermelo/storage/export/read_graph.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>

#include "damage.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::read_graph_test {
namespace {

template <class T>
using numbers = std::vector<T>;

/// Adds a dataset in one piece or in chunks of three.
template <class T>
void add_list(hid_t file, const char* name, hid_t stored, hid_t memory, const numbers<T>& values, bool has_chunks) {
  const hsize_t size = values.size();
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  constexpr hsize_t chunk = 3;
  if (has_chunks) {
    H5Pset_chunk(creation, 1, &chunk);
    H5Pset_shuffle(creation);
    H5Pset_deflate(creation, 1);
  }
  const hid_t d = H5Dcreate2(file, name, stored, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  ASSERT_GE(d, 0);
  ASSERT_GE(H5Dwrite(d, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  H5Dclose(d);
  H5Pclose(creation);
  H5Sclose(space);
}

/// A text of variable length, as h5py writes it.
void add_text(hid_t file, const char* name, const char* text) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t a = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  ASSERT_GE(H5Awrite(a, type, &text), 0);
  H5Aclose(a);
  H5Sclose(space);
  H5Tclose(type);
}

void add_number(hid_t file, const char* name, std::int64_t value) {
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t a = H5Acreate2(file, name, H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT);
  ASSERT_GE(H5Awrite(a, H5T_NATIVE_INT64, &value), 0);
  H5Aclose(a);
  H5Sclose(space);
}

/// How a file is written.
struct writing {
  hid_t indptr_type = H5T_STD_I64LE;
  hid_t indices_type = H5T_STD_U32LE;
  bool has_chunks = false;
};

const numbers<std::int64_t> indptr{0, 2, 2, 5, 5};
const numbers<std::int64_t> indices{1, 2, 0, 3, 3};
const numbers<int> to_move{0, 1, 1, 0};
const numbers<int> terminal{0, 2, 0, 3};

void write_graph_by_hand(
    const std::filesystem::path& path, const writing& how = {},
    const std::function<void(hid_t file)>& more = [](hid_t) {}) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  ASSERT_GE(file, 0);
  add_text(file, "format", "zermelo-graph");
  add_number(file, "format_version", 1);
  add_number(file, "complete", 1);
  add_list(file, "indptr", how.indptr_type, H5T_NATIVE_INT64, indptr, how.has_chunks);
  add_list(file, "indices", how.indices_type, H5T_NATIVE_INT64, indices, how.has_chunks);
  add_list(file, "to_move", H5T_STD_U8LE, H5T_NATIVE_INT, to_move, how.has_chunks);
  add_list(file, "terminal", H5T_STD_U8LE, H5T_NATIVE_INT, terminal, how.has_chunks);
  more(file);
  H5Fclose(file);
  H5Pclose(access);
}

named_graph read(const std::filesystem::path& path, unsigned threads = 2) {
  work_monitor silent;
  return opened_graph(path).read(threads, silent);
}

template <class T>
std::vector<std::int64_t> values_of(const uninitialized_array<T>& array) {
  return {array.data(), array.data() + array.size()};
}

/// The message with which a file is refused, without its path.
std::string refusal(const std::filesystem::path& path) {
  try {
    (void)read(path);
    return "accepted";
  } catch (const input_error& refused) {
    const std::string message = refused.what();
    return message.starts_with(path.string() + ": ") ? message.substr(path.string().size() + 2) : message;
  }
}

/// The refusal of a graph file with a change.
std::string refusal_of_changed(const std::function<void(hid_t file)>& change) {
  const temporary_folder folder;
  const auto path = folder.path() / "g.h5";
  write_graph_by_hand(path);
  edit_hdf5(path, change);
  return refusal(path);
}

void drop(hid_t file, const char* name) { ASSERT_GE(H5Ldelete(file, name, H5P_DEFAULT), 0); }

TEST(read_graph, numbers_of_all_types_are_read_in_chunks_and_in_one_piece) {
  const temporary_folder folder;
  const auto path = folder.path() / "g.h5";
  const std::vector<hid_t> types{H5T_STD_I64LE, H5T_STD_U32LE, H5T_STD_I32LE};
  for (const hid_t indptr_type : types) {
    for (const hid_t indices_type : types) {
      for (const bool has_chunks : {false, true}) {
        write_graph_by_hand(path, {indptr_type, indices_type, has_chunks});
        const opened_graph stored(path);
        EXPECT_EQ(stored.num_positions(), 4U);
        EXPECT_EQ(stored.num_bytes(), 5U * 8 + 5U * 4 + 4U + 4U);
        const named_graph graph = read(path);
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
  EXPECT_TRUE(is_hdf5_file(path));
}

TEST(read_graph, what_is_optional_is_read) {
  const temporary_folder folder;
  const auto path = folder.path() / "g.h5";
  const std::string text = "gatemillwell";
  write_graph_by_hand(path, {}, [&](hid_t file) {
    add_text(file, "infinite_play", "second");
    add_text(file, "seen_by", "players");
    add_text(file, "no_moves", "draws");
    add_text(file, "first_player", "Anna");
    add_text(file, "second_player", "Bert");
    add_number(file, "start", 2);
    add_number(file, "positions", 4);
    add_number(file, "edges", 5);
    add_list<int>(file, "distance", H5T_STD_U16LE, H5T_NATIVE_INT, {0, 3, 0, 1}, false);
    add_list<char>(file, "names", H5T_STD_U8LE, H5T_NATIVE_CHAR, {text.begin(), text.end()}, true);
    add_list<int>(file, "names_indptr", H5T_STD_I32LE, H5T_NATIVE_INT, {0, 4, 4, 8, 12}, false);
  });
  const named_graph graph = read(path);
  EXPECT_EQ(graph.moves.conventions, (graph_conventions{no_moves_rule::draws, player::second, viewpoint::players}));
  EXPECT_EQ(values_of(graph.moves.distance), (std::vector<std::int64_t>{0, 3, 0, 1}));
  EXPECT_EQ(graph.names[0], "gate");
  EXPECT_EQ(graph.names[1], "");
  EXPECT_EQ(graph.names[3], "well");
  EXPECT_EQ(graph.start, 2U);
  EXPECT_EQ(graph.players, (std::array<std::string, 2>{"Anna", "Bert"}));
}

TEST(read_graph, of_a_solved_graph_the_distances_of_ends_are_kept) {
  const temporary_folder folder;
  const auto path = folder.path() / "g.h5";
  const auto with_distance = [&](const numbers<std::int64_t>& distance) {
    write_graph_by_hand(path, {}, [&](hid_t file) {
      add_list<int>(file, "outcome", H5T_STD_U8LE, H5T_NATIVE_INT, {4, 2, 1, 3}, false);
      add_list<std::int64_t>(file, "distance", H5T_STD_U32LE, H5T_NATIVE_INT64, distance, false);
    });
    return values_of(read(path).moves.distance);
  };
  EXPECT_EQ(with_distance({4294967295, 3, 7, 1}), (std::vector<std::int64_t>{0, 3, 0, 1}));
  EXPECT_EQ(with_distance({4294967295, 0, 1, 0}), std::vector<std::int64_t>()) << "all are 0";
}

TEST(read_graph, lists_that_do_not_fit_are_refused) {
  const auto with_list = [](const char* name, const numbers<std::int64_t>& values, hid_t type = H5T_STD_I64LE) {
    return refusal_of_changed([&](hid_t file) {
      if (H5Lexists(file, name, H5P_DEFAULT) > 0) drop(file, name);
      add_list(file, name, type, H5T_NATIVE_INT64, values, false);
    });
  };
  EXPECT_EQ(refusal_of_changed([](hid_t) {}), "accepted");
  EXPECT_EQ(refusal_of_changed([](hid_t file) { drop(file, "indptr"); }), "dataset 'indptr' is missing");
  EXPECT_EQ(with_list("indptr", {0, 2, 5}), "dataset 'indptr' has 3 elements, not 5 as the 4 of 'terminal' need");
  EXPECT_EQ(with_list("to_move", {0, 1}, H5T_STD_U8LE),
            "dataset 'to_move' has 2 elements, not 4 as the 4 of 'terminal' need");
  EXPECT_EQ(with_list("to_move", {0, 1, 1, 0}, H5T_STD_I8LE), "dataset 'to_move' has another type than uint8");
  EXPECT_EQ(with_list("indices", {1, 2, 0, 3, 3}, H5T_STD_I32BE),
            "dataset 'indices' has another type than int64, uint32, int32");
  EXPECT_EQ(with_list("indices", {1, 2, -1, 3, 3}), "dataset 'indices': element 2 is -1, not in 0 to 4294967295");
  EXPECT_EQ(with_list("indices", {1, 2, 0, 3, 4294967296}),
            "dataset 'indices': element 4 is 4294967296, not in 0 to 4294967295");
  EXPECT_EQ(with_list("terminal", {}, H5T_STD_U8LE),
            "dataset 'indptr' has 5 elements, not 1 as the 0 of 'terminal' need");
  EXPECT_EQ(with_list("names", {65}, H5T_STD_U8LE),
            "it has one of the datasets 'names' and 'names_indptr' without the other");
  EXPECT_EQ(refusal_of_changed([](hid_t file) {
              drop(file, "indices");
              replace(file, "to_move", H5T_STD_U8LE, {2, 2}, [](hid_t) {});
            }),
            "dataset 'indices' is missing");
  EXPECT_EQ(refusal_of_changed([](hid_t file) { replace(file, "to_move", H5T_STD_U8LE, {2, 2}, [](hid_t) {}); }),
            "dataset 'to_move' has 2 dimensions, not 1");
  EXPECT_EQ(refusal_of_changed([](hid_t file) {
              drop(file, "indices");
              H5Lcreate_external("other.h5", "indices", file, "indices", H5P_DEFAULT, H5P_DEFAULT);
            }),
            "dataset 'indices' is only a link");
}

TEST(read_graph, wrong_names_and_attributes_are_refused) {
  const auto with_names = [](const numbers<std::int64_t>& ends) {
    return refusal_of_changed([&](hid_t file) {
      add_list<char>(file, "names", H5T_STD_U8LE, H5T_NATIVE_CHAR, {'a', 'b'}, false);
      add_list(file, "names_indptr", H5T_STD_I64LE, H5T_NATIVE_INT64, ends, false);
    });
  };
  const std::string wrong = "dataset 'names_indptr' does not ascend from 0 to the 2 bytes of 'names'";
  EXPECT_EQ(with_names({0, 1, 1, 2, 2}), "accepted");
  EXPECT_EQ(with_names({0, 2, 1, 2, 2}), wrong);
  EXPECT_EQ(with_names({1, 1, 1, 2, 2}), wrong);
  EXPECT_EQ(with_names({0, 1, 1, 1, 3}), wrong);

  const auto with_text = [](const char* name, const char* text) {
    return refusal_of_changed([&](hid_t file) { add_text(file, name, text); });
  };
  EXPECT_EQ(with_text("infinite_play", "cat"), "attribute 'infinite_play': 'cat' is none of: nobody, first, second");
  EXPECT_EQ(with_text("seen_by", "me"), "attribute 'seen_by': 'me' is none of: players, mover");
  EXPECT_EQ(with_text("no_moves", "ends"), "attribute 'no_moves': 'ends' is none of: loses, wins, ties, draws");
  EXPECT_EQ(with_text("first_player", "a b"), "a player's name is 'a b', no word of letters");
  const auto with_number = [](const char* name, std::int64_t number) {
    return refusal_of_changed([&](hid_t file) { add_number(file, name, number); });
  };
  EXPECT_EQ(with_number("start", 4), "attribute 'start': 4 is not in 0 to 3");
  EXPECT_EQ(with_number("start", -1), "attribute 'start': -1 is not in 0 to 18446744073709551615");
  EXPECT_EQ(with_number("positions", 5), "attribute 'positions': 5 is not 4, as the lists have it");
  EXPECT_EQ(with_number("edges", 6), "attribute 'edges': 6 is not 5, as the lists have it");
}

TEST(read_graph, other_files_are_refused) {
  const temporary_folder folder;
  const auto path = folder.path() / "g.h5";
  write_bytes(path, "parity 0;\n");
  EXPECT_FALSE(is_hdf5_file(path));
  EXPECT_EQ(refusal(path), "not an HDF5 file, so no graph");
  EXPECT_EQ(refusal_of_changed([](hid_t file) { set_number(file, "complete", 0); }), "an incomplete graph");
  EXPECT_EQ(refusal_of_changed([](hid_t file) { set_number(file, "format_version", 2); }),
            "graph format version 2, this program reads version 1");
  EXPECT_EQ(refusal_of_changed([](hid_t file) { set_text(file, "format", "zermelo-table"); }),
            "an HDF5 file, but no graph");
  EXPECT_THROW((void)read(folder.path() / "missing.h5"), input_error);
}

TEST(read_graph, every_changed_byte_is_refused_or_leaves_a_graph) {
  const temporary_folder folder;
  const auto path = folder.path() / "g.h5";
  write_graph_by_hand(path, {.has_chunks = true});
  const std::size_t size = read_bytes(path).size();
  constexpr std::size_t step = 31;
  for (std::size_t at = 0; at < size; at += step) {
    const changed_byte change(path, at, 0xff);
    try {
      EXPECT_EQ(read(path).moves.terminal.size(), 4U) << at;
    } catch (const input_error&) {  // refused
    }
  }
}

}  // namespace
}  // namespace zermelo::storage::test::read_graph_test
