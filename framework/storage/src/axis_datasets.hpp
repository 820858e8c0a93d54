// SPDX-License-Identifier: MIT
// A table's axes: one HDF5 dimension scale each, with its labels, and a dataset per coordinate.
#pragma once

#include <string>
#include <vector>

#include <hdf5.h>

#include <zermelo/core/game/axis.hpp>

#include "existing_file.hpp"
#include "hdf5.hpp"

namespace zermelo::storage {

/// @throws contract_error if the axes cannot be stored: a name that is no identifier or is taken, labels or
///   coordinates of another number than places, a label that is no word.
void expect_storable(const std::vector<axis>& axes);

[[nodiscard]] std::vector<hsize_t> shape_of(const std::vector<axis>& axes);

/// Writes the scales and the coordinates, each on its own axis. Precondition: expect_storable.
void write_axes(hid_t file, const std::vector<axis>& axes);

/// Attaches the scales to a dataset shaped by the axes, and lists its coordinates as CF has it.
void label_axes(hid_t file, const hdf5::dataset& labelled, const std::vector<axis>& axes);

/// Reads the axes back. @throws hdf5::failure unless they are those of an array of this shape.
[[nodiscard]] std::vector<axis> read_axes(described_file& file, const std::vector<hsize_t>& shape);

template <class Archive, class Axis>
void exchange_axis(Archive& archive, Axis& a) {
  archive.value(a.name);
  archive.value(a.size);
  const auto exchange_label = [](Archive& labels, auto& label) { labels.value(label); };
  archive.list(a.labels, exchange_label);
  archive.list(a.coordinates, [](Archive& coordinates, auto& coordinate) {
    coordinates.value(coordinate.name);
    coordinates.values(coordinate.values);
  });
}

}  // namespace zermelo::storage
