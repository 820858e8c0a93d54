// SPDX-License-Identifier: MIT
#include <zermelo/storage/table/table_chunks.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <zermelo/core/base/error.hpp>

namespace zermelo::storage {
namespace {

struct chunk_header {
  std::uint64_t number = 0;
  std::uint64_t outcome_bytes = 0;
  std::array<std::uint64_t, num_value_columns> number_bytes{};
};

}  // namespace

std::vector<std::byte> packed(const encoded_chunk& chunk) {
  chunk_header header{chunk.number, chunk.outcomes.size()};
  for (std::size_t c = 0; c < num_value_columns; ++c) header.number_bytes[c] = chunk.numbers[c].size();
  std::vector<std::byte> bytes(sizeof header);
  std::memcpy(bytes.data(), &header, sizeof header);
  const auto append = [&bytes](const std::vector<std::byte>& part) {
    bytes.insert(bytes.end(), part.begin(), part.end());
  };
  append(chunk.outcomes);
  for (const std::vector<std::byte>& part : chunk.numbers) append(part);
  append(chunk.players_to_move);
  return bytes;
}

encoded_chunk unpacked_chunk(std::span<const std::byte> bytes) {
  chunk_header header;
  if (bytes.size() < sizeof header) throw contract_error("a message is too short for the header of a chunk");
  std::memcpy(&header, bytes.data(), sizeof header);
  bytes = bytes.subspan(sizeof header);
  const auto take = [&bytes](std::uint64_t size) {
    if (size > bytes.size()) throw contract_error("a message is too short for its chunk");
    const auto taken = bytes.first(size);
    bytes = bytes.subspan(size);
    return std::vector<std::byte>(taken.begin(), taken.end());
  };
  encoded_chunk chunk;
  chunk.number = header.number;
  chunk.outcomes = take(header.outcome_bytes);
  for (std::size_t c = 0; c < num_value_columns; ++c) chunk.numbers[c] = take(header.number_bytes[c]);
  chunk.players_to_move = take(bytes.size());
  return chunk;
}

}  // namespace zermelo::storage
