// SPDX-License-Identifier: MIT
// Reads arrays written with array_dataset.hpp. A child process determines the locations of their chunks with HDF5, and
// this process reads the chunks without HDF5.
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

/// The description of a dataset for reading.
struct array_description {
  std::vector<hsize_t> shape;
  std::vector<hsize_t> chunk_shape;
  std::uint64_t element_bytes = 0;
  chunk_codec::filters filters;
  std::vector<chunk_piece> chunks;  ///< [chunk], see chunk_layout
};

/// Lists the members for an archive, see byte_archive.hpp.
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

/// Describes a chunked dataset whose type is one of `types`, which differ in size. `chunked_array` checks the locations
/// of the chunks. @throws failure if the dataset has another type or layout, or a chunk is missing.
[[nodiscard]] array_description describe_array(described_file& file, const std::string& name,
                                               std::initializer_list<hid_t> types);

/// An array in an open file. Thread-safe.
class chunked_array {
 public:
  /// Checks the description, which may come from a malicious file: elements must have an allowed size, and chunks must
  /// be in the file, not overlap, and have plausible sizes.
  /// @param file  the described file; must outlive the array
  /// @param widths  allowed sizes of elements, in bytes
  /// @throws failure if the description is wrong.
  chunked_array(const existing_file& file, std::string name, std::initializer_list<std::size_t> widths,
                array_description description);

  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  [[nodiscard]] std::uint64_t element_bytes() const noexcept { return m_element_bytes; }
  [[nodiscard]] const chunk_layout& layout() const noexcept { return m_layout; }

  /// Reads the `layout().chunk_elements()` elements of a chunk. In the last chunk, some may be beyond the end of the
  /// array. Precondition: T has `element_bytes()`.
  /// @throws failure if the chunk is damaged.
  template <class T>
  [[nodiscard]] uninitialized_array<T> read_chunk(std::uint64_t chunk) const {
    uninitialized_array<T> values(m_layout.chunk_elements());
    read_bytes(chunk, std::as_writable_bytes(values.span()));
    return values;
  }
  /// Reads all elements. Use it for arrays that are small compared with the table. Precondition: `Stored` has
  /// `element_bytes()`.
  /// @throws failure if a chunk is damaged.
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
