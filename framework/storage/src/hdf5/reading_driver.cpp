// SPDX-License-Identifier: MIT
// The callbacks of the reading driver; see reading_driver.hpp.
#include "reading_driver.hpp"

#include <cstddef>
#include <limits>
#include <new>
#include <span>
#include <type_traits>

#include <sys/types.h>

#include "../file/file_descriptor.hpp"

namespace zermelo::storage {

namespace {

/// What HDF5 holds of an open file. HDF5 hands out pointers to the first member.
struct open_file {
  H5FD_t base{};
  readable_file* source = nullptr;
  haddr_t end_of_allocation = 0;
};
static_assert(std::is_standard_layout_v<open_file>);

constexpr haddr_t max_address = static_cast<haddr_t>(std::numeric_limits<off_t>::max());
constexpr herr_t succeeded = 0;
constexpr herr_t failed = -1;

open_file& self(H5FD_t* file) { return *reinterpret_cast<open_file*>(file); }
const open_file& self(const H5FD_t* file) { return *reinterpret_cast<const open_file*>(file); }

H5FD_t* open(const char* /*name*/, unsigned /*flags*/, hid_t access, haddr_t /*max_address*/) {
  const auto* source = static_cast<readable_file* const*>(H5Pget_driver_info(access));
  if (source == nullptr) return nullptr;
  auto* file = new (std::nothrow) open_file;
  if (file == nullptr) return nullptr;
  file->source = *source;
  return &file->base;
}

herr_t close(H5FD_t* file) {
  delete &self(file);
  return succeeded;
}

herr_t query(const H5FD_t* /*file*/, unsigned long* flags) {
  *flags = H5FD_FEAT_ACCUMULATE_METADATA;
  return succeeded;
}

haddr_t get_end_of_allocation(const H5FD_t* file, H5FD_mem_t /*type*/) { return self(file).end_of_allocation; }

herr_t set_end_of_allocation(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t address) {
  self(file).end_of_allocation = address;
  return succeeded;
}

haddr_t get_end_of_file(const H5FD_t* file, H5FD_mem_t /*type*/) { return self(file).source->num_bytes; }

herr_t read(H5FD_t* file, H5FD_mem_t type, hid_t /*transfer*/, haddr_t address, std::size_t size, void* buffer) {
  readable_file& source = *self(file).source;
  if (type == H5FD_MEM_DRAW) {
    source.located = {address, size};
    if (source.only_locates) return succeeded;
  }
  const auto count = read_at(source.descriptor, address, std::span(static_cast<std::byte*>(buffer), size));
  return count == size ? succeeded : failed;
}

herr_t write(H5FD_t* /*file*/, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t /*address*/, std::size_t /*size*/,
             const void* /*buffer*/) {
  return failed;
}

}  // namespace

hdf5::driver register_reading_driver() {
  H5FD_class_t callbacks{};
  callbacks.name = "zermelo_reading";
  callbacks.maxaddr = max_address;
  callbacks.fc_degree = H5F_CLOSE_STRONG;
  callbacks.fapl_size = sizeof(readable_file*);
  callbacks.open = open;
  callbacks.close = close;
  callbacks.query = query;
  callbacks.get_eoa = get_end_of_allocation;
  callbacks.set_eoa = set_end_of_allocation;
  callbacks.get_eof = get_end_of_file;
  callbacks.read = read;
  callbacks.write = write;
  return hdf5::driver(H5FDregister(&callbacks));
}

void use_reading_driver(const hdf5::property_list& access, const hdf5::driver& driver, readable_file& source) {
  // HDF5 copies this pointer into the property list.
  readable_file* const pointer = &source;
  hdf5::check(H5Pset_driver(access, driver, &pointer));
}

}  // namespace zermelo::storage
