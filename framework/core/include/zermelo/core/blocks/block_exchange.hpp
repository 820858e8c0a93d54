// SPDX-License-Identifier: MIT
// The interface of the exchange between the solves of the blocks of a graph. zermelo::distributed implements it with
// messages between the processes of a cluster; games do not depend on it.
//
// All members except `number`, `num_blocks`, `num_local_blocks`, `outbox_capacity`, `buffer_bytes`, `traffic` and the
// requests to block 0 are rounds of all blocks: all blocks call the same members in the same order. A block that fails
// calls `leave` or `conclude`; the next round of every other block throws interrupted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <zermelo/core/blocks/block_messages.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// The vertices of other blocks that one thread has reached, with duplicates if they were reached several times.
class vertex_outbox {
 public:
  void add(std::uint64_t vertex) { m_vertices.push_back(vertex); }
  [[nodiscard]] std::uint64_t size() const noexcept { return m_vertices.size(); }
  [[nodiscard]] std::vector<std::uint64_t>& vertices() noexcept { return m_vertices; }

 private:
  std::vector<std::uint64_t> m_vertices;
};

/// Words that one thread has gathered for other blocks; the exchange does not interpret them.
class word_outbox {
 public:
  void add(std::uint64_t block, std::uint64_t word) {
    if (block >= m_words.size()) m_words.resize(block + 1);
    m_words[block].push_back(word);
    ++m_size;
  }
  /// The number of words for all blocks together.
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] std::span<const std::uint64_t> words_for(std::uint64_t block) const noexcept {
    return block < m_words.size() ? std::span<const std::uint64_t>(m_words[block]) : std::span<const std::uint64_t>();
  }

 private:
  std::vector<std::vector<std::uint64_t>> m_words;  ///< [block]
  std::uint64_t m_size = 0;
};

/// Bytes that one block sends to the others and receives from them.
class block_mail {
 public:
  virtual ~block_mail() = default;
  /// Writes the next bytes for `block` to the beginning of `space`, and returns their number. Fills the space unless
  /// these are the last bytes.
  [[nodiscard]] virtual std::size_t write(std::uint64_t block, std::span<std::uint8_t> space) = 0;
  /// Whether there are more bytes to write, for any block.
  [[nodiscard]] virtual bool has_more() const = 0;
  /// Receives the next bytes that `block` has written for this one.
  virtual void read(std::uint64_t block, std::span<const std::uint8_t> bytes) = 0;
};

/// The end of the work of a block.
struct block_end {
  int status = 0;
  std::string failure;  ///< the message of the failure; empty: the block has not failed
};

/// The traffic between a block and the others during the waves.
struct exchange_traffic {
  std::uint64_t rounds = 0;      ///< rounds in which all blocks waited for each other
  std::uint64_t sent_bytes = 0;  ///< bytes sent to other blocks, without message headers
};

class block_exchange {
 public:
  using receiver = std::function<void(std::span<const reached_offset>)>;
  using word_receiver = std::function<void(std::span<const std::uint64_t>)>;

  virtual ~block_exchange() = default;

  /// The number of this block, starting at 0.
  [[nodiscard]] virtual std::uint64_t number() const = 0;
  [[nodiscard]] virtual std::uint64_t num_blocks() const = 0;
  /// The number of blocks that are solved on this machine, including this one.
  [[nodiscard]] virtual std::uint64_t num_local_blocks() const = 0;

  // The following members are documented in no_exchange.
  [[nodiscard]] virtual std::optional<std::uint64_t> least(std::optional<std::uint64_t> number) = 0;
  [[nodiscard]] virtual bool any(bool condition) = 0;
  [[nodiscard]] virtual std::uint64_t outbox_capacity() const = 0;
  virtual bool deliver(const block_partition& partition, std::span<vertex_outbox> outboxes, bool has_more,
                       const receiver& f) = 0;
  virtual void leave() noexcept = 0;

