// SPDX-License-Identifier: MIT
// The keys of a table whose positions are numbered by them: one dataset of all, ascending, one of the first key of each
// chunk, so that a look-up reads a single chunk, and one of the keys whose rules are in the digest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "../array/array_dataset.hpp"
#include "../array/chunked_array.hpp"
#include "../hdf5/existing_file.hpp"
#include "../hdf5/hdf5.hpp"

namespace zermelo::storage {

/// @throws contract_error if the metadata has keys that cannot be stored: not of one axis, which has no coordinates and
///   no name of their datasets; of another number than its places; without a sample, or with one that is too large, not
///   ascending or too wide. Also if it has a sample without keys.
void expect_storable_keys(const table_metadata& metadata);

/// The names of the datasets that have a number for every position; none without keys.
[[nodiscard]] std::vector<std::string> key_coordinates(const table_metadata& metadata);

/// A chunk's keys as they are to lie in the file.
struct encoded_keys {
  wide_key first;
  wide_key last;
  std::vector<std::byte> low;
  std::vector<std::byte> high;  ///< empty for keys of 64 bits
};

/// The keys of a new table, written chunk by chunk. What it is made of must outlive it.
class key_arrays {
 public:
  /// Creates their datasets, labelled by the table's axis. Precondition: expect_storable_keys, and there are keys.
  key_arrays(hid_t file, const table_metadata& metadata);

  /// Thread-safe. @throws contract_error if the keys of the chunk are not ascending, or over 64 bits wide if they must
  ///   not; and what reading them throws.
  [[nodiscard]] encoded_keys encode(std::uint64_t chunk) const;
  /// Writes the next chunk. @throws contract_error if it does not ascend from the one before.
  void write_next(const encoded_keys& encoded);
  /// Writes what follows them all.
  void finish() const;

 private:
  struct workplace {
    std::vector<wide_key> keys;
    std::vector<std::uint64_t> low;
    std::vector<std::uint64_t> high;
  };

  hid_t m_file;
  const table_metadata& m_metadata;
  array_dataset m_low;
  std::optional<array_dataset> m_high;
  std::vector<wide_key> m_first_keys;  ///< of the chunks that are written
  wide_key m_last;                     ///< of these
  mutable tbb::enumerable_thread_specific<workplace> m_workplaces;
};

/// Keys as a file describes them. Each list has one array; of keys of 128 bits two, the lower halves before the upper
/// ones; none in a table without keys.
struct keys_description {
  std::uint64_t rules_digest = 0;
  std::vector<array_description> keys;
  std::vector<array_description> first_keys;
  std::vector<array_description> sampled_keys;
};

template <class Archive, class Description>
void exchange_keys(Archive& archive, Description& described) {
  const auto element = [](Archive& arrays, auto& array) { exchange_array(arrays, array); };
  archive.value(described.rules_digest);
  archive.list(described.keys, element);
  archive.list(described.first_keys, element);
  archive.list(described.sampled_keys, element);
}

/// @throws hdf5::failure if the table says that it has keys and has not.
[[nodiscard]] keys_description describe_keys(described_file& file);

/// Sets the keys, their sample and the digest of the rules of a table's metadata, if it has keys. They are read from
/// the file chunk by chunk: about `cache_bytes` of chunks are kept. Every chunk
/// is checked when it is read.
/// Precondition: the metadata has the number of positions.
/// @throws hdf5::failure unless keys and sample are of one table.
void read_keys(const std::filesystem::path& path, std::shared_ptr<const existing_file> file,
               const keys_description& described, std::size_t cache_bytes, table_metadata& metadata);

}  // namespace zermelo::storage
