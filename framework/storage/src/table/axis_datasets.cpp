// SPDX-License-Identifier: MIT
#include "axis_datasets.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/core.h>
#include <hdf5_hl.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/value/value_columns.hpp>

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

constexpr std::size_t max_axes = H5S_MAX_RANK;  // an HDF5 dataset cannot have more dimensions

/// The indices of a longer axis without labels are not stored: they would multiply the size of a table with one axis,
/// and xarray would read all of them when it opens the table.
constexpr std::uint64_t max_unlabelled_scale = 65536;

bool has_values(const axis& a) { return a.size <= max_unlabelled_scale || !a.labels.empty(); }

/// Checks that the names of a table's datasets are unique identifiers. Otherwise a small file could cause a dataset to
/// be read many times, and a name with a slash could lead to another file.
template <class Error>
class dataset_names {
 public:
  /// Marks a name as used. @throws Error if the name is not an identifier or is already used.
  void take(const std::string& name) {
    if (!format::is_identifier(name)) throw Error(fmt::format("invalid axis name '{}'", excerpt(name)));
    if (!m_taken.insert(name).second) {
      throw Error(fmt::format("the name '{}' of an axis or coordinate is already used", excerpt(name)));
    }
  }

 private:
  /// Returns the names of the datasets that every table may have. Names of other datasets are checked if a table has
  /// them.
  [[nodiscard]] static std::set<std::string> value_datasets() {
    std::set<std::string> names{format::outcome_dataset};
    for_each_value_column([&](auto c) {
      if (!value_column<c>::is_for_points) names.insert(value_column<c>::name);
    });
    return names;
  }

  std::set<std::string> m_taken = value_datasets();
};

std::string coordinate_dataset(const axis& a, const std::string& coordinate) { return a.name + '_' + coordinate; }

/// Returns 0 to size - 1: the indices of an axis, which are also the codes of its labels.
std::vector<std::int32_t> indices(std::uint64_t size) {
  std::vector<std::int32_t> numbers(size);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

void attach_scale(hid_t file, const hdf5::dataset& labelled, const axis& a, unsigned dimension) {
  hdf5::check(H5DSattach_scale(labelled, hdf5::open_dataset(file, a.name), dimension));
}

/// Creates a dimension scale without values, which netCDF represents as a dimension that is not a variable. No elements
/// are stored.
hdf5::dataset create_scale_without_values(hid_t file, const std::string& name, std::uint64_t size) {
  hdf5::dataset scale = hdf5::create_list(file, name, hdf5::stored_type<std::int32_t>(), size);
  const std::string mark = fmt::format("This is a netCDF dimension but not a netCDF variable. {:10}", size);
  hdf5::check(H5DSset_scale(scale, mark.c_str()));
  return scale;
}

hdf5::dataset create_scale_with_values(hid_t file, const axis& a) {
  const auto array = array_dataset::create(file, a.name, hdf5::stored_type<std::int32_t>(), {a.size});
  array.write_all<std::int32_t, std::int32_t>(indices(a.size));
  hdf5::check(H5DSset_scale(array.id(), a.name.c_str()));
  return hdf5::open_dataset(file, a.name);
}

/// Writes a coordinate: signed, so that differences do not wrap in NumPy, and 64 bits wide only if necessary.
void write_coordinate(hid_t file, const axis& a, const axis_coordinate& coordinate) {
  const bool is_narrow = std::all_of(coordinate.values.begin(), coordinate.values.end(),
                                     [](std::int64_t value) { return std::in_range<std::int32_t>(value); });
  const hid_t stored = is_narrow ? hdf5::stored_type<std::int32_t>() : hdf5::stored_type<std::int64_t>();
  const auto array = array_dataset::create(file, coordinate_dataset(a, coordinate.name), stored, {a.size});
  is_narrow ? array.write_all<std::int32_t, std::int64_t>(coordinate.values)
            : array.write_all<std::int64_t, std::int64_t>(coordinate.values);
  attach_scale(file, array.id(), a, 0);
}

void expect_length(const axis& a, const char* items, std::size_t length) {
  if (length != a.size) {
    throw contract_error(fmt::format("axis '{0}': expected {1} {3}, got {2}", a.name, a.size, length, items));
  }
}

/// Describes an axis with `size` indices, and appends the arrays of its coordinates to `coordinates`. @throws
/// hdf5::failure
axis describe_axis(described_file& file, const std::string& name, hsize_t size, dataset_names<hdf5::failure>& names,
                   std::vector<array_description>& coordinates) {
  names.take(name);
  axis a{name, size, {}, {}};
  const hdf5::dataset scale = hdf5::open_dataset(file, name);
  if (hdf5::shape_of(scale, name) != std::vector<hsize_t>{size}) {
    throw hdf5::failure(fmt::format("dataset '{}' and its axis differ in length", name));
  }
  if (hdf5::has_attribute(scale, labels_attribute)) {
    a.labels = format::split_tokens(hdf5::read_text(scale, labels_attribute));
    if (a.labels.empty()) throw hdf5::failure(fmt::format("axis '{}': expected {} labels, got 0", name, size));
  }
  if (hdf5::has_attribute(scale, coordinate_names_attribute)) {
    for (const auto& coordinate : format::split_tokens(hdf5::read_text(scale, coordinate_names_attribute))) {
      names.take(coordinate_dataset(a, coordinate));
      a.coordinates.push_back({coordinate, {}});
      coordinates.push_back(describe_array(file, coordinate_dataset(a, coordinate),
                                           {hdf5::stored_type<std::int32_t>(), hdf5::stored_type<std::int64_t>()}));
    }
  }
  return a;
}

std::vector<std::int64_t> read_coordinate(const existing_file& file, const std::string& dataset, std::uint64_t size,
                                          array_description description) {
  if (description.shape != std::vector<hsize_t>{size}) {
    throw hdf5::failure(fmt::format("dataset '{}' and its axis differ in length", dataset));
  }
  const chunked_array array(file, dataset, {sizeof(std::int32_t), sizeof(std::int64_t)}, std::move(description));
  return array.element_bytes() == sizeof(std::int32_t) ? array.read_all<std::int32_t, std::int64_t>()
                                                       : array.read_all<std::int64_t, std::int64_t>();
}

}  // namespace

