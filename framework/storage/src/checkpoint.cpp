// SPDX-License-Identifier: MIT
// Writing and reading checkpoints. The words, or the entries as words, are one uncompressed array: a file that is soon
// replaced had better be written fast than be small.
#include <zermelo/storage/checkpoint.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/value/packed_word.hpp>

#include "attribute_archive.hpp"
#include "attribute_text.hpp"
#include "existing_file.hpp"
#include "file_descriptor.hpp"
#include "file_kind.hpp"
#include "hdf5.hpp"
#include "new_file.hpp"

namespace zermelo::storage {

namespace {

constexpr file_kind checkpoint_kind{"zermelo-checkpoint", 2, "checkpoint",
                                    "remove it and solve from the start, or go on with the program that wrote it"};
constexpr const char* words_dataset = "words";
constexpr const char* entries_dataset = "entries";

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

/// The attributes of format version 2. `Header` is const for a writer.
template <class Archive, class Header>
void exchange_header(Archive&& archive, Header& head) {
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

/// The share of the attributes, and of the array's name and width, in the digest.
std::uint64_t digest_of(const header& head, std::string_view array_name, std::size_t word_bytes) {
  text_digest digest;
  digest.add(head.metadata.game);
  for (const auto& [name, value] : head.metadata.parameters) digest.add(name).add(value);
  const solve_milestone& milestone = head.milestone;
  for (const std::uint64_t number : {head.positions, milestone.legal_positions, milestone.edges}) {
    digest.add(std::to_string(number));
  }
  const auto stage = std::find_if(stage_words.begin(), stage_words.end(),
                                  [&](const auto& word) { return word.second == milestone.stage; });
  digest.add(stage->first);
  digest.add(std::to_string(milestone.next_distance_plies)).add(std::to_string(milestone.waves));
  return splitmix64_mix(digest.add(array_name).add(std::to_string(word_bytes)).value());
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

/// An entry as it is stored: the word that the first player would have, whoever is to move.
template <class Word>
[[nodiscard]] Word word_of(const position_value& entry) {
  using packed = packed_word<Word>;
  switch (entry.outcome) {
    case outcome::illegal: return packed::illegal;
    case outcome::draw: return packed::draw(player::first);
    case outcome::win:
    case outcome::loss:
    case outcome::tie: return packed::decided(entry.outcome, player::first, entry.distance_plies);
  }
  throw std::logic_error("outcome out of range");
}

/// Whether a word is that of an entry.
template <class Word>
[[nodiscard]] constexpr bool is_word_of_entry(Word word) {
  using packed = packed_word<Word>;
  if (!packed::is_decided(word)) return word == packed::illegal || word == packed::draw(player::first);
  return packed::to_move(word) == player::first;
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

/// Calls `step(first, length)` for every slice of `size` words, in order.
template <class Step>
void for_each_slice(std::uint64_t size, Step step) {
  for (std::uint64_t first = 0; first < size; first += slice_words) step(first, std::min(slice_words, size - first));
}

/// Writes words slice by slice, and returns the digest. `slice_at(first, length)` is a span of them.
template <class Word, class SliceAt>
std::uint64_t write_array(const new_file& file, const header& head, const char* name, SliceAt slice_at) {
  const hsize_t size = head.positions;
  const hdf5::dataspace space(H5Screate_simple(1, &size, nullptr));
  const hdf5::property_list creation = hdf5::creation_properties(H5P_DATASET_CREATE);
  hdf5::check(H5Pset_layout(creation, H5D_CONTIGUOUS));
  hdf5::check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER));
  const hdf5::dataset dataset(
      H5Dcreate2(file.id(), name, hdf5::stored_type<Word>(), space, H5P_DEFAULT, creation, H5P_DEFAULT));
  std::uint64_t digest = digest_of(head, name, sizeof(Word));
  for_each_slice(size, [&](position first, std::uint64_t length) {
    const std::span<const Word> slice = slice_at(first, length);
    digest += digest_of(slice, first);
    const slice_selection selection(dataset, first, length);
    hdf5::check(
        H5Dwrite(dataset, hdf5::memory_type<Word>(), selection.memory, selection.stored, H5P_DEFAULT, slice.data()));
    file.expect_written();
  });
  return digest;
}

template <class Word>
std::uint64_t write_words(const new_file& file, const header& head, std::span<const Word> words) {
  return write_array<Word>(file, head, words_dataset,
                           [words](position first, std::uint64_t length) { return words.subspan(first, length); });
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
                   word_of<Word>);
  });
}

