// SPDX-License-Identifier: MIT
// Reads lists of integers of several types, chunked or contiguous, that may be written by any program. A child process
// describes the lists, and this process reads them without HDF5 on several threads.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <zermelo/core/base/work_monitor.hpp>

#include "../hdf5/existing_file.hpp"
#include "chunked_array.hpp"
#include "plain_list.hpp"

namespace zermelo::storage {

/// The type of a number in a file, little-endian.
enum class number_type : std::uint8_t { u8, u16, u32, i32, i64 };

/// The description of a dataset for reading.
struct number_list_description {
  std::uint8_t type = 0;  ///< a number_type
  std::uint64_t size = 0;
  bool has_chunks = false;
  array_description chunks{};
  list_location piece{};  ///< the location of a contiguous list
};

/// Lists the members for an archive, see byte_archive.hpp.
template <class Archive, class Description>
void exchange_number_list(Archive& archive, Description& list) {
  archive.value(list.type);
  archive.value(list.size);
  archive.value(list.has_chunks);
  exchange_array(archive, list.chunks);
  exchange_location(archive, list.piece);
}

/// @throws hdf5::failure if the dataset is missing, has another type or more than one dimension, or is stored in
/// another file.
[[nodiscard]] number_list_description describe_number_list(described_file& file, const std::string& name,
                                                           std::initializer_list<number_type> types);

/// A list in an open file. Thread-safe.
class number_list {
 public:
  /// Checks the description like `chunked_array` and `stored_list`. @throws hdf5::failure
  number_list(std::shared_ptr<const existing_file> file, const std::string& name,
              std::initializer_list<number_type> types, const number_list_description& description);

  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }

  /// Reads the whole list. The phase advances by the numbers read. Compiled for numbers of type char, std::uint8_t,
  /// std::uint32_t and std::uint64_t. Precondition: `numbers` has `size()` elements.
  /// @param threads  at least 1
  /// @throws hdf5::failure if the list is damaged, or a number does not fit; interrupted.
  template <class Number>
  void read(std::span<Number> numbers, unsigned threads, work_monitor& monitor) const;

 private:
  template <class Stored, class Number>
  void read_stored(std::span<Number> numbers, unsigned threads, work_monitor& monitor) const;

  std::string m_name;
  number_type m_type;
  std::uint64_t m_size;
  std::optional<chunked_array> m_chunks{};
  std::optional<stored_list> m_piece{};
};

}  // namespace zermelo::storage
