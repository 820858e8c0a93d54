// SPDX-License-Identifier: MIT
// Scales, labels and coordinates; see axis_datasets.hpp.
#include "axis_datasets.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

#include <hdf5_hl.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

#include "../array/array_dataset.hpp"
#include "../hdf5/attribute_text.hpp"
#include "table_format.hpp"

namespace zermelo::storage {

namespace {

constexpr const char* axes_attribute = "axes";
constexpr const char* labels_attribute = "flag_meanings";
constexpr const char* label_codes_attribute = "flag_values";
constexpr const char* coordinate_names_attribute = "coordinate_names";
constexpr const char* coordinates_attribute = "coordinates";

/// As many axes as an HDF5 dataset can have dimensions.
constexpr std::size_t max_axes = H5S_MAX_RANK;

/// An axis that is longer than this and has no labels has no values of its own: a table with this one axis
/// would be several times as large for them, and xarray reads them all when it opens a table.
constexpr std::uint64_t max_plain_scale = 65536;

bool has_values(const axis& a) { return a.size <= max_plain_scale || !a.labels.empty(); }

/// The names of a table's datasets. A coordinate that were listed again and again would be read as often, from a file
/// that holds it once, and one with a slash in it could lie in another file.
template <class Refusal>
class dataset_names {
 public:
  /// @throws Refusal if the name is no identifier or is taken.
  void take(const std::string& name) {
    if (!format::is_identifier(name)) throw Refusal(fmt::format("'{}' is no name for an axis", name));
    if (!m_taken.insert(name).second) {
      throw Refusal(fmt::format("the name '{}' of an axis or coordinate is taken", name));
    }
  }

