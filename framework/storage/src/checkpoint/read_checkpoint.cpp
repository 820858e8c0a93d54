// SPDX-License-Identifier: MIT
// Reads checkpoints, which may be untrusted.
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
#include <zermelo/core/base/text.hpp>
#include <zermelo/storage/checkpoint/checkpoint.hpp>

#include "../array/plain_list.hpp"
#include "../hdf5/attribute_archive.hpp"
#include "../hdf5/attribute_text.hpp"
#include "../hdf5/existing_file.hpp"
#include "../hdf5/hdf5.hpp"
#include "checkpoint_header.hpp"
#include "checkpoint_keys.hpp"
#include "checkpoint_words.hpp"

namespace zermelo::storage {
namespace {

/// The description of a checkpoint: everything except the elements of its lists.
struct checkpoint_description {
  checkpoint_header header;
  bool has_entries = false;  ///< the words are entries
  bool has_keys = false;     ///< an exploration always has keys
  list_location words;       ///< only for a solve
  list_location keys;
};

/// Lists the members for an archive, see byte_archive.hpp.
template <class Archive, class Description>
  requires std::same_as<std::remove_const_t<Description>, checkpoint_description>
void exchange(Archive& archive, Description& described) {
  exchange_header(archive, described.header);
  archive.value(described.has_entries);
  archive.value(described.has_keys);
  exchange_location(archive, described.words);
  exchange_location(archive, described.keys);
}

expected_list expected_words(const checkpoint_header& header, bool has_entries) {
  return {has_entries ? entries_dataset : words_dataset, "words", "'positions' declares", header.positions};
}

expected_list expected_keys(const checkpoint_header& header) {
  constexpr hsize_t halves = 2;  // a key of 128 bits is a row of two numbers
  if (header.stage != saved_stage::exploring)
    return {keys_dataset, "keys", "'positions' declares", header.positions, halves};
  return {keys_dataset, "keys", "'closed' and 'open' declare", header.closed + header.open, halves};
}

/// @throws failure if the numbers contradict each other or are too large.
void expect_sound(const checkpoint_header& header) {
  if (const auto error = find_error(header)) throw hdf5::failure(*error);
}

checkpoint_description describe_checkpoint(described_file& file) {
  checkpoint_description described;
  exchange_header(attribute_reader(file), described.header);
  expect_sound(described.header);
  described.has_entries = hdf5::has_link(file, entries_dataset);
  const bool is_solve = described.header.stage != saved_stage::exploring;
  described.has_keys = !is_solve || hdf5::has_link(file, keys_dataset);
  if (is_solve) {
    described.words = locate_plain_list(file, expected_words(described.header, described.has_entries),
                                        {hdf5::stored_type<std::uint16_t>(), hdf5::stored_type<std::uint32_t>()});
  }
  if (described.has_keys) {
    described.keys = locate_plain_list(file, expected_keys(described.header), {hdf5::stored_type<std::uint64_t>()});
  }
  return described;
}

/// @param lists  the lists in the digest, for the message  @throws failure if the digest differs from the stored one.
void expect_digest(std::uint64_t digest, const checkpoint_header& header, std::string_view lists) {
  if (digest == header.digest) return;
  throw hdf5::failure(
      fmt::format("digest of attributes{}: expected {}, got {}", lists, hex_text(header.digest), hex_text(digest)));
}

/// Reads a checkpoint. Members throw failure if the file is damaged.
class checkpoint_reader {
 public:
  /// @param max_bytes  the memory limit for words, or for the keys of an exploration
  checkpoint_reader(const std::filesystem::path& path, std::uint64_t max_bytes)
      : m_path(path),
        m_max_bytes(max_bytes),
        m_file(std::make_shared<const existing_file>(path, checkpoint_kind)),
        m_described(m_file->described<checkpoint_description>(describe_checkpoint)) {
    expect_sound(header());
  }

  /// @throws resource_error if `max_bytes` is not enough.
  [[nodiscard]] checkpoint read() const {
    checkpoint result;
    result.metadata = header().metadata;
    if (header().stage != saved_stage::exploring) {
      read_solve(result);
    } else {
      result.exploration = read_exploration();
    }
    return result;
  }

