// SPDX-License-Identifier: MIT
#include "new_file.hpp"

#include <cstdint>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

#include "../file/atomic_file.hpp"
#include "file_driver.hpp"

namespace zermelo::storage {
namespace {

/// The unit in which HDF5 allocates metadata. The default of 2 KiB would waste space in a small table.
constexpr hsize_t metadata_block_bytes = 256;

/// Returns properties for a file with checksums of all its metadata.
hdf5::property_list checksummed_access(const hdf5::driver& driver, guarded_file& target) {
  hdf5::property_list access(H5Pcreate(H5P_FILE_ACCESS));
  hdf5::check(H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110));
  hdf5::check(H5Pset_meta_block_size(access, metadata_block_bytes));
  use_driver(access, driver, target);
  return access;
}

/// Returns properties for a root group that lists its datasets and attributes in order of creation.
hdf5::property_list ordered_root() {
  constexpr unsigned in_order = H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED;
  hdf5::property_list creation = hdf5::creation_properties(H5P_FILE_CREATE);
  hdf5::check(H5Pset_link_creation_order(creation, in_order));
  hdf5::check(H5Pset_attr_creation_order(creation, in_order));
  return creation;
}

}  // namespace

new_file::new_file(guarded_file& target)
    : m_target(target),
      m_driver(register_guarded_driver()),
      m_file(H5Fcreate(target.path.c_str(), H5F_ACC_TRUNC, ordered_root(), checksummed_access(m_driver, target))) {}

void new_file::finish() {
  hdf5::check(H5Fflush(m_file, H5F_SCOPE_GLOBAL));
  expect_written();
  hdf5::write_number<std::int64_t>(m_file, complete_attribute, 1);
  m_file.close();
  expect_written();
}

void write_new_file(const std::filesystem::path& path, const file_kind& kind,
                    const std::function<void(const new_file&)>& write_contents) {
  atomic_file target(path);
  guarded_file guarded{path, target.descriptor()};
  hdf5::expect_memory();
  try {
    const hdf5::quiet_errors quiet;
    new_file file(guarded);
    hdf5::write_text(file.id(), format_attribute, kind.format);
    hdf5::write_number<std::int64_t>(file.id(), version_attribute, kind.version);
    write_contents(file);
    file.finish();
  } catch (const hdf5::failure& rejected) {
    guarded.expect_written();
    throw resource_error(fmt::format("{}: cannot write: {}", path.string(), rejected.what()));
  }
  target.commit();
}

}  // namespace zermelo::storage
