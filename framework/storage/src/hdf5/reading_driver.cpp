// SPDX-License-Identifier: MIT
#include "reading_driver.hpp"

#include <cstddef>
#include <span>

#include "../file/file_descriptor.hpp"
#include "file_driver.hpp"

namespace zermelo::storage {
namespace {

herr_t query(const H5FD_t* /*file*/, unsigned long* flags) {
  *flags = H5FD_FEAT_ACCUMULATE_METADATA;
  return callback_succeeded;
}

herr_t read(H5FD_t* file, H5FD_mem_t type, hid_t /*transfer*/, haddr_t address, std::size_t size, void* buffer) {
  readable_file& source = *driven_file<readable_file>::of(file).file;
  if (type == H5FD_MEM_DRAW) {
    source.located = {address, size};
    if (source.only_locates) return callback_succeeded;
  }
  const auto count = read_at(source.descriptor, address, std::span(static_cast<std::byte*>(buffer), size));
  return count == size ? callback_succeeded : callback_failed;
}

herr_t write(H5FD_t* /*file*/, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t /*address*/, std::size_t /*size*/,
             const void* /*buffer*/) {
  return callback_failed;
}

}  // namespace

hdf5::driver register_reading_driver() {
  H5FD_class_t callbacks = shared_callbacks<readable_file>("zermelo_reading");
  callbacks.query = query;
  callbacks.read = read;
  callbacks.write = write;
  return hdf5::driver(H5FDregister(&callbacks));
}

}  // namespace zermelo::storage
