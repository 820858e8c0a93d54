// SPDX-License-Identifier: MIT
// The filters as HDF5's documentation has them (HDF5 File Format Specification, "Filter Pipeline Message", and the
// user's guide); see chunk_codec.hpp.
#include "chunk_codec.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <new>
#include <type_traits>

#include <fmt/core.h>

namespace zermelo::storage {

namespace {

// The bytes of a number are taken as they lie in memory and in the file.
static_assert(std::endian::native == std::endian::little, "tables hold little-endian numbers");

/// What datasets say: zlib's scale, for whoever compresses them again.
constexpr unsigned zlib_level = 4;
/// What they are compressed with: as small as zlib's level 4 or smaller (decision 008).
constexpr int libdeflate_level = 3;
constexpr std::size_t checksum_bytes = 4;

template <class Library>
Library* allocated(Library* made) {
  if (made == nullptr) throw std::bad_alloc();
  return made;
}

/// Byte b of element e goes to place b * count + e: equal bytes come to lie together.
template <std::size_t ElementBytes>
void shuffle(std::span<const std::byte> raw, std::byte* shuffled) {
  const std::size_t count = raw.size() / ElementBytes;
  for (std::size_t b = 0; b < ElementBytes; ++b) {
    for (std::size_t e = 0; e < count; ++e) shuffled[b * count + e] = raw[e * ElementBytes + b];
  }
}

template <std::size_t ElementBytes>
void unshuffle(std::span<const std::byte> shuffled, std::byte* raw) {
  const std::size_t count = shuffled.size() / ElementBytes;
  for (std::size_t e = 0; e < count; ++e) {
    for (std::size_t b = 0; b < ElementBytes; ++b) raw[e * ElementBytes + b] = shuffled[b * count + e];
  }
}

/// Calls f with the size as a constant, for which loops over elements are much faster.
template <class Function>
void with_element_bytes(std::size_t element_bytes, const Function& f) {
  switch (element_bytes) {
    case 2: return f(std::integral_constant<std::size_t, 2>());
    case 4: return f(std::integral_constant<std::size_t, 4>());
    case 8: return f(std::integral_constant<std::size_t, 8>());
    default: throw hdf5::failure(fmt::format("has elements of {} bytes", element_bytes));
  }
}

/// Fletcher's checksum over big-endian 16-bit words, modulo 65535, as HDF5 computes it: an odd last byte is a high
/// one, and a sum of 65535 is not written as 0.
std::uint32_t fletcher32(std::span<const std::byte> bytes) {
  const auto reduce = [](std::uint64_t sum) {
    while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
    return sum;
  };
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    const auto low = i + 1 < bytes.size() ? std::to_integer<std::uint64_t>(bytes[i + 1]) : 0;
    first = reduce(first + (std::to_integer<std::uint64_t>(bytes[i]) << 8 | low));
    second = reduce(second + first);
  }
  return static_cast<std::uint32_t>(second << 16 | first);
}

/// The bytes before the checksum. @throws failure if they have another one.
std::span<const std::byte> checked(std::span<const std::byte> bytes) {
  if (bytes.size() < checksum_bytes) throw hdf5::failure("is shorter than its checksum");
  const auto data = bytes.first(bytes.size() - checksum_bytes);
  std::uint32_t stored = 0;
  std::memcpy(&stored, bytes.last(checksum_bytes).data(), checksum_bytes);
  if (fletcher32(data) != stored) throw hdf5::failure("has another checksum than its bytes");
  return data;
}

}  // namespace

chunk_codec::chunk_codec(filters used, std::size_t element_bytes) : m_filters(used), m_element_bytes(element_bytes) {}

void chunk_codec::set_filters(hid_t creation) {
  hdf5::check(H5Pset_shuffle(creation));
  hdf5::check(H5Pset_deflate(creation, zlib_level));
}

