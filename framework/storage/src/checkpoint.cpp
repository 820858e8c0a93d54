// SPDX-License-Identifier: MIT
// Writing and reading checkpoints. The words are one uncompressed array: a file that is soon replaced had better
// be written fast than be small.
#include <zermelo/storage/checkpoint.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/value/packed_word.hpp>

#include "attribute_archive.hpp"
#include "attribute_text.hpp"
#include "existing_file.hpp"
#include "file_kind.hpp"
#include "hdf5.hpp"
#include "new_file.hpp"

namespace zermelo::storage {

namespace {

constexpr file_kind checkpoint_kind{"zermelo-checkpoint", 1, "checkpoint"};
constexpr const char* words_dataset = "words";

/// Words are handed to HDF5 in slices: large enough for the disk, and still in the cache after their digest.
constexpr std::uint64_t slice_words = std::uint64_t{1} << 20;

constexpr vocabulary<solve_stage, 2> stage_words{
    {{"wins_and_losses", solve_stage::wins_and_losses}, {"ties", solve_stage::ties}}};

/// All that the attributes say.
struct header {
  checkpoint_metadata metadata;
  std::uint64_t positions = 0;
  solve_milestone milestone;
  std::uint64_t digest = 0;
};

/// The attributes of format version 1. `Header` is const for a writer.
template <class Archive, class Header>
void exchange(Archive&& archive, Header& head) {
  archive.text("game", head.metadata.game);
  archive.parameters(head.metadata.parameters);
  archive.count("positions", head.positions);
  archive.count("legal_positions", head.milestone.legal_positions);
  archive.count("edges", head.milestone.edges);
  archive.word("stage", head.milestone.stage, stage_words);
  archive.count("next_distance", head.milestone.next_distance_plies);
  archive.count("waves", head.milestone.waves);
  archive.hex("digest", head.digest);
}

/// What is wrong with a milestone, if anything is.
std::optional<std::string> find_fault(const solve_milestone& milestone, std::uint64_t positions) {
  constexpr std::uint64_t max_next_distance_plies = std::uint64_t{packed_word<std::uint32_t>::max_low} + 1;
  if (milestone.legal_positions > positions) {
    return fmt::format("{} legal positions of {}", milestone.legal_positions, positions);
  }
  if (milestone.next_distance_plies > max_next_distance_plies) {
    return fmt::format("the next distance, {} plies, is over {}", milestone.next_distance_plies,
                       max_next_distance_plies);
  }
  return std::nullopt;
}

/// The slice's share of the digest, which is the sum over all positions. Any other word makes it another sum.
/// Computed by the threads of the caller's arena: a single one is slower than a good disk.
template <class Word>
std::uint64_t digest_of(std::span<const Word> slice, position first) {
  using range = tbb::blocked_range<std::size_t>;
  constexpr std::size_t grain = 1 << 14;
  return tbb::parallel_reduce(
      range(0, slice.size(), grain), std::uint64_t{0},
      [&](const range& block, std::uint64_t sum) {
        for (std::size_t i = block.begin(); i != block.end(); ++i) {
          sum += splitmix64_mix(splitmix64_mix(first + i) + slice[i]);
        }
        return sum;
      },
      std::plus<>());
}

/// A slice as HDF5 selects it in memory and in the file.
struct slice_selection {
  slice_selection(const hdf5::dataset& words, hsize_t first, hsize_t length)
      : memory(H5Screate_simple(1, &length, nullptr)), stored(H5Dget_space(words)) {
    hdf5::check(H5Sselect_hyperslab(stored, H5S_SELECT_SET, &first, nullptr, &length, nullptr));
  }
  hdf5::dataspace memory;
  hdf5::dataspace stored;
};

/// Calls `step(first, slice)` for every slice of the words, in order.
template <class Word, class Step>
void for_each_slice(std::span<Word> words, Step step) {
  for (std::uint64_t first = 0; first < words.size(); first += slice_words) {
    step(first, words.subspan(first, std::min<std::uint64_t>(slice_words, words.size() - first)));
  }
}

/// Writes the words, and returns their digest.
template <class Word>
std::uint64_t write_words(const new_file& file, std::span<const Word> words) {
  const hsize_t size = words.size();
  const hdf5::dataspace space(H5Screate_simple(1, &size, nullptr));
  const hdf5::property_list creation = hdf5::creation_properties(H5P_DATASET_CREATE);
  hdf5::check(H5Pset_layout(creation, H5D_CONTIGUOUS));
  hdf5::check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER));
  const hdf5::dataset dataset(
      H5Dcreate2(file.id(), words_dataset, hdf5::stored_type<Word>(), space, H5P_DEFAULT, creation, H5P_DEFAULT));
  std::uint64_t digest = 0;
  for_each_slice(words, [&](position first, std::span<const Word> slice) {
    digest += digest_of(slice, first);
    const slice_selection selection(dataset, first, slice.size());
    hdf5::check(
        H5Dwrite(dataset, hdf5::memory_type<Word>(), selection.memory, selection.stored, H5P_DEFAULT, slice.data()));
    file.expect_written();
  });
  return digest;
}

