// SPDX-License-Identifier: MIT
// Reading checkpoints, which may come from anywhere.
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>

#include "../array/plain_list.hpp"
#include "../hdf5/attribute_archive.hpp"
#include "../hdf5/existing_file.hpp"
#include "../hdf5/hdf5.hpp"
#include "checkpoint_header.hpp"
#include "checkpoint_keys.hpp"
#include "checkpoint_words.hpp"

namespace zermelo::storage {
namespace {

/// A checkpoint but for its lists.
struct checkpoint_description {
  checkpoint_header head;
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

list_claim words_of(const checkpoint_header& head, bool has_entries) {
  return {has_entries ? entries_dataset : words_dataset, "words", "'positions' says", head.positions};
}

list_claim keys_of(const checkpoint_header& head) {
  constexpr hsize_t halves = 2;
  if (head.stage) return {keys_dataset, "keys", "'positions' says", head.positions, halves};
  return {keys_dataset, "keys", "'closed' and 'open' say", head.closed + head.open, halves};
}

/// @throws failure if the numbers cannot be.
void expect_sound(const checkpoint_header& head) {
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
void expect_digest(std::uint64_t digest, const checkpoint_header& head, std::string_view lists) {
  if (digest == head.digest) return;
  throw hdf5::failure(fmt::format("the attributes{} have the digest {}, not {} as stored", lists,
                                  format::to_hex(digest), format::to_hex(head.digest)));
}

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
    expect_digest(digest_of_header(head(), {of_words}) + share.sum(words->checked_digest(share)), head(), " and words");
    solve.remote = std::move(words);
    return found;
  }

 private:
  [[nodiscard]] const checkpoint_header& head() const noexcept { return m_described.head; }
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
      digest += digest_of_header(head(), {of_words, {keys_dataset, key_bytes(in_file->width())}});
      const key_digest of_keys = in_file->digest();
      digest += of_keys.value();
      wrong_key = of_keys.first_out_of_order();
      found.keys = std::move(in_file);
    } else {
      digest += digest_of_header(head(), {of_words});
    }
    if (m_described.has_entries) {
      auto entries = std::make_unique<checkpoint_entries>(m_path, std::move(words));
      digest += entries->checked_digest(wrong_entry);
      solve.entries = std::move(entries);
    } else {
      expect_room("words", words.num_bytes());
      if (has_wide_words(words)) {
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
    key_digest of_keys;
    read_saved_keys(list, found.closed, of_keys);
    read_saved_keys(list, found.open, of_keys);
    expect_digest(digest_of_header(head(), {{keys_dataset, list.element_bytes()}}) + of_keys.value(), head(),
                  " and keys");
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

}  // namespace

checkpoint read_checkpoint(const std::filesystem::path& path, std::uint64_t most_bytes) {
  return reading(path, [&] { return checkpoint_reader(path, most_bytes).read(); });
}

checkpoint read_checkpoint_together(const std::filesystem::path& path, const reading_share& share) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  return reading(path, [&] { return checkpoint_reader(path, any).read(share); });
}

}  // namespace zermelo::storage
