// SPDX-License-Identifier: MIT
// Writes and reads the axes of a table: a dimension scale with labels for each axis, and a dataset for each coordinate.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <hdf5.h>

#include <zermelo/core/game/axis.hpp>

#include "../array/chunked_array.hpp"
#include "../hdf5/existing_file.hpp"
#include "../hdf5/hdf5.hpp"

namespace zermelo::storage {

/// @throws contract_error if the axes cannot be stored: no axes or more than 32, an axis of size 0, a name that is not
/// an identifier or is already used, a number of labels or coordinates that differs from the size of the axis, or a
/// label that is not a token
void expect_storable(const std::vector<axis>& axes);

[[nodiscard]] std::vector<hsize_t> shape_of(const std::vector<axis>& axes);

/// Writes scales, labels and coordinates. Precondition: expect_storable(axes). @throws hdf5::failure
void write_axes(hid_t file, const std::vector<axis>& axes);

/// Whether an axis or a coordinate has a dataset with one of these names.
[[nodiscard]] bool are_names_used(const std::vector<axis>& axes, std::initializer_list<std::string_view> names);

/// Creates the dimension of a one-dimensional dataset, which netCDF represents as a dimension that is not a variable.
/// @throws hdf5::failure
void label_bare_dimension(hid_t file, const hdf5::dataset& labelled, const std::string& name, std::uint64_t size);

/// Attaches the scales to a dataset whose dimensions are the axes, and lists its coordinates according to the CF
/// conventions: `coordinates`, then the coordinates of the axes. @throws hdf5::failure
void label_axes(hid_t file, const hdf5::dataset& labelled, const std::vector<axis>& axes,
                std::vector<std::string> coordinates = {});

/// The description of the axes in a file.
struct axes_description {
  std::vector<axis> axes;                      ///< without the values of coordinates
  std::vector<array_description> coordinates;  ///< coordinates of all axes, in order
};

/// Lists the members for an archive, see byte_archive.hpp.
template <class Archive, class Description>
void exchange_axes(Archive& archive, Description& described) {
  archive.list(described.axes, [](Archive& axes, auto& a) {
    axes.value(a.name);
    axes.value(a.size);
    axes.list(a.labels, [](Archive& labels, auto& label) { labels.value(label); });
    axes.list(a.coordinates, [](Archive& coordinates, auto& coordinate) { coordinates.value(coordinate.name); });
  });
  archive.list(described.coordinates, [](Archive& arrays, auto& array) { exchange_array(arrays, array); });
}

/// Describes the axes of a table of this shape. @throws hdf5::failure if a dataset is missing or does not match the
/// shape.
[[nodiscard]] axes_description describe_axes(described_file& file, const std::vector<hsize_t>& shape);

/// Reads the values of coordinates, and returns the axes. @throws hdf5::failure if the description does not match the
/// shape.
[[nodiscard]] std::vector<axis> read_axes(const existing_file& file, axes_description described,
                                          const std::vector<hsize_t>& shape);

}  // namespace zermelo::storage