  /// Exchanges the bytes that blocks write for each other, up to the size of the buffers, and returns whether any block
  /// has more. The bytes of one block arrive in order, one part per round.
  virtual bool exchange_mail(block_mail& mail) = 0;
  /// Sends the words in the outboxes to their blocks. Calls f(words) for each part of the arrived words. Every part has
  /// an even number of words if every outbox has an even number of words for every block, so pairs of words stay
  /// together. Returns whether any block has more to send. As with `deliver`, outboxes are full at `outbox_capacity`.
  virtual bool send_words(std::span<const word_outbox> outboxes, bool has_more, const word_receiver& f) = 0;
  /// The peak memory of the exchange, including outboxes.
  [[nodiscard]] virtual std::uint64_t buffer_bytes() const = 0;
  /// The traffic since the exchange was made.
  [[nodiscard]] virtual exchange_traffic traffic() const = 0;

  /// Replaces each number by its sum over all blocks; shorter lists are padded with 0.
  virtual void sum(std::vector<std::uint64_t>& numbers) = 0;
  /// The entries of all blocks. An entry of another block is requested when it is read; after this call, every block
  /// answers requests during its own work, until all blocks have called `stop_sharing` or `conclude`.
  /// @param own  the entries of this block, numbered by offset, see vertex_block.hpp
  [[nodiscard]] virtual std::unique_ptr<const solution_entries> share(const block_partition& partition,
                                                                      std::unique_ptr<const solution_entries> own) = 0;
  /// Ends the sharing of entries; other entries can be shared afterwards. Precondition: no block reads shared entries.
  virtual void stop_sharing() = 0;
  /// The channel for messages to block 0. A block joins no other round until the channel is destroyed.
  [[nodiscard]] virtual std::unique_ptr<block_messages> open_messages() = 0;

  // Requests to block 0, which distributes work. While requests are answered, there are no rounds.

  using answerer = std::function<std::string(const std::string& request)>;
  /// Called by block 0: does `work`, and on another thread answers the requests of the other blocks, one at a time,
  /// until the work is done and all other blocks have called `stop_asking`. `answer` must not throw. @throws what
  /// `work` throws.
  virtual void answer_while(const std::function<void()>& work, const answerer& answer) = 0;
  /// Called by the other blocks: sends a request to block 0, and waits for its answer. Thread-safe.
  [[nodiscard]] virtual std::string send_request(const std::string& request) = 0;
  /// Called by the other blocks, once per `answer_while`.
  virtual void stop_asking() noexcept = 0;

  /// The last round. Returns the same end in all blocks: that of the first block that failed by itself, or the greatest
  /// status if no block failed.
  [[nodiscard]] virtual block_end conclude(block_end own) noexcept = 0;

  /// Whether the number is equal in all blocks.
  [[nodiscard]] bool all_equal(std::uint64_t number) {
    // Halves are compared, since transports reserve the greatest word. The greatest half is the complement of the least
    // complement.
    constexpr std::uint64_t max_half = 0xffff'ffff;
    bool is_same = true;
    for (const std::uint64_t half : {number >> 32, number & max_half}) {
      const std::uint64_t smallest = least(half).value();
      const std::uint64_t greatest = max_half - least(max_half - half).value();
      is_same = is_same && smallest == greatest;
    }
    return is_same;
  }
};

/// Whether this process solves block 0, or the whole graph (`blocks` is null). It prints and writes for all blocks.
[[nodiscard]] inline bool is_first_block(const block_exchange* blocks) {
  return blocks == nullptr || blocks->number() == 0;
}

/// A block_exchange as the WaveExchange of one solve.
class partition_exchange {
 public:
  static constexpr bool is_single_block = false;
  using outbox = vertex_outbox;

  /// Both arguments must outlive this object.
  partition_exchange(block_exchange& blocks, const block_partition& partition)
      : m_blocks(blocks), m_partition(partition) {}
  [[nodiscard]] std::optional<std::uint64_t> least(std::optional<std::uint64_t> distance) {
    return m_blocks.least(distance);
  }
  [[nodiscard]] bool any(bool condition) { return m_blocks.any(condition); }
  void sum(std::vector<std::uint64_t>& numbers) { m_blocks.sum(numbers); }
  [[nodiscard]] std::uint64_t outbox_capacity() const { return m_blocks.outbox_capacity(); }
  template <class Callback>
  bool deliver(std::span<vertex_outbox> outboxes, bool has_more, const Callback& f) {
    return m_blocks.deliver(m_partition, outboxes, has_more, f);
  }
  void leave() noexcept { m_blocks.leave(); }

 private:
  block_exchange& m_blocks;
  const block_partition& m_partition;
};
static_assert(WaveExchange<partition_exchange>);

}  // namespace zermelo
