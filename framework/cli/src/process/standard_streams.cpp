// SPDX-License-Identifier: MIT
#include "standard_streams.hpp"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo::cli {

void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // Opened with the wrong access mode, so that using the stream still fails with EBADF. `open` returns the lowest
    // free number, which is this one, since the streams with lower numbers are open.
    constexpr const char* null_device = "/dev/null";
    if (open(null_device, stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) != stream) {
      throw resource_error(fmt::format("cannot open {} for a standard stream that is closed: {}", null_device,
                                       std::generic_category().message(errno)));
    }
  }
}

}  // namespace zermelo::cli
