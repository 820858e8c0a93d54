// SPDX-License-Identifier: MIT
#include "export_formats.hpp"

#include <array>

namespace zermelo::cli {

std::span<const export_format* const> export_formats() {
#define ZERMELO_FORMAT_POINTER(name) &name##_format,
  static constexpr std::array all{ZERMELO_EACH_EXPORT_FORMAT(ZERMELO_FORMAT_POINTER)};
#undef ZERMELO_FORMAT_POINTER
  return all;
}

}  // namespace zermelo::cli
