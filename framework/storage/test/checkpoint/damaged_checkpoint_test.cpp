// SPDX-License-Identifier: MIT
// Checkpoints that are truncated, altered, of another version or too large are refused, and the message says why.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "checkpoint/checkpoint_sample.hpp"
#include "damage.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::damaged_checkpoint_test {
namespace {

TEST(damaged_checkpoint, that_is_no_checkpoint_is_refused_with_the_reason) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  expect_refused(path, "no such file");
  expect_refused(folder.path(), "not a regular file");
  write_bytes(path, "");
  expect_refused(path, "not an HDF5 file, so no checkpoint");
  H5Fclose(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  expect_refused(path, "an HDF5 file without checksums, so no checkpoint");
}

TEST(damaged_checkpoint, is_not_mistaken_for_a_table_nor_a_table_for_it) {
  const temporary_folder folder;
  const auto table = folder.path() / "t.h5";
  const auto path = checkpoint_path(table);
  const sample s = make_sample(pursuit_axes(2, 2), 1);
  work_monitor silent;
  write_endgame_table(table, s.metadata, s.values, silent);
  write(path, make_solve<std::uint16_t>(10, 1));
  expect_refused(table, "an HDF5 file, but no checkpoint");
  try {
    (void)endgame_table::open(path);
    ADD_FAILURE() << "a checkpoint was opened as a table";
  } catch (const input_error& refused) {
    EXPECT_EQ(refused.what(), path.string() + ": an HDF5 file, but no endgame table");
  }
}

TEST(damaged_checkpoint, truncated_anywhere_is_refused) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  write(path, make_solve<std::uint32_t>(1000, 1));
  constexpr std::uintmax_t hdf5_signature_bytes = 8;
  constexpr std::uintmax_t step = 101;
  for (auto length = std::filesystem::file_size(path) - 1; length >= hdf5_signature_bytes;
       length -= std::min(length, step)) {
    std::filesystem::resize_file(path, length);
    const auto message = refusal(path).value_or("(read)");
    ASSERT_NE(message.find("truncated"), std::string::npos) << length << ": " << message;
  }
}

TEST(damaged_checkpoint, with_a_changed_byte_is_refused_or_read_as_it_was) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  auto solve = make_solve<std::uint16_t>(4000, 1);
  solve.metadata.parameters.emplace_back("large", std::string(5'000, '#'));  // HDF5 keeps it without a checksum
  write(path, solve);
  const std::size_t size = std::filesystem::file_size(path);
  random_generator random(20240601);
  constexpr std::size_t step = 61;
  std::size_t trials = 0;
  std::size_t refused = 0;
  for (std::size_t at = random.below(step); at < size; at += 1 + random.below(step)) {
    ++trials;
    SCOPED_TRACE(fmt::format("byte {} of {}", at, size));
    const changed_byte damage(path, at, static_cast<unsigned>(1 + random.below(255)));
    if (const auto message = refusal(path)) {
      ++refused;
      ASSERT_EQ(message->find('\n'), std::string::npos) << *message;
      ASSERT_EQ(message->find(path.string() + ": "), 0U) << *message;
    } else {
      expect_equal(read_checkpoint(path), solve);
    }
    if (HasFailure()) return;
  }
  RecordProperty("trials", std::to_string(trials));
  RecordProperty("refused", std::to_string(refused));
  // Most of a checkpoint is words and checked metadata; the rest is room that nothing uses.
  EXPECT_GT(refused, trials / 2);
}

TEST(damaged_checkpoint, without_any_one_word_is_refused) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  const auto solve = make_solve<std::uint16_t>(500, 7);
  write(path, solve);
  const std::string bytes = read_bytes(path);
  const auto* raw = reinterpret_cast<const char*>(solve.words.data());
  const std::size_t words_at = bytes.find(std::string(raw, 2 * solve.words.size()));
  ASSERT_NE(words_at, std::string::npos);
  for (std::size_t i = 0; i < 2 * solve.words.size(); ++i) {
    const changed_byte damage(path, words_at + i, 1);
    const auto message = refusal(path).value_or("(read)");
    ASSERT_NE(message.find("the attributes and words have the digest"), std::string::npos) << i << ": " << message;
  }
}

/// A checkpoint changed through HDF5.
class altered_checkpoint : public testing::Test {
 protected:
  void expect_refused_after(const hdf5_edit& change, const std::string& message) {
    const auto path = m_folder.path() / "c";
    write(path, m_solve);
    edit_hdf5(path, change);
    expect_refused(path, message);
  }

