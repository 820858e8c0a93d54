// SPDX-License-Identifier: MIT
#include "existing_file.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/escaped_text.hpp>

#include "file_driver.hpp"
#include "isolated_process.hpp"

namespace zermelo::storage {
namespace {

// An HDF5 file with checksums begins with a superblock of version 2 or 3, as defined in the HDF5 File Format
// Specification: signature, version, sizes of offsets and lengths, flags, four addresses, and a checksum.
constexpr std::size_t version_offset = 8;
constexpr std::size_t offset_size_offset = 9;
constexpr std::size_t flags_offset = 11;
constexpr std::size_t base_address_offset = 12;
constexpr std::size_t end_of_file_offset = 28;
constexpr std::size_t superblock_bytes = 48;
constexpr unsigned char min_checksummed_version = 2;
constexpr unsigned char bytes_per_offset = 8;

/// Returns the limits for describing a file. A valid file needs a few MiB, plus several times the size of its longest
/// attribute.
isolation_limits limits_for(std::uint64_t file_bytes) {
  constexpr std::uint64_t min_memory_bytes = std::uint64_t{64} << 20;
  constexpr std::uint64_t memory_per_file_byte = 32;
  constexpr std::uint64_t max_counted_bytes = hdf5::max_attribute_bytes;
  constexpr unsigned min_seconds = 4;
  constexpr std::uint64_t file_bytes_per_second = std::uint64_t{1} << 30;
  return {.memory_bytes = min_memory_bytes + std::min(file_bytes, max_counted_bytes) * memory_per_file_byte,
          .cpu_seconds = min_seconds + static_cast<unsigned>(file_bytes / file_bytes_per_second)};
}

/// Reads the little-endian address at an offset in the superblock.
std::uint64_t address_at(std::span<const unsigned char> superblock, std::size_t offset) {
  std::uint64_t address = 0;
  for (std::size_t i = 0; i < bytes_per_offset; ++i) address |= std::uint64_t{superblock[offset + i]} << (8 * i);
  return address;
}

/// Checks a file for common errors without HDF5, so that the messages are clear. @throws hdf5::failure; input_error or
/// resource_error if the file cannot be read.
void expect_whole_hdf5_file(const random_access_file& file, const file_kind& kind) {
  std::array<unsigned char, superblock_bytes> superblock{};
  const std::size_t bytes_read = file.read_or_throw(0, std::as_writable_bytes(std::span(superblock)));
  if (!std::equal(hdf5_signature.begin(), hdf5_signature.end(), superblock.begin())) {
    throw hdf5::failure(fmt::format("invalid {}: not an HDF5 file", kind.noun));
  }
  if (bytes_read < superblock_bytes) throw hdf5::failure(fmt::format("truncated: it has only {} bytes", bytes_read));
  if (superblock[version_offset] < min_checksummed_version) {
    throw hdf5::failure(fmt::format("invalid {}: an HDF5 file without checksums{}{}", kind.noun,
                                    kind.advice_without_checksums.empty() ? "" : "; ", kind.advice_without_checksums));
  }
  if (superblock[offset_size_offset] != bytes_per_offset)
    throw hdf5::failure("damaged: expected HDF5 offsets of 8 bytes");
  if (superblock[flags_offset] != 0) throw hdf5::failure("incomplete: it was not closed; create it again");
  if (address_at(superblock, base_address_offset) != 0)
    throw hdf5::failure("damaged: its HDF5 data do not begin at byte 0");
  const std::uint64_t end_of_file = address_at(superblock, end_of_file_offset);
  if (file.num_bytes() < end_of_file) {
    throw hdf5::failure(fmt::format("truncated: {} of {} bytes", file.num_bytes(), end_of_file));
  }
}

/// Checks the attributes that file_kind.hpp defines. @throws hdf5::failure
void expect_marks(hid_t file, const file_kind& kind) {
  const std::string format =
      hdf5::has_attribute(file, format_attribute) ? hdf5::read_any_text(file, format_attribute) : "";
  if (format != kind.format) {
    const bool is_confused = !format.empty() && format == kind.confused_format;
    throw hdf5::failure(fmt::format("invalid {}: another kind of HDF5 file{}", kind.noun,
                                    is_confused ? kind.advice_on_confused_format : ""));
  }
  const auto version = hdf5::read_number<std::int64_t>(file, version_attribute);
  if (version < kind.min_version.value_or(kind.version) || version > kind.version) {
    const std::string from_oldest = kind.min_version ? fmt::format("s {} to", *kind.min_version) : "";
    throw hdf5::failure(fmt::format(
        "{} format version {} is not supported; this program reads version{} {}{}{}", kind.noun, version, from_oldest,
        kind.version, kind.advice_on_another_version.empty() ? "" : "; ", kind.advice_on_another_version));
  }
  if (!hdf5::has_attribute(file, complete_attribute) ||
      hdf5::read_number<std::int64_t>(file, complete_attribute) != 1) {
    throw hdf5::failure(fmt::format("incomplete {}: writing it was interrupted; create it again", kind.noun));
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
                                         std::size_t max_bytes) {
  m_unused.resize(std::max(m_unused.size(), max_bytes));
  chunk_piece piece;
  m_source.only_locates = true;
  m_source.located.reset();
  hdf5::check(H5Dread_chunk(d, H5P_DEFAULT, offset.data(), &piece.skipped_filters, m_unused.data()));
  m_source.only_locates = false;
  if (!m_source.located) throw hdf5::failure("damaged: a chunk has no location");
  piece.location = *m_source.located;
  return piece;
}

existing_file::existing_file(std::filesystem::path path, const file_kind& kind, std::shared_ptr<open_files> pool,
                             symbolic_links links)
    : m_kind(kind), m_file(std::move(path), std::move(pool), links) {
  expect_whole_hdf5_file(m_file, kind);
}

std::vector<std::byte> existing_file::describe_in_child(
    const std::function<std::vector<std::byte>(described_file&)>& describe) const {
  const random_access_file::use open_file(m_file);
  return run_isolated(limits_for(num_bytes()), [&] {
    const hdf5::quiet_errors quiet;
    described_file file(m_file.path(), {.descriptor = open_file.descriptor(), .num_bytes = num_bytes()}, m_kind);
    return describe(file);
  });
}

void reject_file(const std::filesystem::path& path, std::string_view message) {
  throw input_error(fmt::format("{}: {}", path.string(), escaped_text(message)));
}

}  // namespace zermelo::storage