template <class Word>
std::uint64_t write_entries(const new_file& file, const header& head, const solution_entries& entries) {
  uninitialized_array<Word> words(std::min(slice_words, entries.size()));
  return write_array<Word>(file, head, entries_dataset, [&](position first, std::uint64_t length) {
    read_as_words(entries, first, words.span().first(length));
    return std::span<const Word>(words.span().first(length));
  });
}

/// Writes whichever a solve at rest has, and returns the digest.
std::uint64_t write_array(const new_file& file, const header& head, const solve_snapshot& snapshot) {
  if (snapshot.entries == nullptr) {
    return std::visit([&](auto words) { return write_words(file, head, words); }, snapshot.words);
  }
  if (snapshot.entries->distance_bound() <= packed_word<std::uint16_t>::max_low) {
    return write_entries<std::uint16_t>(file, head, *snapshot.entries);
  }
  return write_entries<std::uint32_t>(file, head, *snapshot.entries);
}

/// Where the words of a checkpoint lie in its file, in one piece.
struct words_place {
  std::uint64_t address = 0;
  std::uint64_t word_bytes = 0;
};

/// A checkpoint but for its words.
struct checkpoint_description {
  header head;
  bool has_entries = false;  ///< the words are entries
  words_place words;
};

template <class Archive, class Description>
void exchange(Archive& archive, Description& described) {
  exchange_header(archive, described.head);
  archive.value(described.has_entries);
  archive.value(described.words.address);
  archive.value(described.words.word_bytes);
}

/// @throws failure if the dataset is no list of so many words in one piece.
words_place locate_words(const described_file& file, const std::string& name, std::uint64_t size) {
  const hdf5::dataset d = hdf5::open_dataset(file, name);
  const hdf5::datatype type(H5Dget_type(d));
  words_place words{.address = 0, .word_bytes = sizeof(std::uint16_t)};
  if (hdf5::check(H5Tequal(type, hdf5::stored_type<std::uint16_t>())) == 0) {
    hdf5::expect_type(d, name, hdf5::stored_type<std::uint32_t>());
    words.word_bytes = sizeof(std::uint32_t);
  }
  const auto shape = hdf5::shape_of(d, name);
  if (shape.size() != 1 || shape.front() != size) {
    throw hdf5::failure(fmt::format("dataset '{}' is no list of {} words, which 'positions' says", name, size));
  }
  const hdf5::property_list creation(H5Dget_create_plist(d));
  if (H5Pget_layout(creation) != H5D_CONTIGUOUS || hdf5::check(H5Pget_external_count(creation)) != 0) {
    throw hdf5::failure(fmt::format("dataset '{}' is not stored in one piece", name));
  }
  if (size > 0) words.address = H5Dget_offset(d);  // nothing of an empty list is anywhere
  return words;
}

checkpoint_description describe_checkpoint(described_file& file) {
  checkpoint_description described;
  exchange_header(attribute_reader(file), described.head);
  described.has_entries = hdf5::check(H5Lexists(file, entries_dataset, H5P_DEFAULT)) > 0;
  described.words =
      locate_words(file, described.has_entries ? entries_dataset : words_dataset, described.head.positions);
  return described;
}

/// The words of a checkpoint that is open. Thread-safe.
class stored_array {
 public:
  /// @throws failure unless the words lie in the file.
  stored_array(existing_file file, const char* name, const words_place& place, std::uint64_t size)
      : m_file(std::move(file)), m_name(name), m_place(place), m_size(size) {
    const bool is_width = place.word_bytes == sizeof(std::uint16_t) || place.word_bytes == sizeof(std::uint32_t);
    if (!is_width || size > m_file.num_bytes() / place.word_bytes ||
        place.address > m_file.num_bytes() - size * place.word_bytes) {
      throw hdf5::failure(fmt::format("dataset '{}' is not complete: {} words of {} bytes in a file of {} bytes", name,
                                      size, place.word_bytes, m_file.num_bytes()));
    }
  }

  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] bool is_wide() const noexcept { return m_place.word_bytes == sizeof(std::uint32_t); }
  [[nodiscard]] std::uint64_t num_bytes() const noexcept { return m_size * m_place.word_bytes; }
  /// Precondition: `Word` is of the width that `is_wide` says. @throws failure if the file has become shorter, or the
  ///   system refuses.
  template <class Word>
  void read(position first, std::span<Word> words) const {
    const auto bytes = std::as_writable_bytes(words);
    if (read_at(m_file.descriptor(), m_place.address + first * sizeof(Word), bytes) != bytes.size()) {
      throw hdf5::failure(fmt::format("the {} cannot be read", m_name));
    }
  }

 private:
  existing_file m_file;
  std::string m_name;
  words_place m_place;
  std::uint64_t m_size;
};

