// SPDX-License-Identifier: MIT
#include "hdf5.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

#include <fmt/core.h>

#include <zermelo/core/base/text.hpp>

namespace zermelo::storage::hdf5 {
namespace {

/// The messages of an error stack's outermost and innermost entries: the failed request and its cause.
struct stack_ends {
  std::string outermost;
  std::string innermost;
};

herr_t collect(unsigned depth, const H5E_error2_t* entry, void* ends_pointer) {
  auto& ends = *static_cast<stack_ends*>(ends_pointer);
  const std::string text = entry->desc != nullptr ? entry->desc : "unknown error";
  if (depth == 0) ends.outermost = text;
  ends.innermost = text;
  return 0;
}

}  // namespace

void throw_error_stack() {
  stack_ends ends;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, collect, &ends);
  std::string message = "HDF5: " + ends.outermost;
  if (ends.innermost != ends.outermost) message += ": " + ends.innermost;
  std::replace(message.begin(), message.end(), '\n', ' ');
  throw library_failure(message);
}

void expect_memory() {
  constexpr std::size_t bytes = std::size_t{8} << 20;  // initializing the library and opening a small file takes 5 MB
  ::operator delete(::operator new(bytes));
}

property_list creation_properties(hid_t object_class) {
  property_list properties(H5Pcreate(object_class));
  check(H5Pset_obj_track_times(properties, 0));
  return properties;
}

namespace detail {

void write_numbers(hid_t object, const std::string& name, hid_t stored, hid_t memory, const dataspace& shape,
                   std::size_t bytes, const void* values) {
  if (bytes > max_attribute_bytes) {
    throw failure(
        fmt::format("attribute '{}' has {} bytes; at most {} are supported", name, bytes, max_attribute_bytes));
  }
  const attribute a(H5Acreate2(object, name.c_str(), stored, shape, H5P_DEFAULT, H5P_DEFAULT));
  check(H5Awrite(a, memory, values));
}

attribute open_attribute(hid_t object, const std::string& name) {
  if (!has_attribute(object, name)) throw failure(fmt::format("attribute '{}' is missing", excerpt(name)));
  return attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT));
}

std::size_t count_numbers(const attribute& a, const std::string& name, hid_t stored, std::size_t element_bytes) {
  const datatype type(H5Aget_type(a));
  if (check(H5Tequal(type, stored)) == 0)
    throw failure(fmt::format("attribute '{}' has the wrong type", excerpt(name)));
  const dataspace shape(H5Aget_space(a));
  const auto dimensions = check(H5Sget_simple_extent_ndims(shape));
  const auto length = check(H5Sget_simple_extent_npoints(shape));
  if (dimensions > 1 || static_cast<std::uint64_t>(length) > max_attribute_bytes / element_bytes) {
    throw failure(fmt::format("attribute '{}': wrong shape: {} values in {}-D", excerpt(name), length, dimensions));
  }
  return static_cast<std::size_t>(length);
}

dataspace list_shape(hsize_t extent) { return dataspace(H5Screate_simple(1, &extent, nullptr)); }

}  // namespace detail

dataset create_list(hid_t location, const std::string& name, hid_t stored, std::uint64_t length) {
  return dataset(H5Dcreate2(location, name.c_str(), stored, detail::list_shape(length), H5P_DEFAULT,
                            creation_properties(H5P_DATASET_CREATE), H5P_DEFAULT));
}

void write_text(hid_t object, const std::string& name, std::string_view text) {
  const datatype type(H5Tcopy(H5T_C_S1));
  check(H5Tset_size(type, std::max<std::size_t>(text.size(), 1)));
  check(H5Tset_strpad(type, H5T_STR_NULLPAD));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  detail::write_numbers(object, name, type, type, dataspace(H5Screate(text.empty() ? H5S_NULL : H5S_SCALAR)),
                        text.size(), text.data());
}

std::string read_text(hid_t object, const std::string& name) {
  const attribute a = detail::open_attribute(object, name);
  const datatype type(H5Aget_type(a));
  const dataspace shape(H5Aget_space(a));
  const bool has_fixed_length = H5Tget_class(type) == H5T_STRING && check(H5Tis_variable_str(type)) == 0;
  if (!has_fixed_length || check(H5Sget_simple_extent_ndims(shape)) != 0) {
    throw failure(fmt::format("attribute '{}': expected a string of fixed length", excerpt(name)));
  }
  if (H5Sget_simple_extent_type(shape) == H5S_NULL) return "";
  const std::size_t length = H5Tget_size(type);
  if (length > max_attribute_bytes) throw failure(fmt::format("attribute '{}' exceeds 64 MiB", excerpt(name)));
  std::string text(length, '\0');
  check(H5Aread(a, type, text.data()));
  return text;
}

std::string read_any_text(hid_t object, const std::string& name) {
  const attribute a = detail::open_attribute(object, name);
  const datatype type(H5Aget_type(a));
  const dataspace shape(H5Aget_space(a));
  const bool is_text = H5Tget_class(type) == H5T_STRING && H5Sget_simple_extent_type(shape) != H5S_SIMPLE;
  if (!is_text) throw failure(fmt::format("attribute '{}': expected a string", excerpt(name)));
  const bool has_any_length = check(H5Tis_variable_str(type)) > 0;
  if (!has_any_length || H5Sget_simple_extent_type(shape) != H5S_SCALAR) return read_text(object, name);
  char* terminated = nullptr;
  check(H5Aread(a, type, &terminated));
  const std::unique_ptr<char, herr_t (*)(void*)> text(terminated, H5free_memory);
  return text != nullptr ? text.get() : "";
}

bool has_attribute(hid_t object, const std::string& name) { return check(H5Aexists(object, name.c_str())) > 0; }

bool has_link(hid_t location, const std::string& name) {
  return check(H5Lexists(location, name.c_str(), H5P_DEFAULT)) > 0;
}

dataset open_dataset(hid_t location, const std::string& name) {
  if (!has_link(location, name)) {
    throw failure(fmt::format("dataset '{}' is missing", name));
  }
  H5L_info_t link;
  check(H5Lget_info(location, name.c_str(), &link, H5P_DEFAULT));
  if (link.type != H5L_TYPE_HARD) throw failure(fmt::format("dataset '{}': links are not supported", name));
  return dataset(H5Dopen2(location, name.c_str(), H5P_DEFAULT));
}

void expect_type(const dataset& d, const std::string& name, std::initializer_list<hid_t> types) {
  const datatype type(H5Dget_type(d));
  const auto is_type = [&](hid_t allowed) { return check(H5Tequal(type, allowed)) > 0; };
  if (std::none_of(types.begin(), types.end(), is_type)) {
    throw failure(fmt::format("dataset '{}' has the wrong type", name));
  }
}

std::vector<hsize_t> shape_of(const dataset& d, const std::string& name) {
  const dataspace space(H5Dget_space(d));
  if (H5Sget_simple_extent_type(space) != H5S_SIMPLE) throw failure(fmt::format("dataset '{}' is not an array", name));
  std::vector<hsize_t> shape(static_cast<std::size_t>(check(H5Sget_simple_extent_ndims(space))));
  check(H5Sget_simple_extent_dims(space, shape.data(), nullptr));
  return shape;
}

}  // namespace zermelo::storage::hdf5
