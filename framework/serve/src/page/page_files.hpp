// SPDX-License-Identifier: MIT
// The files of the page. CMake embeds every file of this folder that is not a C++ source into the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace zermelo::serve {

struct page_file {
  std::string name;  ///< name in the path of a request; empty: the page itself
  std::string content_type;
  std::string_view text;
  std::string tag;  ///< a digest of the text
};

[[nodiscard]] const std::vector<page_file>& page_files();
/// Null for an unknown name.
[[nodiscard]] const page_file* find_page_file(std::string_view name);

/// A file that CMake has embedded.
struct embedded_file {
  std::string_view name;
  std::string_view text;
};

/// Defined in a source file that CMake generates.
[[nodiscard]] std::vector<embedded_file> embedded_files();

}  // namespace zermelo::serve