/// @throws failure if the digest of what was read is not the one that is stored.
void expect_digest(const stored_array& array, std::uint64_t digest, const header& head) {
  if (digest == head.digest) return;
  throw hdf5::failure(fmt::format("the attributes and {} have the digest {}, not {} as stored", array.name(),
                                  format::to_hex(digest), format::to_hex(head.digest)));
}

template <class Word>
uninitialized_array<Word> read_words(const stored_array& array, const header& head) {
  uninitialized_array<Word> words(array.size());
  std::uint64_t digest = digest_of(head, array.name(), sizeof(Word));
  for_each_slice(array.size(), [&](position first, std::uint64_t length) {
    const std::span<Word> slice = words.span().subspan(first, length);
    array.read(first, slice);
    digest += digest_of<Word>(slice, first);
  });
  expect_digest(array, digest, head);
  return words;
}

/// The entries of a checkpoint, which stay in the file: they were read once, to check them. The file may be replaced
/// while they are read, since what is replaced is its name.
class checkpoint_entries final : public solution_entries {
 public:
  checkpoint_entries(std::filesystem::path path, stored_array array)
      : m_path(std::move(path)), m_array(std::move(array)) {}

  /// @throws failure if they are damaged.
  void check(const header& head) const { m_array.is_wide() ? check<std::uint32_t>(head) : check<std::uint16_t>(head); }

  [[nodiscard]] std::uint64_t size() const override { return m_array.size(); }
  void read(position first, std::span<position_value> entries) const override {
    m_array.is_wide() ? read<std::uint32_t>(first, entries) : read<std::uint16_t>(first, entries);
  }
  [[nodiscard]] std::uint32_t distance_bound() const override {
    return m_array.is_wide() ? packed_word<std::uint32_t>::max_low : packed_word<std::uint16_t>::max_low;
  }

 private:
  template <class Word>
  void check(const header& head) const {
    uninitialized_array<Word> words(std::min(slice_words, size()));
    std::uint64_t digest = digest_of(head, m_array.name(), sizeof(Word));
    std::optional<position> wrong;
    for_each_slice(size(), [&](position first, std::uint64_t length) {
      const std::span<Word> slice = words.span().first(length);
      m_array.read(first, slice);
      digest += digest_of<Word>(slice, first);
      if (wrong) return;
      const auto found = std::find_if_not(slice.begin(), slice.end(), is_word_of_entry<Word>);
      if (found != slice.end()) wrong = first + static_cast<position>(found - slice.begin());
    });
    expect_digest(m_array, digest, head);
    if (wrong) throw hdf5::failure(fmt::format("position {} has an impossible entry", *wrong));
  }
  template <class Word>
  void read(position first, std::span<position_value> entries) const {
    uninitialized_array<Word> words(entries.size());
    reading(m_path, [&] { m_array.read(first, words.span()); });
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = packed_word<Word>::value(words[i]);
  }

  std::filesystem::path m_path;
  stored_array m_array;
};

}  // namespace

std::filesystem::path checkpoint_path(const std::filesystem::path& output) {
  auto path = output;
  path += ".checkpoint";
  return path;
}

void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const solve_snapshot& snapshot) {
  const std::uint64_t positions = num_saved_positions(snapshot);
  format::expect_storable(metadata.parameters);
  if (const auto fault = find_fault(snapshot.milestone, positions)) throw contract_error(*fault);
  write_new_file(path, checkpoint_kind, [&](const new_file& file) {
    header head{metadata, positions, snapshot.milestone, 0};
    head.digest = write_array(file, head, snapshot);
    exchange_header(attribute_writer(file.id()), std::as_const(head));
  });
}

checkpoint read_checkpoint(const std::filesystem::path& path, std::uint64_t most_bytes) {
  return reading(path, [&] {
    existing_file file(path, checkpoint_kind);
    auto described = file.described<checkpoint_description>(describe_checkpoint);
    const header& head = described.head;
    if (const auto fault = find_fault(head.milestone, head.positions)) throw hdf5::failure(*fault);
    stored_array array(std::move(file), described.has_entries ? entries_dataset : words_dataset, described.words,
                       head.positions);
    checkpoint found{head.metadata, {head.milestone, {}}};
    if (described.has_entries) {
      auto entries = std::make_unique<checkpoint_entries>(path, std::move(array));
      entries->check(head);
      found.state.entries = std::move(entries);
      return found;
    }
    if (array.num_bytes() > most_bytes) {
      throw resource_error(fmt::format("{}: its words take {} bytes, more than the {} that are left", path.string(),
                                       array.num_bytes(), most_bytes));
    }
    if (array.is_wide()) {
      found.state.words = read_words<std::uint32_t>(array, head);
    } else {
      found.state.words = read_words<std::uint16_t>(array, head);
    }
    return found;
  });
}

}  // namespace zermelo::storage