  static void in_one_piece(hid_t creation) { H5Pset_layout(creation, H5D_CONTIGUOUS); }
  static void allocated(hid_t creation) { H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY); }

  temporary_folder m_folder;
  solve_at_rest<std::uint16_t> m_solve = make_solve<std::uint16_t>(100, 1);
};

TEST_F(altered_checkpoint, of_another_version) {
  for (const int version : {1, 5}) {
    expect_refused_after([=](hid_t file) { set_number(file, "format_version", version); },
                         fmt::format("checkpoint format version {}, this program reads versions 2 to 4: remove it and "
                                     "solve from the start, or go on with the program that wrote it",
                                     version));
  }
}

TEST_F(altered_checkpoint, of_the_version_before_keys_is_read) {
  const auto path = m_folder.path() / "c";
  write(path, m_solve);
  edit_hdf5(path, [](hid_t file) { set_number(file, "format_version", 2); });
  expect_equal(read_checkpoint(path), m_solve);
}

TEST_F(altered_checkpoint, without_its_mark) {
  expect_refused_after([](hid_t file) { H5Adelete(file, "complete"); }, "an incomplete checkpoint");
  expect_refused_after([](hid_t file) { set_number(file, "complete", 0); }, "an incomplete checkpoint");
}

TEST_F(altered_checkpoint, with_an_attribute_missing_or_wrong) {
  for (const char* name :
       {"game", "parameters", "positions", "legal_positions", "edges", "stage", "next_distance", "waves", "digest"}) {
    expect_refused_after([&](hid_t file) { H5Adelete(file, name); }, fmt::format("attribute '{}' is missing", name));
  }
  expect_refused_after([](hid_t file) { set_text(file, "edges", "many"); }, "attribute 'edges' has the wrong type");
  expect_refused_after([](hid_t file) { set_number(file, "edges", -1); },
                       "attribute 'edges': -1 is not in 0 to 18446744073709551615");
  expect_refused_after([](hid_t file) { set_number(file, "waves", std::int64_t{1} << 32); },
                       "attribute 'waves': 4294967296 is not in 0 to 4294967295");
  expect_refused_after([](hid_t file) { set_number(file, "legal_positions", 101); }, "101 legal positions of 100");
  expect_refused_after([](hid_t file) { set_number(file, "next_distance", (1 << 29) + 1); },
                       "the next distance, 536870913 plies, is over 536870912");
  expect_refused_after([](hid_t file) { set_text(file, "stage", "draws\n"); },
                       "attribute 'stage': 'draws/' is none of: exploring, wins_and_losses, ties");
  expect_refused_after([](hid_t file) { set_text(file, "digest", "0x12"); },
                       "'0x12' is not a number of 16 hexadecimal digits");
  expect_refused_after([](hid_t file) { set_text(file, "parameter_note", "Berlin"); },
                       "the parameters do not agree with their checksum");
}

