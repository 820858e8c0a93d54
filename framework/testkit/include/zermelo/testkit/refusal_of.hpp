// SPDX-License-Identifier: MIT
// The message of an error, for tests.
#pragma once

#include <string>

#include <zermelo/core/base/error.hpp>

namespace zermelo::testkit {

/// The message of the error that an action throws; "accepted" if it throws none. Other exceptions are passed on.
template <class Error = input_error, class Action>
[[nodiscard]] std::string refusal_of(const Action& action) {
  try {
    action();
  } catch (const Error& refused) {
    return refused.what();
  }
  return "accepted";
}

}  // namespace zermelo::testkit
