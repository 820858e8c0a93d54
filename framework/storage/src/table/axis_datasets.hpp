// SPDX-License-Identifier: MIT
// A table's axes: one HDF5 dimension scale each, with its labels, and a dataset per coordinate.
#pragma once

#include <string>
#include <vector>

#include <hdf5.h>

#include <zermelo/core/game/axis.hpp>

#include "../array/chunked_array.hpp"
#include "../hdf5/existing_file.hpp"
#include "../hdf5/hdf5.hpp"

namespace zermelo::storage {

/// @throws contract_error if the axes cannot be stored: a name that is no identifier or is taken, labels or
///   coordinates of another number than places, a label that is no word.
void expect_storable(const std::vector<axis>& axes);

[[nodiscard]] std::vector<hsize_t> shape_of(const std::vector<axis>& axes);

/// Writes the scales and the coordinates, each on its own axis. Precondition: expect_storable.
void write_axes(hid_t file, const std::vector<axis>& axes);

/// Attaches the scales to a dataset shaped by the axes, and lists its coordinates as CF has it: those of the axes,
/// behind `coordinates`.
void label_axes(hid_t file, const hdf5::dataset& labelled, const std::vector<axis>& axes,
                std::vector<std::string> coordinates = {});

/// The axes, and where their coordinates lie.
struct axes_description {
  std::vector<axis> axes;                      ///< without the values of coordinates
  std::vector<array_description> coordinates;  ///< one after another
};

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

/// Describes the axes of an array of this shape. @throws hdf5::failure unless there are so many.
[[nodiscard]] axes_description describe_axes(described_file& file, const std::vector<hsize_t>& shape);

/// Reads the axes back. @throws hdf5::failure unless they are those of an array of this shape.
[[nodiscard]] std::vector<axis> read_axes(const existing_file& file, axes_description described,
                                          const std::vector<hsize_t>& shape);

}  // namespace zermelo::storage
