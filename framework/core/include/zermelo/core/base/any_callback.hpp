// SPDX-License-Identifier: MIT
// A callback that accepts any argument, with or without points. Concepts use it to check that a function accepts a
// callback.
#pragma once

namespace zermelo::detail {

struct any_callback {
  template <class T>
  void operator()(const T&, int /*points*/ = 0) const noexcept {}
};

}  // namespace zermelo::detail
