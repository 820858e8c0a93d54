// SPDX-License-Identifier: MIT
// Tests that a damaged table is rejected with one line that names it, and never misread.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include <sys/stat.h>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "../../src/hdf5/attribute_text.hpp"
#include "damage.hpp"
#include "expect_equal.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

// HDF5 1.10 leaks some memory when it reads a damaged file; the leak is not in Zermelo.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the sanitizer asks for these names.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace zermelo::storage::test::damaged_table_test {
namespace {

value_table read(const std::filesystem::path& path) {
  work_monitor silent;
  return endgame_table::open(path).load(sample_run_at, silent);
}

class damaged_table : public file_test {
 protected:
  static void expect_rejected(const std::filesystem::path& path, const std::string& message) {
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, path.string() + ": " + message,
                        testkit::error_of([&] { (void)read(path); }));
  }
};

TEST_F(damaged_table, reports_why_files_other_than_hdf5_are_rejected) {
  expect_rejected(m_path, "no such file");
  expect_rejected(m_folder.path(), "... regular file");
  ASSERT_EQ(::mkfifo((m_folder.path() / "pipe").c_str(), 0600), 0);
  expect_rejected(m_folder.path() / "pipe", "... regular file");
  for (const char* bytes : {"", "C.F\n.#.\n..M\n"}) {
    write_bytes(m_path, bytes);
    expect_rejected(m_path, "... table: not ... HDF5 file...");
  }
}

TEST_F(damaged_table, reports_why_hdf5_files_without_table_are_rejected) {
  create_hdf5(m_path, H5P_DEFAULT, [](hid_t) {});
  expect_rejected(m_path, "... table: ... without checksums...");
  create_hdf5(m_path, with_checksums(), [](hid_t) {});
  expect_rejected(m_path, "... table: another ... HDF5 file...");
  create_hdf5(m_path, with_checksums(), set_text("format", "zermelo-graph"));
  expect_rejected(m_path, "... table: another ... HDF5 file; ... graph: ... graph_file...");
}

TEST_F(damaged_table, is_rejected_when_truncated_anywhere) {
  write_table(m_path, make_sample(pursuit_axes(9, 9), 1));
  expect_truncated_file_rejected(m_path, [&] { (void)read(m_path); });
}

TEST_F(damaged_table, is_rejected_or_read_unchanged_after_a_changed_byte) {
  sample s = make_sample(pursuit_axes(9, 9), 1);
  s.metadata.parameters.emplace_back("large", std::string(20'000, '#'));  // HDF5 stores it without a checksum
  write_table(m_path, s);
  expect_changed_bytes_do_no_harm(m_path, std::filesystem::file_size(m_path) / 500, [&] {
    const value_table values = read(m_path);
    expect_equal(endgame_table::open(m_path).metadata(), s.metadata);
    expect_equal(values, s.values);
  });
}

/// Damages a few bytes, sets the bytes of a range or clears it, or copies a range from elsewhere in the file.
std::string damaged(std::string bytes, random_generator& random) {
  constexpr std::size_t max_length = 600;
  const std::size_t length = 1 + random.below(max_length);
  const std::size_t at = random.below(bytes.size() - length);
  const auto random_byte = [&random] { return static_cast<char>(random.below(256)); };
  switch (random.below(4)) {
    case 0:
      for (std::uint64_t n = 1 + random.below(8); n-- > 0;) bytes[random.below(bytes.size())] = random_byte();
      break;
    case 1: std::generate_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), length, random_byte); break;
    case 2: std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), length, '\0'); break;
    default: bytes.replace(at, length, bytes.substr(random.below(bytes.size() - length), length));
  }
  return bytes;
}

TEST_F(damaged_table, never_gives_wrong_values_after_random_damage) {
  const sample s = make_sample({{"a", 2, {"x", "y"}, {}}, {"b", 150, {}, {}}, {"c", 300, {}, {}}}, 1);  // two chunks
  write_table(m_path, s);
  const std::string whole = read_bytes(m_path);
  random_generator random(20261121);
  constexpr int trials = 600;
  int rejected = 0;
  for (int trial = 0; trial < trials; ++trial) {
    SCOPED_TRACE(fmt::format("trial {}", trial));
    write_bytes(m_path, damaged(whole, random));
    std::vector<position> positions(20);
    for (position& p : positions) p = random.below(s.values.size());
    std::vector<position_value> answers(positions.size());
    rejected += is_rejected(m_path, [&] {
      const auto table = endgame_table::open(m_path);
      EXPECT_EQ(table.num_positions(), s.values.size());
      EXPECT_EQ(table.metadata().summary.signature, s.metadata.summary.signature);
      EXPECT_EQ(table.probe(positions[0]), s.values[positions[0]]);
      table.probe(positions, answers, 1);
      for (std::size_t i = 0; i < positions.size(); ++i) EXPECT_EQ(answers[i], s.values[positions[i]]) << positions[i];
    });
    if (HasFailure()) return;
  }
  EXPECT_GT(rejected, trials / 2);
  EXPECT_LT(rejected, trials);  // unused space was hit as well
}