TEST_F(altered_checkpoint, with_margins_that_cannot_be) {
  m_solve.milestone.max_margin = 5;
  m_solve.milestone.stage = 2;
  expect_refused_after([](hid_t file) { set_number(file, "max_margin", 1); }, "margins up to 1, not up to 2 to 32767");
  expect_refused_after([](hid_t file) { set_number(file, "max_margin", 32'768); },
                       "margins up to 32768, not up to 2 to 32767");
  expect_refused_after([](hid_t file) { set_number(file, "margin", 6); },
                       "the stage wins_and_losses of margin 6, of 5 at most");
  expect_refused_after([](hid_t file) { set_number(file, "margin", 0); },
                       "the stage wins_and_losses of margin 0, of 5 at most");
  expect_refused_after([](hid_t file) { set_text(file, "stage", "ties"); }, "the stage ties of margin 3, of 5 at most");
  expect_refused_after([](hid_t file) { H5Adelete(file, "margin"); }, "attribute 'margin' is missing");
  auto other = m_solve;
  const auto expect_other_digest = [&](const hdf5_edit& change) {
    expect_refused_after(change, fmt::format("the attributes and words have the digest {:016x}, not {:016x} as stored",
                                             digest_of(other), digest_of(m_solve)));
  };
  other.milestone.stage = 3;
  expect_other_digest([](hid_t file) { set_number(file, "margin", 2); });
  other.milestone.max_margin = 6;
  other.milestone.stage = 3;
  expect_other_digest([](hid_t file) { set_number(file, "max_margin", 6); });
  other.milestone.max_margin = 1;
  other.milestone.stage = plain_stage::wins_and_losses;
  expect_other_digest([](hid_t file) { H5Adelete(file, "max_margin"); });
}

TEST_F(altered_checkpoint, with_another_word) {
  auto other = m_solve;
  other.words[0] ^= 1U;
  expect_refused_after([&](hid_t file) { set_first(file, "words", other.words[0]); },
                       fmt::format("the attributes and words have the digest {:016x}, not {:016x} as stored",
                                   digest_of(other), digest_of(m_solve)));
}

TEST_F(altered_checkpoint, with_another_attribute) {
  const auto expect_other_digest = [&](const hdf5_edit& change) {
    const auto path = m_folder.path() / "c";
    write(path, m_solve);
    edit_hdf5(path, change);
    EXPECT_EQ(refusal(path).value_or("(read)").find(path.string() + ": the attributes and words have the digest "), 0U);
  };
  expect_other_digest([](hid_t file) { set_text(file, "stage", "ties"); });
  expect_other_digest([](hid_t file) { set_number(file, "next_distance", 16); });
  expect_other_digest([](hid_t file) { set_number(file, "legal_positions", 99); });
  expect_other_digest([](hid_t file) { set_number(file, "edges", 12344); });
  expect_other_digest([](hid_t file) { set_number(file, "waves", 8); });
  expect_other_digest([](hid_t file) { set_text(file, "game", "other"); });
}

TEST_F(altered_checkpoint, whose_words_are_of_another_make) {
  const std::string not_listed = "dataset 'words' is no list of 100 words, which 'positions' says";
  expect_refused_after([](hid_t file) { H5Ldelete(file, "words", H5P_DEFAULT); }, "dataset 'words' is missing");
  for (const hid_t type : {H5T_STD_U8LE, H5T_STD_I16LE, H5T_STD_U16BE, H5T_STD_U64LE, H5T_IEEE_F32LE}) {
    expect_refused_after([&](hid_t file) { replace(file, "words", type, {100}, allocated); },
                         "dataset 'words' has the wrong type");
  }
  for (const std::vector<hsize_t>& shape : {std::vector<hsize_t>{0}, {99}, {101}, {10, 10}, {100, 1}}) {
    expect_refused_after([&](hid_t file) { replace(file, "words", H5T_STD_U16LE, shape, in_one_piece); }, not_listed);
  }
  expect_refused_after([](hid_t file) { replace(file, "words", H5T_STD_U16LE, {}, in_one_piece); },
                       "dataset 'words' is no array");
  expect_refused_after([](hid_t file) { replace(file, "words", H5T_STD_U16LE, {100}, chunked({100})); },
                       "dataset 'words' is not stored in one piece");
  expect_refused_after(
      [](hid_t file) {
        replace(file, "words", H5T_STD_U16LE, {100},
                [](hid_t creation) { H5Pset_external(creation, "other", 0, H5F_UNLIMITED); });
      },
      "dataset 'words' is not stored in one piece");
  expect_refused_after(
      [](hid_t file) {
        H5Ldelete(file, "words", H5P_DEFAULT);
        H5Lcreate_external("other", "words", file, "words", H5P_DEFAULT, H5P_DEFAULT);
      },
      "dataset 'words' is only a link");
}

TEST_F(altered_checkpoint, that_claims_to_be_huge) {
  // Refused before anything is allocated for the words.
  const std::uint64_t huge = std::uint64_t{1} << 62;
  const auto claim = [&](hid_t file) { set_number(file, "positions", static_cast<std::int64_t>(huge)); };
  expect_refused_after(claim, fmt::format("dataset 'words' is no list of {} words, which 'positions' says", huge));
  const auto path = m_folder.path() / "c";
  write(path, m_solve);
  edit_hdf5(path, [&](hid_t file) {
    claim(file);
    replace(file, "words", H5T_STD_U16LE, {huge}, in_one_piece);
  });
  const auto message = refusal(path).value_or("(read)");
  EXPECT_EQ(message, fmt::format("{}: dataset 'words' is not complete: {} words of 2 bytes in a file of {} bytes",
                                 path.string(), huge, std::filesystem::file_size(path)));
}

}  // namespace
}  // namespace zermelo::storage::test::damaged_checkpoint_test
