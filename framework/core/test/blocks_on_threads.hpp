// SPDX-License-Identifier: MIT
// The blocks of one solve on the threads of a process: a barrier for all blocks, and an exchange for each block.
#pragma once

#include <algorithm>
#include <any>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>

namespace zermelo::test {

/// The barrier of blocks at the beginning and at the end of every round.
class rendezvous {
 public:
  explicit rendezvous(std::size_t num_blocks)
      : m_barrier(static_cast<std::ptrdiff_t>(num_blocks)), m_reported(num_blocks) {}

  [[nodiscard]] std::size_t num_blocks() const { return m_reported.size(); }
  /// [block]: the values that the blocks report in this round.
  template <class T>
  [[nodiscard]] std::vector<T> all_gather(std::size_t block, T own) {
    m_reported[block] = std::move(own);
    m_barrier.arrive_and_wait();
    if (m_has_left.load()) throw interrupted("another block has failed");
    std::vector<T> all;
    for (const std::any& one : m_reported) all.push_back(std::any_cast<const T&>(one));
    m_barrier.arrive_and_wait();
    return all;
  }
  [[nodiscard]] std::optional<std::uint64_t> least(std::size_t block, std::optional<std::uint64_t> own) {
    constexpr std::uint64_t nothing = std::numeric_limits<std::uint64_t>::max();
    const std::vector<std::uint64_t> all = all_gather(block, own.value_or(nothing));
    const std::uint64_t found = *std::min_element(all.begin(), all.end());
    return found == nothing ? std::nullopt : std::optional(found);
  }
  [[nodiscard]] bool any(std::size_t block, bool own) { return *least(block, own ? 0 : 1) == 0; }
  /// Called by a block after its last round.
  void leave() {
    m_has_left.store(true);
    m_barrier.arrive_and_drop();
  }

 private:
  std::barrier<> m_barrier;
  std::vector<std::any> m_reported;  ///< [block]
  std::atomic<bool> m_has_left{false};
};

/// The exchange of a block. Supports only the calls of a solve.
class thread_exchange : public block_exchange {
 public:
  /// @param capacity  maximum bytes sent from one block to another per round
  thread_exchange(rendezvous& others, std::size_t number, std::size_t capacity)
      : m_others(others), m_number(number), m_capacity(capacity) {}

  [[nodiscard]] std::uint64_t bytes_sent() const { return m_bytes_sent; }
  [[nodiscard]] std::uint64_t number() const override { return m_number; }
  [[nodiscard]] std::uint64_t num_blocks() const override { return m_others.num_blocks(); }
  [[nodiscard]] std::uint64_t num_local_blocks() const override { return num_blocks(); }
  [[nodiscard]] std::optional<std::uint64_t> least(std::optional<std::uint64_t> number) override {
    return m_others.least(m_number, number);
  }
  [[nodiscard]] bool any(bool here) override { return m_others.any(m_number, here); }
  bool exchange_mail(block_mail& mail) override {
    std::vector<std::vector<std::uint8_t>> sent(num_blocks());  // [to]
    for (std::size_t to = 0; to < sent.size(); ++to) {
      if (to == m_number) continue;
      sent[to].resize(m_capacity);
      sent[to].resize(mail.write(to, sent[to]));
      m_bytes_sent += sent[to].size();
    }
    const auto all = m_others.all_gather(m_number, std::move(sent));
    const bool has_more = any(mail.has_more());
    for (std::size_t from = 0; from < all.size(); ++from) {
      if (!all[from][m_number].empty()) mail.read(from, all[from][m_number]);
    }
    return has_more;
  }
  void leave() noexcept override { m_others.leave(); }
  [[nodiscard]] std::uint64_t buffer_bytes() const override { return 0; }

  [[nodiscard]] std::uint64_t outbox_capacity() const override { return reject(); }
  bool deliver(const block_partition&, std::span<vertex_outbox>, bool, const receiver&) override {
    return reject() != 0;
  }
  void sum(std::vector<std::uint64_t>&) override { (void)reject(); }
  [[nodiscard]] std::unique_ptr<const solution_entries> share(const block_partition&,
                                                              std::unique_ptr<const solution_entries> own) override {
    (void)reject();
    return own;
  }
  bool send_words(std::span<const word_outbox>, bool, const word_receiver&) override { return reject() != 0; }
  [[nodiscard]] exchange_traffic traffic() const override { return {}; }
  [[nodiscard]] std::unique_ptr<block_messages> open_messages() override {
    (void)reject();
    return nullptr;
  }
  void stop_sharing() override { (void)reject(); }
  void answer_while(const std::function<void()>&, const answerer&) override { (void)reject(); }
  [[nodiscard]] std::string send_request(const std::string&) override { return std::to_string(reject()); }
  void stop_asking() noexcept override {}
  [[nodiscard]] block_end conclude(block_end own) noexcept override { return own; }

 private:
  [[nodiscard]] static std::uint64_t reject() { throw std::logic_error("threads do not do this together"); }

  rendezvous& m_others;
  std::size_t m_number;
  std::size_t m_capacity;
  std::uint64_t m_bytes_sent = 0;
};

/// Solves all blocks at the same time, each on a separate thread. Returns for each block the message of the exception
/// of solve_block(number); empty if the block was solved.
template <class SolveBlock>
[[nodiscard]] std::vector<std::string> errors_of_blocks(std::size_t num_blocks, const SolveBlock& solve_block) {
  std::vector<std::string> errors(num_blocks);
  std::vector<std::thread> running;
  for (std::size_t number = 0; number < num_blocks; ++number) {
    running.emplace_back([&errors, &solve_block, number] {
      try {
        solve_block(number);
      } catch (const std::exception& problem) {
        errors[number] = problem.what();
      }
    });
  }
  for (std::thread& one : running) one.join();
  return errors;
}

}  // namespace zermelo::test
