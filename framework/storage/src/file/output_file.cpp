// SPDX-License-Identifier: MIT
#include <zermelo/storage/file/output_file.hpp>

#include <cerrno>

#include <fmt/core.h>

#include <zermelo/storage/file/system_error.hpp>
#include <zermelo/storage/file/write_all.hpp>

#include "atomic_file.hpp"

namespace zermelo::storage {

output_file::output_file(const std::filesystem::path& path)
    : m_path(path), m_file(std::make_unique<atomic_file>(path)) {}
output_file::~output_file() = default;

void output_file::write(std::string_view bytes) {
  if (!write_all(m_file->descriptor(), bytes)) {
    throw_system_error(fmt::format("{}: cannot write", m_path.string()), errno);
  }
}

void output_file::commit() { m_file->commit(); }

}  // namespace zermelo::storage
