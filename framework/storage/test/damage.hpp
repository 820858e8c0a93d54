// SPDX-License-Identifier: MIT
// Damage to files: a changed byte, and changes through HDF5, after which all of HDF5's checksums are right.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <hdf5.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "../src/hdf5/hdf5.hpp"

namespace zermelo::storage::test {

/// Changes one byte of a file in place, and restores it at the end.
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

/// Whether an action rejects a file by an input_error of one line that begins with the file's path.
template <class Action>
bool is_rejected(const std::filesystem::path& path, const Action& action) {
  try {
    action();
  } catch (const input_error& rejected) {
    const std::string message = rejected.what();
    EXPECT_TRUE(message.starts_with(path.string() + ": ") && message.find('\n') == std::string::npos) << message;
    return true;
  }
  return false;
}

/// Changes one byte after the other, in random steps. Each time `read` must reject the file, or read the original
/// content. Most changes are rejected; the others are in unused space.
template <class Read>
void expect_changed_bytes_do_no_harm(const std::filesystem::path& path, std::uint64_t longest_step, const Read& read) {
  random_generator random(20240601);
  std::size_t trials = 0;
  std::size_t rejected = 0;
  for (std::size_t at = 0, size = std::filesystem::file_size(path); at < size; at += 1 + random.below(longest_step)) {
    SCOPED_TRACE(fmt::format("byte {} of {}", at, size));
    const changed_byte damage(path, at, static_cast<unsigned>(1 + random.below(255)));
    ++trials;
    rejected += is_rejected(path, read) ? 1 : 0;
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(rejected, trials / 2);
  EXPECT_LT(rejected, trials);
}

/// Truncates a file to one length after the other; `read` must reject each of them.
template <class Read>
void expect_truncated_file_rejected(const std::filesystem::path& path, const Read& read) {
  constexpr std::uintmax_t hdf5_signature_bytes = 8;
  constexpr std::uintmax_t step = 101;
  for (auto length = std::filesystem::file_size(path) - 1; length >= hdf5_signature_bytes;
       length -= std::min(length, step)) {
    std::filesystem::resize_file(path, length);
    const std::string message = testkit::error_of(read);
    ASSERT_NE(message.find("truncated"), std::string::npos) << length << ": " << message;
  }
}

/// A change of a file, or of an object in it, through HDF5.
using hdf5_edit = std::function<void(hid_t object)>;

/// Access properties for files with checksums.
[[nodiscard]] inline hdf5::property_list with_checksums() {
  hdf5::property_list access(H5Pcreate(H5P_FILE_ACCESS));
  H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
  return access;
}

inline void edit_hdf5(const std::filesystem::path& path, const hdf5_edit& change) {
  change(hdf5::file(H5Fopen(path.c_str(), H5F_ACC_RDWR, with_checksums())));
}
/// Creates a file, with checksums or without.
inline void create_hdf5(const std::filesystem::path& path, hid_t access, const hdf5_edit& fill) {
  fill(hdf5::file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access)));
}

// Changes of attributes, which are created if they are missing.

inline hdf5_edit remove_attribute(const std::string& name) {
  return [=](hid_t object) {
    if (hdf5::has_attribute(object, name)) hdf5::check(H5Adelete(object, name.c_str()));
  };
}
inline hdf5_edit set_number(const std::string& name, std::int64_t value) {
  return [=](hid_t object) {
    remove_attribute(name)(object);
    hdf5::write_number(object, name, value);
  };
}
inline hdf5_edit set_text(const std::string& name, const std::string& value) {
  return [=](hid_t object) {
    remove_attribute(name)(object);
    hdf5::write_text(object, name, value);
  };
}
template <class T>
hdf5_edit set_list(const std::string& name, const std::vector<T>& values) {
  return [=](hid_t object) {
    remove_attribute(name)(object);
    hdf5::write_list<T>(object, name, values);
  };
}

// Changes of datasets.

inline hdf5_edit remove_dataset(const std::string& name) {
  return [=](hid_t file) { hdf5::check(H5Ldelete(file, name.c_str(), H5P_DEFAULT)); };
}
/// Replaces a dataset by a link to another file.
inline hdf5_edit link_elsewhere(const std::string& name) {
  return [=](hid_t file) {
    remove_dataset(name)(file);
    H5Lcreate_external("other.h5", name.c_str(), file, name.c_str(), H5P_DEFAULT, H5P_DEFAULT);
  };
}
template <class T>
hdf5_edit set_element(const std::string& name, const std::vector<hsize_t>& index, T value) {
  return [=](hid_t file) {
    const hdf5::dataset d(H5Dopen2(file, name.c_str(), H5P_DEFAULT));
    const hdf5::dataspace stored(H5Dget_space(d));
    H5Sselect_elements(stored, H5S_SELECT_SET, 1, index.data());
    const hdf5::dataspace memory(H5Screate(H5S_SCALAR));
    hdf5::check(H5Dwrite(d, hdf5::memory_type<T>(), memory, stored, H5P_DEFAULT, &value));
  };
}
/// Changes the first element, for any number of dimensions.
template <class T>
hdf5_edit set_first(const std::string& name, T value) {
  return set_element(name, std::vector<hsize_t>(H5S_MAX_RANK, 0), value);
}

/// Sets the creation properties of a dataset.
using creation_edit = std::function<void(hid_t creation)>;
inline void in_one_piece(hid_t creation) { H5Pset_layout(creation, H5D_CONTIGUOUS); }
inline void allocated(hid_t creation) { H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY); }
inline creation_edit chunked(const std::vector<hsize_t>& chunk) {
  return [=](hid_t creation) { H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data()); };
}

/// Replaces a dataset by one without values.
inline hdf5_edit replace(const std::string& name, hid_t type, const std::vector<hsize_t>& shape,
                         const creation_edit& prepare) {
  return [=](hid_t file) {
    remove_dataset(name)(file);
    const hdf5::dataspace space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr));
    const hdf5::property_list creation(H5Pcreate(H5P_DATASET_CREATE));
    prepare(creation);
    const hdf5::dataset d(H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT));
  };
}

inline hdf5_edit in_dataset(const std::string& name, const hdf5_edit& change) {
  return [=](hid_t file) { change(hdf5::dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT))); };
}
inline hdf5_edit in_order(const std::vector<hdf5_edit>& changes) {
  return [=](hid_t object) {
    for (const hdf5_edit& change : changes) change(object);
  };
}

/// A change of a file, and the resulting error message, without the path.
struct alteration {
  hdf5_edit change;
  std::string message;
};

/// Writes a file again before each change, after which `read` must reject it.
template <class Write, class Read>
void expect_errors(const std::filesystem::path& path, const Write& write, const Read& read,
                   const std::vector<alteration>& alterations) {
  for (const auto& [change, message] : alterations) {
    write();
    edit_hdf5(path, change);
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, path.string() + ": " + message, testkit::error_of(read));
  }
}

}  // namespace zermelo::storage::test
