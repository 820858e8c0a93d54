// SPDX-License-Identifier: MIT
// Tests that truncated, altered or too large checkpoints and those of another version are rejected with a reason.
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "checkpoint/checkpoint_sample.hpp"
#include "damage.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::damaged_checkpoint_test {
namespace {

class damaged_checkpoint : public file_test {};

TEST_F(damaged_checkpoint, reports_why_files_without_checkpoint_are_rejected) {
  expect_rejected(m_path, "no such file");
  expect_rejected(m_folder.path(), "... regular file");
  write_bytes(m_path, "");
  expect_rejected(m_path, "... checkpoint: not ... HDF5 file...");
  create_hdf5(m_path, H5P_DEFAULT, [](hid_t) {});
  expect_rejected(m_path, "... checkpoint: ... without checksums...");
}

TEST_F(damaged_checkpoint, is_not_confused_with_a_table) {
  write_table(m_path, make_sample(pursuit_axes(2, 2), 1));
  expect_rejected(m_path, "... checkpoint: another ... HDF5 file...");
  write(m_path, make_solve<std::uint16_t>(10, 1));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, m_path.string() + ": ... table: another ... HDF5 file...",
                      testkit::error_of([&] { (void)endgame_table::open(m_path); }));
}

TEST_F(damaged_checkpoint, is_rejected_when_truncated_anywhere) {
  write(m_path, make_solve<std::uint32_t>(1000, 1));
  expect_truncated_file_rejected(m_path, [&] { (void)read_checkpoint(m_path); });
}

