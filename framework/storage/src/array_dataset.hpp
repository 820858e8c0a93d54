// SPDX-License-Identifier: MIT
// Arrays in an HDF5 file, compressed, written and read chunk by chunk.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/uninitialized_array.hpp>

#include "chunk_codec.hpp"
#include "chunk_layout.hpp"
#include "hdf5.hpp"

namespace zermelo::storage {

/// A dataset whose chunks are runs of its elements in row-major order.
class array_dataset {
 public:
  /// A new array of `stored` numbers: shuffled and deflated, without modification time and fill value.
  [[nodiscard]] static array_dataset create(hid_t file, const std::string& name, hid_t stored,
                                            const std::vector<hsize_t>& shape);
  /// Checks everything that reading relies on: a chunked array of known filters that is wholly there, and not so
  /// large that the file could not hold it. @throws failure
  [[nodiscard]] static array_dataset open(hid_t file, const std::string& name);

  [[nodiscard]] const hdf5::dataset& id() const noexcept { return m_dataset; }
  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  [[nodiscard]] const std::vector<hsize_t>& shape() const noexcept { return m_layout.box(); }
  [[nodiscard]] const chunk_layout& layout() const noexcept { return m_layout; }

  /// A chunk's elements as they are to lie in the file. Thread-safe. Precondition: `values` are numbers of the stored
  /// type, `layout().chunk_elements()` of them, whatever those are that lie beyond the array.
  template <class T>
  [[nodiscard]] std::vector<std::byte> encode(std::span<const T> values) const {
    return m_codec.encode(std::as_bytes(values));
  }
  /// Writes what `encode` gave. Chunks lie in the file in the order in which they are written.
  void write_stored(std::uint64_t chunk, std::span<const std::byte> stored) const;

  /// A chunk as it lies in the file. @throws failure if that is more than its elements could make.
  [[nodiscard]] chunk_codec::stored_chunk read_stored(std::uint64_t chunk) const;
  /// The elements of what `read_stored` gave, and behind them those that lie beyond the array. Thread-safe.
  /// Precondition: T is the stored type. @throws failure if the chunk is damaged.
  template <class T>
  [[nodiscard]] uninitialized_array<T> decode(std::uint64_t chunk, const chunk_codec::stored_chunk& stored) const {
    uninitialized_array<T> values(m_layout.chunk_elements());
    decode_bytes(chunk, stored, std::as_writable_bytes(values.span()));
    return values;
  }

  /// Encodes and writes a chunk, its numbers converted to the stored type, `Stored`, which holds them all.
  /// Precondition: `values` has the chunk's elements.
  template <class Stored, class T>
  void write_chunk(std::uint64_t chunk, std::span<const T> values) const {
    std::vector<Stored> padded(m_layout.chunk_elements());
    std::transform(values.begin(), values.end(), padded.begin(), [](T value) { return static_cast<Stored>(value); });
    write_stored(chunk, encode<Stored>(padded));
  }
  /// All elements at once, for arrays that are small beside the table.
  template <class Stored, class T>
  void write_all(std::span<const T> values) const {
    for (std::uint64_t c = 0; c < m_layout.num_chunks(); ++c) {
      write_chunk<Stored>(c, values.subspan(m_layout.first_position(c), m_layout.num_positions(c)));
    }
  }
  /// The same, read. Not through H5Dread, which reads beyond its buffer where a chunk makes fewer bytes than its
  /// elements have (HDF5 1.10.8). @throws failure if a chunk is damaged.
  template <class Stored, class T>
  [[nodiscard]] std::vector<T> read_all() const {
    std::vector<T> values;
    values.reserve(m_layout.num_elements());
    for (std::uint64_t c = 0; c < m_layout.num_chunks(); ++c) {
      const auto chunk = decode<Stored>(c, read_stored(c));
      values.insert(values.end(), chunk.data(), chunk.data() + m_layout.num_positions(c));
    }
    return values;
  }

 private:
  array_dataset(hdf5::dataset dataset, std::string name, chunk_layout layout, chunk_codec codec)
      : m_dataset(std::move(dataset)),
        m_name(std::move(name)),
        m_layout(std::move(layout)),
        m_codec(std::move(codec)) {}

  void decode_bytes(std::uint64_t chunk, const chunk_codec::stored_chunk& stored, std::span<std::byte> raw) const;
  /// The bytes in which a chunk is stored. @throws failure if those are more than its elements could make.
  [[nodiscard]] std::size_t stored_bytes(std::uint64_t chunk) const;

  hdf5::dataset m_dataset;
  std::string m_name;
  chunk_layout m_layout;
  chunk_codec m_codec;
};

}  // namespace zermelo::storage
