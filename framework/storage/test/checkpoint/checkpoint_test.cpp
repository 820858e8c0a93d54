// SPDX-License-Identifier: MIT
// A checkpoint is read as it was written, or refused with one line that names it.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <oneapi/tbb/parallel_for.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/solution_entries.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "damage.hpp"
#include "full_disk.hpp"
#include "sample_table.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::checkpoint_test {
namespace {

constexpr std::uint64_t slice_words = std::uint64_t{1} << 20;

/// A made-up solve at rest.
template <class Word>
struct solve_at_rest {
  checkpoint_metadata metadata;
  solve_milestone milestone;
  std::vector<Word> words;

  [[nodiscard]] solve_snapshot snapshot() const { return {milestone, std::span<const Word>(words)}; }
};

template <class Word>
solve_at_rest<Word> make_solve(std::uint64_t positions, std::uint64_t seed) {
  solve_at_rest<Word> made;
  made.metadata = {"sample", {{"grid", "C.F\n.#.\n..M\n"}, {"empty", ""}, {"note", "Zürich – 1913"}}};
  made.milestone = {solve_stage::wins_and_losses, 17, 12345, positions, 9};
  random_generator random(seed);
  made.words.resize(positions);
  for (auto& word : made.words) word = static_cast<Word>(random());
  return made;
}

/// The share of all but the words in the digest, as the format's page has it.
std::uint64_t digest_of_attributes(const checkpoint_metadata& metadata, const solve_milestone& milestone,
                                   std::uint64_t positions, const std::string& array, std::size_t word_bytes) {
  std::vector<std::string> texts{metadata.game};
  for (const auto& [name, value] : metadata.parameters) texts.insert(texts.end(), {name, value});
  for (const std::uint64_t number : {positions, milestone.legal_positions, milestone.edges}) {
    texts.push_back(std::to_string(number));
  }
  texts.emplace_back(milestone.stage == solve_stage::ties ? "ties" : "wins_and_losses");
  texts.insert(texts.end(), {std::to_string(milestone.next_distance_plies), std::to_string(milestone.waves), array,
                             std::to_string(word_bytes)});
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::string& text : texts) {
    for (const char c : text + '\0') hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return splitmix64_mix(hash);
}

template <class Word>
std::uint64_t digest_of(const solve_at_rest<Word>& solve) {
  std::uint64_t digest =
      digest_of_attributes(solve.metadata, solve.milestone, solve.words.size(), "words", sizeof(Word));
  for (position p = 0; p < solve.words.size(); ++p) digest += splitmix64_mix(splitmix64_mix(p) + solve.words[p]);
  return digest;
}

template <class Word>
void write(const std::filesystem::path& path, const solve_at_rest<Word>& solve) {
  write_checkpoint(path, solve.metadata, solve.snapshot());
}

template <class Word>
void expect_equal(const checkpoint& read, const solve_at_rest<Word>& written) {
  EXPECT_EQ(read.metadata, written.metadata);
  EXPECT_FALSE(read.exploration || read.keys);
  ASSERT_TRUE(read.solve);
  EXPECT_EQ(read.solve->milestone, written.milestone);
  const auto* words = std::get_if<uninitialized_array<Word>>(&read.solve->words);
  ASSERT_NE(words, nullptr) << "words of another width";
  EXPECT_TRUE(std::ranges::equal(words->span(), written.words));
}

template <class Word>
void expect_round_trip(const solve_at_rest<Word>& solve) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  write(path, solve);
  EXPECT_EQ(count_files(folder.path()), 1U);
  expect_equal(read_checkpoint(path), solve);
}

/// The message of the refusal; nothing if the file was read. Any other exception fails the test.
std::optional<std::string> refusal(const std::filesystem::path& path) {
  try {
    (void)read_checkpoint(path);
    return std::nullopt;
  } catch (const input_error& refused) {
    return refused.what();
  }
}

void expect_refused(const std::filesystem::path& path, const std::string& message) {
  EXPECT_EQ(refusal(path).value_or("(read)"), path.string() + ": " + message);
}

TEST(checkpoint, lies_beside_the_table) {
  EXPECT_EQ(checkpoint_path("folder/t.h5"), "folder/t.h5.checkpoint");
  EXPECT_EQ(checkpoint_path("t"), "t.checkpoint");
}

TEST(checkpoint, of_any_number_of_words_is_read_as_written) {
  for (const std::uint64_t positions : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}, slice_words - 1,
                                        slice_words, slice_words + 1, 2 * slice_words + 7}) {
    SCOPED_TRACE(positions);
    expect_round_trip(make_solve<std::uint16_t>(positions, 1));
    expect_round_trip(make_solve<std::uint32_t>(positions, 2));
  }
}

