// SPDX-License-Identifier: MIT
// Describing, checking the description, and reading chunks; see chunked_array.hpp.
#include "chunked_array.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/core.h>

namespace zermelo::storage {

namespace {

/// Deflate cannot shrink anything more than this (zlib's technical notes): no honest array is larger than so
/// many times its stored bytes.
constexpr hsize_t max_deflate_ratio = 1032;

/// What filters may add to a chunk that does not shrink: 0.1 % and 12 bytes for deflate, 4 for a checksum.
constexpr hsize_t max_stored_bytes(hsize_t raw_bytes) { return raw_bytes + raw_bytes / 1000 + 16; }

/// @throws failure unless a box of positions, of 2^63 - 1 elements at most, is cut into runs of them.
chunk_layout layout_of(const array_description& array, const std::string& name) {
  if (array.shape.empty() || array.shape.size() > H5S_MAX_RANK || array.chunk_shape.size() != array.shape.size()) {
    throw hdf5::failure(fmt::format("dataset '{}' is not stored in chunks", name));
  }
  hsize_t elements = 1;
  for (const hsize_t extent : array.shape) {
    if (extent == 0) throw hdf5::failure(fmt::format("dataset '{}' is empty", name));
    if (extent > static_cast<hsize_t>(std::numeric_limits<std::int64_t>::max()) / elements) {
      throw hdf5::failure(fmt::format("dataset '{}' is too large", name));
    }
    elements *= extent;
  }
  auto layout = chunk_layout::of_stored(array.shape, array.chunk_shape);
  if (!layout) throw hdf5::failure(fmt::format("the chunks of dataset '{}' are no runs of positions", name));
  return *std::move(layout);
}

[[noreturn]] void refuse_incomplete(const std::string& name, std::uint64_t chunks, const chunk_layout& layout,
                                    std::uint64_t stored_bytes) {
  throw hdf5::failure(fmt::format("dataset '{}' is not complete: {} of {} chunks in {} bytes", name, chunks,
                                  layout.num_chunks(), stored_bytes));
}

std::vector<chunk_piece> locate_chunks(described_file& file, const hdf5::dataset& d, const std::string& name,
                                       const chunk_layout& layout, std::uint64_t element_bytes) {
  const auto expect_all = [&] {  // looks at each of them
    hsize_t chunks = 0;
    hdf5::check(H5Dget_num_chunks(d, hdf5::dataspace(H5Dget_space(d)), &chunks));
    if (chunks != layout.num_chunks()) refuse_incomplete(name, chunks, layout, H5Dget_storage_size(d));
  };
  if (layout.num_chunks() > file.num_bytes()) expect_all();  // each takes a byte at least
  const hsize_t most_bytes = max_stored_bytes(layout.chunk_elements() * element_bytes);
  std::vector<chunk_piece> pieces;
  pieces.reserve(layout.num_chunks());
  try {
    for (std::uint64_t c = 0; c < layout.num_chunks(); ++c) {
      pieces.push_back(file.locate_chunk(d, layout.offset(c), most_bytes));
    }
  } catch (const hdf5::library_failure&) {
    expect_all();
    throw;
  }
  return pieces;
}

/// @throws failure unless every chunk is there, in as many bytes as the elements allow, in the file, and no two of them
/// in the same place: else a small file could make any number of elements, and each of them twice.
void expect_complete(std::vector<chunk_piece> chunks, const chunk_layout& layout, std::uint64_t element_bytes,
                     std::uint64_t file_bytes, const std::string& name) {
  const auto by_address = [](const chunk_piece& a, const chunk_piece& b) { return a.place.address < b.place.address; };
  if (!std::is_sorted(chunks.begin(), chunks.end(), by_address)) std::sort(chunks.begin(), chunks.end(), by_address);
  const hsize_t most_bytes = max_stored_bytes(layout.chunk_elements() * element_bytes);
  std::uint64_t end = 0;
  std::uint64_t stored_bytes = 0;
  for (const auto& [place, skipped] : chunks) {
    if (place.num_bytes == 0 || place.num_bytes > most_bytes) {
      throw hdf5::failure(fmt::format("damaged: a chunk of dataset '{}' has {} bytes", name, place.num_bytes));
    }
    if (place.address < end || place.address > file_bytes || place.num_bytes > file_bytes - place.address) {
      throw hdf5::failure(fmt::format(
          "damaged: a chunk of dataset '{}' lies at byte {}, in another or outside the file", name, place.address));
    }
    end = place.address + place.num_bytes;
    stored_bytes += place.num_bytes;
  }
  if (chunks.size() != layout.num_chunks() ||
      layout.num_elements() / max_deflate_ratio > stored_bytes / element_bytes) {
    refuse_incomplete(name, chunks.size(), layout, stored_bytes);
  }
}

}  // namespace

array_description describe_array(described_file& file, const std::string& name, std::initializer_list<hid_t> types) {
  const hdf5::dataset d = hdf5::open_dataset(file, name);
  array_description array;
  array.shape = hdf5::shape_of(d, name);
  const hdf5::property_list creation(H5Dget_create_plist(d));
  if (array.shape.empty() || H5Pget_layout(creation) != H5D_CHUNKED) {
    throw hdf5::failure(fmt::format("dataset '{}' is not stored in chunks", name));
  }
  const hdf5::datatype type(H5Dget_type(d));
  array.element_bytes = H5Tget_size(type);
  array.filters = chunk_codec::filters_of(creation, name, array.element_bytes);
  array.chunk_shape.resize(array.shape.size());
  hdf5::check(H5Pget_chunk(creation, static_cast<int>(array.chunk_shape.size()), array.chunk_shape.data()));
  const chunk_layout layout = layout_of(array, name);
  const auto is_type = [&](hid_t expected) { return hdf5::check(H5Tequal(type, expected)) > 0; };
  if (std::none_of(types.begin(), types.end(), is_type)) {
    throw hdf5::failure(fmt::format("dataset '{}' has the wrong type", name));
  }
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
  chunk_codec::stored_chunk stored{std::vector<std::byte>(piece.place.num_bytes), piece.skipped_filters};
  const auto refuse = [&](const char* damage) {
    throw hdf5::failure(fmt::format("damaged: chunk {} of dataset '{}' {}", chunk, m_name, damage));
  };
  if (m_file->read(piece.place.address, stored.bytes) != piece.place.num_bytes) refuse("cannot be read");
  try {
    m_codec.decode(stored, raw);
  } catch (const hdf5::failure& damage) {
    refuse(damage.what());
  }
}

}  // namespace zermelo::storage
