// SPDX-License-Identifier: MIT
// The words of a solve in a checkpoint: an uncompressed list of working words or of entries.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <utility>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>

#include "../array/plain_list.hpp"
#include "../hdf5/existing_file.hpp"

namespace zermelo::storage {

/// Words are read and written in slices, which are large enough for fast disk access and small enough to fit in the
/// cache.
inline constexpr std::uint64_t words_per_chunk = std::uint64_t{1} << 20;

/// Returns a slice's contribution to the digest: the sum over its positions p of mix(mix(p) + word), modulo 2^64.
/// Changing one word changes the digest. The threads of the caller's arena compute it, since one thread is slower than
/// a fast disk.
/// @param first  the position of the slice's first word
template <class Word>
[[nodiscard]] std::uint64_t digest_of_words(std::span<const Word> slice, position first) {
  using range = tbb::blocked_range<std::size_t>;
  constexpr std::size_t words_per_task = 1 << 14;  // enough to hide the cost of a task
  return tbb::parallel_reduce(
      range(0, slice.size(), words_per_task), std::uint64_t{0},
      [&](const range& block, std::uint64_t sum) {
        for (std::size_t i = block.begin(); i != block.end(); ++i) {
          sum += splitmix64_mix(splitmix64_mix(first + i) + slice[i]);
        }
        return sum;
      },
      std::plus<>());
}

/// Whether a word is a valid entry. Entries are stored as if the first player were to move.
template <class Word>
[[nodiscard]] constexpr bool is_word_of_entry(Word word) {
  using packed = packed_word<Word>;
  if (!packed::is_decided(word)) return word == packed::illegal || word == packed::draw(player::first);
  return packed::to_move(word) == player::first;
}

[[nodiscard]] inline bool has_wide_words(const stored_list& list) {
  return list.element_bytes() == sizeof(std::uint32_t);
}

/// Reads the slices of one process, calls f(slice, first) for each, where `first` is the position of its first word,
/// and returns their contribution to the digest.
template <class Word, class Function>
[[nodiscard]] std::uint64_t digest_of_list(const stored_list& list, const reading_share& share, const Function& f) {
  uninitialized_array<Word> words(std::min(words_per_chunk, list.size()));
  std::uint64_t digest = 0;
  for_each_chunk(list.size(), words_per_chunk, [&](position first, std::uint64_t length) {
    if (first / words_per_chunk % share.num_shares != share.number) return;
    const std::span<Word> slice = words.span().first(length);
    list.read(first, slice);
    digest += digest_of_words<Word>(slice, first);
    f(slice, first);
  });
  return digest;
}

/// Reads all words, and adds their contribution to the digest.
template <class Word>
[[nodiscard]] uninitialized_array<Word> read_words(const stored_list& list, std::uint64_t& digest) {
  uninitialized_array<Word> words(list.size());
  for_each_chunk(list.size(), words_per_chunk, [&](position first, std::uint64_t length) {
    const std::span<Word> slice = words.span().subspan(first, length);
    list.read(first, slice);
    digest += digest_of_words<Word>(slice, first);
  });
  return words;
}

/// The entries of a checkpoint. They are read from the file, which stays open even if another file takes its name.
class checkpoint_entries final : public solution_entries {
 public:
  checkpoint_entries(std::filesystem::path path, stored_list list) : m_path(std::move(path)), m_list(std::move(list)) {}

  /// Reads all entries, and returns their contribution to the digest. Sets `wrong` to the first position with an
  /// invalid entry, if there is such a position.
  [[nodiscard]] std::uint64_t checked_digest(std::optional<position>& wrong) const {
    return has_wide_words(m_list) ? checked_digest<std::uint32_t>(wrong) : checked_digest<std::uint16_t>(wrong);
  }

  [[nodiscard]] std::uint64_t size() const override { return m_list.size(); }
  void read(position first, std::span<position_value> entries) const override {
    has_wide_words(m_list) ? read<std::uint32_t>(first, entries) : read<std::uint16_t>(first, entries);
  }
  [[nodiscard]] std::uint32_t distance_bound() const override {
    return has_wide_words(m_list) ? packed_word<std::uint32_t>::max_low : packed_word<std::uint16_t>::max_low;
  }

 private:
  template <class Word>
  [[nodiscard]] std::uint64_t checked_digest(std::optional<position>& wrong) const {
    return digest_of_list<Word>(m_list, {}, [&](std::span<const Word> slice, position first) {
      if (wrong) return;
      const auto impossible = std::find_if_not(slice.begin(), slice.end(), is_word_of_entry<Word>);
      if (impossible != slice.end()) wrong = first + static_cast<position>(impossible - slice.begin());
    });
  }
  template <class Word>
  void read(position first, std::span<position_value> entries) const {
    uninitialized_array<Word> words(entries.size());
    reading(m_path, [&] { m_list.read(first, words.span()); });
    std::transform(words.data(), words.data() + words.size(), entries.begin(), packed_word<Word>::value);
  }

  std::filesystem::path m_path;
  stored_list m_list;
};

/// The words of a checkpoint. They are read from the file, which stays open.
class checkpoint_words final : public remote_words {
 public:
  checkpoint_words(std::filesystem::path path, stored_list list) : m_path(std::move(path)), m_list(std::move(list)) {}

  /// Reads the slices of one process, and returns their contribution to the digest.
  [[nodiscard]] std::uint64_t digest(const reading_share& share) const {
    const auto ignore = [](const auto& /*slice*/, position /*first*/) {};
    return are_wide() ? digest_of_list<std::uint32_t>(m_list, share, ignore)
                      : digest_of_list<std::uint16_t>(m_list, share, ignore);
  }

  [[nodiscard]] std::uint64_t size() const override { return m_list.size(); }
  [[nodiscard]] bool are_wide() const override { return has_wide_words(m_list); }
  void read(position first, std::span<std::uint16_t> words) const override {
    reading(m_path, [&] { m_list.read(first, words); });
  }
  void read(position first, std::span<std::uint32_t> words) const override {
    reading(m_path, [&] { m_list.read(first, words); });
  }

 private:
  std::filesystem::path m_path;
  stored_list m_list;
};

}  // namespace zermelo::storage
