// SPDX-License-Identifier: MIT
// Reading arrays that array_dataset.hpp has written: HDF5 describes where their chunks lie, and this process reads them
// there without it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include <zermelo/core/base/uninitialized_array.hpp>

#include "../hdf5/existing_file.hpp"
#include "../hdf5/hdf5.hpp"
#include "chunk_codec.hpp"
#include "chunk_layout.hpp"

namespace zermelo::storage {

/// All that reading needs to know of an array.
struct array_description {
  std::vector<hsize_t> shape;
  std::vector<hsize_t> chunk_shape;
  std::uint64_t element_bytes = 0;
  chunk_codec::filters filters;
  std::vector<chunk_piece> chunks;  ///< in row-major order
};

template <class Archive, class Description>
void exchange_array(Archive& archive, Description& array) {
  archive.values(array.shape);
  archive.values(array.chunk_shape);
  archive.value(array.element_bytes);
  archive.value(array.filters.shuffle);
  archive.value(array.filters.deflate);
  archive.value(array.filters.fletcher32);
  archive.values(array.chunks);
}

/// Describes a dataset whose type is one of `types`, which differ in their bytes: a chunked array of known filters.
/// Where its chunks lie is told as HDF5 has it; `chunked_array` checks it.
/// @throws failure if it is something else, or a chunk is not there
[[nodiscard]] array_description describe_array(described_file& file, const std::string& name,
                                               std::initializer_list<hid_t> types);

/// An array in a file that is open for reading. Thread-safe.
class chunked_array {
 public:
  /// Checks everything that reading relies on: elements of `widths` bytes, in chunks that lie in the file, all of them,
  /// apart from one another, and not so many that it could not hold them.
  /// Precondition: the file is the one that was described. It must outlive the array.
  /// @throws failure if the description is that of no such file.
  chunked_array(const existing_file& file, std::string name, std::initializer_list<std::size_t> widths,
                array_description description);

  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  [[nodiscard]] std::uint64_t element_bytes() const noexcept { return m_element_bytes; }
  [[nodiscard]] const chunk_layout& layout() const noexcept { return m_layout; }

  /// A chunk's elements, and behind them those that lie beyond the array. Precondition: T is of `element_bytes()`.
  /// @throws failure if the chunk is damaged.
  template <class T>
  [[nodiscard]] uninitialized_array<T> read_chunk(std::uint64_t chunk) const {
    uninitialized_array<T> values(m_layout.chunk_elements());
    read_bytes(chunk, std::as_writable_bytes(values.span()));
    return values;
  }
  /// All elements at once, for arrays that are small beside the table.
  template <class Stored, class T>
  [[nodiscard]] std::vector<T> read_all() const {
    std::vector<T> values;
    values.reserve(m_layout.num_elements());
    for (std::uint64_t c = 0; c < m_layout.num_chunks(); ++c) {
      const auto chunk = read_chunk<Stored>(c);
      values.insert(values.end(), chunk.data(), chunk.data() + m_layout.num_positions(c));
    }
    return values;
  }

 private:
  void read_bytes(std::uint64_t chunk, std::span<std::byte> raw) const;

  const existing_file* m_file;
  std::string m_name;
  chunk_layout m_layout;
  std::uint64_t m_element_bytes;
  chunk_codec m_codec;
  std::vector<chunk_piece> m_chunks;
};

}  // namespace zermelo::storage
