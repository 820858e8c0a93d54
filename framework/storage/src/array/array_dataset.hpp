// SPDX-License-Identifier: MIT
// Writes arrays to an HDF5 file, compressed, chunk by chunk. chunked_array.hpp reads them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../hdf5/hdf5.hpp"
#include "chunk_codec.hpp"
#include "chunk_layout.hpp"

namespace zermelo::storage {

/// A dataset whose chunks are runs of consecutive elements in row-major order.
class array_dataset {
 public:
  /// Creates an array of numbers of the HDF5 type `stored`: shuffled and deflated, without timestamps or a fill
  /// value.
  /// @throws hdf5::failure, like all members
  [[nodiscard]] static array_dataset create(hid_t file, const std::string& name, hid_t stored,
                                            const std::vector<hsize_t>& shape);
  /// Creates an empty list like `create`. `grow` extends the list, which has chunks of `chunk_layout::max_elements`.
  [[nodiscard]] static array_dataset create_growing(hid_t file, const std::string& name, hid_t stored);
  /// Extends a list that `create_growing` has created. Precondition: `size` is greater than the number of elements.
  void grow(std::uint64_t size);

  [[nodiscard]] const hdf5::dataset& id() const noexcept { return m_dataset; }
  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  [[nodiscard]] const std::vector<hsize_t>& shape() const noexcept { return m_layout.box(); }
  [[nodiscard]] const chunk_layout& layout() const noexcept { return m_layout; }

  /// Encodes a chunk as stored in the file. Thread-safe. Precondition: `values` has `layout().chunk_elements()` numbers
  /// of the stored type. In the last chunk, numbers beyond the end of the array are arbitrary.
  template <class T>
  [[nodiscard]] std::vector<std::byte> encode(std::span<const T> values) const {
    return m_codec.encode(std::as_bytes(values));
  }
  /// Writes the encoded bytes of a chunk. Chunks are stored in the order in which they are written.
  void write_stored(std::uint64_t chunk, std::span<const std::byte> stored) const;

  /// Encodes and writes a chunk. Precondition: `values` are the elements of the chunk and fit into `Stored`.
  template <class Stored, class T>
  void write_chunk(std::uint64_t chunk, std::span<const T> values) const {
    std::vector<Stored> padded(m_layout.chunk_elements());
    std::transform(values.begin(), values.end(), padded.begin(), [](T value) { return static_cast<Stored>(value); });
    write_stored(chunk, encode<Stored>(padded));
  }
  /// Writes all elements at once. Use it for arrays that are small compared with the table.
  template <class Stored, class T>
  void write_all(std::span<const T> values) const {
    for (std::uint64_t c = 0; c < m_layout.num_chunks(); ++c) {
      write_chunk<Stored>(c, values.subspan(m_layout.first_position(c), m_layout.num_positions(c)));
    }
  }

 private:
  [[nodiscard]] static array_dataset create(hid_t file, const std::string& name, hid_t stored,
                                            const hdf5::dataspace& space, const chunk_layout& layout);
  array_dataset(hdf5::dataset dataset, std::string name, chunk_layout layout, chunk_codec codec)
      : m_dataset(std::move(dataset)),
        m_name(std::move(name)),
        m_layout(std::move(layout)),
        m_codec(std::move(codec)) {}

  hdf5::dataset m_dataset;
  std::string m_name;
  chunk_layout m_layout;
  chunk_codec m_codec;
};

}  // namespace zermelo::storage
