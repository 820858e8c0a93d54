// SPDX-License-Identifier: MIT
#include <zermelo/storage/file/linked_file.hpp>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo::storage {

namespace fs = std::filesystem;

namespace {

/// Like linked_file, but sets an error code instead of throwing.
fs::path follow_links(const fs::path& path, std::error_code& problem) {
  constexpr int max_links = 40;  // the limit of Linux for links in a path
  problem.clear();
  fs::path file = path;
  for (int links = 0; links < max_links; ++links) {
    std::error_code absent;
    if (!fs::is_symlink(fs::symlink_status(file, absent))) return file;
    const fs::path target = fs::read_symlink(file, problem);
    if (problem) return {};
    file = file.parent_path() / target;  // an absolute target replaces the folder
  }
  problem = std::make_error_code(std::errc::too_many_symbolic_link_levels);
  return {};
}

}  // namespace

fs::path linked_file(const fs::path& path) {
  std::error_code problem;
  fs::path file = follow_links(path, problem);
  if (problem) throw input_error(fmt::format("cannot write {}: {}", path.string(), problem.message()));
  return file;
}

void remove_linked_file(const fs::path& path, std::error_code& problem) {
  const fs::path file = follow_links(path, problem);
  if (!problem) fs::remove(file, problem);
}

}  // namespace zermelo::storage
