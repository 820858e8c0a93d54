// SPDX-License-Identifier: MIT
// Damage to files: a changed byte, and changes through HDF5, after which all of HDF5's own checksums are right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hdf5.h>

namespace zermelo::storage::test {

/// Replaces one byte of a file where it lies, and puts it back in the end.
class changed_byte {
 public:
  changed_byte(const std::filesystem::path& path, std::size_t at, unsigned change)
      : m_stream(path, std::ios::binary | std::ios::in | std::ios::out), m_at(static_cast<std::streamoff>(at)) {
    m_stream.seekg(m_at);
    m_original = static_cast<char>(m_stream.get());
    put(static_cast<char>(static_cast<unsigned char>(m_original) ^ change));
  }
  changed_byte(const changed_byte&) = delete;
  changed_byte& operator=(const changed_byte&) = delete;
  ~changed_byte() { put(m_original); }

 private:
  void put(char byte) {
    m_stream.seekp(m_at);
    m_stream.put(byte).flush();
  }

  std::fstream m_stream;
  std::streamoff m_at;
  char m_original = 0;
};

using hdf5_edit = std::function<void(hid_t file)>;

inline void edit_hdf5(const std::filesystem::path& path, const hdf5_edit& change) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, access);
  H5Pclose(access);
  ASSERT_GE(file, 0);
  change(file);
  H5Fclose(file);
}

inline void set_number(hid_t object, const char* name, std::int64_t value) {
  const hid_t a = H5Aopen(object, name, H5P_DEFAULT);
  ASSERT_GE(H5Awrite(a, H5T_NATIVE_INT64, &value), 0);
  H5Aclose(a);
}

inline void set_text(hid_t object, const char* name, const std::string& value) {
  H5Adelete(object, name);
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, value.size());
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t a = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  ASSERT_GE(H5Awrite(a, type, value.c_str()), 0);
  H5Aclose(a);
  H5Sclose(space);
  H5Tclose(type);
}

/// Replaces a list of numbers.
inline void set_list(hid_t object, const char* name, const std::vector<std::int64_t>& values) {
  H5Adelete(object, name);
  const hsize_t length = values.size();
  const hid_t space = H5Screate_simple(1, &length, nullptr);
  const hid_t a = H5Acreate2(object, name, H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT);
  ASSERT_GE(H5Awrite(a, H5T_NATIVE_INT64, values.data()), 0);
  H5Aclose(a);
  H5Sclose(space);
}

/// Puts one element of a dataset.
inline void set_element(hid_t file, const char* name, const std::vector<hsize_t>& place, std::int64_t value) {
  const hid_t d = H5Dopen2(file, name, H5P_DEFAULT);
  const hid_t stored = H5Dget_space(d);
  H5Sselect_elements(stored, H5S_SELECT_SET, 1, place.data());
  const hid_t memory = H5Screate(H5S_SCALAR);
  ASSERT_GE(H5Dwrite(d, H5T_NATIVE_INT64, memory, stored, H5P_DEFAULT, &value), 0);
  H5Sclose(memory);
  H5Sclose(stored);
  H5Dclose(d);
}

/// Puts the first element of a dataset.
inline void set_first(hid_t file, const char* name, std::int64_t value) {
  const hid_t d = H5Dopen2(file, name, H5P_DEFAULT);
  const hid_t stored = H5Dget_space(d);
  const std::vector<hsize_t> first(static_cast<std::size_t>(H5Sget_simple_extent_ndims(stored)), 0);
  H5Sclose(stored);
  H5Dclose(d);
  set_element(file, name, first, value);
}

/// Replaces a dataset by a new one without values.
inline void replace(hid_t file, const char* name, hid_t type, const std::vector<hsize_t>& shape,
                    const std::function<void(hid_t creation)>& prepare) {
  H5Ldelete(file, name, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
  const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
  prepare(creation);
  const hid_t d = H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
  ASSERT_GE(d, 0);
  H5Dclose(d);
  H5Pclose(creation);
  H5Sclose(space);
}

inline std::function<void(hid_t)> chunked(const std::vector<hsize_t>& chunk) {
  return [chunk](hid_t creation) { H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data()); };
}

}  // namespace zermelo::storage::test
