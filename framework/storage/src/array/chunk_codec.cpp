// SPDX-License-Identifier: MIT
// Implements the filters as described in the HDF5 File Format Specification, "Filter Pipeline Message", and in the HDF5
// User's Guide.
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

// Numbers are copied between memory and file without conversion.
static_assert(std::endian::native == std::endian::little, "numbers in tables are little-endian");

/// The zlib level that is stored in datasets, for programs that recompress them.
constexpr unsigned zlib_level = 4;
/// The libdeflate level used here. Its chunks are never larger than those of zlib level 4 (decision 008).
constexpr int libdeflate_level = 3;
constexpr std::size_t checksum_bytes = 4;

/// Returns the pointer. @throws std::bad_alloc if it is null.
template <class Object>
Object* expect_allocated(Object* object) {
  if (object == nullptr) throw std::bad_alloc();
  return object;
}

/// Moves byte b of element e to index b * count + e, so that bytes of equal significance are adjacent.
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

/// Calls f with the size as a compile-time constant, which makes loops over elements much faster.
template <class Function>
void with_element_bytes(std::size_t element_bytes, const Function& f) {
  switch (element_bytes) {
    case 2: return f(std::integral_constant<std::size_t, 2>());
    case 4: return f(std::integral_constant<std::size_t, 4>());
    case 8: return f(std::integral_constant<std::size_t, 8>());
    default: throw hdf5::failure(fmt::format("has elements of {} bytes; expected 1, 2, 4 or 8", element_bytes));
  }
}

/// Fletcher's checksum over big-endian 16-bit words, modulo 65535, as HDF5 computes it: an odd last byte is a high
/// byte, and a sum of 65535 is not reduced to 0.
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

/// Returns the bytes before the checksum. @throws failure if the checksum is wrong.
std::span<const std::byte> without_checksum(std::span<const std::byte> bytes) {
  if (bytes.size() < checksum_bytes) throw hdf5::failure("is shorter than its checksum");
  const auto data = bytes.first(bytes.size() - checksum_bytes);
  std::uint32_t stored = 0;
  std::memcpy(&stored, bytes.last(checksum_bytes).data(), checksum_bytes);
  if (fletcher32(data) != stored) throw hdf5::failure("has a wrong checksum");
  return data;
}

}  // namespace

chunk_codec::chunk_codec(filters used, std::size_t element_bytes) : m_filters(used), m_element_bytes(element_bytes) {}

void chunk_codec::set_filters(hid_t creation) {
  hdf5::check(H5Pset_shuffle(creation));
  hdf5::check(H5Pset_deflate(creation, zlib_level));
}

chunk_codec::filters chunk_codec::filters_of(hid_t creation, const std::string& name, std::size_t element_bytes) {
  filters all;
  const int count = hdf5::check(H5Pget_nfilters(creation));
  for (int i = 0; i < count; ++i) {
    unsigned flags = 0;
    unsigned configuration = 0;
    std::array<unsigned, 8> values{};
    std::size_t num_values = values.size();
    const H5Z_filter_t filter = hdf5::check(H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &num_values,
                                                           values.data(), 0, nullptr, &configuration));
    bool is_in_order = true;
    switch (filter) {
      case H5Z_FILTER_SHUFFLE:
        is_in_order = !all.shuffle && !all.deflate && !all.fletcher32;
        // The filter stores a copy of the element size.
        if (num_values != 1 || values[0] != element_bytes) {
          throw hdf5::failure(fmt::format("damaged: dataset '{}': wrong element size of shuffle", name));
        }
        all.shuffle = true;
        break;
      case H5Z_FILTER_DEFLATE:
        is_in_order = !all.deflate && !all.fletcher32;
        all.deflate = true;
        break;
      case H5Z_FILTER_FLETCHER32:
        is_in_order = !all.fletcher32;
        all.fletcher32 = true;
        break;
      default:
        throw hdf5::failure(
            fmt::format("dataset '{}' uses the filter {}; only shuffle, deflate (gzip) and fletcher32 are supported",
                        name, filter));
    }
    if (!is_in_order)
      throw hdf5::failure(
          fmt::format("dataset '{}' has its filters in the wrong order; expected shuffle, deflate, fletcher32", name));
  }
  return all;
}

std::vector<std::byte> chunk_codec::encode(std::span<const std::byte> raw) const {
  thread_buffers& local = m_buffers.local();
  if (!local.compressor) local.compressor.reset(expect_allocated(libdeflate_alloc_compressor(libdeflate_level)));
  if (m_element_bytes > 1) {
    local.shuffled.resize(raw.size());
    with_element_bytes(m_element_bytes, [&](auto bytes) { shuffle<bytes>(raw, local.shuffled.data()); });
    raw = local.shuffled;
  }
  std::vector<std::byte>& compressed = local.compressed;
  compressed.resize(libdeflate_zlib_compress_bound(local.compressor.get(), raw.size()));
  // The bytes are deflated even if this does not save space, since only deflated bytes have a checksum.
  const std::size_t size =
      libdeflate_zlib_compress(local.compressor.get(), raw.data(), raw.size(), compressed.data(), compressed.size());
  return {compressed.begin(), compressed.begin() + static_cast<std::ptrdiff_t>(size)};
}

void chunk_codec::decode(const stored_chunk& stored, std::span<std::byte> raw) const {
  std::span<const std::byte> bytes = stored.bytes;
  const unsigned num_filters = static_cast<unsigned>(m_filters.shuffle) + static_cast<unsigned>(m_filters.deflate) +
                               static_cast<unsigned>(m_filters.fletcher32);
  if (stored.skipped_filters >> num_filters != 0) throw hdf5::failure("skips a filter that the dataset does not have");
  unsigned filter = num_filters;  // filters are undone in reverse order
  const auto was_applied = [&](bool is_used) { return is_used && (stored.skipped_filters >> --filter & 1U) == 0; };
  if (was_applied(m_filters.fletcher32)) bytes = without_checksum(bytes);
  thread_buffers& local = m_buffers.local();
  const bool is_deflated = was_applied(m_filters.deflate);
  const bool is_shuffled = was_applied(m_filters.shuffle) && m_element_bytes > 1;
  if (!is_deflated && bytes.size() != raw.size()) throw hdf5::failure("has the wrong size");
  if (is_deflated) {
    if (!local.decompressor) local.decompressor.reset(expect_allocated(libdeflate_alloc_decompressor()));
    std::span<std::byte> target = raw;
    if (is_shuffled) {
      local.shuffled.resize(raw.size());
      target = local.shuffled;
    }
    // The null pointer makes any other number of decompressed bytes an error.
    if (libdeflate_zlib_decompress(local.decompressor.get(), bytes.data(), bytes.size(), target.data(), target.size(),
                                   nullptr) != LIBDEFLATE_SUCCESS) {
      throw hdf5::failure("cannot be decompressed to the size of its elements");
    }
    bytes = target;
  }
  if (is_shuffled) {
    return with_element_bytes(m_element_bytes, [&](auto size) { unshuffle<size>(bytes, raw.data()); });
  }
  if (!is_deflated) std::copy(bytes.begin(), bytes.end(), raw.begin());
}

}  // namespace zermelo::storage
