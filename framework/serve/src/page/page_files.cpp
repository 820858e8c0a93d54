// SPDX-License-Identifier: MIT
#include "page_files.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include <zermelo/core/base/text_digest.hpp>

namespace zermelo::serve {
namespace {

[[nodiscard]] std::string content_type_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> types{{
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".svg", "image/svg+xml"},
  }};
  const auto found =
      std::find_if(types.begin(), types.end(), [&](const auto& type) { return name.ends_with(type.first); });
  if (found == types.end()) throw std::logic_error("a page file has an unknown extension");
  return std::string(found->second);
}

}  // namespace

const std::vector<page_file>& page_files() {
  static const std::vector<page_file> files = [] {
    std::vector<page_file> read;
    for (const auto& [name, text] : embedded_files()) {
      read.push_back(
          {name == "index.html" ? "" : std::string(name), content_type_of(name), text, text_digest().add(text).text()});
    }
    return read;
  }();
  return files;
}

const page_file* find_page_file(std::string_view name) {
  const auto& files = page_files();
  const auto found =
      std::find_if(files.begin(), files.end(), [name](const page_file& file) { return file.name == name; });
  return found == files.end() ? nullptr : &*found;
}

}  // namespace zermelo::serve
