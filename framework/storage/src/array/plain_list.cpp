// SPDX-License-Identifier: MIT
#include "plain_list.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace zermelo::storage {
namespace {

constexpr int dimensions_of(hsize_t row_numbers) { return row_numbers == 1 ? 1 : 2; }

}  // namespace

hdf5::dataset create_plain_list(hid_t file, const std::string& name, hid_t stored, std::uint64_t size,
                                hsize_t row_numbers) {
  const std::array<hsize_t, 2> shape{size, row_numbers};
  const hdf5::dataspace space(H5Screate_simple(dimensions_of(row_numbers), shape.data(), nullptr));
  const hdf5::property_list creation = hdf5::creation_properties(H5P_DATASET_CREATE);
  hdf5::check(H5Pset_layout(creation, H5D_CONTIGUOUS));
  hdf5::check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER));
  return hdf5::dataset(H5Dcreate2(file, name.c_str(), stored, space, H5P_DEFAULT, creation, H5P_DEFAULT));
}

void write_plain_rows(const hdf5::dataset& list, hid_t memory, std::uint64_t first, std::uint64_t length,
                      hsize_t row_numbers, const void* rows) {
  const std::array<hsize_t, 2> begin{first, 0};
  const std::array<hsize_t, 2> extent{length, row_numbers};
  const hdf5::dataspace in_memory(H5Screate_simple(dimensions_of(row_numbers), extent.data(), nullptr));
  const hdf5::dataspace in_file(H5Dget_space(list));
  hdf5::check(H5Sselect_hyperslab(in_file, H5S_SELECT_SET, begin.data(), nullptr, extent.data(), nullptr));
  hdf5::check(H5Dwrite(list, memory, in_memory, in_file, H5P_DEFAULT, rows));
}

list_location locate_plain_list(const described_file& file, const expected_list& expected,
                                std::initializer_list<hid_t> types) {
  const std::string& name = expected.name;
  const hdf5::dataset d = hdf5::open_dataset(file, name);
  const hdf5::datatype type(H5Dget_type(d));
  hdf5::expect_type(d, name, types);
  const auto shape = hdf5::shape_of(d, name);
  const hsize_t row_numbers = shape.size() == 2 ? shape.back() : 1;
  const bool is_list =
      shape.size() == static_cast<std::size_t>(dimensions_of(row_numbers)) && row_numbers <= expected.max_row_numbers;
  if (!is_list || row_numbers == 0 || shape.front() != expected.size) {
    throw hdf5::failure(fmt::format("dataset '{}': expected a list of {} {}, as {}", name, expected.size, expected.noun,
                                    expected.source_of_size));
  }
  const hdf5::property_list creation(H5Dget_create_plist(d));
  if (H5Pget_layout(creation) != H5D_CONTIGUOUS || hdf5::check(H5Pget_external_count(creation)) != 0) {
    throw hdf5::failure(fmt::format("dataset '{}': expected contiguous data", name));
  }
  list_location location{.offset = 0, .element_bytes = row_numbers * H5Tget_size(type)};
  if (expected.size > 0) location.offset = H5Dget_offset(d);  // an empty list has no location
  return location;
}

stored_list::stored_list(std::shared_ptr<const existing_file> file, const expected_list& expected,
                         const list_location& location, std::initializer_list<std::uint64_t> widths)
    : m_file(std::move(file)), m_name(expected.name), m_location(location), m_size(expected.size) {
  const std::uint64_t file_bytes = m_file->num_bytes();
  const bool is_width = std::find(widths.begin(), widths.end(), location.element_bytes) != widths.end();
  if (!is_width || m_size > file_bytes / location.element_bytes || location.offset > file_bytes - num_bytes()) {
    throw hdf5::failure(fmt::format("dataset '{}' is incomplete: {} {} of {} bytes in a file of {} bytes", m_name,
                                    m_size, expected.noun, location.element_bytes, file_bytes));
  }
}

void stored_list::read_bytes(std::uint64_t offset, std::span<std::byte> bytes) const {
  if (m_file->read(m_location.offset + offset, bytes) != bytes.size()) {
    throw hdf5::failure(fmt::format("cannot read dataset '{}'", m_name));
  }
}

}  // namespace zermelo::storage
