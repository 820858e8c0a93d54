// SPDX-License-Identifier: MIT
// Looking before HDF5 does, and at the marks of format, version and completeness; see existing_file.hpp.
#include "existing_file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/shown_text.hpp>

#include "../file/atomic_file.hpp"
#include "file_driver.hpp"
#include "isolated_process.hpp"

namespace zermelo::storage {

namespace {

/// The start of an HDF5 file with checksummed metadata ("superblock" of version 2 or 3), as the specification
/// of the file format has it: signature, version, sizes of offsets and of lengths, flags, four addresses.
constexpr std::array<unsigned char, 8> hdf5_signature{0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
constexpr std::size_t version_offset = 8;
constexpr std::size_t offset_size_offset = 9;
constexpr std::size_t flags_offset = 11;
constexpr std::size_t base_address_offset = 12;
constexpr std::size_t end_of_file_offset = 28;
constexpr std::size_t superblock_bytes = 48;
constexpr unsigned char oldest_checksummed_version = 2;
constexpr unsigned char bytes_per_offset = 8;

/// What describing a file may take. A sound one takes a few MiB, and what its longest attribute has several times over.
isolation_limits limits_for(std::uint64_t file_bytes) {
  constexpr std::uint64_t least_memory = std::uint64_t{64} << 20;
  constexpr std::uint64_t most_memory = std::uint64_t{2} << 30;
  constexpr std::uint64_t memory_per_byte = 32;
  constexpr unsigned least_seconds = 4;
  constexpr std::uint64_t bytes_per_second = std::uint64_t{1} << 30;
  return {.memory_bytes = least_memory + std::min(file_bytes, most_memory / memory_per_byte) * memory_per_byte,
          .cpu_seconds = least_seconds + static_cast<unsigned>(file_bytes / bytes_per_second)};
}

std::uint64_t address_at(std::span<const unsigned char> head, std::size_t offset) {
  std::uint64_t address = 0;
  for (std::size_t i = 0; i < bytes_per_offset; ++i) address |= std::uint64_t{head[offset + i]} << (8 * i);
  return address;
}

/// Finds out without HDF5 what is commonly wrong with a file, for messages that say so.
void expect_whole_hdf5_file(const random_access_file& file, const file_kind& kind) {
  std::array<unsigned char, superblock_bytes> head{};
  const auto bytes_read = file.read(0, std::as_writable_bytes(std::span(head)));
  if (!bytes_read) throw_system_error(file.path().string(), errno);
  if (!std::equal(hdf5_signature.begin(), hdf5_signature.end(), head.begin())) {
    throw hdf5::failure(fmt::format("not an HDF5 file, so no {}", kind.noun));
  }
  if (*bytes_read < superblock_bytes) throw hdf5::failure(fmt::format("truncated after {} bytes", *bytes_read));
  if (head[version_offset] < oldest_checksummed_version) {
    throw hdf5::failure(fmt::format("an HDF5 file without checksums, so no {}", kind.noun));
  }
  if (head[offset_size_offset] != bytes_per_offset) throw hdf5::failure("damaged: HDF5 offsets are not of 8 bytes");
  if (head[flags_offset] != 0) throw hdf5::failure("incomplete: it was not closed by who wrote it");
  if (address_at(head, base_address_offset) != 0) throw hdf5::failure("damaged: HDF5's part does not begin at byte 0");
  const std::uint64_t end_of_file = address_at(head, end_of_file_offset);
  if (file.num_bytes() < end_of_file) {
    throw hdf5::failure(fmt::format("truncated: {} of {} bytes", file.num_bytes(), end_of_file));
  }
}

void expect_marks(hid_t file, const file_kind& kind) {
  if (!hdf5::has_attribute(file, format_attribute) || hdf5::read_text(file, format_attribute) != kind.format) {
    throw hdf5::failure(fmt::format("an HDF5 file, but no {}", kind.noun));
  }
  const auto version = hdf5::read_number<std::int64_t>(file, version_attribute);
  if (version < kind.oldest_version.value_or(kind.version) || version > kind.version) {
    const std::string oldest = kind.oldest_version ? fmt::format("s {} to", *kind.oldest_version) : "";
    throw hdf5::failure(fmt::format("{} format version {}, this program reads version{} {}{}{}", kind.noun, version,
                                    oldest, kind.version, kind.advice_on_another_version.empty() ? "" : ": ",
                                    kind.advice_on_another_version));
  }
  if (!hdf5::has_attribute(file, complete_attribute) ||
      hdf5::read_number<std::int64_t>(file, complete_attribute) != 1) {
    throw hdf5::failure(fmt::format("an incomplete {}", kind.noun));
  }
}

hdf5::file open_through(const hdf5::driver& driver, readable_file& source, const std::filesystem::path& path) {
  const hdf5::property_list access(H5Pcreate(H5P_FILE_ACCESS));
  use_driver(access, driver, source);
  return hdf5::file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access));
}

}  // namespace

described_file::described_file(const std::filesystem::path& path, readable_file source, const file_kind& kind)
    : m_driver(register_reading_driver()), m_source(source), m_file(open_through(m_driver, m_source, path)) {
  expect_marks(m_file, kind);
}

chunk_piece described_file::locate_chunk(const hdf5::dataset& d, const std::vector<hsize_t>& offset,
                                         std::size_t most_bytes) {
  m_unused.resize(std::max(m_unused.size(), most_bytes));
  chunk_piece piece;
  m_source.only_locates = true;
  m_source.located.reset();
  hdf5::check(H5Dread_chunk(d, H5P_DEFAULT, offset.data(), &piece.skipped_filters, m_unused.data()));
  m_source.only_locates = false;
  if (!m_source.located) throw hdf5::failure("damaged: a chunk is nowhere");
  piece.place = *m_source.located;
  return piece;
}

existing_file::existing_file(std::filesystem::path path, const file_kind& kind, std::shared_ptr<open_files> among)
    : m_kind(kind), m_file(std::move(path), std::move(among)) {
  expect_whole_hdf5_file(m_file, kind);
}

std::vector<std::byte> existing_file::describe_elsewhere(const description& describe) const {
  const random_access_file::use open(m_file);
  return run_isolated(limits_for(num_bytes()), [&] {
    const hdf5::quiet_errors quiet;
    described_file file(m_file.path(), {.descriptor = open.descriptor(), .num_bytes = num_bytes()}, m_kind);
    return describe(file);
  });
}

void refuse_file(const std::filesystem::path& path, std::string_view message) {
  throw input_error(fmt::format("{}: {}", path.string(), shown_text(message)));
}

}  // namespace zermelo::storage
