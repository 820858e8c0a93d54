// SPDX-License-Identifier: MIT
// A file that is no sound table is refused with one line that names it, and never read as something else.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <sys/stat.h>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "damage.hpp"
#include "expect_equal.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

// HDF5 1.10 does not release all that it has read of a damaged file: not ours to mend, and no leak of ours.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming): the sanitizer asks for these names.
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }
extern "C" const char* __lsan_default_options() { return "print_suppressions=0"; }
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace zermelo::storage::test::damaged_table_test {
namespace {

void write(const std::filesystem::path& path, const sample& s) {
  work_monitor silent;
  write_endgame_table(path, s.metadata, s.values, silent);
}

struct contents {
  table_metadata metadata;
  value_table values;
};

contents read(const std::filesystem::path& path) {
  work_monitor silent;
  const auto table = endgame_table::open(path);
  return {table.metadata(), table.load(sample_run_at, silent)};
}

/// The message of the refusal; nothing if the file was read. Any other exception fails the test.
std::optional<std::string> refusal(const std::filesystem::path& path) {
  try {
    (void)read(path);
    return std::nullopt;
  } catch (const input_error& refused) {
    return refused.what();
  }
}

void expect_refused(const std::filesystem::path& path, const std::string& message) {
  EXPECT_EQ(refusal(path).value_or("(read)"), path.string() + ": " + message);
}

TEST(damaged_table, that_is_no_table_is_refused_with_the_reason) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  expect_refused(path, "no such file");
  expect_refused(folder.path(), "not a regular file");
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  expect_refused(folder.path() / "pipe", "not a regular file");
  write_bytes(path, "");
  expect_refused(path, "not an HDF5 file, so no endgame table");
  write_bytes(path, "C.F\n.#.\n..M\n");
  expect_refused(path, "not an HDF5 file, so no endgame table");
}

TEST(damaged_table, in_another_kind_of_hdf5_file_is_refused_with_the_reason) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  H5Fclose(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  expect_refused(path, "an HDF5 file without checksums, so no endgame table");
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  H5Fclose(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access));
  H5Pclose(access);
  expect_refused(path, "an HDF5 file, but no endgame table");
}

TEST(damaged_table, that_is_a_graph_is_refused_as_a_graph) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  const std::string format = "zermelo-graph";
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  const hid_t text = H5Tcopy(H5T_C_S1);
  H5Tset_size(text, format.size());
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t attribute = H5Acreate2(file, "format", text, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(attribute, text, format.data());
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(text);
  H5Fclose(file);
  H5Pclose(access);
  expect_refused(path, "an HDF5 file, but no endgame table: it is a graph, which the game graph_file reads");
}

TEST(damaged_table, truncated_anywhere_is_refused) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  write(path, make_sample(pursuit_axes(9, 9), 1));
  const auto size = std::filesystem::file_size(path);
  constexpr std::uintmax_t hdf5_signature_bytes = 8;
  constexpr std::uintmax_t step = 101;
  for (std::uintmax_t length = size - 1; length >= hdf5_signature_bytes; length -= std::min(length, step)) {
    std::filesystem::resize_file(path, length);
    const auto message = refusal(path).value_or("(read)");
    ASSERT_NE(message.find("truncated"), std::string::npos) << length << ": " << message;
  }
}

