// SPDX-License-Identifier: MIT
// Appending to an atomic file; see output_file.hpp.
#include <zermelo/storage/output_file.hpp>

#include <cerrno>
#include <cstddef>

#include <unistd.h>

#include <fmt/core.h>

#include "atomic_file.hpp"

namespace zermelo::storage {

output_file::output_file(const std::filesystem::path& path)
    : m_path(path), m_file(std::make_unique<atomic_file>(path)) {}
output_file::~output_file() = default;

void output_file::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(m_file->descriptor(), bytes.data(), bytes.size());
    if (count < 0) {
      if (errno == EINTR) continue;
      throw_system_error(fmt::format("{}: cannot write", m_path.string()), errno);
    }
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

void output_file::commit() { m_file->commit(); }

}  // namespace zermelo::storage