TEST_F(damaged_checkpoint, is_rejected_or_read_unchanged_after_a_changed_byte) {
  auto solve = make_solve<std::uint16_t>(4000, 1);
  solve.metadata.parameters.emplace_back("large", std::string(5'000, '#'));  // HDF5 stores it without a checksum
  write(m_path, solve);
  expect_changed_bytes_do_no_harm(m_path, 61, [&] { expect_equal(read_checkpoint(m_path), solve); });
}

TEST_F(damaged_checkpoint, is_rejected_when_any_packed_word_changed) {
  const auto solve = make_solve<std::uint16_t>(500, 7);
  write(m_path, solve);
  const auto* raw = reinterpret_cast<const char*>(solve.words.data());
  const std::size_t words_at = read_bytes(m_path).find(std::string(raw, 2 * solve.words.size()));
  ASSERT_NE(words_at, std::string::npos);
  for (std::size_t i = 0; i < 2 * solve.words.size(); ++i) {
    const changed_byte damage(m_path, words_at + i, 1);
    const std::string message = testkit::error_of([&] { (void)read_checkpoint(m_path); });
    ASSERT_PRED_FORMAT2(testkit::matches_pattern, "...digest ... words: expected ..., got ...", message) << i;
  }
}

/// A checkpoint changed through HDF5.
class altered_checkpoint : public file_test {
 protected:
  void expect_rejected(const std::vector<alteration>& alterations) {
    expect_errors(m_path, [&] { write(m_path, m_solve); }, [&] { (void)read_checkpoint(m_path); }, alterations);
  }
  [[nodiscard]] std::string other_digest(const sample_solve<std::uint16_t>& other) const {
    return fmt::format("digest ... words: expected {:016x}, got {:016x}", digest_of(m_solve), digest_of(other));
  }

  sample_solve<std::uint16_t> m_solve = make_solve<std::uint16_t>(100, 1);
};

TEST_F(altered_checkpoint, is_rejected_if_version_differs_or_incomplete) {
  for (const int version : {1, 5}) {
    expect_rejected(
        {{set_number("format_version", version), fmt::format("... version {} ... versions 2 to 4...", version)}});
  }
  expect_rejected({{remove_attribute("complete"), "incomplete checkpoint: ..."},
                   {set_number("complete", 0), "incomplete checkpoint: ..."}});
}

TEST_F(altered_checkpoint, is_accepted_in_the_format_version_without_keys) {
  write(m_path, m_solve);
  edit_hdf5(m_path, set_number("format_version", 2));
  expect_equal(read_checkpoint(m_path), m_solve);
}

TEST_F(altered_checkpoint, is_rejected_if_attribute_is_missing_or_wrong) {
  for (const std::string name :
       {"game", "parameters", "positions", "legal_positions", "edges", "stage", "next_distance", "waves", "digest"}) {
    expect_rejected({{remove_attribute(name), "attribute '" + name + "' is missing"}});
  }
  expect_rejected(
      {{set_text("edges", "many"), "attribute 'edges' ... type..."},
       {set_number("edges", -1), "attribute 'edges': expected 0 to 18446744073709551615, got -1"},
       {set_number("waves", std::int64_t{1} << 32), "attribute 'waves': expected 0 to 4294967295, got 4294967296"},
       {set_number("legal_positions", 101), "attribute 'legal_positions': ... 100, got 101"},
       {set_number("next_distance", (1 << 29) + 1), "attribute 'next_distance': ... 536870912, got 536870913"},
       {set_text("stage", "draws\n"), "attribute 'stage': ... 'draws/'"},
       {set_text("digest", "0x12"), "expected 16 ... digits, got '0x12'"},
       {set_text("parameter_note", "Berlin"), "... checksum of the parameters"}});
}

TEST_F(altered_checkpoint, is_rejected_if_margins_are_impossible) {
  m_solve.progress.max_margin = 5;
  m_solve.progress.stage = 2;
  expect_rejected({{set_number("max_margin", 1), "attribute 'max_margin': expected 2 to 32767, got 1"},
                   {set_number("max_margin", 32'768), "attribute 'max_margin': expected 2 to 32767, got 32768"},
                   {set_number("margin", 6), "attribute 'margin': 6 ... stage 'wins_and_losses' and max_margin 5"},
                   {set_number("margin", 0), "attribute 'margin': 0 ... stage 'wins_and_losses' and max_margin 5"},
                   {set_text("stage", "ties"), "attribute 'margin': 3 ... stage 'ties' and max_margin 5"},
                   {remove_attribute("margin"), "attribute 'margin' is missing"}});
  const auto with = [&](std::uint32_t max_margin, solve_stage stage) {
    auto other = m_solve;
    other.progress.max_margin = max_margin;
    other.progress.stage = stage;
    return other_digest(other);
  };
  expect_rejected({{set_number("margin", 2), with(5, 3)},
                   {set_number("max_margin", 6), with(6, 3)},
                   {remove_attribute("max_margin"), with(1, plain_stage::wins_and_losses)}});
}

TEST_F(altered_checkpoint, is_rejected_if_packed_word_or_attribute_changed) {
  using solve = sample_solve<std::uint16_t>;
  const auto with = [&](const std::function<void(solve&)>& change) {
    solve other = m_solve;
    change(other);
    return other_digest(other);
  };
  const auto word = static_cast<std::uint16_t>(m_solve.words[0] ^ 1U);
  expect_rejected(
      {{set_first("words", word), with([&](solve& s) { s.words[0] = word; })},
       {set_text("stage", "ties"), with([](solve& s) { s.progress.stage = plain_stage::ties; })},
       {set_number("next_distance", 16), with([](solve& s) { s.progress.next_distance_plies = 16; })},
       {set_number("legal_positions", 99), with([](solve& s) { s.progress.legal_positions = 99; })},
       {set_number("edges", 12344), with([](solve& s) { s.progress.edges = 12344; })},
       {remove_attribute("repeated_moves"), with([](solve& s) { s.metadata.counts_repeated_moves = false; })},
       {set_number("waves", 8), with([](solve& s) { s.progress.waves = 8; })},
       {set_text("game", "other"), with([](solve& s) { s.metadata.game = "other"; })}});
}

TEST_F(altered_checkpoint, is_rejected_if_type_shape_or_layout_of_packed_words_differs) {
  for (const hid_t type : {H5T_STD_U8LE, H5T_STD_I16LE, H5T_STD_U16BE, H5T_STD_U64LE, H5T_IEEE_F32LE}) {
    expect_rejected({{replace("words", type, {100}, allocated), "dataset 'words'... type..."}});
  }
  for (const std::vector<hsize_t>& shape : {std::vector<hsize_t>{0}, {99}, {101}, {10, 10}, {100, 1}}) {
    expect_rejected(
        {{replace("words", H5T_STD_U16LE, shape, in_one_piece), "dataset 'words'... list of 100 ... 'positions' ..."}});
  }
  const auto in_another_file = [](hid_t creation) { H5Pset_external(creation, "other", 0, H5F_UNLIMITED); };
  expect_rejected({{remove_dataset("words"), "dataset 'words' is missing"},
                   {replace("words", H5T_STD_U16LE, {}, in_one_piece), "dataset 'words'... an array"},
                   {replace("words", H5T_STD_U16LE, {100}, chunked({100})), "dataset 'words': ... contiguous ..."},
                   {replace("words", H5T_STD_U16LE, {100}, in_another_file), "dataset 'words': ... contiguous ..."},
                   {link_elsewhere("words"), "dataset 'words'... link..."}});
}

TEST_F(altered_checkpoint, is_rejected_if_size_is_huge) {
  // The file is rejected before memory is allocated for the words.
  const std::uint64_t huge = std::uint64_t{1} << 62;
  const hdf5_edit claim = set_number("positions", static_cast<std::int64_t>(huge));
  expect_rejected({{claim, fmt::format("dataset 'words'... list of {} ... 'positions' ...", huge)}});
  write(m_path, m_solve);
  edit_hdf5(m_path, in_order({claim, replace("words", H5T_STD_U16LE, {huge}, in_one_piece)}));
  test::expect_rejected(m_path, fmt::format("dataset 'words'...complete: {} words of 2 ... {} bytes", huge,
                                            std::filesystem::file_size(m_path)));
}

}  // namespace
}  // namespace zermelo::storage::test::damaged_checkpoint_test
