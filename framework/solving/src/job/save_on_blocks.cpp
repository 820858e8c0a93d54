// SPDX-License-Identifier: MIT
// Each process sends its words as messages, in ascending order, which is the order in which the first process writes
// them.
#include "save_on_blocks.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/blocks/block_messages.hpp>
#include <zermelo/core/blocks/block_partition.hpp>

namespace zermelo {
namespace {

/// The words of all blocks, by the positions of the whole game. Precondition: words are read in ascending order, each
/// once.
class gathered_words final : public remote_words {
 public:
  /// Both arguments must outlive this.
  gathered_words(const solve_snapshot& own, block_messages& messages)
      : m_own(own),
        m_partition(*own.partition),
        m_block(m_partition.block(0)),
        m_messages(messages),
        m_message_of_block(m_partition.num_blocks()) {}

  [[nodiscard]] std::uint64_t size() const override { return m_partition.num_vertices(); }
  [[nodiscard]] bool are_wide() const override {
    return std::holds_alternative<std::span<const std::uint32_t>>(m_own.words);
  }
  void read(std::uint64_t first, std::span<std::uint16_t> words) const override { read_words(first, words); }
  void read(std::uint64_t first, std::span<std::uint32_t> words) const override { read_words(first, words); }

 private:
  /// A received message.
  struct message {
    std::vector<std::byte> bytes;
    std::size_t begin = 0;  ///< the first unread byte
  };

  template <class Word>
  void read_words(std::uint64_t first, std::span<Word> words) const {
    while (!words.empty()) {
      const std::uint64_t owner = m_partition.owner(first);
      std::uint64_t part = std::min<std::uint64_t>(m_partition.run_around(first).end - first, words.size());
      if (owner == 0) {
        const auto own = std::get<std::span<const Word>>(m_own.words).subspan(m_block.offset_of(first), part);
        std::copy(own.begin(), own.end(), words.begin());
      } else {
        message& from = unfinished_message(owner);
        part = std::min<std::uint64_t>(part, (from.bytes.size() - from.begin) / sizeof(Word));
        std::memcpy(words.data(), from.bytes.data() + from.begin, part * sizeof(Word));
        from.begin += part * sizeof(Word);
      }
      first += part;
      words = words.subspan(part);
    }
  }

  /// Returns the message of a block, with unread bytes.
  [[nodiscard]] message& unfinished_message(std::uint64_t block) const {
    message& from = m_message_of_block[block];
    if (from.begin == from.bytes.size()) {
      auto next = m_messages.receive(block);
      if (!next) throw contract_error("a block has sent fewer words than it has");
      from = {std::move(*next), 0};
    }
    return from;
  }

  const solve_snapshot& m_own;
  const block_partition& m_partition;
  layered_range m_block;
  block_messages& m_messages;
  mutable std::vector<message> m_message_of_block;
};

/// Returns the size of a message. The first block stores one message of every other block at a time.
[[nodiscard]] std::size_t message_bytes(std::uint64_t num_blocks) {
  constexpr std::size_t min_bytes = std::size_t{1} << 13;
  constexpr std::size_t max_bytes = std::size_t{1} << 17;
  constexpr std::size_t all_messages_bytes = std::size_t{1} << 22;
  return std::bit_floor(std::clamp(static_cast<std::size_t>(all_messages_bytes / num_blocks), min_bytes, max_bytes));
}

void send_words(const solve_snapshot& own, block_messages& messages) {
  const std::size_t max_bytes = message_bytes(own.partition->num_blocks());
  auto bytes = std::visit([](auto words) { return std::as_bytes(words); }, own.words);
  while (!bytes.empty()) {
    const auto part = bytes.first(std::min(max_bytes, bytes.size()));
    if (!messages.send({part.begin(), part.end()})) break;
    bytes = bytes.subspan(part.size());
  }
  messages.finish();
}

}  // namespace

void save_on_blocks(const std::filesystem::path& path, const storage::checkpoint_metadata& metadata,
                    const solve_snapshot& own, block_exchange& blocks, const write_attempt& attempt) {
  std::vector<std::uint64_t> sums{own.progress.edges, own.progress.legal_positions};
  blocks.sum(sums);
  const std::unique_ptr<block_messages> messages = blocks.open_messages();
  if (!is_first_block(&blocks)) return send_words(own, *messages);
  solve_state progress = own.progress;
  progress.edges = sums[0];
  progress.legal_positions = sums[1];
  const gathered_words words(own, *messages);
  attempt([&] { storage::write_checkpoint(path, metadata, progress, words); });
}

}  // namespace zermelo
