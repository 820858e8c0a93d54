// SPDX-License-Identifier: MIT
// Writes checkpoints. The words, or the entries as words, and the keys are uncompressed lists.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>
#include <oneapi/tbb/parallel_for.h>

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

/// A list in the file, and its contribution to the digest.
struct written_list {
  digested_list list;
  std::uint64_t digest = 0;
};

/// Writes words slice by slice. `slice_at(first, length)` returns the words of a slice, which are valid until its next
/// call.
template <class Word, class SliceAt>
written_list write_list(const new_file& file, const char* name, std::uint64_t size, SliceAt slice_at) {
  const new_plain_list<Word> list(file.id(), name, size);
  std::uint64_t digest = 0;
  for_each_chunk(size, words_per_chunk, [&](position first, std::uint64_t length) {
    const std::span<const Word> slice = slice_at(first, length);
    digest += digest_of_words(slice, first);
    list.write(first, slice);
    file.expect_written();
  });
  return {{name, sizeof(Word)}, digest};
}

/// Writes words slice by slice, from a buffer that read(first, words) fills.
template <class Word, class Read>
written_list write_by_buffer(const new_file& file, const char* name, std::uint64_t size, const Read& read) {
  uninitialized_array<Word> buffer(std::min(words_per_chunk, size));
  return write_list<Word>(file, name, size, [&](position first, std::uint64_t length) {
    const std::span<Word> slice = buffer.span().first(length);
    read(first, slice);
    return std::span<const Word>(slice);
  });
}

/// Reads entries as words, piece by piece, on the threads of the caller's arena. Pieces end at the ends of the ranges
/// that `read_together` returns, so that no entry is read twice.
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
  const auto read = [&](position first, std::span<Word> words) { read_as_words(entries, first, words); };
  return write_by_buffer<Word>(file, entries_dataset, entries.size(), read);
}

template <class Word>
written_list write_remote_words(const new_file& file, const remote_words& words) {
  const auto read = [&](position first, std::span<Word> slice) { words.read(first, slice); };
  return write_by_buffer<Word>(file, words_dataset, words.size(), read);
}

/// Writes the words of a solve between two waves, or its entries if it has no words.
written_list write_words_or_entries(const new_file& file, const solve_snapshot& snapshot) {
  if (snapshot.entries == nullptr) {
    const auto write = [&]<class Word>(std::span<const Word> words) {
      const auto slice_at = [words](position first, std::uint64_t length) { return words.subspan(first, length); };
      return write_list<Word>(file, words_dataset, words.size(), slice_at);
    };
    return std::visit(write, snapshot.words);
  }
  if (snapshot.entries->distance_bound() <= packed_word<std::uint16_t>::max_low) {
    return write_entries<std::uint16_t>(file, *snapshot.entries);
  }
  return write_entries<std::uint32_t>(file, *snapshot.entries);
}

/// Writes a checkpoint: calls `write_lists`, which writes the lists and returns the digest, and then writes the
/// attributes.
void write_new_checkpoint(const std::filesystem::path& path, checkpoint_header header,
                          const std::function<std::uint64_t(const new_file&)>& write_lists) {
  format::expect_storable_names(header.metadata.parameters);
  if (const auto error = find_error(header)) throw contract_error(*error);
  file_kind kind = checkpoint_kind;
  if (!header.max_margin) kind.version = checkpoint_version_without_margins;
  write_new_file(path, kind, [&](const new_file& file) {
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
  const checkpoint_header header = header_of(metadata, snapshot.progress, num_saved_positions(snapshot));
  if (snapshot.entries != nullptr && header.max_margin) throw contract_error(margins_of_entries);
  if (keys != nullptr && keys->size() != header.positions) {
    throw contract_error(fmt::format("expected {1} keys, one per position, got {0}", keys->size(), header.positions));
  }
  write_new_checkpoint(path, header, [&](const new_file& file) {
    const written_list words = write_words_or_entries(file, snapshot);
    if (keys == nullptr) return digest_of_header(header, {words.list}) + words.digest;
    const digested_list key_list{keys_dataset, key_bytes(keys->width())};
    const std::uint64_t keys_digest = write_saved_keys(file, *keys);
    return digest_of_header(header, {words.list, key_list}) + words.digest + keys_digest;
  });
}

void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const solve_state& progress, const remote_words& words) {
  const checkpoint_header header = header_of(metadata, progress, words.size());
  write_new_checkpoint(path, header, [&](const new_file& file) {
    const written_list written = words.are_wide() ? write_remote_words<std::uint32_t>(file, words)
                                                  : write_remote_words<std::uint16_t>(file, words);
    return digest_of_header(header, {written.list}) + written.digest;
  });
}

void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const exploration_snapshot& snapshot) {
  const checkpoint_header header{.metadata = metadata, .closed = snapshot.num_closed, .open = snapshot.num_open};
  write_new_checkpoint(path, header, [&](const new_file& file) {
    const std::uint64_t keys_digest = write_saved_keys(file, snapshot);
    return digest_of_header(header, {{keys_dataset, key_bytes(snapshot.width)}}) + keys_digest;
  });
}

}  // namespace zermelo::storage
