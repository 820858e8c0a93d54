// SPDX-License-Identifier: MIT
// The files of the page. CMake embeds every file of this folder, except C++ sources, into the program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace zermelo::serve {

struct page_file {
  std::string name;  ///< the file's name in the path of a request; empty for the page itself
  std::string content_type;
  std::string_view text;
  std::string tag;  ///< the digest of the text
};

[[nodiscard]] const std::vector<page_file>& page_files();
/// The file of the page with this name; null if the name is unknown.
[[nodiscard]] const page_file* find_page_file(std::string_view name);

/// A file that CMake has embedded.
struct embedded_file {
  std::string_view name;
  std::string_view text;
};

/// All files of the page. Defined in a source file that CMake generates.
[[nodiscard]] std::vector<embedded_file> embedded_files();

}  // namespace zermelo::serve
