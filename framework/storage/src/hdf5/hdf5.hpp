// SPDX-License-Identifier: MIT
// A C++ wrapper for HDF5's C interface: identifiers that close themselves, errors as exceptions, and typed access to
// attributes and datasets. Private to the storage layer.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hdf5.h>

namespace zermelo::storage::hdf5 {

/// Thrown if an object does not conform to its format, or a call of HDF5 fails. The message is one line without the
/// name of the file.
class failure : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Thrown if a call of HDF5 fails.
class library_failure : public failure {
  using failure::failure;
};

/// Throws a library_failure with the error stack of the last call as one line. Precondition: the call has failed.
[[noreturn]] void throw_error_stack();

/// Returns the result of an HDF5 call. @throws library_failure if the result is negative.
template <std::signed_integral Status>
Status check(Status status) {
  if (status < 0) throw_error_stack();
  return status;
}

/// Checks the available memory. Must be called before the first call of HDF5 and before opening a file, since HDF5
/// crashes or hangs when memory runs out.
/// @throws std::bad_alloc if there is not enough memory to initialize HDF5 and to open a small file.
void expect_memory();

/// Prevents HDF5, during the object's lifetime, from printing the errors of this thread; `check` turns them into
/// exceptions.
class quiet_errors {
 public:
  quiet_errors() {
    H5Eget_auto2(H5E_DEFAULT, &m_printer, &m_argument);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~quiet_errors() { H5Eset_auto2(H5E_DEFAULT, m_printer, m_argument); }
  quiet_errors(const quiet_errors&) = delete;
  quiet_errors& operator=(const quiet_errors&) = delete;

 private:
  H5E_auto2_t m_printer = nullptr;
  void* m_argument = nullptr;
};

/// An HDF5 identifier that is released by `Close`.
template <herr_t (*Close)(hid_t)>
class handle {
 public:
  /// Takes ownership of the result of an HDF5 call. @throws library_failure if the call has failed.
  explicit handle(hid_t id) : m_id(check(id)) {}
  handle(handle&& other) noexcept : m_id(std::exchange(other.m_id, H5I_INVALID_HID)) {}
  handle& operator=(handle&& other) noexcept {
    std::swap(m_id, other.m_id);
    return *this;
  }
  ~handle() {
    if (m_id >= 0) Close(m_id);
  }

  // NOLINTNEXTLINE(google-explicit-constructor): functions of the C interface accept a handle.
  operator hid_t() const noexcept { return m_id; }

  /// Releases the identifier now. @throws library_failure, unlike the destructor.
  void close() { check(Close(std::exchange(m_id, H5I_INVALID_HID))); }

