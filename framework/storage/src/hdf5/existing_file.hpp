// SPDX-License-Identifier: MIT
// A file of one of our formats that may come from anywhere. HDF5 is not safe against what a stranger may have written
// into it (version 1.10.8 crashes on some hundred of ten thousand altered files), so it meets the file in a process of
// its own, which describes it as plain data; this process reads no more than the elements of arrays, at the places that
// the description names. What is told of the file is held against it, and against itself, here.
#pragma once

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

/// Where a chunk lies in its file.
struct chunk_piece {
  file_piece place;
  std::uint32_t skipped_filters = 0;  ///< as in chunk_codec::stored_chunk
};

/// A file as HDF5 has it open, in the process that describes it.
class described_file {
 public:
  /// @throws hdf5::failure unless it is a complete file of this kind.
  described_file(const std::filesystem::path& path, readable_file source, const file_kind& kind);
  described_file(const described_file&) = delete;
  described_file& operator=(const described_file&) = delete;
  ~described_file() = default;

  // NOLINTNEXTLINE(google-explicit-constructor): so that what reads attributes and datasets takes it as it is.
  operator hid_t() const noexcept { return m_file; }
  [[nodiscard]] std::uint64_t num_bytes() const noexcept { return m_source.num_bytes; }

  /// Where the chunk of a dataset lies whose first element is at `offset`. HDF5 is given room for `most_bytes` bytes,
  /// and is not to use it. @throws hdf5::failure
  [[nodiscard]] chunk_piece locate_chunk(const hdf5::dataset& d, const std::vector<hsize_t>& offset,
                                         std::size_t most_bytes);

 private:
  hdf5::driver m_driver;
  readable_file m_source;
  hdf5::file m_file;
  std::vector<std::byte> m_unused;  ///< where HDF5 would put a chunk's bytes
};

/// A file that is read.
class existing_file {
 public:
  /// @param among  as in random_access_file: without it the file may be replaced while it is read, since what is
  ///   replaced is its name
  /// @throws hdf5::failure unless it begins as a whole HDF5 file of ours does; as random_access_file.
  existing_file(std::filesystem::path path, const file_kind& kind, std::shared_ptr<open_files> among = nullptr);

  [[nodiscard]] std::uint64_t num_bytes() const noexcept { return m_file.num_bytes(); }
  /// As random_access_file::read.
  [[nodiscard]] std::optional<std::size_t> read(std::uint64_t address, std::span<std::byte> bytes) const {
    return m_file.read(address, bytes);
  }

  /// What `describe(described_file&)` returns, in a process of its own; `exchange(archive, contents)` lists its
  /// members.
  /// @throws hdf5::failure where `describe` does, and if the process fails or takes too much; resource_error.
  template <class Contents, class Describe>
  [[nodiscard]] Contents described(const Describe& describe) const {
    const std::vector<std::byte> bytes = describe_elsewhere([&](described_file& file) {
      byte_writer writer;
      const Contents contents = describe(file);
      exchange(writer, contents);
      return writer.bytes();
    });
    Contents contents;
    byte_reader reader(bytes);
    exchange(reader, contents);
    reader.expect_end();
    return contents;
  }

 private:
  using description = std::function<std::vector<std::byte>(described_file&)>;
  [[nodiscard]] std::vector<std::byte> describe_elsewhere(const description& describe) const;

  file_kind m_kind;
  random_access_file m_file;
};

/// Says what is wrong with a file, in one line whatever text of the file's is in the message. @throws input_error
[[noreturn]] void refuse_file(const std::filesystem::path& path, std::string_view message);

/// Runs a step of reading: what HDF5 or a check refuses becomes an input_error that names the file.
template <class Step>
auto reading(const std::filesystem::path& path, Step step) {
  try {
    return step();
  } catch (const hdf5::library_failure& refused) {
    refuse_file(path, std::string("damaged: ") + refused.what());
  } catch (const hdf5::failure& refused) {
    refuse_file(path, refused.what());
  }
}

}  // namespace zermelo::storage