  /// Reads a checkpoint whose words are read by several processes.
  [[nodiscard]] checkpoint read(const reading_share& share) const {
    if (header().stage == saved_stage::exploring)
      throw hdf5::failure("a checkpoint of an exploration is not supported under mpirun; use zermelo");
    if (m_described.has_keys) throw hdf5::failure("a checkpoint with keys is not supported under mpirun; use zermelo");
    if (m_described.has_entries)
      throw hdf5::failure("a checkpoint with entries is not supported under mpirun; use zermelo");
    checkpoint result;
    result.metadata = header().metadata;
    saved_solve& solve = result.solve.emplace();
    solve.progress = solve_state_of(header());
    stored_list list = words();
    const std::uint64_t header_digest = digest_of_header(header(), {{words_dataset, list.element_bytes()}});
    auto remote = std::make_unique<checkpoint_words>(m_path, std::move(list));
    expect_digest(header_digest + share.sum(remote->digest(share)), header(), " and words");
    solve.remote = std::move(remote);
    return result;
  }

 private:
  [[nodiscard]] const checkpoint_header& header() const noexcept { return m_described.header; }
  [[nodiscard]] stored_list words() const {
    return {m_file,
            expected_words(header(), m_described.has_entries),
            m_described.words,
            {sizeof(std::uint16_t), sizeof(std::uint32_t)}};
  }
  [[nodiscard]] stored_list keys() const {
    return {m_file, expected_keys(header()), m_described.keys, {sizeof(std::uint64_t), sizeof(wide_key)}};
  }

  void read_solve(checkpoint& result) const {
    stored_list list = words();
    const std::string name = list.name();
    const digested_list words_digest{name, list.element_bytes()};
    saved_solve& solve = result.solve.emplace();
    solve.progress = solve_state_of(header());

    std::uint64_t digest = 0;
    std::optional<position> wrong_key;
    std::optional<position> wrong_entry;
    if (m_described.has_keys) {
      auto solve_keys = std::make_shared<const checkpoint_keys>(m_path, keys());
      digest += digest_of_header(header(), {words_digest, {keys_dataset, key_bytes(solve_keys->width())}});
      const key_digest keys_digest = solve_keys->digest();
      digest += keys_digest.value();
      wrong_key = keys_digest.first_out_of_order();
      result.keys = std::move(solve_keys);
    } else {
      digest += digest_of_header(header(), {words_digest});
    }
    if (m_described.has_entries) {
      if (header().max_margin) throw hdf5::failure(margins_of_entries);
      auto entries = std::make_unique<checkpoint_entries>(m_path, std::move(list));
      digest += entries->checked_digest(wrong_entry);
      solve.entries = std::move(entries);
    } else {
      expect_space("words", list.num_bytes());
      if (has_wide_words(list)) {
        solve.words = read_words<std::uint32_t>(list, digest);
      } else {
        solve.words = read_words<std::uint16_t>(list, digest);
      }
    }
    expect_digest(digest, header(), m_described.has_keys ? ", " + name + " and keys" : " and " + name);
    if (wrong_entry) throw hdf5::failure(fmt::format("position {} has an impossible entry", *wrong_entry));
    if (wrong_key) {
      throw hdf5::failure(fmt::format("the keys do not ascend at position {}", *wrong_key));
    }
  }

  [[nodiscard]] saved_exploration read_exploration() const {
    const stored_list list = keys();
    expect_space("keys", list.size() * sizeof(wide_key));
    saved_exploration result;
    result.width = list.element_bytes() == sizeof(wide_key) ? key_width::bits_128 : key_width::bits_64;
    result.closed.resize(header().closed);
    result.open.resize(header().open);
    key_digest digest;
    read_saved_keys(list, result.closed, digest);
    read_saved_keys(list, result.open, digest);
    expect_digest(digest_of_header(header(), {{keys_dataset, list.element_bytes()}}) + digest.value(), header(),
                  " and keys");
    return result;
  }

  void expect_space(const char* elements, std::uint64_t bytes) const {
    if (bytes <= m_max_bytes) return;
    throw resource_error(fmt::format("{}: the {} need {} bytes, but only {} are available", m_path.string(), elements,
                                     bytes, m_max_bytes));
  }

  const std::filesystem::path& m_path;
  std::uint64_t m_max_bytes;
  std::shared_ptr<const existing_file> m_file;
  checkpoint_description m_described;
};

}  // namespace

checkpoint read_checkpoint(const std::filesystem::path& path, std::uint64_t max_bytes) {
  return reading(path, [&] { return checkpoint_reader(path, max_bytes).read(); });
}

checkpoint read_checkpoint_together(const std::filesystem::path& path, const reading_share& share) {
  constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();
  return reading(path, [&] { return checkpoint_reader(path, unlimited).read(share); });
}

}  // namespace zermelo::storage