TEST(checkpoint, of_either_stage_is_read_as_written) {
  for (const solve_stage stage : {solve_stage::wins_and_losses, solve_stage::ties}) {
    auto solve = make_solve<std::uint16_t>(10, 3);
    solve.milestone.stage = stage;
    expect_round_trip(solve);
  }
}

TEST(checkpoint, with_the_largest_numbers_is_read_as_written) {
  auto solve = make_solve<std::uint32_t>(10, 4);
  solve.milestone = {solve_stage::ties, std::uint64_t{1} << 29, INT64_MAX, 10, UINT32_MAX};
  solve.words.assign(10, UINT32_MAX);
  expect_round_trip(solve);
}

TEST(checkpoint, of_a_game_without_parameters_or_with_large_ones_is_read_as_written) {
  auto solve = make_solve<std::uint16_t>(10, 5);
  solve.metadata.parameters.clear();
  expect_round_trip(solve);
  solve.metadata.parameters.emplace_back("large", std::string(300'000, '.') + '\n');
  expect_round_trip(solve);
}

TEST(checkpoint, is_replaced_by_a_later_one) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  const auto later = make_solve<std::uint32_t>(50, 2);
  write(path, make_solve<std::uint16_t>(1000, 1));
  write(path, later);
  expect_equal(read_checkpoint(path), later);
  EXPECT_EQ(count_files(folder.path()), 1U);
}

TEST(checkpoint, has_its_words_and_their_digest_as_documented) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  const auto solve = make_solve<std::uint16_t>(slice_words + 3, 6);
  write(path, solve);
  const std::string expected = fmt::format("{:016x}", digest_of(solve));

  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  std::vector<std::uint16_t> words(solve.words.size());
  const hid_t dataset = H5Dopen2(file, "words", H5P_DEFAULT);
  EXPECT_GE(H5Dread(dataset, H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, words.data()), 0);
  H5Dclose(dataset);
  std::string stored(expected.size(), '\0');
  const hid_t attribute = H5Aopen(file, "digest", H5P_DEFAULT);
  const hid_t type = H5Aget_type(attribute);
  EXPECT_EQ(H5Tget_size(type), stored.size());
  EXPECT_GE(H5Aread(attribute, type, stored.data()), 0);
  H5Tclose(type);
  H5Aclose(attribute);
  H5Fclose(file);
  EXPECT_TRUE(words == solve.words);
  EXPECT_EQ(stored, expected);
}

TEST(checkpoint_that_cannot_be, is_not_written) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  const auto expect_contract_error = [&](const std::function<void(solve_at_rest<std::uint16_t>&)>& change) {
    auto solve = make_solve<std::uint16_t>(10, 1);
    change(solve);
    EXPECT_THROW(write(path, solve), contract_error);
    EXPECT_EQ(count_files(folder.path()), 0U);
  };
  expect_contract_error([](auto& solve) { solve.milestone.legal_positions = 11; });
  expect_contract_error([](auto& solve) { solve.milestone.next_distance_plies = (std::uint64_t{1} << 29) + 1; });
  expect_contract_error([](auto& solve) { solve.metadata.parameters = {{"two words", ""}}; });
}

