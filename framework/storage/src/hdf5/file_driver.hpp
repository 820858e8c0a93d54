// SPDX-License-Identifier: MIT
// Code shared by the HDF5 file drivers in this folder. A driver uses a `File`, which its owner provides, with the
// members `descriptor` and `num_bytes`; an access property of the HDF5 file points to it. Each driver adds callbacks
// for reading, writing and queries.
#pragma once

#include <cstdint>
#include <limits>
#include <new>
#include <type_traits>

#include <sys/types.h>

#include "hdf5.hpp"

namespace zermelo::storage {

inline constexpr herr_t callback_succeeded = 0;
inline constexpr herr_t callback_failed = -1;

/// An open file as HDF5 represents it. HDF5 passes pointers to the first member.
template <class File>
struct driven_file {
  H5FD_t base{};
  File* file = nullptr;
  haddr_t end_of_allocation = 0;

  [[nodiscard]] static driven_file& of(H5FD_t* base) { return *reinterpret_cast<driven_file*>(base); }
  [[nodiscard]] static const driven_file& of(const H5FD_t* base) { return *reinterpret_cast<const driven_file*>(base); }

  static H5FD_t* open(const char* /*name*/, unsigned /*flags*/, hid_t access, haddr_t /*max_address*/) {
    static_assert(std::is_standard_layout_v<driven_file>);
    const auto* property = static_cast<File* const*>(H5Pget_driver_info(access));
    if (property == nullptr) return nullptr;
    auto* opened = new (std::nothrow) driven_file;
    if (opened == nullptr) return nullptr;
    opened->file = *property;
    return &opened->base;
  }
  static herr_t close(H5FD_t* base) {
    delete &of(base);
    return callback_succeeded;
  }
  static haddr_t get_end_of_allocation(const H5FD_t* base, H5FD_mem_t /*type*/) { return of(base).end_of_allocation; }
  static herr_t set_end_of_allocation(H5FD_t* base, H5FD_mem_t /*type*/, haddr_t address) {
    of(base).end_of_allocation = address;
    return callback_succeeded;
  }
  static haddr_t get_end_of_file(const H5FD_t* base, H5FD_mem_t /*type*/) { return of(base).file->num_bytes; }
};

/// Returns the callbacks that all drivers share. @param name  the name of the driver in HDF5
template <class File>
[[nodiscard]] H5FD_class_t shared_callbacks(const char* name) {
  H5FD_class_t callbacks{};
  callbacks.name = name;
  callbacks.maxaddr = static_cast<haddr_t>(std::numeric_limits<off_t>::max());
  callbacks.fc_degree = H5F_CLOSE_STRONG;
  callbacks.fapl_size = sizeof(File*);
  callbacks.open = driven_file<File>::open;
  callbacks.close = driven_file<File>::close;
  callbacks.get_eoa = driven_file<File>::get_end_of_allocation;
  callbacks.set_eoa = driven_file<File>::set_end_of_allocation;
  callbacks.get_eof = driven_file<File>::get_end_of_file;
  return callbacks;
}

/// Sets the driver of HDF5 files that are opened or created with these access properties, and the driver's `file`,
/// which must outlive the HDF5 file.
template <class File>
void use_driver(const hdf5::property_list& access, const hdf5::driver& driver, File& file) {
  File* const pointer = &file;
  hdf5::check(H5Pset_driver(access, driver, &pointer));  // HDF5 copies the pointer into the property list
}

}  // namespace zermelo::storage