 private:
  std::set<std::string> m_taken{format::outcome_dataset, format::distance_dataset};
};

std::string coordinate_dataset(const axis& a, const std::string& coordinate) { return a.name + '_' + coordinate; }

std::vector<std::string> coordinate_names(const axis& a) {
  std::vector<std::string> names;
  std::transform(a.coordinates.begin(), a.coordinates.end(), std::back_inserter(names),
                 [](const axis_coordinate& c) { return c.name; });
  return names;
}

/// 0 .. size - 1, which are the places of an axis and the codes of its labels.
std::vector<std::int32_t> places(std::uint64_t size) {
  std::vector<std::int32_t> numbers(size);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

void attach_scale(hid_t file, const hdf5::dataset& labelled, const axis& a, unsigned dimension) {
  hdf5::check(H5DSattach_scale(labelled, hdf5::open_dataset(file, a.name), dimension));
}

/// A dimension that is no variable, marked as netCDF marks it. It has no values: nothing of it is stored.
hdf5::dataset create_bare_scale(hid_t file, const axis& a) {
  const hsize_t extent = a.size;
  const hdf5::dataspace space(H5Screate_simple(1, &extent, nullptr));
  const hdf5::property_list creation = hdf5::creation_properties(H5P_DATASET_CREATE);
  hdf5::dataset scale(
      H5Dcreate2(file, a.name.c_str(), hdf5::stored_type<std::int32_t>(), space, H5P_DEFAULT, creation, H5P_DEFAULT));
  const std::string mark = fmt::format("This is a netCDF dimension but not a netCDF variable. {:10}", a.size);
  hdf5::check(H5DSset_scale(scale, mark.c_str()));
  return scale;
}

hdf5::dataset create_plain_scale(hid_t file, const axis& a) {
  const auto array = array_dataset::create(file, a.name, hdf5::stored_type<std::int32_t>(), {a.size});
  array.write_all<std::int32_t, std::int32_t>(places(a.size));
  hdf5::check(H5DSset_scale(array.id(), a.name.c_str()));
  return hdf5::open_dataset(file, a.name);
}

/// Signed, so that differences of rows do not wrap in NumPy, and 64 bits wide only where it must be.
void write_coordinate(hid_t file, const axis& a, const axis_coordinate& coordinate) {
  const bool narrow = std::all_of(coordinate.values.begin(), coordinate.values.end(),
                                  [](std::int64_t value) { return std::in_range<std::int32_t>(value); });
  const hid_t stored = narrow ? hdf5::stored_type<std::int32_t>() : hdf5::stored_type<std::int64_t>();
  const auto array = array_dataset::create(file, coordinate_dataset(a, coordinate.name), stored, {a.size});
  narrow ? array.write_all<std::int32_t, std::int64_t>(coordinate.values)
         : array.write_all<std::int64_t, std::int64_t>(coordinate.values);
  attach_scale(file, array.id(), a, 0);
}

void expect_length(const axis& a, const char* what, std::size_t length) {
  if (length != a.size) {
    throw contract_error(fmt::format("axis '{}' has {} places, but {} {}", a.name, a.size, length, what));
  }
}

/// The axis `name`, of so many places; its coordinates are added to `coordinates`.
axis describe_axis(described_file& file, const std::string& name, hsize_t size, dataset_names<hdf5::failure>& taken,
                   std::vector<array_description>& coordinates) {
  taken.take(name);
  axis a{name, size, {}, {}};
  const hdf5::dataset scale = hdf5::open_dataset(file, name);
  if (hdf5::shape_of(scale, name) != std::vector<hsize_t>{size}) {
    throw hdf5::failure(fmt::format("dataset '{}' is not as long as its axis", name));
  }
  if (hdf5::has_attribute(scale, labels_attribute)) {
    a.labels = format::split_words(hdf5::read_text(scale, labels_attribute));
    if (a.labels.empty()) throw hdf5::failure(fmt::format("axis '{}' has {} places, but 0 labels", name, size));
  }
  if (hdf5::has_attribute(scale, coordinate_names_attribute)) {
    for (const auto& coordinate : format::split_words(hdf5::read_text(scale, coordinate_names_attribute))) {
      taken.take(coordinate_dataset(a, coordinate));
      a.coordinates.push_back({coordinate, {}});
      coordinates.push_back(describe_array(file, coordinate_dataset(a, coordinate),
                                           {hdf5::stored_type<std::int32_t>(), hdf5::stored_type<std::int64_t>()}));
    }
  }
  return a;
}

std::vector<std::int64_t> read_coordinate(const existing_file& file, const std::string& dataset, std::uint64_t size,
                                          array_description described) {
  if (described.shape != std::vector<hsize_t>{size}) {
    throw hdf5::failure(fmt::format("dataset '{}' is not as long as its axis", dataset));
  }
  const chunked_array array(file, dataset, {sizeof(std::int32_t), sizeof(std::int64_t)}, std::move(described));
  return array.element_bytes() == sizeof(std::int32_t) ? array.read_all<std::int32_t, std::int64_t>()
                                                       : array.read_all<std::int64_t, std::int64_t>();
}

}  // namespace

void expect_storable(const std::vector<axis>& axes) {
  if (axes.empty() || axes.size() > max_axes) {
    throw contract_error(fmt::format("a table has 1 to {} axes, not {}", max_axes, axes.size()));
  }
  dataset_names<contract_error> taken;
  for (const axis& a : axes) {
    taken.take(a.name);
    if (a.size == 0) throw contract_error(fmt::format("axis '{}' has no places", a.name));
    if (!a.labels.empty()) expect_length(a, "labels", a.labels.size());
    for (const auto& label : a.labels) {
      if (!format::is_word(label)) {
        throw contract_error(fmt::format("the label '{}' of axis '{}' is not one word", label, a.name));
      }
    }
    for (const auto& coordinate : a.coordinates) {
      taken.take(coordinate_dataset(a, coordinate.name));
      expect_length(a, "coordinates", coordinate.values.size());
    }
  }
}

std::vector<hsize_t> shape_of(const std::vector<axis>& axes) {
  std::vector<hsize_t> shape;
  std::transform(axes.begin(), axes.end(), std::back_inserter(shape), [](const axis& a) { return a.size; });
  return shape;
}

void write_axes(hid_t file, const std::vector<axis>& axes) {
  std::vector<std::string> names;
  for (const axis& a : axes) {
    names.push_back(a.name);
    const hdf5::dataset scale = has_values(a) ? create_plain_scale(file, a) : create_bare_scale(file, a);
    if (!a.labels.empty()) {
      hdf5::write_list<std::int32_t>(scale, label_codes_attribute, places(a.size));
      hdf5::write_text(scale, labels_attribute, format::join_words(a.labels));
    }
    for (const auto& coordinate : a.coordinates) write_coordinate(file, a, coordinate);
    if (!a.coordinates.empty()) {
      hdf5::write_text(scale, coordinate_names_attribute, format::join_words(coordinate_names(a)));
    }
  }
  hdf5::write_text(file, axes_attribute, format::join_words(names));
}

void label_axes(hid_t file, const hdf5::dataset& labelled, const std::vector<axis>& axes,
                std::vector<std::string> coordinates) {
  for (unsigned dimension = 0; dimension < axes.size(); ++dimension) {
    const axis& a = axes[dimension];
    attach_scale(file, labelled, a, dimension);
    for (const auto& coordinate : a.coordinates) coordinates.push_back(coordinate_dataset(a, coordinate.name));
  }
  if (!coordinates.empty()) hdf5::write_text(labelled, coordinates_attribute, format::join_words(coordinates));
}

axes_description describe_axes(described_file& file, const std::vector<hsize_t>& shape) {
  const auto names = format::split_words(hdf5::read_text(file, axes_attribute));
  if (names.size() != shape.size()) {
    throw hdf5::failure(fmt::format("{} axes are named for {} dimensions", names.size(), shape.size()));
  }
  axes_description described;
  dataset_names<hdf5::failure> taken;
  for (std::size_t i = 0; i < names.size(); ++i) {
    described.axes.push_back(describe_axis(file, names[i], shape[i], taken, described.coordinates));
  }
  return described;
}

std::vector<axis> read_axes(const existing_file& file, axes_description described, const std::vector<hsize_t>& shape) {
  if (shape_of(described.axes) != shape) throw hdf5::failure("the axes are not those of the dataset 'outcome'");
  dataset_names<hdf5::failure> taken;
  std::size_t next = 0;
  for (axis& a : described.axes) {
    taken.take(a.name);
    if (!a.labels.empty() && a.labels.size() != a.size) {
      throw hdf5::failure(fmt::format("axis '{}' has {} places, but {} labels", a.name, a.size, a.labels.size()));
    }
    for (axis_coordinate& coordinate : a.coordinates) {
      const std::string dataset = coordinate_dataset(a, coordinate.name);
      taken.take(dataset);
      coordinate.values = read_coordinate(file, dataset, a.size, std::move(described.coordinates.at(next++)));
    }
  }
  return std::move(described.axes);
}

}  // namespace zermelo::storage
