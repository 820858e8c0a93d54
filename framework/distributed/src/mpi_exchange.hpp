// SPDX-License-Identifier: MIT
// The rounds between the ranks of an MPI job.
//
// Every round begins with one and the same reduction, in which a rank that has failed says so: whichever question the
// others ask when it fails, theirs and its last word meet.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <mpi.h>

#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/distributed/mpi_session.hpp>

#include "entry_server.hpp"
#include "mpi_calls.hpp"
#include "question_line.hpp"
#include "rank_links.hpp"

namespace zermelo::distributed {

class mpi_exchange final : public block_exchange {
 public:
  /// @param links  outlives it
  mpi_exchange(const rank_links& links, const exchange_limits& limits);
  /// If its work has not been concluded, its rank has left.
  ~mpi_exchange() override;
  mpi_exchange(const mpi_exchange&) = delete;
  mpi_exchange& operator=(const mpi_exchange&) = delete;

  [[nodiscard]] std::uint64_t number() const override { return m_rank; }
  [[nodiscard]] std::uint64_t num_blocks() const override { return m_num_ranks; }
  [[nodiscard]] std::uint64_t num_local_blocks() const override { return m_num_local_ranks; }
  [[nodiscard]] std::optional<std::uint64_t> least(std::optional<std::uint64_t> number) override;
  [[nodiscard]] bool any(bool here) override;
  [[nodiscard]] std::uint64_t outbox_capacity() const override { return m_limits.outbox_capacity; }
  bool deliver(const block_partition& partition, std::span<vertex_outbox> outboxes, bool has_more,
               const receiver& f) override;
  bool exchange_mail(block_mail& mail) override;
  void leave() noexcept override;
  bool send_words(std::span<const word_outbox> outboxes, bool has_more, const word_receiver& f) override;
  [[nodiscard]] std::uint64_t buffer_bytes() const override;
  [[nodiscard]] exchange_traffic traffic() const override { return m_traffic; }
  void sum(std::vector<std::uint64_t>& numbers) override;
  [[nodiscard]] std::unique_ptr<const solution_entries> share(const block_partition& partition,
                                                              std::unique_ptr<const solution_entries> own) override;
  [[nodiscard]] std::unique_ptr<block_parcels> open_parcels() override;
  void stop_sharing() override;
  void answer_while(const std::function<void()>& work, const answerer& answer) override {
    m_line.answer_while(work, answer);
  }
  [[nodiscard]] std::string ask(const std::string& question) override { return m_line.ask(question); }
  void stop_asking() noexcept override { m_line.stop_asking(); }
  [[nodiscard]] block_end conclude(block_end own) noexcept override;

 private:
  using two_numbers = std::array<std::uint64_t, 2>;

  /// The least of all ranks' numbers, one by one. @throws interrupted if a rank has left.
  two_numbers meet(const two_numbers& numbers);
  /// The same; nothing if a rank has left, or this one leaves.
  [[nodiscard]] std::optional<two_numbers> try_to_meet(const two_numbers& numbers, bool leaves) noexcept;
  void reduce(std::uint64_t* numbers, std::size_t size, MPI_Op how) noexcept;

  template <class Word>
  bool deliver_as(const block_partition& partition, std::span<vertex_outbox> outboxes, bool has_more,
                  const receiver& f);
  template <class Word>
  void take_in(std::uint64_t num_words, const receiver& f) const;
  /// Sends what each part of `m_sent` has, as `m_sent_sizes` says. Returns how many words have come, of which each
  /// rank's begin where its start says.
  template <class Word>
  [[nodiscard]] std::uint64_t swap_parts();

  exchange_limits m_limits;
  exchange_traffic m_traffic;
  MPI_Comm m_rounds;
  MPI_Comm m_questions;
  std::uint64_t m_rank;
  std::uint64_t m_num_ranks;
  std::uint64_t m_num_local_ranks;
  mpi_calls m_mpi;
  question_line m_line;
  std::unique_ptr<entry_server> m_server;  ///< once entries are shared
  bool m_is_over = false;                  ///< no more rounds: a rank has left, or all have concluded
  bool m_is_concluded = false;
  bool m_was_told = false;  ///< that another rank has left, or will
  // Each has a part for every rank, of m_part_bytes. All memory that a round needs is there before it begins.
  std::size_t m_part_bytes = 0;
  std::vector<std::uint64_t> m_sent;
  std::vector<std::uint64_t> m_received;
  std::vector<int> m_sent_sizes;
  std::vector<int> m_sent_starts;
  std::vector<int> m_received_sizes;
  std::vector<int> m_received_starts;
  struct last_word;
  std::vector<last_word> m_last_words;  ///< [rank]
};

/// What a rank says at the end.
struct mpi_exchange::last_word {
  int status = 0;
  int has_failed = 0;
  int was_told = 0;  ///< it has failed because another one had
  std::array<char, 1012> failure{};
};

}  // namespace zermelo::distributed
