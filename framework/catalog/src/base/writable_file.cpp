// SPDX-License-Identifier: MIT
#include <zermelo/catalog/base/writable_file.hpp>

#include <string>
#include <system_error>

#include <fmt/core.h>
#include <unistd.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/storage/file/linked_file.hpp>

namespace zermelo {

namespace fs = std::filesystem;

void expect_writable(const fs::path& path) {
  if (path.empty()) throw input_error("expected the name of a file to write, got ''");
  const fs::path file = storage::linked_file(path);
  const auto reject = [&](const std::string& why) {
    const std::string link = file == path ? "" : fmt::format(", a link to {}", file.string());
    throw input_error(fmt::format("cannot write {}{}: {}", path.string(), link, why));
  };
  const auto status_of = [&reject](const fs::path& p) {
    std::error_code failure;
    const fs::file_status status = fs::status(p, failure);
    if (!fs::status_known(status)) reject(failure.message());
    return status;
  };
  fs::path folder = file.parent_path();
  if (folder.empty()) folder = ".";
  if (!fs::is_directory(status_of(folder))) reject(folder.string() + " is not a folder");
  const fs::file_status status = status_of(file);
  if (fs::is_directory(status)) reject("it is a folder");
  if (fs::exists(status) && !fs::is_regular_file(status)) reject("it is not a regular file");
  if (access(folder.c_str(), W_OK) != 0) reject("no permission to write in " + folder.string());
}

}  // namespace zermelo
