// SPDX-License-Identifier: MIT
// The one place where HDF5's C interface meets C++: identifiers that close themselves, error codes and the
// error stack as exceptions, and attributes of a fixed type. Private to the storage layer.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hdf5.h>

namespace zermelo::storage::hdf5 {

/// An object is not what the format asks for, or HDF5 refused. The message is one line without a file's name.
class failure : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// HDF5 itself refused.
class library_failure : public failure {
  using failure::failure;
};

/// Throws the error stack of the call that has just failed as one line. @throws library_failure
[[noreturn]] void throw_error_stack();

/// The result of an HDF5 call, which is negative if and only if the call failed.
template <std::signed_integral Status>
Status check(Status status) {
  if (status < 0) throw_error_stack();
  return status;
}

/// HDF5 crashes, or does not end, where it finds no memory: to be called before it begins, with a file or at all.
/// @throws std::bad_alloc unless there is enough for that, and for a small file.
void expect_memory();

/// While one lives, HDF5 does not print errors on stderr: they become exceptions.
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
  /// Takes over what an HDF5 call returned. @throws failure if the call failed.
  explicit handle(hid_t id) : m_id(check(id)) {}
  handle(handle&& other) noexcept : m_id(std::exchange(other.m_id, H5I_INVALID_HID)) {}
  handle& operator=(handle&& other) noexcept {
    std::swap(m_id, other.m_id);
    return *this;
  }
  ~handle() {
    if (m_id >= 0) Close(m_id);
  }

  // NOLINTNEXTLINE(google-explicit-constructor): so that the C interface takes a handle as it is.
  operator hid_t() const noexcept { return m_id; }

  /// Releases the identifier now. @throws failure, which the destructor cannot.
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

/// What a new object of that class (`H5P_FILE_CREATE`, `H5P_GROUP_CREATE`, `H5P_DATASET_CREATE`) is made with: nothing
/// that HDF5 makes notes the time, so that equal contents are equal files. Every object of a file is made so.
[[nodiscard]] property_list creation_properties(hid_t object_class);

/// The types of numbers that tables hold: in a file (little-endian everywhere) and in memory.
template <class T>
[[nodiscard]] hid_t stored_type();
template <class T>
[[nodiscard]] hid_t memory_type();

// clang-format off
template <> [[nodiscard]] inline hid_t stored_type<std::uint8_t>() { return H5T_STD_U8LE; }
template <> [[nodiscard]] inline hid_t stored_type<std::uint16_t>() { return H5T_STD_U16LE; }
template <> [[nodiscard]] inline hid_t stored_type<std::uint32_t>() { return H5T_STD_U32LE; }
template <> [[nodiscard]] inline hid_t stored_type<std::uint64_t>() { return H5T_STD_U64LE; }
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

/// The largest attribute that is written or read: bounds what a file from elsewhere makes us allocate.
inline constexpr std::size_t max_attribute_bytes = std::size_t{64} << 20;

namespace detail {
void write_numbers(hid_t object, const std::string& name, hid_t stored, hid_t memory, const dataspace& shape,
                   std::size_t bytes, const void* values);
[[nodiscard]] attribute open_attribute(hid_t object, const std::string& name);
/// The number of elements. @throws failure if the attribute is of another type, no scalar nor list, or too large.
[[nodiscard]] std::size_t count_numbers(const attribute& a, const std::string& name, hid_t stored,
                                        std::size_t element_bytes);
[[nodiscard]] dataspace list_shape(std::size_t length);
}  // namespace detail

// Attributes. Writing throws failure; reading too if the attribute is missing or not exactly of the type.

template <class T>
void write_number(hid_t object, const std::string& name, T value) {
  detail::write_numbers(object, name, stored_type<T>(), memory_type<T>(), dataspace(H5Screate(H5S_SCALAR)), sizeof(T),
                        &value);
}

/// Precondition: there is at least one value (readers of netCDF know no empty lists).
template <class T>
void write_list(hid_t object, const std::string& name, std::span<const T> values) {
  detail::write_numbers(object, name, stored_type<T>(), memory_type<T>(), detail::list_shape(values.size()),
                        values.size_bytes(), values.data());
}

/// Text of a fixed length in UTF-8, not terminated; an empty text has a null dataspace, as netCDF writes it.
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
  if (values.size() != 1) throw failure("attribute '" + name + "' is not a single number");
  return values.front();
}

[[nodiscard]] std::string read_text(hid_t object, const std::string& name);
[[nodiscard]] bool has_attribute(hid_t object, const std::string& name);
/// Whether a group has a member of this name.
[[nodiscard]] bool has_link(hid_t location, const std::string& name);

/// Opens a dataset that is itself in the file: a link to another file is not followed.
[[nodiscard]] dataset open_dataset(hid_t location, const std::string& name);

/// @throws failure unless the dataset's type is exactly `stored`.
void expect_type(const dataset& d, const std::string& name, hid_t stored);

/// The sizes of a dataset's dimensions. @throws failure if it is no array.
[[nodiscard]] std::vector<hsize_t> shape_of(const dataset& d, const std::string& name);

}  // namespace zermelo::storage::hdf5
