// SPDX-License-Identifier: MIT
// Opening an HDF5 file that may come from anywhere: what it is not is found out, and said in one line.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "file_kind.hpp"
#include "hdf5.hpp"

namespace zermelo::storage {

/// Opens a complete file of this kind for reading. @throws hdf5::failure
[[nodiscard]] hdf5::file open_existing_file(const std::filesystem::path& path, const file_kind& kind);

/// Says what is wrong with a file, in one line whatever text of the file's is in the message. @throws input_error
[[noreturn]] void refuse_file(const std::filesystem::path& path, std::string_view message);

/// Runs a step of reading: what HDF5 or a check refuses becomes an input_error that names the file.
template <class Step>
auto reading(const std::filesystem::path& path, Step step) {
  hdf5::quiet_errors quiet;
  try {
    return step();
  } catch (const hdf5::library_failure& refused) {
    quiet.stay_quiet();
    refuse_file(path, std::string("damaged: ") + refused.what());
  } catch (const hdf5::failure& refused) {
    refuse_file(path, refused.what());
  }
}

}  // namespace zermelo::storage
