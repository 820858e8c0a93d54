// SPDX-License-Identifier: MIT
// What an action is refused for.
#pragma once

#include <string>

#include <zermelo/core/base/error.hpp>

namespace zermelo::test {

/// The message of the error of this kind that an action throws; "accepted" if it throws none.
template <class Error, class Action>
[[nodiscard]] std::string refusal_of(const Action& action) {
  try {
    static_cast<void>(action());
  } catch (const Error& refused) {
    return refused.what();
  }
  return "accepted";
}

}  // namespace zermelo::test