chunk_codec::filters chunk_codec::filters_of(hid_t creation, const std::string& name, std::size_t element_bytes) {
  filters found;
  const int count = hdf5::check(H5Pget_nfilters(creation));
  for (int i = 0; i < count; ++i) {
    unsigned flags = 0;
    unsigned configuration = 0;
    std::array<unsigned, 8> values{};
    std::size_t num_values = values.size();
    const H5Z_filter_t filter = hdf5::check(H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &num_values,
                                                           values.data(), 0, nullptr, &configuration));
    bool in_order = true;
    switch (filter) {
      case H5Z_FILTER_SHUFFLE:
        in_order = !found.shuffle && !found.deflate && !found.fletcher32;
        // The filter keeps the size of the elements that it shuffles for itself.
        if (num_values != 1 || values[0] != element_bytes) {
          throw hdf5::failure(fmt::format("dataset '{}' is shuffled by elements of another size", name));
        }
        found.shuffle = true;
        break;
      case H5Z_FILTER_DEFLATE:
        in_order = !found.deflate && !found.fletcher32;
        found.deflate = true;
        break;
      case H5Z_FILTER_FLETCHER32:
        in_order = !found.fletcher32;
        found.fletcher32 = true;
        break;
      default: throw hdf5::failure(fmt::format("dataset '{}' uses the filter {}, which tables don't", name, filter));
    }
    if (!in_order) throw hdf5::failure(fmt::format("dataset '{}' has its filters in another order than tables", name));
  }
  return found;
}

std::vector<std::byte> chunk_codec::encode(std::span<const std::byte> raw) const {
  workplace& mine = m_workplaces.local();
  if (!mine.compressor) mine.compressor.reset(allocated(libdeflate_alloc_compressor(libdeflate_level)));
  if (m_element_bytes > 1) {
    mine.shuffled.resize(raw.size());
    with_element_bytes(m_element_bytes, [&](auto bytes) { shuffle<bytes>(raw, mine.shuffled.data()); });
    raw = mine.shuffled;
  }
  std::vector<std::byte>& room = mine.compressed;
  room.resize(libdeflate_zlib_compress_bound(mine.compressor.get(), raw.size()));
  // Also where it does not shrink anything: what is not deflated has no checksum.
  const std::size_t size =
      libdeflate_zlib_compress(mine.compressor.get(), raw.data(), raw.size(), room.data(), room.size());
  return {room.begin(), room.begin() + static_cast<std::ptrdiff_t>(size)};
}

void chunk_codec::decode(const stored_chunk& stored, std::span<std::byte> raw) const {
  std::span<const std::byte> bytes = stored.bytes;
  const unsigned num_filters = static_cast<unsigned>(m_filters.shuffle) + static_cast<unsigned>(m_filters.deflate) +
                               static_cast<unsigned>(m_filters.fletcher32);
  if (stored.skipped_filters >> num_filters != 0) throw hdf5::failure("leaves out a filter that there is not");
  unsigned filter = num_filters;  // undone from the last on
  const auto was_applied = [&](bool is_there) { return is_there && (stored.skipped_filters >> --filter & 1U) == 0; };
  if (was_applied(m_filters.fletcher32)) bytes = checked(bytes);
  workplace& mine = m_workplaces.local();
  const bool deflated = was_applied(m_filters.deflate);
  const bool shuffled = was_applied(m_filters.shuffle) && m_element_bytes > 1;
  if (!deflated && bytes.size() != raw.size()) throw hdf5::failure("has another size than its elements");
  if (deflated) {
    if (!mine.decompressor) mine.decompressor.reset(allocated(libdeflate_alloc_decompressor()));
    std::span<std::byte> target = raw;
    if (shuffled) {
      mine.shuffled.resize(raw.size());
      target = mine.shuffled;
    }
    // Without a place for the number of bytes it insists on exactly so many.
    if (libdeflate_zlib_decompress(mine.decompressor.get(), bytes.data(), bytes.size(), target.data(), target.size(),
                                   nullptr) != LIBDEFLATE_SUCCESS) {
      throw hdf5::failure("cannot be decompressed to the size of its elements");
    }
    bytes = target;
  }
  if (shuffled) {
    return with_element_bytes(m_element_bytes, [&](auto size) { unshuffle<size>(bytes, raw.data()); });
  }
  if (!deflated) std::copy(bytes.begin(), bytes.end(), raw.begin());
}

}  // namespace zermelo::storage
