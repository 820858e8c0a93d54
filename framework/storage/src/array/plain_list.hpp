// SPDX-License-Identifier: MIT
// Writes and reads contiguous, uncompressed lists of numbers or keys, for short-lived files, where speed matters more
// than size. Lists are read without HDF5.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include <zermelo/core/value/position_keys.hpp>

#include "../hdf5/existing_file.hpp"
#include "../hdf5/hdf5.hpp"

namespace zermelo::storage {

/// The stored form of an element: a number, or, for a 128-bit key, a row of two numbers, the upper half first.
template <class Element>
struct list_element {
  using number = std::conditional_t<std::is_same_v<Element, wide_key>, std::uint64_t, Element>;
  static constexpr hsize_t row_numbers = sizeof(Element) / sizeof(number);
};

/// Calls step(first, length) for consecutive chunks of a list.
/// @param chunk_size  the number of elements of each chunk but the last
template <class Step>
void for_each_chunk(std::uint64_t size, std::uint64_t chunk_size, Step step) {
  for (std::uint64_t first = 0; first < size; first += chunk_size) step(first, std::min(chunk_size, size - first));
}

/// Creates a dataset with `size` rows. @param stored  the type of a number in the file  @throws hdf5::failure
[[nodiscard]] hdf5::dataset create_plain_list(hid_t file, const std::string& name, hid_t stored, std::uint64_t size,
                                              hsize_t row_numbers);
/// Writes rows of such a dataset. @param memory  the type of a number in memory  @throws hdf5::failure
void write_plain_rows(const hdf5::dataset& list, hid_t memory, std::uint64_t first, std::uint64_t length,
                      hsize_t row_numbers, const void* rows);

/// A list that is being written. All members throw hdf5::failure.
template <class Element>
class new_plain_list {
  using element = list_element<Element>;

 public:
  new_plain_list(hid_t file, const std::string& name, std::uint64_t size)
      : m_list(
            create_plain_list(file, name, hdf5::stored_type<typename element::number>(), size, element::row_numbers)) {}
  void write(std::uint64_t first, std::span<const Element> elements) const {
    write_plain_rows(m_list, hdf5::memory_type<typename element::number>(), first, elements.size(),
                     element::row_numbers, elements.data());
  }

 private:
  hdf5::dataset m_list;
};

/// The list that is expected according to the file's attributes.
struct expected_list {
  std::string name;
  std::string noun;             ///< a noun for the elements, for messages
  std::string source_of_size;   ///< what determines the size, for messages: "as 'positions' declares"
  std::uint64_t size = 0;       ///< the number of elements
  hsize_t max_row_numbers = 1;  ///< the greatest number of columns; 1 for a list of numbers
};

/// The location of a list's elements in its file.
struct list_location {
  std::uint64_t offset = 0;
  std::uint64_t element_bytes = 0;
};

/// Reads or writes a location, see byte_archive.hpp.
template <class Archive, class Location>
void exchange_location(Archive& archive, Location& location) {
  archive.value(location.offset);
  archive.value(location.element_bytes);
}

/// Returns the location of a dataset's elements. @throws hdf5::failure unless the dataset is the expected list,
/// contiguous, with numbers of one of these types.
[[nodiscard]] list_location locate_plain_list(const described_file& file, const expected_list& expected,
                                              std::initializer_list<hid_t> types);

/// A list in an open file. Thread-safe.
class stored_list {
 public:
  /// @param widths  allowed sizes of elements, in bytes
  /// @throws hdf5::failure if elements have another size, or are not in the file.
  stored_list(std::shared_ptr<const existing_file> file, const expected_list& expected, const list_location& location,
              std::initializer_list<std::uint64_t> widths);

  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] std::uint64_t element_bytes() const noexcept { return m_location.element_bytes; }
  [[nodiscard]] std::uint64_t num_bytes() const noexcept { return m_size * m_location.element_bytes; }
  /// Reads consecutive elements from index `first`. Preconditions: `Element` has `element_bytes()`; the range
  /// is within the list.
  /// @throws hdf5::failure if a system call fails, or the file has become shorter.
  template <class Element>
  void read(std::uint64_t first, std::span<Element> elements) const {
    read_bytes(first * sizeof(Element), std::as_writable_bytes(elements));
  }

 private:
  void read_bytes(std::uint64_t offset, std::span<std::byte> bytes) const;

  std::shared_ptr<const existing_file> m_file;
  std::string m_name;
  list_location m_location;
  std::uint64_t m_size;
};

}  // namespace zermelo::storage
