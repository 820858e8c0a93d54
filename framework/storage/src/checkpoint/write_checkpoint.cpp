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

/// Writes words slice by slice, and returns their share of the digest. `slice_at(first, length)` is a span of them.
template <class Word, class SliceAt>
std::uint64_t write_array(const new_file& file, const char* name, std::uint64_t size, SliceAt slice_at) {
  const new_plain_list<Word> list(file.id(), name, size);
  std::uint64_t digest = 0;
  for_each_slice(size, slice_words, [&](position first, std::uint64_t length) {
    const std::span<const Word> slice = slice_at(first, length);
    digest += digest_of_words(slice, first);
    list.write(first, slice);
    file.expect_written();
  });
  return digest;
}

/// What became of a list: its width and its share of the digest.
struct written_list {
  std::uint64_t element_bytes = 0;
  std::uint64_t digest = 0;
};

template <class Word>
written_list write_words(const new_file& file, std::span<const Word> words) {
  return {sizeof(Word), write_array<Word>(file, words_dataset, words.size(), [words](position first, std::uint64_t n) {
            return words.subspan(first, n);
          })};
}

/// Reads entries as words, on the threads of the caller's arena, in pieces that cost no more than they have to.
template <class Word>
void read_as_words(const solution_entries& entries, position first, std::span<Word> words) {
  constexpr std::uint64_t least = 1 << 14;  // entries of a piece
  const position end = first + words.size();
  std::vector<position> pieces{first};
  while (pieces.back() < end) {
    position next = pieces.back();
    while (next < end && next - pieces.back() < least) next = std::min(end, entries.read_together(next).end);
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
  uninitialized_array<Word> words(std::min(slice_words, entries.size()));
  const auto read = [&](position first, std::uint64_t length) {
    read_as_words(entries, first, words.span().first(length));
    return std::span<const Word>(words.span().first(length));
  };
  return {sizeof(Word), write_array<Word>(file, entries_dataset, entries.size(), read)};
}

template <class Word>
written_list write_remote(const new_file& file, const remote_words& words) {
  uninitialized_array<Word> array(std::min(slice_words, words.size()));
  const auto read = [&](position first, std::uint64_t length) {
    const std::span<Word> slice = array.span().first(length);
    words.read(first, slice);
    return std::span<const Word>(slice);
  };
  return {sizeof(Word), write_array<Word>(file, words_dataset, words.size(), read)};
}

/// Writes whichever a solve at rest has.
written_list write_array(const new_file& file, const solve_snapshot& snapshot) {
  if (snapshot.entries == nullptr) {
    return std::visit([&](auto words) { return write_words(file, words); }, snapshot.words);
  }
  if (snapshot.entries->distance_bound() <= packed_word<std::uint16_t>::max_low) {
    return write_entries<std::uint16_t>(file, *snapshot.entries);
  }
  return write_entries<std::uint32_t>(file, *snapshot.entries);
}

void write_new_checkpoint(const std::filesystem::path& path, checkpoint_header head,
                          const std::function<std::uint64_t(const new_file&)>& write_lists) {
  format::expect_storable(head.metadata.parameters);
  if (const auto fault = find_fault(head)) throw contract_error(*fault);
  write_new_file(path, checkpoint_kind, [&](const new_file& file) {
    head.digest = write_lists(file);
    exchange_header(attribute_writer(file.id()), std::as_const(head));
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
  checkpoint_header head;
  head.metadata = metadata;
  head.stage = snapshot.milestone.stage;
  head.positions = num_saved_positions(snapshot);
  head.milestone = snapshot.milestone;
  if (keys != nullptr && keys->size() != head.positions) {
    throw contract_error(fmt::format("{} keys for {} positions", keys->size(), head.positions));
  }
  write_new_checkpoint(path, head, [&](const new_file& file) {
    const written_list words = write_array(file, snapshot);
    const list_digest of_words{snapshot.entries == nullptr ? words_dataset : entries_dataset, words.element_bytes};
    if (keys == nullptr) return digest_of_header(head, {of_words}) + words.digest;
    const list_digest of_keys{keys_dataset, key_bytes(keys->width())};
    return digest_of_header(head, {of_words, of_keys}) + words.digest + write_saved_keys(file, *keys);
  });
}

void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const solve_milestone& milestone, const remote_words& words) {
  checkpoint_header head;
  head.metadata = metadata;
  head.stage = milestone.stage;
  head.positions = words.size();
  head.milestone = milestone;
  write_new_checkpoint(path, head, [&](const new_file& file) {
    const written_list written =
        words.are_wide() ? write_remote<std::uint32_t>(file, words) : write_remote<std::uint16_t>(file, words);
    return digest_of_header(head, {{words_dataset, written.element_bytes}}) + written.digest;
  });
}

void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const exploration_snapshot& snapshot) {
  checkpoint_header head;
  head.metadata = metadata;
  head.closed = snapshot.num_closed;
  head.open = snapshot.num_open;
  write_new_checkpoint(path, head, [&](const new_file& file) {
    return digest_of_header(head, {{keys_dataset, key_bytes(snapshot.width)}}) + write_saved_keys(file, snapshot);
  });
}

}  // namespace zermelo::storage
