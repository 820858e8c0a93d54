// SPDX-License-Identifier: MIT
// The input is four bytes that describe the encoding, then the bytes of a chunk. The codec must reject the chunk,
// or decode it to the expected number of elements. Encoding and decoding must return the same elements.
//
// Byte 0: bits 0 to 2, the filters shuffle, deflate and Fletcher-32; bits 3 and 4, the binary logarithm of the bytes of
// an element. Byte 1: the skipped filters. Bytes 2 and 3: the number of elements, little-endian.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../src/array/chunk_codec.hpp"
#include "use_table.hpp"

namespace {

using zermelo::storage::chunk_codec;
using zermelo::storage::fuzz::require;

constexpr std::size_t header_bytes = 4;

void expect_round_trip(std::size_t element_bytes, std::span<const std::byte> raw) {
  const chunk_codec codec({.shuffle = true, .deflate = true}, element_bytes);
  std::vector<std::byte> decoded(raw.size());
  codec.decode({codec.encode(raw)}, decoded);
  require(std::equal(raw.begin(), raw.end(), decoded.begin()), "what is encoded does not decode to itself");
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer asks for this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < header_bytes) return 0;
  const chunk_codec::filters used{
      .shuffle = (data[0] & 1U) != 0, .deflate = (data[0] & 2U) != 0, .fletcher32 = (data[0] & 4U) != 0};
  const std::size_t element_bytes = std::size_t{1} << (data[0] >> 3 & 3U);
  const std::size_t num_elements = data[2] | std::size_t{data[3]} << 8;
  const auto bytes = std::as_bytes(std::span(data, size)).subspan(header_bytes);

  const chunk_codec codec(used, element_bytes);
  std::vector<std::byte> raw(num_elements * element_bytes);
  try {
    codec.decode({{bytes.begin(), bytes.end()}, data[1]}, raw);
  } catch (const zermelo::storage::hdf5::failure&) {
    raw.clear();  // most chunks are rejected
  }
  expect_round_trip(element_bytes, raw);
  expect_round_trip(element_bytes, bytes.first(bytes.size() / element_bytes * element_bytes));
  return 0;
}
