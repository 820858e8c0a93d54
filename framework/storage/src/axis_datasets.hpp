// SPDX-License-Identifier: MIT
// A table's axes: one HDF5 dimension scale each, with its labels, and a dataset per coordinate.
#pragma once

#include <string>
#include <vector>

#include <hdf5.h>

#include <zermelo/core/game/axis.hpp>

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
[[nodiscard]] std::vector<axis> read_axes(hid_t file, const std::vector<hsize_t>& shape);

}  // namespace zermelo::storage
