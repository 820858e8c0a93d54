// SPDX-License-Identifier: MIT
#include "number_list.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>

namespace zermelo::storage {
namespace {

/// Returns the type of a number in HDF5.
hid_t stored_type_of(number_type type) {
  switch (type) {
    case number_type::u8: return hdf5::stored_type<std::uint8_t>();
    case number_type::u16: return hdf5::stored_type<std::uint16_t>();
    case number_type::u32: return hdf5::stored_type<std::uint32_t>();
    case number_type::i32: return hdf5::stored_type<std::int32_t>();
    case number_type::i64: return hdf5::stored_type<std::int64_t>();
  }
  throw std::logic_error("number_type out of range");
}

std::string_view name_of(number_type type) {
  switch (type) {
    case number_type::u8: return "uint8";
    case number_type::u16: return "uint16";
    case number_type::u32: return "uint32";
    case number_type::i32: return "int32";
    case number_type::i64: return "int64";
  }
  throw std::logic_error("number_type out of range");
}

std::size_t bytes_of(number_type type) {
  switch (type) {
    case number_type::u8: return sizeof(std::uint8_t);
    case number_type::u16: return sizeof(std::uint16_t);
    case number_type::u32:
    case number_type::i32: return sizeof(std::uint32_t);
    case number_type::i64: return sizeof(std::int64_t);
  }
  throw std::logic_error("number_type out of range");
}

expected_list expected_piece(const std::string& name, std::uint64_t size) {
  return {name, "numbers", "its shape declares", size};
}

/// Copies numbers. A single comparison after the loop detects numbers that do not fit in `Number`, so that the loop is
/// vectorized. @param first  the index of the numbers in the dataset  @throws hdf5::failure
template <class Stored, class Number>
void convert(std::span<const Stored> stored, Number* numbers, const std::string& name, std::uint64_t first) {
  using wide = std::make_unsigned_t<Stored>;  // negative numbers become too large
  constexpr auto max_number = static_cast<std::uint64_t>(std::numeric_limits<std::make_unsigned_t<Number>>::max());
  constexpr std::uint64_t max_fit = std::min<std::uint64_t>(max_number, std::numeric_limits<Stored>::max());
  bool fits = true;
  for (std::size_t i = 0; i < stored.size(); ++i) {
    fits &= static_cast<wide>(stored[i]) <= max_fit;
    numbers[i] = static_cast<Number>(stored[i]);
  }
  if (fits) return;
  const auto wrong =
      std::find_if(stored.begin(), stored.end(), [](Stored number) { return static_cast<wide>(number) > max_fit; });
  throw hdf5::failure(fmt::format("dataset '{0}': element {1}: expected 0 to {3}, got {2}", name,
                                  first + static_cast<std::uint64_t>(wrong - stored.begin()), *wrong, max_fit));
}

}  // namespace

number_list_description describe_number_list(described_file& file, const std::string& name,
                                             std::initializer_list<number_type> types) {
  const hdf5::dataset d = hdf5::open_dataset(file, name);
  const hdf5::datatype stored(H5Dget_type(d));
  const auto* const found = std::find_if(types.begin(), types.end(), [&](number_type type) {
    return hdf5::check(H5Tequal(stored, stored_type_of(type))) > 0;
  });
  if (found == types.end()) {
    std::string names;
    for (const number_type type : types) names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(type));
    throw hdf5::failure(fmt::format("dataset '{}' has the wrong type; expected one of {}", name, names));
  }
  const auto shape = hdf5::shape_of(d, name);
  if (shape.size() != 1)
    throw hdf5::failure(fmt::format("dataset '{}': expected 1 dimension, got {}", name, shape.size()));
  number_list_description list;
  list.type = static_cast<std::uint8_t>(*found);
  list.size = shape.front();
  list.has_chunks = H5Pget_layout(hdf5::property_list(H5Dget_create_plist(d))) == H5D_CHUNKED && list.size > 0;
  if (list.has_chunks) {
    list.chunks = describe_array(file, name, {stored_type_of(*found)});
  } else if (list.size > 0) {
    list.piece = locate_plain_list(file, expected_piece(name, list.size), {stored_type_of(*found)});
  }
  return list;
}

number_list::number_list(std::shared_ptr<const existing_file> file, const std::string& name,
                         std::initializer_list<number_type> types, const number_list_description& description)
    : m_name(name), m_type(static_cast<number_type>(description.type)), m_size(description.size) {
  if (std::find(types.begin(), types.end(), m_type) == types.end()) {
    throw hdf5::failure(fmt::format("dataset '{}' has the wrong type", name));
  }
  if (m_size == 0) return;
  const std::size_t width = bytes_of(m_type);
  if (description.has_chunks) {
    m_chunks.emplace(*file, name, std::initializer_list<std::size_t>{width}, description.chunks);
    const chunk_layout& layout = m_chunks->layout();
    if (layout.box().size() != 1 || layout.num_elements() != m_size) {
      throw hdf5::failure(fmt::format("dataset '{}': expected a list of {} numbers", name, m_size));
    }
  } else {
    m_piece.emplace(std::move(file), expected_piece(name, m_size), description.piece,
                    std::initializer_list<std::uint64_t>{width});
  }
}

template <class Stored, class Number>
void number_list::read_stored(std::span<Number> numbers, unsigned threads, work_monitor& monitor) const {
  constexpr std::uint64_t piece_size = 1 << 16;
  const std::uint64_t block_size = m_chunks ? m_chunks->layout().chunk_elements() : piece_size;
  for_each_block(
      m_size, threads, monitor,
      [&](std::uint64_t begin, std::uint64_t end) {
        const auto count = static_cast<std::size_t>(end - begin);
        uninitialized_array<Stored> stored;
        if (m_chunks) {
          stored = m_chunks->read_chunk<Stored>(begin / block_size);
        } else {
          stored = uninitialized_array<Stored>(count);
          m_piece->read<Stored>(begin, stored.span());
        }
        convert<Stored>(std::as_const(stored).span().first(count), numbers.data() + begin, m_name, begin);
      },
      block_size);
}

template <class Number>
void number_list::read(std::span<Number> numbers, unsigned threads, work_monitor& monitor) const {
  if (m_size == 0) return;
  switch (m_type) {
    case number_type::u8: return read_stored<std::uint8_t>(numbers, threads, monitor);
    case number_type::u16: return read_stored<std::uint16_t>(numbers, threads, monitor);
    case number_type::u32: return read_stored<std::uint32_t>(numbers, threads, monitor);
    case number_type::i32: return read_stored<std::int32_t>(numbers, threads, monitor);
    case number_type::i64: return read_stored<std::int64_t>(numbers, threads, monitor);
  }
  throw std::logic_error("number_type out of range");
}

template void number_list::read(std::span<char>, unsigned, work_monitor&) const;
template void number_list::read(std::span<std::uint8_t>, unsigned, work_monitor&) const;
template void number_list::read(std::span<std::uint32_t>, unsigned, work_monitor&) const;
template void number_list::read(std::span<std::uint64_t>, unsigned, work_monitor&) const;

}  // namespace zermelo::storage
