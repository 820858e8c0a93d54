// SPDX-License-Identifier: MIT
// Blocks of one solve on the threads of a process: an exchange for each, and where they meet.
#pragma once

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>

namespace zermelo::test {

/// Where they meet, at the beginning and at the end of every round.
class meeting_place {
 public:
  /// @param room  bytes of mail from one to another in a round
  meeting_place(std::size_t num_blocks, std::size_t room)
      : m_room(room),
        m_barrier(static_cast<std::ptrdiff_t>(num_blocks)),
        m_numbers(num_blocks),
        m_mail(num_blocks, std::vector<std::vector<std::uint8_t>>(num_blocks)) {}

  [[nodiscard]] std::size_t num_blocks() const { return m_numbers.size(); }
  [[nodiscard]] std::uint64_t bytes_carried() const { return m_bytes_carried.load(); }

  [[nodiscard]] std::uint64_t least(std::size_t block, std::uint64_t number) {
    m_numbers[block] = number;
    meet();
    const std::uint64_t found = *std::min_element(m_numbers.begin(), m_numbers.end());
    m_barrier.arrive_and_wait();
    return found;
  }
  [[nodiscard]] bool exchange_mail(std::size_t block, block_mail& mail) {
    for (std::size_t to = 0; to < num_blocks(); ++to) {
      std::vector<std::uint8_t>& piece = m_mail[block][to];
      piece.resize(m_room);
      piece.resize(to == block ? 0 : mail.write(to, piece));
      m_bytes_carried += piece.size();
    }
    const bool has_more = least(block, mail.has_more() ? 0 : 1) == 0;
    std::exception_ptr failure;
    try {
      for (std::size_t from = 0; from < num_blocks(); ++from) {
        if (!m_mail[from][block].empty()) mail.read(from, m_mail[from][block]);
      }
    } catch (...) {
      failure = std::current_exception();
    }
    meet();
    if (failure) std::rethrow_exception(failure);
    return has_more;
  }
  /// Of a block that takes part in no round from this one on.
  void leave() {
    m_has_left.store(true);
    m_barrier.arrive_and_drop();
  }

 private:
  void meet() {
    m_barrier.arrive_and_wait();
    if (m_has_left.load()) throw interrupted("another block has failed");
  }

  std::size_t m_room;
  std::barrier<> m_barrier;
  std::vector<std::uint64_t> m_numbers;                        ///< [block]
  std::vector<std::vector<std::vector<std::uint8_t>>> m_mail;  ///< [from][to]
  std::atomic<std::uint64_t> m_bytes_carried{0};
  std::atomic<bool> m_has_left{false};
};

/// One of them. What follows a solve is not offered.
class thread_exchange : public block_exchange {
 public:
  thread_exchange(meeting_place& others, std::size_t number) : m_others(others), m_number(number) {}

  [[nodiscard]] std::uint64_t number() const override { return m_number; }
  [[nodiscard]] std::uint64_t num_blocks() const override { return m_others.num_blocks(); }
  [[nodiscard]] std::uint64_t num_local_blocks() const override { return num_blocks(); }
  [[nodiscard]] std::optional<std::uint64_t> least(std::optional<std::uint64_t> number) override {
    const std::uint64_t found = m_others.least(m_number, number.value_or(nothing));
    return found == nothing ? std::nullopt : std::optional(found);
  }
  [[nodiscard]] bool any(bool here) override { return m_others.least(m_number, here ? 0 : 1) == 0; }
  bool exchange_mail(block_mail& mail) override { return m_others.exchange_mail(m_number, mail); }
  void leave() noexcept override { m_others.leave(); }
  [[nodiscard]] std::uint64_t buffer_bytes() const override { return 0; }

  [[nodiscard]] std::uint64_t outbox_capacity() const override { return refuse(); }
  bool deliver(const block_partition&, std::span<vertex_outbox>, bool, const receiver&) override {
    return refuse() != 0;
  }
  void sum(std::vector<std::uint64_t>&) override { (void)refuse(); }
  [[nodiscard]] std::unique_ptr<const solution_entries> share(const block_partition&,
                                                              std::unique_ptr<const solution_entries> own) override {
    (void)refuse();
    return own;
  }
  bool send_words(std::span<const word_outbox>, bool, const word_receiver&) override { return refuse() != 0; }
  [[nodiscard]] exchange_traffic traffic() const override { return {}; }
  [[nodiscard]] std::unique_ptr<block_parcels> open_parcels() override {
    (void)refuse();
    return nullptr;
  }
  void stop_sharing() override { (void)refuse(); }
  void answer_while(const std::function<void()>&, const answerer&) override { (void)refuse(); }
  [[nodiscard]] std::string ask(const std::string&) override { return std::to_string(refuse()); }
  void stop_asking() noexcept override {}
  [[nodiscard]] block_end conclude(block_end own) noexcept override { return own; }

 private:
  static constexpr std::uint64_t nothing = std::numeric_limits<std::uint64_t>::max();
  [[nodiscard]] static std::uint64_t refuse() { throw std::logic_error("threads do not do this together"); }

  meeting_place& m_others;
  std::size_t m_number;
};

}  // namespace zermelo::test
