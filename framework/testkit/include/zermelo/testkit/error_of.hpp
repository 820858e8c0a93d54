// SPDX-License-Identifier: MIT
// The message of an error, for tests.
#pragma once

#include <string>

#include <zermelo/core/base/error.hpp>

namespace zermelo::testkit {

/// The message of the error that an action throws; "accepted" if it does not throw. Other exceptions are passed on.
template <class Error = input_error, class Action>
[[nodiscard]] std::string error_of(const Action& action) {
  try {
    action();
  } catch (const Error& rejected) {
    return rejected.what();
  }
  return "accepted";
}

}  // namespace zermelo::testkit