TEST(failed_checkpoint, at_any_byte_leaves_the_old_one) {
  const auto old = make_solve<std::uint16_t>(100, 1);
  const auto larger = make_solve<std::uint32_t>(10'000, 2);
  expect_cut_off_writes_leave_the_old_file([&](const auto& path) { write(path, old); },
                                           [&](const auto& path) { write(path, larger); });
}

TEST(failed_checkpoint, on_a_full_disk_leaves_the_old_one) {
  const temporary_folder folder;
  constexpr std::size_t room = 4 << 20;
  const small_disk disk(folder.path(), room);
  if (!disk.mounted()) GTEST_SKIP() << "may not mount a file system";
  const auto path = folder.path() / "c";
  write(path, make_solve<std::uint16_t>(100, 1));
  const std::string old = read_bytes(path);
  try {
    write(path, make_solve<std::uint16_t>(3 * slice_words, 2));
    ADD_FAILURE() << "the write has not failed";
  } catch (const resource_error& refused) {
    EXPECT_EQ(refused.what(), path.string() + ": cannot write: No space left on device");
  }
  EXPECT_TRUE(read_bytes(path) == old);
  EXPECT_EQ(count_files(folder.path()), 1U);
}

TEST(failed_checkpoint, where_no_file_can_be_names_the_path) {
  const temporary_folder folder;
  const auto solve = make_solve<std::uint16_t>(10, 1);
  EXPECT_THROW(write(folder.path() / "missing" / "c", solve), input_error);
  EXPECT_THROW(write(folder.path(), solve), input_error);
}

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
  constexpr std::size_t step = 23;
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
  for (const int version : {1, 4}) {
    expect_refused_after([=](hid_t file) { set_number(file, "format_version", version); },
                         fmt::format("checkpoint format version {}, this program reads versions 2 to 3: remove it and "
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
                       "attribute 'stage': 'draws\\n' is none of: exploring, wins_and_losses, ties");
  expect_refused_after([](hid_t file) { set_text(file, "digest", "0x12"); },
                       "'0x12' is not a number of 16 hexadecimal digits");
  expect_refused_after([](hid_t file) { set_text(file, "parameter_note", "Berlin"); },
                       "the parameters do not agree with their checksum");
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

// Entries

/// Entries in memory, read together in runs of 1000.
class some_entries final : public solution_entries {
 public:
  some_entries(std::uint64_t size, std::uint32_t longest, std::uint64_t seed) : m_values(size), m_longest(longest) {
    random_generator random(seed);
    constexpr std::array<outcome, 4> outcomes{outcome::win, outcome::loss, outcome::tie, outcome::draw};
    for (position_value& value : m_values) {
      value.outcome = outcomes[random.below(outcomes.size())];
      if (value.outcome != outcome::draw) value.distance_plies = static_cast<std::uint32_t>(random.below(longest + 1));
    }
    if (size > 0) m_values.back() = {outcome::loss, longest};
  }
  [[nodiscard]] std::uint64_t size() const override { return m_values.size(); }
  void read(position first, std::span<position_value> entries) const override {
    std::copy_n(m_values.begin() + static_cast<std::ptrdiff_t>(first), entries.size(), entries.begin());
  }
  [[nodiscard]] std::uint32_t distance_bound() const override { return m_longest; }
  [[nodiscard]] index_range read_together(position p) const override {
    constexpr std::uint64_t run = 1000;
    return {p / run * run, std::min(size(), (p / run + 1) * run)};
  }

 private:
  std::vector<position_value> m_values;
  std::uint32_t m_longest;
};

std::vector<position_value> all_entries(const solution_entries& from) {
  std::vector<position_value> entries(from.size());
  from.read(0, entries);
  return entries;
}

checkpoint_metadata some_metadata() { return {"sample", {{"grid", "C.F"}}}; }
solve_milestone milestone_of(std::uint64_t positions) { return {solve_stage::ties, 17, 12345, positions, 9}; }

void write(const std::filesystem::path& path, const some_entries& entries) {
  write_checkpoint(path, some_metadata(), {milestone_of(entries.size()), {}, &entries});
}

TEST(checkpoint_of_entries, is_read_as_written) {
  constexpr std::uint32_t longest_narrow = 8191;
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{70'001}, slice_words + 1}) {
    for (const std::uint32_t longest : {std::uint32_t{5}, longest_narrow, longest_narrow + 1, (1U << 29) - 1}) {
      SCOPED_TRACE(fmt::format("{} of {} plies", size, longest));
      const temporary_folder folder;
      const auto path = folder.path() / "c";
      const some_entries entries(size, longest, 1);
      write(path, entries);
      const checkpoint read = read_checkpoint(path);
      EXPECT_EQ(read.metadata, some_metadata());
      EXPECT_EQ(read.solve.value().milestone, milestone_of(size));
      ASSERT_NE(read.solve.value().entries, nullptr);
      EXPECT_EQ(num_saved_positions(read.solve.value()), size);
      EXPECT_GE(read.solve.value().entries->distance_bound(), size > 0 ? longest : 0);
      EXPECT_TRUE(all_entries(*read.solve.value().entries) == all_entries(entries));
      if (size > slice_words) {
        EXPECT_EQ(std::filesystem::file_size(path) > 4 * size, longest > longest_narrow);
      }
    }
  }
}

TEST(checkpoint_of_entries, is_read_in_any_run_by_threads_also_when_it_has_been_replaced) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  const some_entries entries(300'000, 100, 2);
  write(path, entries);
  const checkpoint read = read_checkpoint(path);
  write(path, make_solve<std::uint16_t>(10, 1));
  EXPECT_EQ(read_checkpoint(path).solve.value().entries, nullptr);
  const auto expected = all_entries(entries);
  tbb::parallel_for(0, 200, [&](int number) {
    random_generator random(static_cast<std::uint64_t>(number));
    const position begin = random.below(entries.size());
    std::vector<position_value> found(random.below(entries.size() - begin) % 5000);
    read.solve.value().entries->read(begin, found);
    EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin() + static_cast<std::ptrdiff_t>(begin)));
  });
}

TEST(checkpoint_of_entries, has_words_of_the_first_player_and_their_digest_as_documented) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  const some_entries entries(5000, 100, 3);
  write(path, entries);
  using packed = packed_word<std::uint16_t>;
  std::vector<std::uint16_t> expected;
  std::uint64_t digest = digest_of_attributes(some_metadata(), milestone_of(5000), 5000, "entries", 2);
  for (const position_value& value : all_entries(entries)) {
    expected.push_back(value.outcome == outcome::draw
                           ? packed::draw(player::first)
                           : packed::decided(value.outcome, player::first, value.distance_plies));
    digest += splitmix64_mix(splitmix64_mix(expected.size() - 1) + expected.back());
  }
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  EXPECT_EQ(H5Lexists(file, "words", H5P_DEFAULT), 0);
  std::vector<std::uint16_t> words(expected.size());
  const hid_t dataset = H5Dopen2(file, "entries", H5P_DEFAULT);
  EXPECT_GE(H5Dread(dataset, H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, words.data()), 0);
  H5Dclose(dataset);
  H5Fclose(file);
  EXPECT_TRUE(words == expected);
  edit_hdf5(path, [](hid_t at) { set_text(at, "digest", "0000000000000000"); });
  expect_refused(
      path, fmt::format("the attributes and entries have the digest {:016x}, not 0000000000000000 as stored", digest));
}

