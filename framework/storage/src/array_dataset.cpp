// SPDX-License-Identifier: MIT
// Creating, checking and selecting; see array_dataset.hpp.
#include "array_dataset.hpp"

#include <algorithm>
#include <limits>

#include <fmt/core.h>

namespace zermelo::storage {

namespace {

constexpr unsigned deflate_level = 4;

/// Deflate cannot shrink anything more than this (zlib's technical notes): no honest array is larger than so
/// many times its stored bytes.
constexpr hsize_t max_deflate_ratio = 1032;

/// What filters may add to a chunk that does not shrink: 0.1 % and 12 bytes for deflate, 4 for a checksum.
constexpr hsize_t max_stored_bytes(hsize_t raw_bytes) { return raw_bytes + raw_bytes / 1000 + 16; }

void expect_known_filters(const hdf5::property_list& creation, const std::string& name) {
  const int count = hdf5::check(H5Pget_nfilters(creation));
  for (int i = 0; i < count; ++i) {
    unsigned flags = 0;
    unsigned configuration = 0;
    std::size_t no_values = 0;
    const H5Z_filter_t filter = hdf5::check(
        H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &no_values, nullptr, 0, nullptr, &configuration));
    if (filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_FLETCHER32) {
      throw hdf5::failure(fmt::format("dataset '{}' uses the filter {}, which tables don't", name, filter));
    }
  }
}

std::size_t element_bytes(const hdf5::dataset& d) { return H5Tget_size(hdf5::datatype(H5Dget_type(d))); }

/// The number of elements. @throws failure for an empty array and one of more than 2^63 - 1 elements.
hsize_t count_elements(const std::vector<hsize_t>& shape, const std::string& name) {
  hsize_t elements = 1;
  for (const hsize_t extent : shape) {
    if (extent == 0) throw hdf5::failure(fmt::format("dataset '{}' is empty", name));
    if (extent > static_cast<hsize_t>(std::numeric_limits<std::int64_t>::max()) / elements) {
      throw hdf5::failure(fmt::format("dataset '{}' is too large", name));
    }
    elements *= extent;
  }
  return elements;
}

/// @throws failure unless every chunk is there, in as many bytes as the file and the elements allow.
void expect_complete(hid_t file, const hdf5::dataset& d, const std::string& name, const chunk_layout& layout) {
  hsize_t chunks = 0;
  hdf5::check(H5Dget_num_chunks(d, hdf5::dataspace(H5Dget_space(d)), &chunks));
  hsize_t file_bytes = 0;
  hdf5::check(H5Fget_filesize(file, &file_bytes));
  const hsize_t stored_bytes = H5Dget_storage_size(d);
  if (chunks != layout.num_chunks() || stored_bytes > file_bytes ||
      layout.num_elements() * element_bytes(d) / max_deflate_ratio > stored_bytes) {
    throw hdf5::failure(fmt::format("dataset '{}' is not complete: {} of {} chunks in {} bytes", name, chunks,
                                    layout.num_chunks(), stored_bytes));
  }
}

}  // namespace

array_dataset array_dataset::create(hid_t file, const std::string& name, hid_t stored,
                                    const std::vector<hsize_t>& shape) {
  chunk_layout layout = chunk_layout::choose(shape);
  const int dimensions = static_cast<int>(shape.size());
  const hdf5::dataspace space(H5Screate_simple(dimensions, shape.data(), nullptr));
  const hdf5::property_list creation(H5Pcreate(H5P_DATASET_CREATE));
  hdf5::check(H5Pset_chunk(creation, dimensions, layout.chunk_shape().data()));
  hdf5::check(H5Pset_shuffle(creation));
  hdf5::check(H5Pset_deflate(creation, deflate_level));
  hdf5::check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER));
  hdf5::check(H5Pset_obj_track_times(creation, 0));
  return {hdf5::dataset(H5Dcreate2(file, name.c_str(), stored, space, H5P_DEFAULT, creation, H5P_DEFAULT)), name,
          std::move(layout)};
}

array_dataset array_dataset::open(hid_t file, const std::string& name) {
  hdf5::dataset d = hdf5::open_dataset(file, name);
  const std::vector<hsize_t> shape = hdf5::shape_of(d, name);
  count_elements(shape, name);
  const hdf5::property_list creation(H5Dget_create_plist(d));
  if (shape.empty() || H5Pget_layout(creation) != H5D_CHUNKED) {
    throw hdf5::failure(fmt::format("dataset '{}' is not stored in chunks", name));
  }
  expect_known_filters(creation, name);
  std::vector<hsize_t> chunk(shape.size());
  hdf5::check(H5Pget_chunk(creation, static_cast<int>(chunk.size()), chunk.data()));
  auto layout = chunk_layout::of_stored(shape, chunk);
  if (!layout) throw hdf5::failure(fmt::format("the chunks of dataset '{}' are no runs of positions", name));
  expect_complete(file, d, name, *layout);
  return {std::move(d), name, *std::move(layout)};
}

array_dataset::chunk_selection::chunk_selection(const array_dataset& array, std::uint64_t chunk)
    : memory([&] {
        // Of the file's own rank: where ranks differ, HDF5 goes through a selection element by element (writing 433
        // million entries took 28 s, not 6.5).
        const auto extent = array.m_layout.extent(chunk);
        return H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr);
      }()),
      stored(H5Dget_space(array.m_dataset)) {
  const auto offset = array.m_layout.offset(chunk);
  const auto extent = array.m_layout.extent(chunk);
  hdf5::check(H5Sselect_hyperslab(stored, H5S_SELECT_SET, offset.data(), nullptr, extent.data(), nullptr));
}

void array_dataset::expect_plausible_size(std::uint64_t chunk) const {
  const auto offset = m_layout.offset(chunk);
  hsize_t stored_bytes = 0;
  hdf5::check(H5Dget_chunk_storage_size(m_dataset, offset.data(), &stored_bytes));
  if (stored_bytes > max_stored_bytes(m_layout.chunk_elements() * element_bytes(m_dataset))) {
    throw hdf5::failure(fmt::format("chunk {} of dataset '{}' has {} bytes", chunk, m_name, stored_bytes));
  }
}

}  // namespace zermelo::storage
