// SPDX-License-Identifier: MIT
// Checkpoints for tests, and their digests as defined on the format's page.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "damage.hpp"
#include "open_hdf5.hpp"

namespace zermelo::storage::test {

inline constexpr std::uint64_t slice_words = std::uint64_t{1} << 20;

inline checkpoint_metadata some_metadata() { return {"sample", {{"grid", "C.F"}}}; }

/// A synthetic solve between two waves.
template <class Word>
struct sample_solve {
  checkpoint_metadata metadata;
  solve_state progress;
  std::vector<Word> words;

  [[nodiscard]] solve_snapshot snapshot() const { return {progress, std::span<const Word>(words)}; }
};

template <class Word>
sample_solve<Word> make_solve(std::uint64_t positions, std::uint64_t seed) {
  sample_solve<Word> made;
  made.metadata = {"sample", {{"grid", "C.F\n.#.\n..M\n"}, {"empty", ""}, {"note", "Zürich – 1913"}}, true};
  made.progress = {plain_stage::wins_and_losses, 17, 12345, positions, 9};
  random_generator random(seed);
  made.words.resize(positions);
  for (auto& word : made.words) word = static_cast<Word>(random());
  return made;
}

/// mix of the hash of strings, as defined on the format's page.
inline std::uint64_t digest_of_strings(const std::vector<std::string>& strings) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::string& text : strings) {
    for (const char c : text + '\0') hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return splitmix64_mix(hash);
}

/// The part of everything except the words in the digest, as defined on the format's page.
inline std::uint64_t digest_of_attributes(const checkpoint_metadata& metadata, const solve_state& progress,
                                          std::uint64_t positions, const std::string& array, std::size_t word_bytes) {
  std::vector<std::string> strings{metadata.game};
  for (const auto& [name, value] : metadata.parameters) strings.insert(strings.end(), {name, value});
  for (const std::uint64_t number : {positions, progress.legal_positions, progress.edges}) {
    strings.push_back(std::to_string(number));
  }
  strings.emplace_back(progress.stage == progress.max_margin ? "ties" : "wins_and_losses");
  strings.insert(strings.end(), {std::to_string(progress.next_distance_plies), std::to_string(progress.waves)});
  if (metadata.counts_repeated_moves) strings.emplace_back("repeated_moves");
  if (progress.max_margin > 1) {
    strings.push_back(std::to_string(progress.max_margin));
    strings.push_back(std::to_string(margin_of(progress.stage, progress.max_margin)));
  }
  strings.insert(strings.end(), {array, std::to_string(word_bytes)});
  return digest_of_strings(strings);
}

template <class Word>
std::uint64_t digest_of(const sample_solve<Word>& solve) {
  std::uint64_t digest =
      digest_of_attributes(solve.metadata, solve.progress, solve.words.size(), "words", sizeof(Word));
  for (position p = 0; p < solve.words.size(); ++p) digest += splitmix64_mix(splitmix64_mix(p) + solve.words[p]);
  return digest;
}

template <class Word>
void write(const std::filesystem::path& path, const sample_solve<Word>& solve) {
  write_checkpoint(path, solve.metadata, solve.snapshot());
}

template <class Word>
void expect_equal(const checkpoint& read, const sample_solve<Word>& written) {
  EXPECT_EQ(read.metadata, written.metadata);
  EXPECT_FALSE(read.exploration || read.keys);
  ASSERT_TRUE(read.solve);
  EXPECT_EQ(read.solve->progress, written.progress);
  const auto* words = std::get_if<uninitialized_array<Word>>(&read.solve->words);
  ASSERT_NE(words, nullptr) << "words of another width";
  EXPECT_TRUE(std::ranges::equal(words->span(), written.words));
}

inline void expect_rejected(const std::filesystem::path& path, const std::string& message) {
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, path.string() + ": " + message,
                      testkit::error_of([&] { (void)read_checkpoint(path); }));
}

/// The numbers of a list in a file.
template <class T>
std::vector<T> stored_numbers(const std::filesystem::path& path, const std::string& name, std::size_t size) {
  std::vector<T> numbers(size);
  const hdf5::dataset list = hdf5::open_dataset(open_hdf5(path), name);
  EXPECT_GE(H5Dread(list, hdf5::memory_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()), 0);
  return numbers;
}

/// Changes the stored digest, and expects an error that contains the right digest.
/// @param lists  the lists in the file, as in the message
inline void expect_digest(const std::filesystem::path& path, const std::string& lists, std::uint64_t digest) {
  edit_hdf5(path, set_text("digest", "0000000000000000"));
  expect_rejected(path, fmt::format("... attributes{}: expected 0000000000000000, got {:016x}", lists, digest));
}

}  // namespace zermelo::storage::test
