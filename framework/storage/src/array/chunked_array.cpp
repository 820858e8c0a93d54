// SPDX-License-Identifier: MIT
#include "chunked_array.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/saturating.hpp>

namespace zermelo::storage {
namespace {

/// The maximum compression of deflate ("Maximum Compression Factor" in zlib's technical notes). An array with a higher
/// ratio is damaged.
constexpr hsize_t max_deflate_ratio = 1032;

/// Returns the maximum size of a chunk in a file. Deflate adds up to 0.1 % and 12 bytes, and a checksum adds 4 bytes.
constexpr hsize_t max_stored_bytes(hsize_t raw_bytes) { return raw_bytes + raw_bytes / 1000 + 16; }

/// Returns the layout of an array. @throws failure if the array is empty or has more than 2^63 - 1 elements, or its
/// chunks are not runs of positions.
chunk_layout layout_of(const array_description& array, const std::string& name) {
  if (array.shape.empty() || array.shape.size() > H5S_MAX_RANK || array.chunk_shape.size() != array.shape.size()) {
    throw hdf5::failure(fmt::format("dataset '{}': expected chunked data", name));
  }
  hsize_t elements = 1;
  for (const hsize_t extent : array.shape) {
    if (extent == 0) throw hdf5::failure(fmt::format("dataset '{}' is empty", name));
    if (extent > static_cast<hsize_t>(std::numeric_limits<std::int64_t>::max()) / elements) {
      throw hdf5::failure(fmt::format("dataset '{}' has more than 2^63 - 1 elements", name));
    }
    elements *= extent;
  }
  auto layout = chunk_layout::of_stored(array.shape, array.chunk_shape);
  if (layout) return *std::move(layout);
  hsize_t chunk_elements = 1;
  for (const hsize_t extent : array.chunk_shape) chunk_elements = saturating_product(chunk_elements, extent);
  if (chunk_elements > chunk_layout::max_elements_read) {
    throw hdf5::failure(fmt::format("dataset '{}' has chunks of {} elements; at most {} are supported", name,
                                    chunk_elements, chunk_layout::max_elements_read));
  }
  throw hdf5::failure(fmt::format("dataset '{}': expected chunks that are ranges of positions", name));
}

[[noreturn]] void reject_incomplete(const std::string& name, std::uint64_t num_chunks, const chunk_layout& layout,
                                    std::uint64_t stored_bytes) {
  throw hdf5::failure(fmt::format("dataset '{}' is incomplete: {} of {} chunks in {} bytes", name, num_chunks,
                                  layout.num_chunks(), stored_bytes));
}

/// Returns the locations of the chunks, by number. @throws failure if a chunk is missing.
std::vector<chunk_piece> locate_chunks(described_file& file, const hdf5::dataset& d, const std::string& name,
                                       const chunk_layout& layout, std::uint64_t element_bytes) {
  const auto expect_all = [&] {  // slow, since HDF5 traverses all chunks
    hsize_t num_chunks = 0;
    hdf5::check(H5Dget_num_chunks(d, hdf5::dataspace(H5Dget_space(d)), &num_chunks));
    if (num_chunks != layout.num_chunks()) reject_incomplete(name, num_chunks, layout, H5Dget_storage_size(d));
  };
  if (layout.num_chunks() > file.num_bytes()) expect_all();  // a chunk takes at least one byte
  const hsize_t max_bytes = max_stored_bytes(layout.chunk_elements() * element_bytes);
  std::vector<chunk_piece> pieces;
  pieces.reserve(layout.num_chunks());
  try {
    for (std::uint64_t c = 0; c < layout.num_chunks(); ++c) {
      pieces.push_back(file.locate_chunk(d, layout.offset(c), max_bytes));
    }
  } catch (const hdf5::library_failure&) {
    expect_all();
    throw;
  }
  return pieces;
}

/// Checks that all chunks are in the file, do not overlap, and have plausible sizes. Without this check, a small file
/// could claim any number of elements. @throws failure
void expect_complete(std::vector<chunk_piece> chunks, const chunk_layout& layout, std::uint64_t element_bytes,
                     std::uint64_t file_bytes, const std::string& name) {
  const auto by_offset = [](const chunk_piece& a, const chunk_piece& b) {
    return a.location.offset < b.location.offset;
  };
  if (!std::is_sorted(chunks.begin(), chunks.end(), by_offset)) std::sort(chunks.begin(), chunks.end(), by_offset);
  const hsize_t max_bytes = max_stored_bytes(layout.chunk_elements() * element_bytes);
  std::uint64_t end = 0;
  std::uint64_t stored_bytes = 0;
  for (const auto& [location, skipped] : chunks) {
    if (location.num_bytes == 0 || location.num_bytes > max_bytes) {
      throw hdf5::failure(fmt::format("damaged: a chunk of dataset '{}' has {} bytes", name, location.num_bytes));
    }
    if (location.offset < end || location.offset > file_bytes || location.num_bytes > file_bytes - location.offset) {
      throw hdf5::failure(
          fmt::format("damaged: a chunk of dataset '{}' lies at byte {}, inside another chunk or outside the file",
                      name, location.offset));
    }
    end = location.offset + location.num_bytes;
    stored_bytes += location.num_bytes;
  }
  if (chunks.size() != layout.num_chunks() ||
      layout.num_elements() / max_deflate_ratio > stored_bytes / element_bytes) {
    reject_incomplete(name, chunks.size(), layout, stored_bytes);
  }
}

}  // namespace

array_description describe_array(described_file& file, const std::string& name, std::initializer_list<hid_t> types) {
  const hdf5::dataset d = hdf5::open_dataset(file, name);
  array_description array;
  array.shape = hdf5::shape_of(d, name);
  const hdf5::property_list creation(H5Dget_create_plist(d));
  if (array.shape.empty() || H5Pget_layout(creation) != H5D_CHUNKED) {
    throw hdf5::failure(fmt::format("dataset '{}': expected chunked data", name));
  }
  array.element_bytes = H5Tget_size(hdf5::datatype(H5Dget_type(d)));
  array.filters = chunk_codec::filters_of(creation, name, array.element_bytes);
  array.chunk_shape.resize(array.shape.size());
  hdf5::check(H5Pget_chunk(creation, static_cast<int>(array.chunk_shape.size()), array.chunk_shape.data()));
  const chunk_layout layout = layout_of(array, name);
  hdf5::expect_type(d, name, types);
  array.chunks = locate_chunks(file, d, name, layout, array.element_bytes);
  return array;
}

chunked_array::chunked_array(const existing_file& file, std::string name, std::initializer_list<std::size_t> widths,
                             array_description description)
    : m_file(&file),
      m_name(std::move(name)),
      m_layout(layout_of(description, m_name)),
      m_element_bytes(description.element_bytes),
      m_codec(description.filters, description.element_bytes),
      m_chunks(std::move(description.chunks)) {
  if (std::find(widths.begin(), widths.end(), m_element_bytes) == widths.end()) {
    throw hdf5::failure(fmt::format("dataset '{}' has the wrong type", m_name));
  }
  expect_complete(m_chunks, m_layout, m_element_bytes, file.num_bytes(), m_name);
}

void chunked_array::read_bytes(std::uint64_t chunk, std::span<std::byte> raw) const {
  const chunk_piece& piece = m_chunks[chunk];
  chunk_codec::stored_chunk stored{std::vector<std::byte>(piece.location.num_bytes), piece.skipped_filters};
  const auto reject = [&](const char* damage) {
    throw hdf5::failure(fmt::format("damaged: chunk {} of dataset '{}' {}", chunk, m_name, damage));
  };
  if (m_file->read(piece.location.offset, stored.bytes) != piece.location.num_bytes) reject("cannot be read");
  try {
    m_codec.decode(stored, raw);
  } catch (const hdf5::failure& damage) {
    reject(damage.what());
  }
}

}  // namespace zermelo::storage
