// SPDX-License-Identifier: MIT
// Determines whether an error that AddressSanitizer reports in the child process that reads an untrusted file is in
// HDF5 or in our code. Errors in HDF5 are expected there; errors in our code must be reported.
#pragma once

#include <zermelo/core/base/address_sanitizer.hpp>

#ifdef ZERMELO_HAS_ADDRESS_SANITIZER

#include <algorithm>
#include <array>
#include <string_view>

#include <sanitizer/asan_interface.h>
#include <unistd.h>

namespace zermelo::storage::sanitizer {

constexpr int library_exit_status = 3;    ///< exit status of the child after an error in HDF5
constexpr int sanitizer_exit_status = 1;  ///< the sanitizer's exit status after any other error

/// Whether HDF5 is among the innermost functions of a report, or the report is about an impossible allocation size.
[[nodiscard]] inline bool is_library_error(std::string_view report) {
  constexpr std::array<std::string_view, 3> memory_errors{"allocation-size-too-big", "out-of-memory",
                                                          "calloc-overflow"};
  const auto is_reported = [&](std::string_view error) { return report.find(error) != std::string_view::npos; };
  if (std::any_of(memory_errors.begin(), memory_errors.end(), is_reported)) return true;
  // The innermost functions may belong to the sanitizer, such as its memcpy.
  constexpr std::array<std::string_view, 3> innermost_frames{"#0 ", "#1 ", "#2 "};
  return std::any_of(innermost_frames.begin(), innermost_frames.end(), [&](std::string_view frame) {
    const std::size_t begin = report.find(frame);
    if (begin == std::string_view::npos) return false;
    const std::string_view line = report.substr(begin, report.find('\n', begin) - begin);
    return line.find("libhdf5") != std::string_view::npos;
  });
}

/// Makes an error in HDF5 terminate this process with `library_exit_status`.
inline void exit_on_library_error() {
  __asan_set_error_report_callback([](const char* report) {
    if (is_library_error(report)) ::_exit(library_exit_status);
  });
}

}  // namespace zermelo::storage::sanitizer

#endif
