// SPDX-License-Identifier: MIT
#include <zermelo/storage/table/table_chunks.hpp>

#include <cstring>

#include <zermelo/core/base/error.hpp>

namespace zermelo::storage {
namespace {

struct chunk_header {
  std::uint64_t number = 0;
  std::uint64_t outcome_bytes = 0;
};

}  // namespace

std::vector<std::byte> packed(const encoded_chunk& chunk) {
  const chunk_header header{chunk.number, chunk.outcomes.size()};
  std::vector<std::byte> bytes(sizeof header);
  std::memcpy(bytes.data(), &header, sizeof header);
  bytes.insert(bytes.end(), chunk.outcomes.begin(), chunk.outcomes.end());
  bytes.insert(bytes.end(), chunk.distances.begin(), chunk.distances.end());
  return bytes;
}

encoded_chunk unpacked_chunk(std::span<const std::byte> bytes) {
  chunk_header header;
  if (bytes.size() < sizeof header) throw contract_error("a chunk without a header");
  std::memcpy(&header, bytes.data(), sizeof header);
  bytes = bytes.subspan(sizeof header);
  if (header.outcome_bytes > bytes.size()) throw contract_error("a chunk that is cut off");
  const auto outcomes = bytes.first(header.outcome_bytes);
  const auto distances = bytes.subspan(header.outcome_bytes);
  return {header.number, {outcomes.begin(), outcomes.end()}, {distances.begin(), distances.end()}};
}

}  // namespace zermelo::storage
