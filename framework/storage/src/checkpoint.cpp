// SPDX-License-Identifier: MIT
// Writing and reading checkpoints. The words, or the entries as words, are one uncompressed list, and so are the keys.
#include <zermelo/storage/checkpoint.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
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
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/value/packed_word.hpp>

#include "attribute_archive.hpp"
#include "attribute_text.hpp"
#include "checkpoint_keys.hpp"
#include "existing_file.hpp"
#include "file_kind.hpp"
#include "hdf5.hpp"
#include "new_file.hpp"
#include "plain_list.hpp"

namespace zermelo::storage {

namespace {

constexpr file_kind checkpoint_kind{"zermelo-checkpoint", 3, "checkpoint",
                                    "remove it and solve from the start, or go on with the program that wrote it", 2};
constexpr const char* words_dataset = "words";
constexpr const char* entries_dataset = "entries";

/// Words are handed to HDF5 in slices: large enough for the disk, and still in the cache after their digest.
constexpr std::uint64_t slice_words = std::uint64_t{1} << 20;

/// No stage of a solve is where positions are still being found.
using saved_stage = std::optional<solve_stage>;
constexpr vocabulary<saved_stage, 3> stage_words{
    {{"exploring", std::nullopt}, {"wins_and_losses", solve_stage::wins_and_losses}, {"ties", solve_stage::ties}}};

/// All that the attributes say.
struct header {
  checkpoint_metadata metadata;
  saved_stage stage;
  // Of a solve.
  std::uint64_t positions = 0;
  solve_milestone milestone;  ///< but for its stage
  // Of an exploration.
  std::uint64_t closed = 0;
  std::uint64_t open = 0;

