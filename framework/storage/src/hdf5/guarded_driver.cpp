// SPDX-License-Identifier: MIT
// The callbacks of the guarded driver; see guarded_driver.hpp.
#include "guarded_driver.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <limits>
#include <new>
#include <span>
#include <type_traits>

#include <sys/types.h>
#include <unistd.h>

#include "../file/file_descriptor.hpp"

namespace zermelo::storage {

namespace {

/// What HDF5 holds of an open file. HDF5 hands out pointers to the first member.
struct open_file {
  H5FD_t base{};
  guarded_file* target = nullptr;
  haddr_t end_of_allocation = 0;
  haddr_t end_of_file = 0;
};
static_assert(std::is_standard_layout_v<open_file>);

constexpr haddr_t max_address = static_cast<haddr_t>(std::numeric_limits<off_t>::max());
constexpr herr_t succeeded = 0;
constexpr herr_t failed = -1;

open_file& self(H5FD_t* file) { return *reinterpret_cast<open_file*>(file); }
const open_file& self(const H5FD_t* file) { return *reinterpret_cast<const open_file*>(file); }

// HDF5 opens a new file twice and closes it once in between: neither touches the descriptor.
H5FD_t* open(const char* /*name*/, unsigned /*flags*/, hid_t access, haddr_t /*max_address*/) {
  const auto* target = static_cast<guarded_file* const*>(H5Pget_driver_info(access));
  if (target == nullptr) return nullptr;
  auto* file = new (std::nothrow) open_file;
  if (file == nullptr) return nullptr;
  file->target = *target;
  return &file->base;
}

herr_t close(H5FD_t* file) {
  delete &self(file);
  return succeeded;
}

// Like HDF5's default driver, whose files these are, but for a handle: HDF5 would look the file's name up, and the
// file does not have it yet.
herr_t query(const H5FD_t* /*file*/, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return succeeded;
}

haddr_t get_end_of_allocation(const H5FD_t* file, H5FD_mem_t /*type*/) { return self(file).end_of_allocation; }

herr_t set_end_of_allocation(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t address) {
  self(file).end_of_allocation = address;
  return succeeded;
}

haddr_t get_end_of_file(const H5FD_t* file, H5FD_mem_t /*type*/) { return self(file).end_of_file; }

// What lies behind the file's end reads as zeros.
herr_t read(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t address, std::size_t size, void* buffer) {
  const std::span bytes(static_cast<std::byte*>(buffer), size);
  const auto count = read_at(self(file).target->descriptor, address, bytes);
  if (!count) return failed;
  std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(*count), bytes.end(), std::byte{0});
  return succeeded;
}

herr_t write(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t address, std::size_t size,
             const void* buffer) {
  guarded_file& target = *self(file).target;
  self(file).end_of_file = std::max<haddr_t>(self(file).end_of_file, address + size);
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
  return succeeded;
}

herr_t truncate(H5FD_t* file, hid_t /*transfer*/, hbool_t /*closing*/) {
  guarded_file& target = *self(file).target;
  if (target.first_error == 0 &&
      ::ftruncate(target.descriptor, static_cast<off_t>(self(file).end_of_allocation)) != 0) {
    target.first_error = errno;
  }
  self(file).end_of_file = self(file).end_of_allocation;
  return succeeded;
}

}  // namespace

hdf5::driver register_guarded_driver() {
  H5FD_class_t callbacks{};
  callbacks.name = "zermelo_guarded";
  callbacks.maxaddr = max_address;
  callbacks.fc_degree = H5F_CLOSE_STRONG;
  callbacks.fapl_size = sizeof(guarded_file*);
  callbacks.open = open;
  callbacks.close = close;
  callbacks.query = query;
  callbacks.get_eoa = get_end_of_allocation;
  callbacks.set_eoa = set_end_of_allocation;
  callbacks.get_eof = get_end_of_file;
  callbacks.read = read;
  callbacks.write = write;
  callbacks.truncate = truncate;
  return hdf5::driver(H5FDregister(&callbacks));
}

void use_guarded_driver(const hdf5::property_list& access, const hdf5::driver& driver, guarded_file& target) {
  // HDF5 copies this pointer into the property list.
  guarded_file* const pointer = &target;
  hdf5::check(H5Pset_driver(access, driver, &pointer));
}

}  // namespace zermelo::storage
