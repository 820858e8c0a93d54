// SPDX-License-Identifier: MIT
// Exchanges data between the ranks of an MPI job, in rounds.
//
// Every round begins with the same reduction, which also shows whether a rank has failed. So a rank that fails joins
// this reduction once more, regardless of the round of the others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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
#include "rank_links.hpp"
#include "request_channel.hpp"

namespace zermelo::distributed {

class mpi_exchange final : public block_exchange {
 public:
  /// @param links  must outlive the exchange  @throws resource_error on all ranks if one lacks memory.
  mpi_exchange(const rank_links& links, const exchange_limits& limits);
  /// If `conclude` was not called, this rank counts as failed.
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
  [[nodiscard]] std::unique_ptr<block_messages> open_messages() override;
  void stop_sharing() override;
  void answer_while(const std::function<void()>& work, const answerer& answer) override {
    m_channel.answer_while(work, answer);
  }
  [[nodiscard]] std::string send_request(const std::string& request) override {
    return m_channel.send_request(request);
  }
  void stop_asking() noexcept override { m_channel.stop_asking(); }
  [[nodiscard]] block_end conclude(block_end own) noexcept override;

 private:
  using two_numbers = std::array<std::uint64_t, 2>;

  /// Returns the element-wise minimum over all ranks. @throws interrupted if a rank has failed.
  two_numbers minimum(const two_numbers& numbers);
  /// Returns the maximum over all ranks. @throws interrupted if a rank has failed.
  std::uint64_t maximum(std::uint64_t number) { return ~minimum({~number, 0})[0]; }
  /// Waits until all ranks call this function. @throws interrupted if a rank has failed.
  void wait_for_all() { (void)minimum({0, 0}); }
  /// Returns the element-wise minimum over all ranks; nothing if a rank has failed. @param fails  whether this rank has
  /// failed
  [[nodiscard]] std::optional<two_numbers> try_minimum(const two_numbers& numbers, bool fails) noexcept;
  void reduce(std::uint64_t* numbers, std::size_t size, MPI_Op operation) noexcept;

  template <class Word>
  bool deliver_as(const block_partition& partition, std::span<vertex_outbox> outboxes, bool has_more,
                  const receiver& f);
  template <class Word>
  void read_received(std::uint64_t num_words, const receiver& f) const;
  /// Sends words in as many parts as any rank needs, and returns whether any rank has more to send afterwards.
  /// @param count_words  count_words(rank) is the number of words for a rank
  /// @param min_filled  the least number of words in a part that is not the last
  /// @param fill  fill(rank, part) writes the words of a part to `m_sent`, and returns their number
  /// @param read  read(num_words) reads the words in `m_received`
  template <class Word, class Count, class Fill, class Read>
  bool send_in_parts(const Count& count_words, std::uint64_t min_filled, bool has_more, const Fill& fill,
                     const Read& read);
  /// Sends to every rank the first `m_sent_sizes[rank]` words of its share of `m_sent`. Returns the number of received
  /// words. The words of each rank begin in `m_received` at `m_received_starts[rank]`.
  template <class Word>
  [[nodiscard]] std::uint64_t exchange_buffers();

  exchange_limits m_limits;
  exchange_traffic m_traffic;
  MPI_Comm m_rounds;
  MPI_Comm m_requests;
  std::uint64_t m_rank;
  std::uint64_t m_num_ranks;
  std::uint64_t m_num_local_ranks;
  mpi_calls m_mpi;
  request_channel m_channel;
  std::unique_ptr<entry_server> m_server;  ///< set while entries are shared
  bool m_is_over = false;                  ///< no more rounds: a rank has failed, or all have concluded
  bool m_is_concluded = false;
  bool m_knows_of_failure = false;  ///< whether another rank has failed
  // Rounds allocate no further memory.
  std::size_t m_share_bytes = 0;  ///< share of a rank in each of the next two buffers
  std::vector<std::uint64_t> m_sent;
  std::vector<std::uint64_t> m_received;
  std::vector<int> m_sent_sizes;
  std::vector<int> m_sent_starts;
  std::vector<int> m_received_sizes;
  std::vector<int> m_received_starts;
  struct rank_end;
  std::vector<rank_end> m_ends;  ///< [rank]
};

}  // namespace zermelo::distributed