  std::uint64_t digest = 0;
};

/// The attributes of format versions 2, which had no explorations, and 3. `Header` is const for a writer.
template <class Archive, class Header>
void exchange_header(Archive&& archive, Header& head) {
  archive.text("game", head.metadata.game);
  archive.parameters(head.metadata.parameters);
  archive.word("stage", head.stage, stage_words);
  if (head.stage) {
    archive.count("positions", head.positions);
    archive.count("legal_positions", head.milestone.legal_positions);
    archive.count("edges", head.milestone.edges);
    archive.count("next_distance", head.milestone.next_distance_plies);
    archive.count("waves", head.milestone.waves);
  } else {
    archive.count("closed", head.closed);
    archive.count("open", head.open);
  }
  archive.hex("digest", head.digest);
}

/// What is wrong with the numbers, if anything is.
std::optional<std::string> find_fault(const header& head) {
  constexpr std::uint64_t max_next_distance_plies = std::uint64_t{packed_word<std::uint32_t>::max_low} + 1;
  constexpr auto most_keys = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!head.stage && (head.closed > most_keys || head.open > most_keys - head.closed)) {
    return fmt::format("{} closed and {} open positions", head.closed, head.open);
  }
  const solve_milestone& milestone = head.milestone;
  if (milestone.legal_positions > head.positions) {
    return fmt::format("{} legal positions of {}", milestone.legal_positions, head.positions);
  }
  if (milestone.next_distance_plies > max_next_distance_plies) {
    return fmt::format("the next distance, {} plies, is over {}", milestone.next_distance_plies,
                       max_next_distance_plies);
  }
  return std::nullopt;
}

/// A list of the file: its name, and the bytes of one of its elements.
struct list_digest {
  std::string_view name;
  std::uint64_t element_bytes;
};

/// The share of the attributes, and of the lists' names and widths, in the digest.
std::uint64_t digest_of(const header& head, std::initializer_list<list_digest> lists) {
  text_digest digest;
  digest.add(head.metadata.game);
  for (const auto& [name, value] : head.metadata.parameters) digest.add(name).add(value);
  const auto add = [&](std::initializer_list<std::uint64_t> numbers) {
    for (const std::uint64_t number : numbers) digest.add(std::to_string(number));
  };
  const solve_milestone& milestone = head.milestone;
  if (head.stage) {
    add({head.positions, milestone.legal_positions, milestone.edges});
  } else {
    add({head.closed, head.open});
  }
  const auto stage =
      std::find_if(stage_words.begin(), stage_words.end(), [&](const auto& word) { return word.second == head.stage; });
  digest.add(stage->first);
  if (head.stage) add({milestone.next_distance_plies, milestone.waves});
  for (const auto& [name, element_bytes] : lists) digest.add(name).add(std::to_string(element_bytes));
  return splitmix64_mix(digest.value());
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

/// Writes words slice by slice, and returns their share of the digest. `slice_at(first, length)` is a span of them.
template <class Word, class SliceAt>
std::uint64_t write_array(const new_file& file, const char* name, std::uint64_t size, SliceAt slice_at) {
  const new_plain_list<Word> list(file.id(), name, size);
  std::uint64_t digest = 0;
  for_each_slice(size, slice_words, [&](position first, std::uint64_t length) {
    const std::span<const Word> slice = slice_at(first, length);
    digest += digest_of(slice, first);
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
                   word_of<Word>);
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

/// A checkpoint but for its lists.
struct checkpoint_description {
  header head;
  bool has_entries = false;  ///< the words are entries
  bool has_keys = false;     ///< always, of an exploration
  list_place words;          ///< of a solve
  list_place keys;
};

template <class Archive, class Description>
  requires std::same_as<std::remove_const_t<Description>, checkpoint_description>
void exchange(Archive& archive, Description& described) {
  exchange_header(archive, described.head);
  archive.value(described.has_entries);
  archive.value(described.has_keys);
  exchange_place(archive, described.words);
  exchange_place(archive, described.keys);
}

list_claim words_of(const header& head, bool has_entries) {
  return {has_entries ? entries_dataset : words_dataset, "words", "'positions' says", head.positions};
}

list_claim keys_of(const header& head) {
  constexpr hsize_t halves = 2;
  if (head.stage) return {keys_dataset, "keys", "'positions' says", head.positions, halves};
  return {keys_dataset, "keys", "'closed' and 'open' say", head.closed + head.open, halves};
}

/// @throws failure if the numbers cannot be.
void expect_sound(const header& head) {
  if (const auto fault = find_fault(head)) throw hdf5::failure(*fault);
}

checkpoint_description describe_checkpoint(described_file& file) {
  checkpoint_description described;
  exchange_header(attribute_reader(file), described.head);
  expect_sound(described.head);
  const auto has = [&](const char* name) { return hdf5::check(H5Lexists(file, name, H5P_DEFAULT)) > 0; };
  described.has_entries = has(entries_dataset);
  described.has_keys = !described.head.stage || has(keys_dataset);
  if (described.head.stage) {
    described.words = locate_plain_list(file, words_of(described.head, described.has_entries),
                                        {hdf5::stored_type<std::uint16_t>(), hdf5::stored_type<std::uint32_t>()});
  }
  if (described.has_keys) {
    described.keys = locate_plain_list(file, keys_of(described.head), {hdf5::stored_type<std::uint64_t>()});
  }
  return described;
}

/// @throws failure if the digest of what was read is not the one that is stored.
void expect_digest(std::uint64_t digest, const header& head, std::string_view lists) {
  if (digest == head.digest) return;
  throw hdf5::failure(fmt::format("the attributes{} have the digest {}, not {} as stored", lists,
                                  format::to_hex(digest), format::to_hex(head.digest)));
}

bool is_wide(const stored_list& words) { return words.element_bytes() == sizeof(std::uint32_t); }

/// Reads the words, and adds their share to the digest.
template <class Word>
uninitialized_array<Word> read_words(const stored_list& list, std::uint64_t& digest) {
  uninitialized_array<Word> words(list.size());
  for_each_slice(list.size(), slice_words, [&](position first, std::uint64_t length) {
    const std::span<Word> slice = words.span().subspan(first, length);
    list.read(first, slice);
    digest += digest_of<Word>(slice, first);
  });
  return words;
}

/// The entries of a checkpoint, which stay in the file: they were read once, to check them. The file may be replaced
/// while they are read, since what is replaced is its name.
class checkpoint_entries final : public solution_entries {
 public:
  checkpoint_entries(std::filesystem::path path, stored_list list) : m_path(std::move(path)), m_list(std::move(list)) {}

  /// Reads them all, and returns their share of the digest. `wrong` becomes the first position that has no possible
  /// entry, if any has not.
  [[nodiscard]] std::uint64_t check(std::optional<position>& wrong) const {
    return is_wide(m_list) ? check<std::uint32_t>(wrong) : check<std::uint16_t>(wrong);
  }

  [[nodiscard]] std::uint64_t size() const override { return m_list.size(); }
  void read(position first, std::span<position_value> entries) const override {
    is_wide(m_list) ? read<std::uint32_t>(first, entries) : read<std::uint16_t>(first, entries);
  }
  [[nodiscard]] std::uint32_t distance_bound() const override {
    return is_wide(m_list) ? packed_word<std::uint32_t>::max_low : packed_word<std::uint16_t>::max_low;
  }

 private:
  template <class Word>
  [[nodiscard]] std::uint64_t check(std::optional<position>& wrong) const {
    uninitialized_array<Word> words(std::min(slice_words, size()));
    std::uint64_t digest = 0;
    for_each_slice(size(), slice_words, [&](position first, std::uint64_t length) {
      const std::span<Word> slice = words.span().first(length);
      m_list.read(first, slice);
      digest += digest_of<Word>(slice, first);
      if (wrong) return;
      const auto found = std::find_if_not(slice.begin(), slice.end(), is_word_of_entry<Word>);
      if (found != slice.end()) wrong = first + static_cast<position>(found - slice.begin());
    });
    return digest;
  }
  template <class Word>
  void read(position first, std::span<position_value> entries) const {
    uninitialized_array<Word> words(entries.size());
    reading(m_path, [&] { m_list.read(first, words.span()); });
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i] = packed_word<Word>::value(words[i]);
  }

  std::filesystem::path m_path;
  stored_list m_list;
};

/// The words of a checkpoint, which stay in the file.
class checkpoint_words final : public remote_words {
 public:
  checkpoint_words(std::filesystem::path path, stored_list list) : m_path(std::move(path)), m_list(std::move(list)) {}

  /// Reads a share of them, and returns its share of the digest.
  [[nodiscard]] std::uint64_t check(const reading_share& share) const {
    return are_wide() ? check<std::uint32_t>(share) : check<std::uint16_t>(share);
  }

  [[nodiscard]] std::uint64_t size() const override { return m_list.size(); }
  [[nodiscard]] bool are_wide() const override { return is_wide(m_list); }
  void read(position first, std::span<std::uint16_t> words) const override {
    reading(m_path, [&] { m_list.read(first, words); });
  }
  void read(position first, std::span<std::uint32_t> words) const override {
    reading(m_path, [&] { m_list.read(first, words); });
  }

 private:
  template <class Word>
  [[nodiscard]] std::uint64_t check(const reading_share& share) const {
    uninitialized_array<Word> words(std::min(slice_words, size()));
    std::uint64_t digest = 0;
    for_each_slice(size(), slice_words, [&](position first, std::uint64_t length) {
      if (first / slice_words % share.num_shares != share.number) return;
      const std::span<Word> slice = words.span().first(length);
      m_list.read(first, slice);
      digest += digest_of<Word>(slice, first);
    });
    return digest;
  }

  std::filesystem::path m_path;
  stored_list m_list;
};

/// A checkpoint that is being read.
class checkpoint_reader {
 public:
  /// @throws failure unless it is one as far as its description tells.
  checkpoint_reader(const std::filesystem::path& path, std::uint64_t most_bytes)
      : m_path(path),
        m_most_bytes(most_bytes),
        m_file(std::make_shared<const existing_file>(path, checkpoint_kind)),
        m_described(m_file->described<checkpoint_description>(describe_checkpoint)) {
    expect_sound(head());
  }

  /// @throws failure if what is read is damaged; resource_error.
  [[nodiscard]] checkpoint read() const {
    checkpoint found;
    found.metadata = head().metadata;
    if (head().stage) {
      read_solve(found);
    } else {
      found.exploration = read_exploration();
    }
    return found;
  }

  /// Of words that are read by several processes. @throws failure
  [[nodiscard]] checkpoint read(const reading_share& share) const {
    if (!head().stage) throw hdf5::failure("it is of positions that are still being found, on one machine");
    if (m_described.has_keys) throw hdf5::failure("it holds positions by key, which are solved on one machine");
    if (m_described.has_entries) throw hdf5::failure("it holds entries, with which one machine goes on");
    checkpoint found;
    found.metadata = head().metadata;
    saved_solve& solve = found.solve.emplace();
    solve.milestone = milestone();
    auto words = std::make_unique<checkpoint_words>(m_path, list_of_words());
    const list_digest of_words{words_dataset, words->are_wide() ? sizeof(std::uint32_t) : sizeof(std::uint16_t)};
    expect_digest(digest_of(head(), {of_words}) + share.sum(words->check(share)), head(), " and words");
    solve.remote = std::move(words);
    return found;
  }

 private:
  [[nodiscard]] const header& head() const noexcept { return m_described.head; }
  [[nodiscard]] solve_milestone milestone() const {
    solve_milestone all = head().milestone;
    all.stage = *head().stage;
    return all;
  }
  [[nodiscard]] stored_list list_of_words() const {
    return {m_file,
            words_of(head(), m_described.has_entries),
            m_described.words,
            {sizeof(std::uint16_t), sizeof(std::uint32_t)}};
  }
  [[nodiscard]] stored_list keys() const {
    return {m_file, keys_of(head()), m_described.keys, {sizeof(std::uint64_t), sizeof(wide_key)}};
  }

  void read_solve(checkpoint& found) const {
    stored_list words = list_of_words();
    const list_digest of_words{m_described.has_entries ? entries_dataset : words_dataset, words.element_bytes()};
    saved_solve& solve = found.solve.emplace();
    solve.milestone = milestone();

    std::uint64_t digest = 0;
    std::optional<position> wrong_key;
    std::optional<position> wrong_entry;
    std::string lists = fmt::format(" and {}", words.name());
    if (m_described.has_keys) {
      auto in_file = std::make_shared<const checkpoint_keys>(m_path, keys());
      lists = fmt::format(", {} and keys", words.name());
      digest += digest_of(head(), {of_words, {keys_dataset, key_bytes(in_file->width())}});
      digest += in_file->check(wrong_key);
      found.keys = std::move(in_file);
    } else {
      digest += digest_of(head(), {of_words});
    }
    if (m_described.has_entries) {
      auto entries = std::make_unique<checkpoint_entries>(m_path, std::move(words));
      digest += entries->check(wrong_entry);
      solve.entries = std::move(entries);
    } else {
      expect_room("words", words.num_bytes());
      if (is_wide(words)) {
        solve.words = read_words<std::uint32_t>(words, digest);
      } else {
        solve.words = read_words<std::uint16_t>(words, digest);
      }
    }
    expect_digest(digest, head(), lists);
    if (wrong_entry) throw hdf5::failure(fmt::format("position {} has an impossible entry", *wrong_entry));
    if (wrong_key) {
      throw hdf5::failure(fmt::format("the key of position {} is not above the one before", *wrong_key));
    }
  }

  [[nodiscard]] saved_exploration read_exploration() const {
    const stored_list list = keys();
    expect_room("keys", list.size() * sizeof(wide_key));
    saved_exploration found;
    found.width = list.element_bytes() == sizeof(wide_key) ? key_width::bits_128 : key_width::bits_64;
    found.closed.resize(head().closed);
    found.open.resize(head().open);
    std::uint64_t digest = digest_of(head(), {{keys_dataset, list.element_bytes()}});
    digest += read_saved_keys(list, 0, found.closed);
    digest += read_saved_keys(list, head().closed, found.open);
    expect_digest(digest, head(), " and keys");
    return found;
  }

  void expect_room(const char* what, std::uint64_t bytes) const {
    if (bytes <= m_most_bytes) return;
    throw resource_error(fmt::format("{}: its {} take {} bytes, more than the {} that are left", m_path.string(), what,
                                     bytes, m_most_bytes));
  }

  const std::filesystem::path& m_path;
  std::uint64_t m_most_bytes;
  std::shared_ptr<const existing_file> m_file;
  checkpoint_description m_described;
};

void write_new_checkpoint(const std::filesystem::path& path, header head,
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
  header head;
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
    if (keys == nullptr) return digest_of(head, {of_words}) + words.digest;
    const list_digest of_keys{keys_dataset, key_bytes(keys->width())};
    return digest_of(head, {of_words, of_keys}) + words.digest + write_saved_keys(file, *keys);
  });
}

void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const solve_milestone& milestone, const remote_words& words) {
  header head;
  head.metadata = metadata;
  head.stage = milestone.stage;
  head.positions = words.size();
  head.milestone = milestone;
  write_new_checkpoint(path, head, [&](const new_file& file) {
    const written_list written =
        words.are_wide() ? write_remote<std::uint32_t>(file, words) : write_remote<std::uint16_t>(file, words);
    return digest_of(head, {{words_dataset, written.element_bytes}}) + written.digest;
  });
}

void write_checkpoint(const std::filesystem::path& path, const checkpoint_metadata& metadata,
                      const exploration_snapshot& snapshot) {
  header head;
  head.metadata = metadata;
  head.closed = snapshot.num_closed;
  head.open = snapshot.num_open;
  write_new_checkpoint(path, head, [&](const new_file& file) {
    return digest_of(head, {{keys_dataset, key_bytes(snapshot.width)}}) + write_saved_keys(file, snapshot);
  });
}

checkpoint read_checkpoint(const std::filesystem::path& path, std::uint64_t most_bytes) {
  return reading(path, [&] { return checkpoint_reader(path, most_bytes).read(); });
}

checkpoint read_checkpoint_together(const std::filesystem::path& path, const reading_share& share) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  return reading(path, [&] { return checkpoint_reader(path, any).read(share); });
}

}  // namespace zermelo::storage
