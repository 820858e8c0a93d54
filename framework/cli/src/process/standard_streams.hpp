// SPDX-License-Identifier: MIT
// Handles standard streams that were closed when the program started.
#pragma once

namespace zermelo::cli {

/// Occupies the descriptors of closed standard streams. Otherwise a file that is opened later could get such a
/// descriptor, and the text that is written to the stream. Reading from and writing to the streams still fails. Call it
/// before any file is opened. @throws resource_error.
void open_standard_streams();

}  // namespace zermelo::cli