TEST(checkpoint_of_entries, with_a_changed_byte_is_refused_or_read_as_it_was) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  const some_entries entries(1000, 100, 4);
  write(path, entries);
  random_generator random(20240602);
  std::size_t refused = 0;
  std::size_t trials = 0;
  for (std::size_t at = 0, size = std::filesystem::file_size(path); at < size; at += 1 + random.below(9)) {
    ++trials;
    const changed_byte damage(path, at, static_cast<unsigned>(1 + random.below(255)));
    if (const auto message = refusal(path)) {
      ++refused;
      ASSERT_EQ(message->find(path.string() + ": "), 0U) << *message;
    } else {
      ASSERT_TRUE(all_entries(*read_checkpoint(path).solve.value().entries) == all_entries(entries)) << "byte " << at;
    }
  }
  EXPECT_GT(refused, trials / 2);
}

TEST(checkpoint_of_entries, that_cannot_be_is_refused) {
  const temporary_folder folder;
  const auto path = folder.path() / "c";
  const auto expect_refused_after = [&](const hdf5_edit& change, const std::string& message) {
    write(path, some_entries(100, 5, 5));
    edit_hdf5(path, change);
    expect_refused(path, message);
  };
  expect_refused_after([](hid_t file) { set_number(file, "positions", 101); },
                       "dataset 'entries' is no list of 101 words, which 'positions' says");
  expect_refused_after([](hid_t file) { H5Ldelete(file, "entries", H5P_DEFAULT); }, "dataset 'words' is missing");
  // Words of the second player, with a digest that agrees.
  using packed = packed_word<std::uint16_t>;
  for (const unsigned wrong : {unsigned{packed::draw(player::second)}, unsigned{packed::undecided(player::first, 2)},
                               unsigned{packed::decided(outcome::win, player::second, 3)}}) {
    write(path, some_entries(100, 5, 5));
    edit_hdf5(path, [&](hid_t file) { set_first(file, "entries", wrong); });
    const std::string refused = refusal(path).value_or("(read)");
    const std::string before = "the attributes and entries have the digest ";
    const auto at = refused.find(before);
    ASSERT_NE(at, std::string::npos) << refused;
    edit_hdf5(path, [&](hid_t file) { set_text(file, "digest", refused.substr(at + before.size(), 16)); });
    expect_refused(path, "position 0 has an impossible entry");
  }
}

TEST(checkpoint_of_entries, on_a_disk_that_fails_leaves_the_old_one) {
  const some_entries old(100, 5, 6);
  const some_entries larger(10'000, 9000, 7);
  expect_cut_off_writes_leave_the_old_file([&](const auto& path) { write(path, old); },
                                           [&](const auto& path) { write(path, larger); });
}

}  // namespace
}  // namespace zermelo::storage::test::checkpoint_test
