// SPDX-License-Identifier: MIT
#include "temporary_folder.hpp"

#include <cerrno>
#include <system_error>

#include <stdlib.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo::cli {

temporary_folder::temporary_folder(const std::string& prefix) {
  std::string name = (std::filesystem::temp_directory_path() / (prefix + "-XXXXXX")).string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw resource_error(fmt::format("cannot make the folder {}: {}", name, std::generic_category().message(errno)));
  }
  m_path = name;
}

temporary_folder::~temporary_folder() {
  std::error_code ignored;
  std::filesystem::remove_all(m_path, ignored);
}

}  // namespace zermelo::cli
