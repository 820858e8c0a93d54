// SPDX-License-Identifier: MIT
// Whose fault a sanitizer has found in a process that reads a stranger's file. One of HDF5's is what that process is
// for; one of ours must not pass for it.
#pragma once

#include <zermelo/core/base/address_sanitizer.hpp>

#ifdef ZERMELO_HAS_ADDRESS_SANITIZER

#include <algorithm>
#include <array>
#include <string_view>

#include <sanitizer/asan_interface.h>
#include <unistd.h>

namespace zermelo::storage::sanitizer {

constexpr int exit_of_library = 3;    ///< of a process in which HDF5 has done wrong
constexpr int exit_of_sanitizer = 1;  ///< of any other process that a sanitizer ends

/// Whether a report is of HDF5, by its innermost functions, or of more memory than there can be.
[[nodiscard]] inline bool is_of_library(std::string_view report) {
  constexpr std::array<std::string_view, 3> too_much{"allocation-size-too-big", "out-of-memory", "calloc-overflow"};
  const auto is_named = [&](std::string_view what) { return report.find(what) != std::string_view::npos; };
  if (std::any_of(too_much.begin(), too_much.end(), is_named)) return true;
  // The sanitizer's own functions may be the innermost, as that for memcpy is.
  constexpr std::array<std::string_view, 3> innermost{"#0 ", "#1 ", "#2 "};
  return std::any_of(innermost.begin(), innermost.end(), [&](std::string_view frame) {
    const std::size_t begin = report.find(frame);
    if (begin == std::string_view::npos) return false;
    const std::string_view line = report.substr(begin, report.find('\n', begin) - begin);
    return line.find("libhdf5") != std::string_view::npos;
  });
}

/// In the process that reads: what HDF5 does wrong ends it with a status of its own.
inline void tell_apart() {
  __asan_set_error_report_callback([](const char* report) {
    if (is_of_library(report)) ::_exit(exit_of_library);
  });
}

}  // namespace zermelo::storage::sanitizer

#endif
