// SPDX-License-Identifier: MIT
// The three streams that every program is given, where it is not.
#pragma once

namespace zermelo::cli {

/// Takes up the numbers of those standard streams that are closed, so that no file that is opened later gets one of
/// them, and with it what is meant for the stream. To read or to write there fails as it does where nothing is open. To
/// be called before anything else is opened. @throws resource_error.
void open_standard_streams();

}  // namespace zermelo::cli
