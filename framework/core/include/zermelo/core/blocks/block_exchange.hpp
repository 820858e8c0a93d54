// SPDX-License-Identifier: MIT
// What the solve of one block asks of those of the others, whatever carries it from one to the other: processes of a
// cluster, in zermelo::distributed. Games are compiled against this, and need no transport.
//
// All members but `number`, `num_blocks`, `num_local_blocks`, `outbox_capacity`, `buffer_bytes`, `traffic` and those by
// which block 0 is asked are rounds, in which every block takes part: all call the same ones in the same order. One
// that fails calls `leave`, or goes to `conclude`; the others' next round throws interrupted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <zermelo/core/blocks/block_parcels.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/blocks/vertex_block.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo {

/// The vertices of other blocks that one thread has reached, each as often as it has.
class vertex_outbox {
 public:
  void add(std::uint64_t vertex) { m_vertices.push_back(vertex); }
  [[nodiscard]] std::uint64_t size() const noexcept { return m_vertices.size(); }
  [[nodiscard]] std::vector<std::uint64_t>& vertices() noexcept { return m_vertices; }

 private:
  std::vector<std::uint64_t> m_vertices;
};

/// Words for other blocks that one thread has gathered, whatever they say.
class word_outbox {
 public:
  void add(std::uint64_t block, std::uint64_t word) {
    if (block >= m_words.size()) m_words.resize(block + 1);
    m_words[block].push_back(word);
    ++m_size;
  }
  /// Words for all blocks.
  [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
  [[nodiscard]] std::span<const std::uint64_t> words_for(std::uint64_t block) const noexcept {
    return block < m_words.size() ? std::span<const std::uint64_t>(m_words[block]) : std::span<const std::uint64_t>();
  }

 private:
  std::vector<std::vector<std::uint64_t>> m_words;  ///< [block]
  std::uint64_t m_size = 0;
};

/// Bytes that a block has for the others, and takes from them.
class block_mail {
 public:
  virtual ~block_mail() = default;
  /// Sets the first bytes of `room` to the next ones that are for a block; returns how many, all that there is room
  /// for unless no more are left.
  [[nodiscard]] virtual std::size_t write(std::uint64_t block, std::span<std::uint8_t> room) = 0;
  /// Whether any are left, for whichever block.
  [[nodiscard]] virtual bool has_more() const = 0;
  /// Takes the next bytes that a block has written for this one.
  virtual void read(std::uint64_t block, std::span<const std::uint8_t> bytes) = 0;
};

/// How the work of a block has ended.
struct block_end {
  int status = 0;
  std::string failure;  ///< empty: it has not failed
};

/// What a block has said to the others in waves.
struct exchange_traffic {
  std::uint64_t rounds = 0;      ///< in which all waited for each other
  std::uint64_t sent_bytes = 0;  ///< to other blocks, without what frames a message
};

class block_exchange {
 public:
  using receiver = std::function<void(std::span<const reached_offset>)>;
  using word_receiver = std::function<void(std::span<const std::uint64_t>)>;

  virtual ~block_exchange() = default;

  /// Which block this is, from 0.
  [[nodiscard]] virtual std::uint64_t number() const = 0;
  [[nodiscard]] virtual std::uint64_t num_blocks() const = 0;
  /// How many of them are solved on this machine, this one included.
  [[nodiscard]] virtual std::uint64_t num_local_blocks() const = 0;

  // See no_exchange.
  [[nodiscard]] virtual std::optional<std::uint64_t> least(std::optional<std::uint64_t> number) = 0;
  [[nodiscard]] virtual bool any(bool here) = 0;
  [[nodiscard]] virtual std::uint64_t outbox_capacity() const = 0;
  virtual bool deliver(const block_partition& partition, std::span<vertex_outbox> outboxes, bool has_more,
                       const receiver& f) = 0;
  /// Carries what blocks write for each other, as much of it as fits the buffers; returns whether any has more. What
  /// comes from one block comes in order, a piece in each round.
  virtual bool exchange_mail(block_mail& mail) = 0;
  virtual void leave() noexcept = 0;
  /// Sends the words in the outboxes to their blocks. Calls f(words) for what has come here, a part at a time; where
  /// every outbox has an even number of words for every block, so has every part, and none is torn from the one before
  /// it. Returns whether any block has more to send. As with `deliver`, outboxes are full at `outbox_capacity`.
  virtual bool send_words(std::span<const word_outbox> outboxes, bool has_more, const word_receiver& f) = 0;
  /// What the exchange holds at its peak, outboxes included.
  [[nodiscard]] virtual std::uint64_t buffer_bytes() const = 0;
  /// So far.
  [[nodiscard]] virtual exchange_traffic traffic() const = 0;

  /// Adds up the numbers of all blocks, one by one; those of a shorter list count as 0.
  virtual void sum(std::vector<std::uint64_t>& numbers) = 0;
  /// The entries of all blocks: its own, and what it asks of the others when somebody reads it. From this call on a
  /// block answers such questions beside its own work, until all have come to `conclude`.
  /// @param own  numbered by offset, see vertex_block.hpp
  [[nodiscard]] virtual std::unique_ptr<const solution_entries> share(const block_partition& partition,
                                                                      std::unique_ptr<const solution_entries> own) = 0;
  /// Nobody reads any more what was shared: it is given back, and can be shared anew.
  virtual void stop_sharing() = 0;
  /// The way of parcels to the first block. Until they are gone, a block goes to no other round.
  [[nodiscard]] virtual std::unique_ptr<block_parcels> open_parcels() = 0;

  // Beside rounds, for work that block 0 hands out. No rounds take place meanwhile.

  using answerer = std::function<std::string(const std::string& question)>;
  /// Of block 0: does `work`, and on another thread answers the others' questions, one at a time, until the work is
  /// done and all others have said that they ask no more. `answer` throws nothing. @throws what `work` throws.
  virtual void answer_while(const std::function<void()>& work, const answerer& answer) = 0;
  /// Of the others: asks block 0. Thread-safe.
  [[nodiscard]] virtual std::string ask(const std::string& question) = 0;
  /// Of the others, once for each `answer_while`.
  virtual void stop_asking() noexcept = 0;

  /// The last round; returns the same to all: the end of the first block that has failed by itself, else the greatest
  /// status. Throws nothing.
  [[nodiscard]] virtual block_end conclude(block_end own) noexcept = 0;

  /// Whether the number is the same in all blocks.
  [[nodiscard]] bool all_equal(std::uint64_t number) {
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

/// Whether this process is one alone, or the one of several that speaks for all. @param blocks  null: it is one alone
[[nodiscard]] inline bool is_first_block(const block_exchange* blocks) {
  return blocks == nullptr || blocks->number() == 0;
}

/// A block_exchange for the waves of one solve.
class partition_exchange {
 public:
  static constexpr bool is_alone = false;
  using outbox = vertex_outbox;

  /// Both must outlive it.
  partition_exchange(block_exchange& blocks, const block_partition& partition)
      : m_blocks(blocks), m_partition(partition) {}
  [[nodiscard]] std::optional<std::uint64_t> least(std::optional<std::uint64_t> distance) {
    return m_blocks.least(distance);
  }
  [[nodiscard]] bool any(bool here) { return m_blocks.any(here); }
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
static_assert(WaveExchange<partition_exchange> && VertexBlock<layered_range>);

}  // namespace zermelo
