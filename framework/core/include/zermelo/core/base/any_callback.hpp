// SPDX-License-Identifier: MIT
// A callback that accepts any argument, for concepts that require a function to take a callback.
#pragma once

namespace zermelo::detail {

struct any_callback {
  template <class T>
  void operator()(const T&) const noexcept {}
};

}  // namespace zermelo::detail