void expect_storable(const std::vector<axis>& axes) {
  if (axes.empty() || axes.size() > max_axes) {
    throw contract_error(fmt::format("expected 1 to {} axes, got {}", max_axes, axes.size()));
  }
  dataset_names<contract_error> taken;
  for (const axis& a : axes) {
    taken.take(a.name);
    if (a.size == 0) throw contract_error(fmt::format("axis '{}' has size 0", a.name));
    if (!a.labels.empty()) expect_length(a, "labels", a.labels.size());
    for (const auto& label : a.labels) {
      if (!format::is_token(label)) {
        throw contract_error(fmt::format("axis '{1}': expected a label without blanks, got '{0}'", label, a.name));
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
    const hdf5::dataset scale =
        has_values(a) ? create_scale_with_values(file, a) : create_scale_without_values(file, a.name, a.size);
    if (!a.labels.empty()) {
      hdf5::write_list<std::int32_t>(scale, label_codes_attribute, indices(a.size));
      hdf5::write_text(scale, labels_attribute, format::join_tokens(a.labels));
    }
    std::vector<std::string> coordinates;
    for (const auto& coordinate : a.coordinates) {
      write_coordinate(file, a, coordinate);
      coordinates.push_back(coordinate.name);
    }
    if (!coordinates.empty()) hdf5::write_text(scale, coordinate_names_attribute, format::join_tokens(coordinates));
  }
  hdf5::write_text(file, axes_attribute, format::join_tokens(names));
}

bool are_names_used(const std::vector<axis>& axes, std::initializer_list<std::string_view> names) {
  const auto is_one = [&names](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  return std::any_of(axes.begin(), axes.end(), [&](const axis& a) {
    return is_one(a.name) ||
           std::any_of(a.coordinates.begin(), a.coordinates.end(), [&](const axis_coordinate& coordinate) {
             return is_one(coordinate_dataset(a, coordinate.name));
           });
  });
}

void label_bare_dimension(hid_t file, const hdf5::dataset& labelled, const std::string& name, std::uint64_t size) {
  hdf5::check(H5DSattach_scale(labelled, create_scale_without_values(file, name, size), 0));
}

void label_axes(hid_t file, const hdf5::dataset& labelled, const std::vector<axis>& axes,
                std::vector<std::string> coordinates) {
  for (unsigned dimension = 0; dimension < axes.size(); ++dimension) {
    const axis& a = axes[dimension];
    attach_scale(file, labelled, a, dimension);
    for (const auto& coordinate : a.coordinates) coordinates.push_back(coordinate_dataset(a, coordinate.name));
  }
  if (!coordinates.empty()) hdf5::write_text(labelled, coordinates_attribute, format::join_tokens(coordinates));
}

axes_description describe_axes(described_file& file, const std::vector<hsize_t>& shape) {
  const auto names = format::split_tokens(hdf5::read_text(file, axes_attribute));
  if (names.size() != shape.size()) {
    throw hdf5::failure(fmt::format("expected {1} axes, one per dimension, got {0}", names.size(), shape.size()));
  }
  axes_description described;
  dataset_names<hdf5::failure> taken;
  for (std::size_t i = 0; i < names.size(); ++i) {
    described.axes.push_back(describe_axis(file, names[i], shape[i], taken, described.coordinates));
  }
  return described;
}

std::vector<axis> read_axes(const existing_file& file, axes_description described, const std::vector<hsize_t>& shape) {
  if (shape_of(described.axes) != shape) throw hdf5::failure("the axes do not match the shape of dataset 'outcome'");
  dataset_names<hdf5::failure> taken;
  std::size_t next = 0;
  for (axis& a : described.axes) {
    taken.take(a.name);
    if (!a.labels.empty() && a.labels.size() != a.size) {
      throw hdf5::failure(fmt::format("axis '{}': expected {} labels, got {}", a.name, a.size, a.labels.size()));
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
