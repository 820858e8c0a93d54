// SPDX-License-Identifier: MIT
#include "export_formats.hpp"

#include <array>
#include <string_view>

namespace zermelo::cli {

void append_text(text_buffer& out, std::string_view text) { out.append(text.data(), text.data() + text.size()); }

std::span<const export_format* const> export_formats() {
#define ZERMELO_FORMAT_POINTER(name) &name##_format,
  static constexpr std::array all{ZERMELO_EACH_EXPORT_FORMAT(ZERMELO_FORMAT_POINTER)};
#undef ZERMELO_FORMAT_POINTER
  return all;
}

}  // namespace zermelo::cli