TEST(damaged_table_DeathTest, prints_nothing_at_exit) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  const auto fail_and_exit = [&] {
    write_table(path, make_sample(pursuit_axes(2, 2), 1));
    constexpr std::size_t in_root_object_header = 66;
    const changed_byte damage(path, in_root_object_header, 0xff);
    std::exit(is_rejected(path, [&] { (void)read(path); }) ? 2 : 0);
  };
  EXPECT_EXIT(fail_and_exit(), testing::ExitedWithCode(2), "^$");
}

/// A table changed through HDF5, so that all of HDF5's checksums are right.
class altered_table : public file_test {
 protected:
  void expect_rejected(const std::vector<alteration>& alterations) {
    expect_errors(m_path, [&] { write_table(m_path, m_sample); }, [&] { (void)read(m_path); }, alterations);
  }

  sample m_sample = make_sample(pursuit_axes(3, 4), 1);
  const std::vector<hsize_t> m_shape{2, 12, 12};
};

TEST_F(altered_table, is_rejected_if_version_differs_or_incomplete) {
  expect_rejected({{set_number("format_version", 3), "... version 3 ... versions 1 to 2..."},
                   {remove_attribute("complete"), "incomplete ...: ..."},
                   {set_number("complete", 0), "incomplete ...: ..."}});
}

TEST_F(altered_table, is_rejected_if_attribute_is_missing_or_wrong) {
  expect_rejected({{remove_attribute("game"), "attribute 'game' is missing"},
                   {set_text("edges", "many"), "attribute 'edges' ... type..."},
                   {set_number("repeated_moves", 2), "attribute 'repeated_moves': expected 0 or 1, got 2"},
                   {set_number("wins", -1), "attribute 'wins': expected 0 to 18446744073709551615, got -1"},
                   {set_number("start", 288), "attribute 'start': 288 ... a position"},
                   {set_text("infinite_play", "cat\ndog"), "attribute 'infinite_play': ... 'cat/dog'"},
                   {set_text("parameter_grid", "C.F\n...\n..M\n"), "... checksum of the parameters"},
                   {set_text("parameters", "grid"), "... checksum of the parameters"},
                   {set_text("signature", "0x12"), "expected 16 ... digits, got '0x12'"}});
}

TEST_F(altered_table, is_rejected_if_counts_do_not_add_up) {
  const solution_summary& summary = m_sample.metadata.summary;
  const auto wins = static_cast<std::int64_t>(summary.counts.win);
  const auto draws = static_cast<std::int64_t>(summary.counts.draw);
  const std::uint64_t legal = summary.legal_positions();
  expect_rejected(
      {{set_number("draws", draws + 1),
        fmt::format("attribute 'legal_positions': expected {1}, got {0}", legal, legal + 1)},
       {in_order({set_number("wins", wins - 1), set_number("draws", draws + 1)}), "the wins ... player ..."},
       {set_number("positions", 289), "dataset 'outcome': expected 289 ... attribute 'positions', got 288"}});
}

TEST_F(altered_table, is_rejected_if_values_are_impossible_or_changed) {
  // Position 0 was illegal.
  const std::uint64_t stored = m_sample.metadata.summary.signature;
  const std::uint64_t changed = stored + signature_term(0, {outcome::draw, no_distance});
  expect_rejected(
      {{set_first("outcome", 5), "position 0 ... outcome 5 ... distance 65535"},
       {set_first("outcome", 1), "position 0 ... outcome 1 ... distance 65535"},
       {set_first("distance", 7), "position 0 ... outcome 0 ... distance 7"},
       {set_first("outcome", 4), fmt::format("... signature ... is {:016x}, not {:016x}", changed, stored)}});
}

TEST_F(altered_table, is_rejected_if_layout_of_datasets_differs) {
  const auto with_outcomes = [&](const creation_edit& prepare) {
    return replace("outcome", H5T_STD_U8LE, m_shape, prepare);
  };
  const auto with_other_filter = [&](hid_t creation) {
    chunked(m_shape)(creation);
    H5Pset_nbit(creation);
  };
  expect_rejected({{remove_dataset("outcome"), "dataset 'outcome' is missing"},
                   {remove_dataset("cat_row"), "dataset 'cat_row' is missing"},
                   {remove_dataset("mouse"), "dataset 'mouse' is missing"},
                   {link_elsewhere("outcome"), "dataset 'outcome'... link..."},
                   {with_outcomes(in_one_piece), "dataset 'outcome': ... chunked ..."},
                   {with_outcomes(chunked({2, 6, 6})), "... 'outcome'... ranges ..."},
                   {with_outcomes(chunked({1, 12, 12})), "dataset 'outcome'...complete: 0 of 2 ... 0 bytes"},
                   {with_outcomes(with_other_filter), "dataset 'outcome'... filter 5; ..."}});
}

TEST_F(altered_table, is_rejected_if_value_types_differ) {
  const auto with_values = [&](const char* name, hid_t type) {
    return in_order({replace(name, type, m_shape, chunked(m_shape)), set_first(name, 1)});
  };
  expect_rejected({{with_values("outcome", H5T_STD_I8LE), "dataset 'outcome'... type..."},
                   {with_values("outcome", H5T_STD_U16LE), "dataset 'outcome'... type..."},
                   {with_values("distance", H5T_STD_U16BE), "dataset 'distance'... type..."},
                   {with_values("distance", H5T_IEEE_F32LE), "dataset 'distance'... type..."}});
}

