// SPDX-License-Identifier: MIT
// A callback that accepts anything, to ask in a concept whether a function takes callbacks.
#pragma once

namespace zermelo::detail {

struct any_callback {
  template <class T>
  void operator()(const T&) const noexcept {}
};

}  // namespace zermelo::detail