/// @throws failure unless the dataset is an array of so many words that lie in the file one after another.
template <class Word>
void expect_stored(hid_t file, const hdf5::dataset& dataset, std::uint64_t positions) {
  const auto shape = hdf5::shape_of(dataset, words_dataset);
  if (shape.size() != 1 || shape.front() != positions) {
    throw hdf5::failure(
        fmt::format("dataset '{}' is no list of {} words, which 'positions' says", words_dataset, positions));
  }
  const hdf5::property_list creation(H5Dget_create_plist(dataset));
  if (H5Pget_layout(creation) != H5D_CONTIGUOUS || hdf5::check(H5Pget_external_count(creation)) != 0) {
    throw hdf5::failure(fmt::format("dataset '{}' is not stored in one piece", words_dataset));
  }
  hsize_t file_bytes = 0;
  hdf5::check(H5Fget_filesize(file, &file_bytes));
  const hsize_t stored_bytes = H5Dget_storage_size(dataset);
  if (positions > file_bytes / sizeof(Word) || stored_bytes != positions * sizeof(Word)) {
    throw hdf5::failure(fmt::format("dataset '{}' is not complete: {} words in {} bytes of a file of {}", words_dataset,
                                    positions, stored_bytes, file_bytes));
  }
}

template <class Word>
uninitialized_array<Word> read_words(hid_t file, const hdf5::dataset& dataset, const header& head) {
  expect_stored<Word>(file, dataset, head.positions);
  uninitialized_array<Word> words(head.positions);
  std::uint64_t digest = 0;
  for_each_slice(words.span(), [&](position first, std::span<Word> slice) {
    const slice_selection selection(dataset, first, slice.size());
    hdf5::check(
        H5Dread(dataset, hdf5::memory_type<Word>(), selection.memory, selection.stored, H5P_DEFAULT, slice.data()));
    digest += digest_of<Word>(slice, first);
  });
  if (digest != head.digest) {
    throw hdf5::failure(fmt::format("the words have the digest {}, not {} as stored", format::to_hex(digest),
                                    format::to_hex(head.digest)));
  }
  return words;
}

decltype(saved_solve::words) read_words(hid_t file, const header& head) {
  const hdf5::dataset dataset = hdf5::open_dataset(file, words_dataset);
  const hdf5::datatype type(H5Dget_type(dataset));
  if (hdf5::check(H5Tequal(type, hdf5::stored_type<std::uint16_t>())) > 0) {
    return read_words<std::uint16_t>(file, dataset, head);
  }
  hdf5::expect_type(dataset, words_dataset, hdf5::stored_type<std::uint32_t>());
  return read_words<std::uint32_t>(file, dataset, head);
}

}  // namespace

std::filesystem::path checkpoint_path(const std::filesystem::path& output) {
  auto path = output;
  path += ".checkpoint";
  return path;
}

void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const solve_snapshot& snapshot) {
  std::visit(
      [&](auto words) {
        format::expect_storable(metadata.parameters);
        if (const auto fault = find_fault(snapshot.milestone, words.size())) throw contract_error(*fault);
        write_new_file(path, checkpoint_kind, [&](const new_file& file) {
          const std::uint64_t digest = write_words(file, words);
          const header head{metadata, words.size(), snapshot.milestone, digest};
          exchange(attribute_writer(file.id()), head);
        });
      },
      snapshot.words);
}

checkpoint read_checkpoint(const std::filesystem::path& path) {
  return reading(path, [&] {
    const hdf5::file file = open_existing_file(path, checkpoint_kind);
    header head;
    exchange(attribute_reader(file), head);
    if (const auto fault = find_fault(head.milestone, head.positions)) throw hdf5::failure(*fault);
    auto words = read_words(file, head);
    return checkpoint{std::move(head.metadata), {head.milestone, std::move(words)}};
  });
}

}  // namespace zermelo::storage
