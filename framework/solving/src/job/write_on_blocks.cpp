// SPDX-License-Identifier: MIT
// Each process sends its chunks as messages.
#include "write_on_blocks.hpp"

#include <cstdint>
#include <memory>
#include <vector>

#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/blocks/block_messages.hpp>
#include <zermelo/storage/table/table_chunks.hpp>

namespace zermelo {
namespace {

/// The chunks of the other blocks, one of each block in turn, so that no block waits while another one sends.
class chunks_of_others final : public storage::chunk_source {
 public:
  chunks_of_others(block_messages& messages, std::uint64_t num_blocks)
      : m_messages(messages), m_num_blocks(num_blocks) {}

  [[nodiscard]] std::vector<storage::encoded_chunk> next() override {
    std::vector<storage::encoded_chunk> chunks;
    for (std::uint64_t block = 1; block < m_num_blocks; ++block) {
      if (const auto message = m_messages.receive(block)) chunks.push_back(storage::unpacked_chunk(*message));
    }
    return chunks;
  }

 private:
  block_messages& m_messages;
  std::uint64_t m_num_blocks;
};

}  // namespace

void write_table_on_blocks(const std::filesystem::path& path, const storage::table_metadata& metadata,
                           const solution_entries& values, block_exchange& blocks, work_monitor& monitor,
                           unsigned threads) {
  const std::unique_ptr<block_messages> messages = blocks.open_messages();
  if (is_first_block(&blocks)) {
    chunks_of_others others(*messages, blocks.num_blocks());
    storage::write_shared_table(path, metadata, values, others, monitor, threads);
  } else {
    storage::encode_table_chunks(metadata, values, monitor, threads, [&messages](const storage::encoded_chunk& chunk) {
      return messages->send(storage::packed(chunk)) ? sweep_step::proceed : sweep_step::stop;
    });
    messages->finish();
  }
}

}  // namespace zermelo
