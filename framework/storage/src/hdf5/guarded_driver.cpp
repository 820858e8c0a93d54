// SPDX-License-Identifier: MIT
#include "guarded_driver.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>

#include <sys/types.h>
#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/storage/file/system_error.hpp>

#include "../file/file_descriptor.hpp"
#include "file_driver.hpp"

namespace zermelo::storage {
namespace {

// HDF5 opens a new file twice, and closes it once in between. These calls do not use the descriptor.
using open_file = driven_file<guarded_file>;

// Reports the features of HDF5's default driver, except for the file handle. With a handle, HDF5 would look up the name
// of the file, which does not have its final name yet.
herr_t query(const H5FD_t* /*file*/, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return callback_succeeded;
}

// Bytes after the end of the file are read as zeros.
herr_t read(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t address, std::size_t size, void* buffer) {
  const std::span bytes(static_cast<std::byte*>(buffer), size);
  const auto count = read_at(open_file::of(file).file->descriptor, address, bytes);
  if (!count) return callback_failed;
  std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(*count), bytes.end(), std::byte{0});
  return callback_succeeded;
}

herr_t write(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t address, std::size_t size,
             const void* buffer) {
  guarded_file& target = *open_file::of(file).file;
  target.num_bytes = std::max<std::uint64_t>(target.num_bytes, address + size);
  const auto* bytes = static_cast<const std::byte*>(buffer);
  while (size > 0 && target.first_error == 0) {
    const ssize_t count = ::pwrite(target.descriptor, bytes, size, static_cast<off_t>(address));
    if (count < 0) {
      if (errno != EINTR) target.first_error = errno;
      continue;
    }
    bytes += count;
    address += static_cast<haddr_t>(count);
    size -= static_cast<std::size_t>(count);
  }
  return callback_succeeded;
}

herr_t truncate(H5FD_t* file, hid_t /*transfer*/, hbool_t /*closing*/) {
  guarded_file& target = *open_file::of(file).file;
  if (target.first_error == 0 &&
      ::ftruncate(target.descriptor, static_cast<off_t>(open_file::of(file).end_of_allocation)) != 0) {
    target.first_error = errno;
  }
  target.num_bytes = open_file::of(file).end_of_allocation;
  return callback_succeeded;
}

}  // namespace

void guarded_file::expect_written() const {
  if (first_error != 0) throw_system_error(fmt::format("{}: cannot write", path.string()), first_error);
}

hdf5::driver register_guarded_driver() {
  H5FD_class_t callbacks = shared_callbacks<guarded_file>("zermelo_guarded");
  callbacks.query = query;
  callbacks.read = read;
  callbacks.write = write;
  callbacks.truncate = truncate;
  return hdf5::driver(H5FDregister(&callbacks));
}

}  // namespace zermelo::storage
