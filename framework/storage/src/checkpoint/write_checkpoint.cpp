// SPDX-License-Identifier: MIT
// Writing checkpoints. The words, or the entries as words, are one list without compression, and so are the keys.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <oneapi/tbb/parallel_for.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>

#include "../array/plain_list.hpp"
#include "../hdf5/attribute_archive.hpp"
#include "../hdf5/attribute_text.hpp"
#include "../hdf5/new_file.hpp"
#include "checkpoint_header.hpp"
#include "checkpoint_keys.hpp"
#include "checkpoint_words.hpp"

namespace zermelo::storage {
namespace {

/// Writes words slice by slice, and returns their share of the digest. `slice_at(first, length)` returns a span of the
/// words of that slice, valid until it is called again.
template <class Word, class SliceAt>
std::uint64_t write_list(const new_file& file, const char* name, std::uint64_t size, SliceAt slice_at) {
  const new_plain_list<Word> list(file.id(), name, size);
  std::uint64_t digest = 0;
  for_each_slice(size, words_per_slice, [&](position first, std::uint64_t length) {
    const std::span<const Word> slice = slice_at(first, length);
    digest += digest_of_words(slice, first);
    list.write(first, slice);
    file.expect_written();
  });
  return digest;
}

/// A list that has been written: its width and its share of the digest.
struct written_list {
  std::uint64_t element_bytes = 0;
  std::uint64_t digest = 0;
};

template <class Word>
written_list write_words(const new_file& file, std::span<const Word> words) {
  return {sizeof(Word), write_list<Word>(file, words_dataset, words.size(),
                                         [words](position first, std::uint64_t n) { return words.subspan(first, n); })};
}

/// Reads entries as words, on the threads of the caller's arena. A piece ends where entries that are read together end,
/// so that none is read twice.
template <class Word>
void read_as_words(const solution_entries& entries, position first, std::span<Word> words) {
  constexpr std::uint64_t min_piece_entries = 1 << 14;  // enough to hide the cost of a task
  const position end = first + words.size();
  std::vector<position> pieces{first};
  while (pieces.back() < end) {
    position next = pieces.back();
    while (next < end && next - pieces.back() < min_piece_entries)
      next = std::min(end, entries.read_together(next).end);
    pieces.push_back(next);
  }
  tbb::parallel_for(std::size_t{0}, pieces.size() - 1, [&](std::size_t piece) {
    std::vector<position_value> values(pieces[piece + 1] - pieces[piece]);
    entries.read(pieces[piece], values);
    std::transform(values.begin(), values.end(), words.begin() + static_cast<std::ptrdiff_t>(pieces[piece] - first),
                   [](const position_value& entry) { return packed_word<Word>::of(entry, player::first); });
  });
}

template <class Word>
written_list write_entries(const new_file& file, const solution_entries& entries) {
  uninitialized_array<Word> words(std::min(words_per_slice, entries.size()));
  const auto read = [&](position first, std::uint64_t length) {
    read_as_words(entries, first, words.span().first(length));
    return std::span<const Word>(words.span().first(length));
  };
  return {sizeof(Word), write_list<Word>(file, entries_dataset, entries.size(), read)};
}

template <class Word>
written_list write_remote_words(const new_file& file, const remote_words& words) {
  uninitialized_array<Word> array(std::min(words_per_slice, words.size()));
  const auto read = [&](position first, std::uint64_t length) {
    const std::span<Word> slice = array.span().first(length);
    words.read(first, slice);
    return std::span<const Word>(slice);
  };
  return {sizeof(Word), write_list<Word>(file, words_dataset, words.size(), read)};
}

/// Writes the words of a solve at rest, or its entries if it has no words.
written_list write_words_or_entries(const new_file& file, const solve_snapshot& snapshot) {
  if (snapshot.entries == nullptr) {
    return std::visit([&](auto words) { return write_words(file, words); }, snapshot.words);
  }
  if (snapshot.entries->distance_bound() <= packed_word<std::uint16_t>::max_low) {
    return write_entries<std::uint16_t>(file, *snapshot.entries);
  }
  return write_entries<std::uint32_t>(file, *snapshot.entries);
}

void write_new_checkpoint(const std::filesystem::path& path, checkpoint_header header,
                          const std::function<std::uint64_t(const new_file&)>& write_lists) {
  format::expect_storable_names(header.metadata.parameters);
  if (const auto fault = find_fault(header)) throw contract_error(*fault);
  write_new_file(path, checkpoint_kind, [&](const new_file& file) {
    header.digest = write_lists(file);
    exchange_header(attribute_writer(file.id()), std::as_const(header));
  });
}

}  // namespace

std::filesystem::path checkpoint_path(const std::filesystem::path& output) {
  auto path = output;
  path += ".checkpoint";
  return path;
}

void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const solve_snapshot& snapshot, const position_keys* keys) {
  checkpoint_header header;
  header.metadata = metadata;
  header.stage = snapshot.milestone.stage;
  header.positions = num_saved_positions(snapshot);
  header.milestone = snapshot.milestone;
  if (keys != nullptr && keys->size() != header.positions) {
    throw contract_error(fmt::format("{} keys for {} positions", keys->size(), header.positions));
  }
  write_new_checkpoint(path, header, [&](const new_file& file) {
    const written_list words = write_words_or_entries(file, snapshot);
    const list_digest words_digest{snapshot.entries == nullptr ? words_dataset : entries_dataset, words.element_bytes};
    if (keys == nullptr) return digest_of_header(header, {words_digest}) + words.digest;
    const list_digest keys_digest{keys_dataset, key_bytes(keys->width())};
    const std::uint64_t written_keys = write_saved_keys(file, *keys);
    return digest_of_header(header, {words_digest, keys_digest}) + words.digest + written_keys;
  });
}

void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const solve_milestone& milestone, const remote_words& words) {
  checkpoint_header header;
  header.metadata = metadata;
  header.stage = milestone.stage;
  header.positions = words.size();
  header.milestone = milestone;
  write_new_checkpoint(path, header, [&](const new_file& file) {
    const written_list written = words.are_wide() ? write_remote_words<std::uint32_t>(file, words)
                                                  : write_remote_words<std::uint16_t>(file, words);
    return digest_of_header(header, {{words_dataset, written.element_bytes}}) + written.digest;
  });
}

void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const exploration_snapshot& snapshot) {
  checkpoint_header header;
  header.metadata = metadata;
  header.closed = snapshot.num_closed;
  header.open = snapshot.num_open;
  write_new_checkpoint(path, header, [&](const new_file& file) {
    const std::uint64_t written_keys = write_saved_keys(file, snapshot);
    return digest_of_header(header, {{keys_dataset, key_bytes(snapshot.width)}}) + written_keys;
  });
}

}  // namespace zermelo::storage