TEST_F(altered_table, is_rejected_if_size_is_huge) {
  // 2^62 positions in a file of some kilobytes: the table is rejected before memory is allocated.
  const hsize_t huge = hsize_t{1} << 31;
  expect_rejected({{replace("outcome", H5T_STD_U8LE, {huge, huge}, chunked({1, 1 << 20})),
                    "dataset 'outcome'...complete: 0 of 4398046511104 ... 0 bytes"},
                   {replace("outcome", H5T_STD_U8LE, {huge, huge, huge}, chunked({1, 1, 1 << 20})),
                    "dataset 'outcome'... 2^63 ..."}});
}

TEST_F(altered_table, is_rejected_if_axes_are_inconsistent) {
  expect_rejected(
      {{set_text("axes", "turn cat"), "expected 3 axes, ... got 2"},
       {set_text("axes", "cat turn mouse"), "dataset 'cat'... its axis..."},
       {set_text("axes", "turn cat /mouse"), "invalid ... name '/mouse'"},
       {in_dataset("turn", set_text("flag_meanings", "mouse cat dog")), "axis 'turn': expected 2 labels, got 3"}});
}

// Damage that neither HDF5's checksums nor those of the table detect.

TEST_F(altered_table, is_rejected_if_names_repeat_or_link_to_another_file) {
  const auto& grid = m_sample.metadata.parameters.front();
  const std::string taken = "' ... already used";
  const auto other = m_folder.path() / "other.h5";
  write_table(other, m_sample);
  const hdf5_edit link_to_other = [&](hid_t file) {
    H5Lcreate_external(other.c_str(), "/", file, "cat_elsewhere", H5P_DEFAULT, H5P_DEFAULT);
  };
  expect_rejected({{in_dataset("cat", set_text("coordinate_names", "row column row")), "the name 'cat_row" + taken},
                   {set_text("axes", "turn cat cat"), "the name 'cat" + taken},
                   {in_order({link_to_other, in_dataset("cat", set_text("coordinate_names", "elsewhere/cat_row"))}),
                    "invalid ... name 'cat_elsewhere/cat_row'"},
                   {in_order({set_text("parameters", "grid grid"),
                              set_text("parameters_checksum", hex_text(format::parameters_checksum({grid, grid})))}),
                    "duplicate parameter 'grid'"}});
}

/// Adds to the first numbers of an attribute.
hdf5_edit add(const std::string& name, std::int64_t amount, std::size_t how_many = 1) {
  return [=](hid_t file) {
    auto numbers = hdf5::read_list<std::int64_t>(file, name);
    for (std::size_t i = 0; i < how_many; ++i) numbers[i] += amount;
    set_list(name, numbers)(file);
  };
}

TEST_F(altered_table, is_rejected_if_counts_overflow_64_bits) {
  constexpr std::int64_t quarter_of_2_to_the_64 = std::int64_t{1} << 62;
  std::vector<hdf5_edit> add_to_all;
  for (const char* name : {"wins", "losses", "ties", "draws", "first_player_wins", "second_player_wins",
                           "histogram_wins", "histogram_losses", "histogram_ties"}) {
    add_to_all.push_back(add(name, quarter_of_2_to_the_64));
  }
  const std::string larger = "a count ... larger ...";
  expect_rejected({{in_order(add_to_all), larger}, {add("histogram_wins", quarter_of_2_to_the_64, 4), larger}});
}

TEST_F(altered_table, is_rejected_if_coordinate_chunk_is_too_short) {
  const auto deflated = [](hid_t creation) {
    chunked({12})(creation);
    H5Pset_deflate(creation, 1);
  };
  const auto write_one_row = [](hid_t rows) {
    constexpr std::array<unsigned char, 4> one_row{};
    constexpr std::uint32_t without_deflate = 1;
    constexpr hsize_t first = 0;
    hdf5::check(H5Dwrite_chunk(rows, H5P_DEFAULT, without_deflate, &first, one_row.size(), one_row.data()));
  };
  expect_rejected({{in_order({replace("cat_row", H5T_STD_I32LE, {12}, deflated), in_dataset("cat_row", write_one_row)}),
                    "damaged: chunk 0 ... 'cat_row' ... size"}});
}

TEST_F(altered_table, is_rejected_if_seconds_are_invalid) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double wrong : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN(), -0.5}) {
    expect_rejected(
        {{set_list<double>("seconds", {wrong, 1.5, 2.0}), fmt::format("attribute 'seconds': ... 0, got {}", wrong)}});
  }
}

TEST_F(altered_table, error_quotes_attribute_escaped_in_one_line) {
  expect_rejected({{set_text("infinite_play", "a\n\x1b[2J\u202e\xff"),
                    "attribute 'infinite_play': ... 'a/\\u001b[2J\\u202e\\xff'"}});
}

}  // namespace
}  // namespace zermelo::storage::test::damaged_table_test
