// SPDX-License-Identifier: MIT
// Creating, checking, and chunks as they lie in the file; see array_dataset.hpp.
#include "array_dataset.hpp"

#include <algorithm>
#include <limits>

#include <fmt/core.h>

namespace zermelo::storage {

namespace {

/// Deflate cannot shrink anything more than this (zlib's technical notes): no honest array is larger than so
/// many times its stored bytes.
constexpr hsize_t max_deflate_ratio = 1032;

/// What filters may add to a chunk that does not shrink: 0.1 % and 12 bytes for deflate, 4 for a checksum.
constexpr hsize_t max_stored_bytes(hsize_t raw_bytes) { return raw_bytes + raw_bytes / 1000 + 16; }

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
      layout.num_elements() / max_deflate_ratio > stored_bytes / element_bytes(d)) {
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
  const hdf5::property_list creation = hdf5::creation_properties(H5P_DATASET_CREATE);
  hdf5::check(H5Pset_chunk(creation, dimensions, layout.chunk_shape().data()));
  chunk_codec::set_filters(creation);
  hdf5::check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER));
  hdf5::dataset created(H5Dcreate2(file, name.c_str(), stored, space, H5P_DEFAULT, creation, H5P_DEFAULT));
  // HDF5 has added to the filters what depends on the type.
  const hdf5::property_list completed(H5Dget_create_plist(created));
  chunk_codec codec = chunk_codec::of_dataset(completed, name, H5Tget_size(stored));
  return {std::move(created), name, std::move(layout), std::move(codec)};
}

array_dataset array_dataset::open(hid_t file, const std::string& name) {
  hdf5::dataset d = hdf5::open_dataset(file, name);
  const std::vector<hsize_t> shape = hdf5::shape_of(d, name);
  count_elements(shape, name);
  const hdf5::property_list creation(H5Dget_create_plist(d));
  if (shape.empty() || H5Pget_layout(creation) != H5D_CHUNKED) {
    throw hdf5::failure(fmt::format("dataset '{}' is not stored in chunks", name));
  }
  chunk_codec codec = chunk_codec::of_dataset(creation, name, element_bytes(d));
  std::vector<hsize_t> chunk(shape.size());
  hdf5::check(H5Pget_chunk(creation, static_cast<int>(chunk.size()), chunk.data()));
  auto layout = chunk_layout::of_stored(shape, chunk);
  if (!layout) throw hdf5::failure(fmt::format("the chunks of dataset '{}' are no runs of positions", name));
  expect_complete(file, d, name, *layout);
  return {std::move(d), name, *std::move(layout), std::move(codec)};
}

void array_dataset::write_stored(std::uint64_t chunk, std::span<const std::byte> stored) const {
  const auto offset = m_layout.offset(chunk);
  constexpr std::uint32_t no_filter_skipped = 0;
  hdf5::check(H5Dwrite_chunk(m_dataset, H5P_DEFAULT, no_filter_skipped, offset.data(), stored.size(), stored.data()));
}

chunk_codec::stored_chunk array_dataset::read_stored(std::uint64_t chunk) const {
  chunk_codec::stored_chunk stored;
  stored.bytes.resize(stored_bytes(chunk));
  const auto offset = m_layout.offset(chunk);
  hdf5::check(H5Dread_chunk(m_dataset, H5P_DEFAULT, offset.data(), &stored.skipped_filters, stored.bytes.data()));
  return stored;
}

void array_dataset::decode_bytes(std::uint64_t chunk, const chunk_codec::stored_chunk& stored,
                                 std::span<std::byte> raw) const {
  try {
    m_codec.decode(stored, raw);
  } catch (const hdf5::failure& damage) {
    throw hdf5::failure(fmt::format("damaged: chunk {} of dataset '{}' {}", chunk, m_name, damage.what()));
  }
}

std::size_t array_dataset::stored_bytes(std::uint64_t chunk) const {
  const auto offset = m_layout.offset(chunk);
  hsize_t bytes = 0;
  hdf5::check(H5Dget_chunk_storage_size(m_dataset, offset.data(), &bytes));
  if (bytes > max_stored_bytes(m_layout.chunk_elements() * element_bytes(m_dataset))) {
    throw hdf5::failure(fmt::format("chunk {} of dataset '{}' has {} bytes", chunk, m_name, bytes));
  }
  return bytes;
}

}  // namespace zermelo::storage
