// SPDX-License-Identifier: MIT
// Lists of numbers or keys in one piece, uncompressed: a file that is soon replaced had better be written fast than be
// small. They are read without HDF5.
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

/// What a list is made of in the file: numbers, or rows of two.
template <class Element>
struct list_element {
  using number = std::conditional_t<std::is_same_v<Element, wide_key>, std::uint64_t, Element>;
  static constexpr hsize_t numbers = sizeof(Element) / sizeof(number);
};

/// Calls `step(first, length)` for every slice of a list, in order.
template <class Step>
void for_each_slice(std::uint64_t size, std::uint64_t slice, Step step) {
  for (std::uint64_t first = 0; first < size; first += slice) step(first, std::min(slice, size - first));
}

/// A dataset of so many rows. @throws hdf5::failure
[[nodiscard]] hdf5::dataset create_plain_list(hid_t file, const std::string& name, hid_t stored, std::uint64_t size,
                                              hsize_t numbers);
/// Writes some of its rows. @throws hdf5::failure
void write_plain_rows(const hdf5::dataset& list, hid_t memory, std::uint64_t first, std::uint64_t length,
                      hsize_t numbers, const void* rows);

/// A list in the making. Keys of 128 bits are rows of two numbers, the upper half first.
template <class Element>
class new_plain_list {
  using element = list_element<Element>;

 public:
  new_plain_list(hid_t file, const std::string& name, std::uint64_t size)
      : m_list(create_plain_list(file, name, hdf5::stored_type<typename element::number>(), size, element::numbers)) {}
  void write(std::uint64_t first, std::span<const Element> elements) const {
    write_plain_rows(m_list, hdf5::memory_type<typename element::number>(), first, elements.size(), element::numbers,
                     elements.data());
  }

 private:
  hdf5::dataset m_list;
};

/// A list as a file should have it.
struct list_claim {
  std::string name;
  std::string noun;          ///< of its elements, for messages
  std::string count;         ///< the attributes that say how many there are, for messages
  std::uint64_t size = 0;    ///< how many
  hsize_t most_numbers = 1;  ///< of a row
};

/// Where the elements of a list lie in its file.
struct list_place {
  std::uint64_t address = 0;
  std::uint64_t element_bytes = 0;
};

template <class Archive, class Place>
void exchange_place(Archive& archive, Place& place) {
  archive.value(place.address);
  archive.value(place.element_bytes);
}

/// @throws hdf5::failure if the dataset is no list of so many elements of one of these types, in one piece.
[[nodiscard]] list_place locate_plain_list(const described_file& file, const list_claim& claim,
                                           std::initializer_list<hid_t> types);

/// A list in a file, which stays open. Thread-safe.
class stored_list {
 public:
  /// @throws hdf5::failure unless its elements have one of these widths, and lie in the file.
  stored_list(std::shared_ptr<const existing_file> file, const list_claim& claim, const list_place& place,
              std::initializer_list<std::uint64_t> widths);

  [[nodiscard]] const std::string& name() const noexcept { return m_name; }
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] std::uint64_t element_bytes() const noexcept { return m_place.element_bytes; }
  [[nodiscard]] std::uint64_t num_bytes() const noexcept { return m_size * m_place.element_bytes; }
  /// Precondition: `Element` has `element_bytes()`, and there are so many. @throws hdf5::failure if the file has become
  ///   shorter, or the system refuses.
  template <class Element>
  void read(std::uint64_t first, std::span<Element> elements) const {
    read_bytes(first * sizeof(Element), std::as_writable_bytes(elements));
  }

 private:
  void read_bytes(std::uint64_t offset, std::span<std::byte> bytes) const;

  std::shared_ptr<const existing_file> m_file;
  std::string m_name;
  list_place m_place;
  std::uint64_t m_size;
};

}  // namespace zermelo::storage
