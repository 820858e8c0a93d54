// SPDX-License-Identifier: MIT
// Writes and reads the keys of a table whose positions are numbered by keys. The datasets are: all keys, ascending; the
// first key of each chunk, so that a look-up reads only one chunk; and the sampled keys, whose rules are in the digest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "../array/array_dataset.hpp"
#include "../array/chunked_array.hpp"
#include "../hdf5/existing_file.hpp"
#include "../hdf5/hdf5.hpp"

namespace zermelo::storage {

/// @throws contract_error if the keys of the metadata cannot be stored: the table has several axes, or an axis with
/// coordinates or the name of a dataset of keys; the number of keys differs from the size of the axis; the sample is
/// missing, too large, not ascending or too wide; or there is a sample without keys
void expect_storable_keys(const table_metadata& metadata);

/// Returns the names of the datasets with a key, or half a key, for every position, or an empty list without keys.
[[nodiscard]] std::vector<std::string> key_coordinates(const table_metadata& metadata);

/// The keys of a chunk as stored in the file.
struct encoded_keys {
  wide_key first;
  wide_key last;
  std::vector<std::byte> low;
  std::vector<std::byte> high;  ///< empty for keys of 64 bits
};

/// Writes the keys of a table, chunk by chunk.
class key_arrays {
 public:
  /// Creates the datasets of keys. The arguments must outlive the object. Preconditions:
  /// expect_storable_keys(metadata), and the metadata has keys. @throws hdf5::failure
  key_arrays(hid_t file, const table_metadata& metadata);

  /// Reads and compresses the keys of a chunk. Thread-safe. @throws contract_error if the keys do not ascend, or exceed
  /// their width; what reading keys throws.
  [[nodiscard]] encoded_keys encode(std::uint64_t chunk) const;
  /// Writes the next chunk. @throws contract_error if its first key is not greater than the last key of the previous
  /// chunk; hdf5::failure.
  void write_next(const encoded_keys& encoded);
  /// Writes the first keys of the chunks, and the sampled keys. Must be called after the last chunk is written. @throws
  /// hdf5::failure
  void finish() const;

 private:
  struct thread_buffers {
    std::vector<wide_key> keys;
    std::vector<std::uint64_t> low;
    std::vector<std::uint64_t> high;
  };

  hid_t m_file;
  const table_metadata& m_metadata;
  array_dataset m_low;
  std::optional<array_dataset> m_high;
  std::vector<wide_key> m_first_keys;  ///< first keys of the written chunks
  wide_key m_last;                     ///< the last key of the written chunks
  mutable per_thread<thread_buffers> m_buffers;
};

/// The description of the keys in a file. A list has one array, or two arrays for keys of 128 bits, with the lower and
/// the upper halves. A table without keys has no arrays.
struct keys_description {
  std::uint64_t rules_digest = 0;
  std::vector<array_description> keys;
  std::vector<array_description> first_keys;
  std::vector<array_description> sampled_keys;
};

/// Lists the members for an archive, see byte_archive.hpp.
template <class Archive, class Description>
void exchange_keys(Archive& archive, Description& described) {
  const auto element = [](Archive& arrays, auto& array) { exchange_array(arrays, array); };
  archive.value(described.rules_digest);
  archive.list(described.keys, element);
  archive.list(described.first_keys, element);
  archive.list(described.sampled_keys, element);
}

/// Describes the keys of a table. @throws hdf5::failure if a dataset or attribute of keys is missing or has another
/// type.
[[nodiscard]] keys_description describe_keys(described_file& file);

/// Sets the keys, the sampled keys and the digest of the rules in the metadata of a table with keys. The keys stay in
/// the file: each chunk is read and checked when it is needed.
/// @param path  the name of the file, for messages
/// @param cache_bytes  the memory limit for chunks; at least 16 chunks are cached
/// @param memory  shared memory that replaces `cache_bytes`; null: the memory is not shared
/// @param metadata  its summary must contain the number of positions
/// @throws hdf5::failure if the lists contradict each other or the table, or a short list is damaged
void read_keys(const std::filesystem::path& path, std::shared_ptr<const existing_file> file,
               const keys_description& description, std::size_t cache_bytes, std::shared_ptr<chunk_memory> memory,
               table_metadata& metadata);

}  // namespace zermelo::storage
