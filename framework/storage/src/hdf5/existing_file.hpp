// SPDX-License-Identifier: MIT
// Reads an untrusted file in one of our formats. HDF5 is not safe against malicious files (version 1.10.8 crashes on
// one in fifty carefully altered files, see decision 011). So a child process opens the file with HDF5, and describes
// it as plain data. This process checks that the description contradicts neither itself nor the file, see
// chunked_array.hpp and table_description.hpp. Then it reads only the elements of arrays, at the locations in the
// description.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zermelo/storage/file/random_access_file.hpp>

#include "byte_archive.hpp"
#include "file_kind.hpp"
#include "hdf5.hpp"
#include "reading_driver.hpp"

namespace zermelo::storage {

/// The first bytes of HDF5 files.
inline constexpr std::array<unsigned char, 8> hdf5_signature{0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

/// The location of a chunk in a file.
struct chunk_piece {
  file_piece location;
  std::uint32_t skipped_filters = 0;  ///< see chunk_codec::stored_chunk
};

/// A file that is open in HDF5, in the child process that describes it.
class described_file {
 public:
  /// @throws hdf5::failure unless the file is a complete file of this kind.
  described_file(const std::filesystem::path& path, readable_file source, const file_kind& kind);
  described_file(const described_file&) = delete;
  described_file& operator=(const described_file&) = delete;
  ~described_file() = default;

  // NOLINTNEXTLINE(google-explicit-constructor): functions of hdf5.hpp accept a described_file.
  operator hid_t() const noexcept { return m_file; }
  [[nodiscard]] std::uint64_t num_bytes() const noexcept { return m_source.num_bytes; }

  /// Returns the location of the chunk whose first element has the indices `offset`. @param max_bytes  an upper bound
  /// on the chunk's size  @throws hdf5::failure
  [[nodiscard]] chunk_piece locate_chunk(const hdf5::dataset& d, const std::vector<hsize_t>& offset,
                                         std::size_t max_bytes);

 private:
  hdf5::driver m_driver;
  readable_file m_source;
  hdf5::file m_file;
  std::vector<std::byte> m_unused;  ///< for the bytes of a chunk whose data is not needed
};

/// The file as opened by this process. Thread-safe.
class existing_file {
 public:
  /// @param pool  null: the file stays open, even if another file replaces it
  /// @throws hdf5::failure unless the file begins as a complete HDF5 file with checksums; what random_access_file
  /// throws.
  existing_file(std::filesystem::path path, const file_kind& kind, std::shared_ptr<open_files> pool = nullptr,
                symbolic_links links = symbolic_links::followed);

  [[nodiscard]] std::uint64_t num_bytes() const noexcept { return m_file.num_bytes(); }
  /// See random_access_file::read.
  [[nodiscard]] std::optional<std::size_t> read(std::uint64_t offset, std::span<std::byte> bytes) const {
    return m_file.read(offset, bytes);
  }

  /// Returns the result of `describe(described_file&)`, run in a child process. The function `exchange(archive,
  /// description)` lists the members of a description for byte_archive.hpp.
  /// @throws hdf5::failure if `describe` throws it, or if the child crashes or reaches a limit; resource_error;
  /// interrupted.
  template <class Description, class Describe>
  [[nodiscard]] Description described(const Describe& describe) const {
    const std::vector<std::byte> bytes = describe_in_child([&](described_file& file) {
      byte_writer writer;
      const Description description = describe(file);
      exchange(writer, description);
      return writer.bytes();
    });
    Description description;
    byte_reader reader(bytes);
    exchange(reader, description);
    reader.expect_end();
    return description;
  }

 private:
  [[nodiscard]] std::vector<std::byte> describe_in_child(
      const std::function<std::vector<std::byte>(described_file&)>& describe) const;

  file_kind m_kind;
  random_access_file m_file;
};

/// Throws an input_error with the name of the file. Its message is one line, even if `message` contains line ends.
[[noreturn]] void reject_file(const std::filesystem::path& path, std::string_view message);

/// Runs a step of reading, and returns its result. Converts hdf5::failure to an input_error with the name of the file.
template <class Step>
auto reading(const std::filesystem::path& path, Step step) {
  try {
    return step();
  } catch (const hdf5::library_failure& rejected) {
    reject_file(path, std::string("damaged: ") + rejected.what());
  } catch (const hdf5::failure& rejected) {
    reject_file(path, rejected.what());
  }
}

}  // namespace zermelo::storage
