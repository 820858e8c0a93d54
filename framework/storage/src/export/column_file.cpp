// SPDX-License-Identifier: MIT
#include <zermelo/storage/export/column_file.hpp>

#include <algorithm>
#include <cstddef>
#include <set>

#include <fmt/core.h>
#include <hdf5_hl.h>

#include <zermelo/core/base/error.hpp>

#include "../hdf5/attribute_text.hpp"
#include "../hdf5/file_kind.hpp"
#include "../hdf5/hdf5.hpp"
#include "../hdf5/new_file.hpp"

namespace zermelo::storage {
namespace {

constexpr file_kind columns_kind{"zermelo-columns", 1, "file of columns"};

std::size_t length_of(const column& c) {
  return std::visit([](const auto& values) { return values.size(); }, c.values);
}

template <class T>
void write(hid_t group, const std::string& name, const std::vector<T>& values) {
  const auto d = hdf5::create_list(group, name, hdf5::stored_type<T>(), values.size());
  if (!values.empty()) {
    hdf5::check(H5Dwrite(d, hdf5::memory_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  }
}

/// Writes strings of variable length in UTF-8, the only type that netCDF reads as strings.
void write(hid_t group, const std::string& name, const std::vector<std::string>& values) {
  const hdf5::datatype type(H5Tcopy(H5T_C_S1));
  hdf5::check(H5Tset_size(type, H5T_VARIABLE));
  hdf5::check(H5Tset_cset(type, H5T_CSET_UTF8));
  std::vector<const char*> strings;
  for (const std::string& text : values) strings.push_back(text.c_str());
  const auto d = hdf5::create_list(group, name, type, values.size());
  if (!values.empty()) hdf5::check(H5Dwrite(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, strings.data()));
}

/// Makes the first column the dimension scale of all other columns.
void label_rows(hid_t location, const column_group& group) {
  if (group.columns.empty()) return;
  const std::string& axis = group.columns.front().name;
  const auto scale = hdf5::open_dataset(location, axis);
  hdf5::check(H5DSset_scale(scale, axis.c_str()));
  for (std::size_t i = 1; i < group.columns.size(); ++i) {
    hdf5::check(H5DSattach_scale(hdf5::open_dataset(location, group.columns[i].name), scale, 0));
  }
}

/// @throws contract_error as described at write_column_file.
void expect_storable_groups(const std::vector<column_group>& groups) {
  std::set<std::string> names;
  for (const column_group& group : groups) {
    std::set<std::string> in_group;
    if (!format::is_identifier(group.name) || !names.insert(group.name).second) {
      throw contract_error(
          fmt::format("{} group name '{}'", format::is_identifier(group.name) ? "duplicate" : "invalid", group.name));
    }
    for (const column& c : group.columns) {
      if (!format::is_identifier(c.name) || !in_group.insert(c.name).second) {
        throw contract_error(
            fmt::format("{} column name '{}'", format::is_identifier(c.name) ? "duplicate" : "invalid", c.name));
      }
      if (length_of(c) != length_of(group.columns.front())) {
        throw contract_error(fmt::format("columns '{}' and '{}' differ in length", c.name, group.columns.front().name));
      }
    }
  }
}

}  // namespace

void write_column_file(const std::filesystem::path& path, const std::vector<column_group>& groups,
                       const std::vector<std::pair<std::string, std::string>>& attributes) {
  expect_storable_groups(groups);
  write_new_file(path, columns_kind, [&](const new_file& file) {
    for (const auto& [name, text] : attributes) hdf5::write_text(file.id(), name, text);
    for (const column_group& group : groups) {
      const hdf5::property_list creation = hdf5::creation_properties(H5P_GROUP_CREATE);
      constexpr unsigned in_order = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;
      hdf5::check(H5Pset_link_creation_order(creation, in_order));
      const hdf5::group location(H5Gcreate2(file.id(), group.name.c_str(), H5P_DEFAULT, creation, H5P_DEFAULT));
      for (const column& c : group.columns) {
        std::visit([&](const auto& values) { write(location, c.name, values); }, c.values);
      }
      label_rows(location, group);
      file.expect_written();
    }
  });
}

}  // namespace zermelo::storage
