// SPDX-License-Identifier: MIT
// Looking before HDF5 does, and at the marks of format, version and completeness; see existing_file.hpp.
#include "existing_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <system_error>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

#include "atomic_file.hpp"

namespace zermelo::storage {

namespace {

/// The start of an HDF5 file with checksummed metadata ("superblock" of version 2 or 3), as the specification
/// of the file format has it: signature, version, sizes of offsets and of lengths, flags, three addresses.
constexpr std::array<unsigned char, 8> hdf5_signature{0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
constexpr std::size_t version_offset = 8;
constexpr std::size_t offset_size_offset = 9;
constexpr std::size_t flags_offset = 11;
constexpr std::size_t end_of_file_offset = 28;
constexpr std::size_t superblock_bytes = 48;
constexpr unsigned char oldest_checksummed_version = 2;
constexpr unsigned char bytes_per_offset = 8;

/// Finds out without HDF5 what is commonly wrong with a file, for messages that say so.
void expect_whole_hdf5_file(const std::filesystem::path& path, const file_kind& kind) {
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  if (status.type() == std::filesystem::file_type::not_found) throw hdf5::failure("no such file");
  if (code) throw hdf5::failure(code.message());
  // Anything else, such as a pipe, might make reading wait for ever.
  if (!std::filesystem::is_regular_file(status)) throw hdf5::failure("not a regular file");

  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw_system_error(path.string(), errno);
  std::array<unsigned char, superblock_bytes> head{};
  stream.read(reinterpret_cast<char*>(head.data()), head.size());
  const auto bytes_read = static_cast<std::size_t>(stream.gcount());
  if (!std::equal(hdf5_signature.begin(), hdf5_signature.end(), head.begin())) {
    throw hdf5::failure(fmt::format("not an HDF5 file, so no {}", kind.noun));
  }
  if (bytes_read < superblock_bytes) throw hdf5::failure(fmt::format("truncated after {} bytes", bytes_read));
  if (head[version_offset] < oldest_checksummed_version) {
    throw hdf5::failure(fmt::format("an HDF5 file without checksums, so no {}", kind.noun));
  }
  if (head[offset_size_offset] != bytes_per_offset) throw hdf5::failure("damaged: HDF5 offsets are not of 8 bytes");
  if (head[flags_offset] != 0) throw hdf5::failure("incomplete: it was not closed by who wrote it");
  std::uint64_t end_of_file = 0;
  for (std::size_t i = 0; i < bytes_per_offset; ++i) {
    end_of_file |= std::uint64_t{head[end_of_file_offset + i]} << (8 * i);
  }
  const std::uint64_t size = std::filesystem::file_size(path, code);
  if (code) throw hdf5::failure(code.message());
  if (size < end_of_file) throw hdf5::failure(fmt::format("truncated: {} of {} bytes", size, end_of_file));
}

void expect_marks(hid_t file, const file_kind& kind) {
  if (!hdf5::has_attribute(file, format_attribute) || hdf5::read_text(file, format_attribute) != kind.format) {
    throw hdf5::failure(fmt::format("an HDF5 file, but no {}", kind.noun));
  }
  const auto version = hdf5::read_number<std::int64_t>(file, version_attribute);
  if (version != kind.version) {
    throw hdf5::failure(
        fmt::format("{} format version {}, this program reads version {}{}{}", kind.noun, version, kind.version,
                    kind.advice_on_another_version.empty() ? "" : ": ", kind.advice_on_another_version));
  }
  if (!hdf5::has_attribute(file, complete_attribute) ||
      hdf5::read_number<std::int64_t>(file, complete_attribute) != 1) {
    throw hdf5::failure(fmt::format("an incomplete {}", kind.noun));
  }
}

}  // namespace

hdf5::file open_existing_file(const std::filesystem::path& path, const file_kind& kind) {
  expect_whole_hdf5_file(path, kind);
  hdf5::file file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  expect_marks(file, kind);
  return file;
}

void refuse_file(const std::filesystem::path& path, std::string_view message) {
  throw input_error(fmt::format("{}: {}", path.string(), one_line(message)));
}

}  // namespace zermelo::storage
