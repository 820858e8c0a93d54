// SPDX-License-Identifier: MIT
#include <zermelo/storage/table/table_chunks.hpp>

#include <cstring>

#include <zermelo/core/base/error.hpp>

namespace zermelo::storage {
namespace {

struct chunk_header {
  std::uint64_t number = 0;
  std::uint64_t outcome_bytes = 0;
  std::uint64_t distance_bytes = 0;
  std::uint64_t margin_bytes = 0;
};

}  // namespace

std::vector<std::byte> packed(const encoded_chunk& chunk) {
  const chunk_header header{chunk.number, chunk.outcomes.size(), chunk.distances.size(), chunk.margins.size()};
  std::vector<std::byte> bytes(sizeof header);
  std::memcpy(bytes.data(), &header, sizeof header);
  for (const std::vector<std::byte>* const part : {&chunk.outcomes, &chunk.distances, &chunk.margins, &chunk.owners}) {
    bytes.insert(bytes.end(), part->begin(), part->end());
  }
  return bytes;
}

encoded_chunk unpacked_chunk(std::span<const std::byte> bytes) {
  chunk_header header;
  if (bytes.size() < sizeof header) throw contract_error("a chunk without a header");
  std::memcpy(&header, bytes.data(), sizeof header);
  bytes = bytes.subspan(sizeof header);
  const auto take = [&bytes](std::uint64_t size) {
    if (size > bytes.size()) throw contract_error("a chunk that is cut off");
    const auto taken = bytes.first(size);
    bytes = bytes.subspan(size);
    return std::vector<std::byte>(taken.begin(), taken.end());
  };
  encoded_chunk chunk;
  chunk.number = header.number;
  chunk.outcomes = take(header.outcome_bytes);
  chunk.distances = take(header.distance_bytes);
  chunk.margins = take(header.margin_bytes);
  chunk.owners = take(bytes.size());
  return chunk;
}

}  // namespace zermelo::storage
