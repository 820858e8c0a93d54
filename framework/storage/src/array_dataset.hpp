// SPDX-License-Identifier: MIT
// Arrays in an HDF5 file, compressed, written and read chunk by chunk.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

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

  /// Precondition: `values` has the chunk's elements.
  template <class T>
  void write_chunk(std::uint64_t chunk, std::span<const T> values) const {
    const chunk_selection selection(*this, chunk);
    hdf5::check(
        H5Dwrite(m_dataset, hdf5::memory_type<T>(), selection.memory, selection.stored, H5P_DEFAULT, values.data()));
  }
  /// Precondition: `values` has room for the chunk's elements. @throws failure if the chunk is damaged.
  template <class T>
  void read_chunk(std::uint64_t chunk, std::span<T> values) const {
    expect_plausible_size(chunk);
    const chunk_selection selection(*this, chunk);
    hdf5::check(
        H5Dread(m_dataset, hdf5::memory_type<T>(), selection.memory, selection.stored, H5P_DEFAULT, values.data()));
  }

  /// All elements at once, for arrays that are small beside the table.
  template <class T>
  void write_all(std::span<const T> values) const {
    for (std::uint64_t c = 0; c < m_layout.num_chunks(); ++c) {
      write_chunk(c, values.subspan(m_layout.first_position(c), m_layout.num_positions(c)));
    }
  }
  template <class T>
  [[nodiscard]] std::vector<T> read_all() const {
    std::vector<T> values(m_layout.num_elements());
    for (std::uint64_t c = 0; c < m_layout.num_chunks(); ++c) {
      read_chunk(c, std::span(values).subspan(m_layout.first_position(c), m_layout.num_positions(c)));
    }
    return values;
  }

 private:
  /// One chunk as HDF5 selects it in memory and in the file.
  struct chunk_selection {
    chunk_selection(const array_dataset& array, std::uint64_t chunk);
    hdf5::dataspace memory;
    hdf5::dataspace stored;
  };

  array_dataset(hdf5::dataset dataset, std::string name, chunk_layout layout)
      : m_dataset(std::move(dataset)), m_name(std::move(name)), m_layout(std::move(layout)) {}

  /// @throws failure if the chunk is stored in more bytes than its elements could make.
  void expect_plausible_size(std::uint64_t chunk) const;

  hdf5::dataset m_dataset;
  std::string m_name;
  chunk_layout m_layout;
};

}  // namespace zermelo::storage