 private:
  hid_t m_id;
};

using file = handle<H5Fclose>;
using driver = handle<H5FDunregister>;
using property_list = handle<H5Pclose>;
using dataspace = handle<H5Sclose>;
using datatype = handle<H5Tclose>;
using dataset = handle<H5Dclose>;
using group = handle<H5Gclose>;
using attribute = handle<H5Aclose>;

/// Properties for every new object, of class H5P_FILE_CREATE, H5P_GROUP_CREATE or H5P_DATASET_CREATE. They disable
/// timestamps, so that files with equal contents are equal.
[[nodiscard]] property_list creation_properties(hid_t object_class);

/// Return the HDF5 type of a number: in a file, where it is always little-endian, and in memory.
template <class T>
[[nodiscard]] hid_t stored_type();
template <class T>
[[nodiscard]] hid_t memory_type();

// clang-format off
template <> [[nodiscard]] inline hid_t stored_type<std::uint8_t>() { return H5T_STD_U8LE; }
template <> [[nodiscard]] inline hid_t stored_type<std::uint16_t>() { return H5T_STD_U16LE; }
template <> [[nodiscard]] inline hid_t stored_type<std::uint32_t>() { return H5T_STD_U32LE; }
template <> [[nodiscard]] inline hid_t stored_type<std::uint64_t>() { return H5T_STD_U64LE; }
template <> [[nodiscard]] inline hid_t stored_type<std::int8_t>() { return H5T_STD_I8LE; }
template <> [[nodiscard]] inline hid_t stored_type<std::int16_t>() { return H5T_STD_I16LE; }
template <> [[nodiscard]] inline hid_t stored_type<std::int32_t>() { return H5T_STD_I32LE; }
template <> [[nodiscard]] inline hid_t stored_type<std::int64_t>() { return H5T_STD_I64LE; }
template <> [[nodiscard]] inline hid_t stored_type<double>() { return H5T_IEEE_F64LE; }
template <> [[nodiscard]] inline hid_t memory_type<std::uint8_t>() { return H5T_NATIVE_UINT8; }
template <> [[nodiscard]] inline hid_t memory_type<std::uint16_t>() { return H5T_NATIVE_UINT16; }
template <> [[nodiscard]] inline hid_t memory_type<std::uint32_t>() { return H5T_NATIVE_UINT32; }
template <> [[nodiscard]] inline hid_t memory_type<std::uint64_t>() { return H5T_NATIVE_UINT64; }
template <> [[nodiscard]] inline hid_t memory_type<std::int32_t>() { return H5T_NATIVE_INT32; }
template <> [[nodiscard]] inline hid_t memory_type<std::int64_t>() { return H5T_NATIVE_INT64; }
template <> [[nodiscard]] inline hid_t memory_type<double>() { return H5T_NATIVE_DOUBLE; }
// clang-format on

/// The maximum size of an attribute. Limits the memory that a malicious file can consume.
inline constexpr std::size_t max_attribute_bytes = std::size_t{64} << 20;

namespace detail {
void write_numbers(hid_t object, const std::string& name, hid_t stored, hid_t memory, const dataspace& shape,
                   std::size_t bytes, const void* values);
[[nodiscard]] attribute open_attribute(hid_t object, const std::string& name);
/// Returns the number of elements. @throws failure if the attribute has another type, or more than one dimension, or is
/// too large.
[[nodiscard]] std::size_t count_numbers(const attribute& a, const std::string& name, hid_t stored,
                                        std::size_t element_bytes);
[[nodiscard]] dataspace list_shape(hsize_t length);
}  // namespace detail

// Functions for attributes. All of them throw failure; the readers also throw it if the attribute is missing or has
// another type.

template <class T>
void write_number(hid_t object, const std::string& name, T value) {
  detail::write_numbers(object, name, stored_type<T>(), memory_type<T>(), dataspace(H5Screate(H5S_SCALAR)), sizeof(T),
                        &value);
}

/// Precondition: the list is not empty, since netCDF does not support empty lists.
template <class T>
void write_list(hid_t object, const std::string& name, std::span<const T> values) {
  detail::write_numbers(object, name, stored_type<T>(), memory_type<T>(), detail::list_shape(values.size()),
                        values.size_bytes(), values.data());
}

/// Writes a string of fixed length in UTF-8, not terminated. An empty string has a null dataspace, as in netCDF files.
void write_text(hid_t object, const std::string& name, std::string_view text);

template <class T>
[[nodiscard]] std::vector<T> read_list(hid_t object, const std::string& name) {
  const attribute a = detail::open_attribute(object, name);
  std::vector<T> values(detail::count_numbers(a, name, stored_type<T>(), sizeof(T)));
  check(H5Aread(a, memory_type<T>(), values.data()));
  return values;
}

template <class T>
[[nodiscard]] T read_number(hid_t object, const std::string& name) {
  const auto values = read_list<T>(object, name);
  if (values.size() != 1) throw failure("attribute '" + name + "': expected a single number");
  return values.front();
}

[[nodiscard]] std::string read_text(hid_t object, const std::string& name);
/// Like read_text, but also supports strings of variable length from other programs, up to the first zero byte.
[[nodiscard]] std::string read_any_text(hid_t object, const std::string& name);
[[nodiscard]] bool has_attribute(hid_t object, const std::string& name);
/// Whether a group has a member with this name.
[[nodiscard]] bool has_link(hid_t location, const std::string& name);

/// Creates a dataset of one dimension, stored contiguously. @throws failure
[[nodiscard]] dataset create_list(hid_t location, const std::string& name, hid_t stored, std::uint64_t length);
/// Opens a dataset. Soft and external links, which may lead to another file, are rejected. @throws failure
[[nodiscard]] dataset open_dataset(hid_t location, const std::string& name);

/// @throws failure unless the dataset has exactly one of these types.
void expect_type(const dataset& d, const std::string& name, std::initializer_list<hid_t> types);

/// Returns the sizes of a dataset's dimensions. @throws failure if it is not an array.
[[nodiscard]] std::vector<hsize_t> shape_of(const dataset& d, const std::string& name);

}  // namespace zermelo::storage::hdf5
