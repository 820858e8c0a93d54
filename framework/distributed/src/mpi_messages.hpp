// SPDX-License-Identifier: MIT
// Sends messages to rank 0. Each other rank sends a few messages ahead, which rank 0 receives when it needs them, so
// that neither side stores many. Rank 0 sends each rank one stop message: early if it needs no more, otherwise after
// the last one. It then discards messages in transit, and the rank waits for the stop message. So no message remains in
// transit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include <mpi.h>

#include <zermelo/core/blocks/block_messages.hpp>

#include "mpi_calls.hpp"

namespace zermelo::distributed {

class mpi_messages final : public block_messages {
 public:
  /// @param communicator  carries no other messages between two ranks during the lifetime of this object
  /// @param knows_of_failure  set on rank 0 when another rank has failed; must outlive this object
  mpi_messages(MPI_Comm communicator, mpi_calls& mpi, std::uint64_t rank, std::uint64_t num_ranks,
               bool& knows_of_failure);
  ~mpi_messages() override;
  /// Called when all ranks have created this object. Without this call, the destructor does not wait for other ranks.
  void begin() noexcept;

  [[nodiscard]] bool send(std::vector<std::byte> message) override;
  void finish() override { m_is_finished = true; }
  [[nodiscard]] std::optional<std::vector<std::byte>> receive(std::uint64_t block) override;

 private:
  struct message_being_sent {
    MPI_Request request = MPI_REQUEST_NULL;
    std::vector<std::byte> bytes;
  };
  /// The state of another rank on rank 0.
  struct sender {
    bool has_ended = false;
    bool has_failed = false;
    bool was_stopped = false;
  };

  // Called by every rank except rank 0.
  /// Frees the received messages, and checks for the stop message.
  void poll();
  void end_as_sender() noexcept;

  // Called by rank 0.
  /// The next message of a rank, in the memory that `allocate(size)` returns; nothing if the rank has ended.
  template <class Allocate>
  [[nodiscard]] auto receive_next(int rank, const Allocate& allocate) -> std::optional<decltype(allocate(0))>;
  void discard_next(int rank) noexcept;
  void stop_sender(int rank) noexcept;
  void end_as_receiver() noexcept;

  MPI_Comm m_communicator;
  mpi_calls& m_mpi;
  int m_rank;
  bool& m_knows_of_failure;
  bool m_has_begun = false;
  bool m_is_finished = false;
  std::deque<message_being_sent> m_being_sent;
  MPI_Request m_stop_message = MPI_REQUEST_NULL;
  bool m_is_stopped = false;
  std::vector<sender> m_senders;       ///< [rank], on rank 0
  std::vector<std::byte> m_discarded;  ///< space for messages to discard, allocated early: memory may be short at the
                                       ///< end
};

}  // namespace zermelo::distributed