TEST(damaged_table, with_a_changed_byte_is_refused_or_read_as_it_was) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  sample s = make_sample(pursuit_axes(9, 9), 1);
  s.metadata.parameters.emplace_back("large", std::string(20'000, '#'));  // HDF5 keeps it without a checksum
  write(path, s);
  const std::size_t size = std::filesystem::file_size(path);
  random_generator random(20240601);
  constexpr int trials = 1000;
  int refused = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const std::size_t at = random.below(size);
    const changed_byte damage(path, at, static_cast<unsigned>(1 + random.below(255)));
    if (const auto message = refusal(path)) {
      ++refused;
      ASSERT_EQ(message->find('\n'), std::string::npos) << *message;
      ASSERT_EQ(message->find(path.string() + ": "), 0U) << *message;
      continue;
    }
    SCOPED_TRACE(fmt::format("byte {} of {}", at, size));
    const contents found = read(path);
    expect_equal(found.metadata, s.metadata);
    expect_equal(found.values, s.values);
    if (HasFailure()) return;
  }
  RecordProperty("refused", refused);
  // Most of a table is values and checked metadata; the rest is room that nothing uses.
  EXPECT_GT(refused, trials / 2);
}

/// A few bytes somewhere, all bytes of a stretch, a stretch of zeros, or a stretch from elsewhere in the file.
std::string damaged(std::string bytes, random_generator& random) {
  constexpr std::size_t longest_stretch = 600;
  const std::size_t length = 1 + random.below(longest_stretch);
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

TEST(damaged_table, random_damage_never_gives_a_wrong_value) {
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  const sample s = make_sample({{"a", 2, {"x", "y"}, {}}, {"b", 150, {}, {}}, {"c", 300, {}, {}}}, 1);  // two chunks
  write(path, s);
  const std::string whole = read_bytes(path);
  random_generator random(20261121);
  constexpr int trials = 600;
  int refused = 0;
  for (int trial = 0; trial < trials; ++trial) {
    SCOPED_TRACE(fmt::format("trial {}", trial));
    write_bytes(path, damaged(whole, random));
    std::vector<position> asked(20);
    for (position& p : asked) p = random.below(s.values.size());
    std::vector<position_value> answers(asked.size());
    try {
      const auto table = endgame_table::open(path);
      EXPECT_EQ(table.num_positions(), s.values.size());
      EXPECT_EQ(table.metadata().summary.signature, s.metadata.summary.signature);
      EXPECT_EQ(table.probe(asked[0]), s.values[asked[0]]);
      table.probe(asked, answers, 1);
      for (std::size_t i = 0; i < asked.size(); ++i) EXPECT_EQ(answers[i], s.values[asked[i]]) << asked[i];
    } catch (const input_error& why) {
      ++refused;
      EXPECT_EQ(std::string(why.what()).find('\n'), std::string::npos) << why.what();
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(refused, trials / 2);
  EXPECT_LT(refused, trials);  // room that nothing uses was hit as well
}

TEST(damaged_table_DeathTest, leaves_nothing_to_say_at_exit) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const temporary_folder folder;
  const auto path = folder.path() / "t.h5";
  const auto fail_and_exit = [&] {
    write(path, make_sample(pursuit_axes(2, 2), 1));
    std::string bytes = read_bytes(path);
    constexpr std::size_t in_root_object_header = 66;
    bytes[in_root_object_header] = static_cast<char>(~bytes[in_root_object_header]);
    write_bytes(path, bytes);
    std::exit(refusal(path) ? 2 : 0);
  };
  EXPECT_EXIT(fail_and_exit(), testing::ExitedWithCode(2), "^$");
}

/// A table changed through HDF5, so that all of HDF5's own checksums are right.
class altered_table : public testing::Test {
 protected:
  void expect_refused_after(const hdf5_edit& change, const std::string& message) {
    const auto path = m_folder.path() / "t.h5";
    write(path, m_sample);
    edit_hdf5(path, change);
    expect_refused(path, message);
  }

  temporary_folder m_folder;
  sample m_sample = make_sample(pursuit_axes(3, 4), 1);
};

TEST_F(altered_table, of_another_version) {
  expect_refused_after([](hid_t file) { set_number(file, "format_version", 3); },
                       "endgame table format version 3, this program reads versions 1 to 2");
}

TEST_F(altered_table, without_its_mark) {
  expect_refused_after([](hid_t file) { H5Adelete(file, "complete"); }, "an incomplete endgame table");
  expect_refused_after([](hid_t file) { set_number(file, "complete", 0); }, "an incomplete endgame table");
}

TEST_F(altered_table, with_an_attribute_missing_or_wrong) {
  expect_refused_after([](hid_t file) { H5Adelete(file, "game"); }, "attribute 'game' is missing");
  expect_refused_after([](hid_t file) { set_text(file, "edges", "many"); }, "attribute 'edges' has the wrong type");
  expect_refused_after([](hid_t file) { set_number(file, "wins", -1); },
                       "attribute 'wins': -1 is not in 0 to 18446744073709551615");
  expect_refused_after([](hid_t file) { set_number(file, "start", 288); }, "the start, 288, is not a position");
  expect_refused_after([](hid_t file) { set_text(file, "infinite_play", "cat"); },
                       "attribute 'infinite_play': 'cat' is none of: nobody, first, second");
  expect_refused_after([](hid_t file) { set_text(file, "infinite_play", "cat\ndog"); },
                       "attribute 'infinite_play': 'cat/dog' is none of: nobody, first, second");
  expect_refused_after([](hid_t file) { set_text(file, "parameter_grid", "C.F\n...\n..M\n"); },
                       "the parameters do not agree with their checksum");
  expect_refused_after([](hid_t file) { set_text(file, "parameters", "grid"); },
                       "the parameters do not agree with their checksum");
  expect_refused_after([](hid_t file) { set_text(file, "signature", "0x12"); },
                       "'0x12' is not a number of 16 hexadecimal digits");
}

TEST_F(altered_table, whose_numbers_do_not_add_up) {
  const auto wins = static_cast<std::int64_t>(m_sample.metadata.summary.counts.win);
  const auto draws = static_cast<std::int64_t>(m_sample.metadata.summary.counts.draw);
  expect_refused_after(
      [&](hid_t file) { set_number(file, "draws", draws + 1); },
      fmt::format("attribute 'legal_positions': {} is not {}", m_sample.metadata.summary.legal_positions(),
                  m_sample.metadata.summary.legal_positions() + 1));
  expect_refused_after([&](hid_t file) { set_number(file, "wins", wins - 1), set_number(file, "draws", draws + 1); },
                       "the wins by player do not add up to the wins and losses");
  expect_refused_after([](hid_t file) { set_number(file, "positions", 289); },
                       "dataset 'outcome' has 288 elements, attribute 'positions' says 289");
}

TEST_F(altered_table, with_impossible_values) {
  expect_refused_after([](hid_t file) { set_first(file, "outcome", 5); },
                       "position 0 has the impossible outcome 5 and distance 65535");
  expect_refused_after([](hid_t file) { set_first(file, "outcome", 1); },
                       "position 0 has the impossible outcome 1 and distance 65535");
  expect_refused_after([](hid_t file) { set_first(file, "distance", 7); },
                       "position 0 has the impossible outcome 0 and distance 7");
}

TEST_F(altered_table, with_possible_but_other_values) {
  const auto stored = fmt::format("{:016x}", m_sample.metadata.summary.signature);
  const auto path = m_folder.path() / "t.h5";
  // Position 0 was illegal: it is a draw now.
  const sample& s = m_sample;
  const auto changed =
      fmt::format("{:016x}", s.metadata.summary.signature + signature_term(0, {outcome::draw, no_distance}));
  expect_refused_after([](hid_t file) { set_first(file, "outcome", 4); },
                       fmt::format("the values have the signature {}, not {} as stored", changed, stored));
}

TEST_F(altered_table, with_datasets_of_another_make) {
  const std::vector<hsize_t> shape{2, 12, 12};
  expect_refused_after([](hid_t file) { H5Ldelete(file, "outcome", H5P_DEFAULT); }, "dataset 'outcome' is missing");
  expect_refused_after([](hid_t file) { H5Ldelete(file, "cat_row", H5P_DEFAULT); }, "dataset 'cat_row' is missing");
  expect_refused_after([](hid_t file) { H5Ldelete(file, "mouse", H5P_DEFAULT); }, "dataset 'mouse' is missing");
  expect_refused_after([&](hid_t file) { replace(file, "outcome", H5T_STD_U8LE, shape, [](hid_t) {}); },
                       "dataset 'outcome' is not stored in chunks");
  expect_refused_after([&](hid_t file) { replace(file, "outcome", H5T_STD_U8LE, shape, chunked({2, 6, 6})); },
                       "the chunks of dataset 'outcome' are no runs of positions");
  expect_refused_after([&](hid_t file) { replace(file, "outcome", H5T_STD_U8LE, shape, chunked({1, 12, 12})); },
                       "dataset 'outcome' is not complete: 0 of 2 chunks in 0 bytes");
  expect_refused_after(
      [](hid_t file) {
        H5Ldelete(file, "outcome", H5P_DEFAULT);
        H5Lcreate_external("other.h5", "outcome", file, "outcome", H5P_DEFAULT, H5P_DEFAULT);
      },
      "dataset 'outcome' is only a link");
  expect_refused_after(
      [&](hid_t file) {
        replace(file, "outcome", H5T_STD_U8LE, shape, [](hid_t creation) {
          chunked({2, 12, 12})(creation);
          H5Pset_nbit(creation);
        });
      },
      "dataset 'outcome' uses the filter 5, which is not read; shuffle, deflate (gzip) and fletcher32 are");
}

TEST_F(altered_table, with_values_of_another_type) {
  const std::vector<hsize_t> shape{2, 12, 12};
  const auto with_values = [&](const char* name, hid_t type) {
    return [&shape, name, type](hid_t file) {
      replace(file, name, type, shape, chunked(shape));
      set_first(file, name, 1);
    };
  };
  expect_refused_after(with_values("outcome", H5T_STD_I8LE), "dataset 'outcome' has the wrong type");
  expect_refused_after(with_values("outcome", H5T_STD_U16LE), "dataset 'outcome' has the wrong type");
  expect_refused_after(with_values("distance", H5T_STD_U16BE), "dataset 'distance' has the wrong type");
  expect_refused_after(with_values("distance", H5T_IEEE_F32LE), "dataset 'distance' has the wrong type");
}

TEST_F(altered_table, that_claims_to_be_huge) {
  // 2^62 positions in a file of some kilobytes: refused before anything is allocated for them.
  const hsize_t huge = hsize_t{1} << 31;
  expect_refused_after([&](hid_t file) { replace(file, "outcome", H5T_STD_U8LE, {huge, huge}, chunked({1, 1 << 20})); },
                       "dataset 'outcome' is not complete: 0 of 4398046511104 chunks in 0 bytes");
  expect_refused_after(
      [&](hid_t file) { replace(file, "outcome", H5T_STD_U8LE, {huge, huge, huge}, chunked({1, 1, 1 << 20})); },
      "dataset 'outcome' is too large");
}

TEST_F(altered_table, whose_axes_do_not_fit) {
  expect_refused_after([](hid_t file) { set_text(file, "axes", "turn cat"); }, "2 axes are named for 3 dimensions");
  expect_refused_after([](hid_t file) { set_text(file, "axes", "cat turn mouse"); },
                       "dataset 'cat' is not as long as its axis");
  expect_refused_after([](hid_t file) { set_text(file, "axes", "turn cat /mouse"); },
                       "'/mouse' is no name for an axis");
  expect_refused_after(
      [](hid_t file) {
        const hid_t scale = H5Dopen2(file, "turn", H5P_DEFAULT);
        set_text(scale, "flag_meanings", "mouse cat dog");
        H5Dclose(scale);
      },
      "axis 'turn' has 2 places, but 3 labels");
}

}  // namespace
}  // namespace zermelo::storage::test::damaged_table_test
