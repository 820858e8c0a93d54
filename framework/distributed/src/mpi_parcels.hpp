// SPDX-License-Identifier: MIT
// Parcels to rank 0. A rank has a few under way, which rank 0 takes when it asks for them, so that neither has to keep
// more. Rank 0 says one word to each of the others: early, that it wants no more, or when the last parcel has come. It
// then takes what is under way still, and a rank waits for the word: nothing of this is left between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include <mpi.h>

#include <zermelo/core/blocks/block_parcels.hpp>

#include "mpi_calls.hpp"

namespace zermelo::distributed {

class mpi_parcels final : public block_parcels {
 public:
  /// @param links  has no other messages from one rank to another
  /// @param hears_of_failure  set on rank 0 when another one has failed
  mpi_parcels(MPI_Comm links, mpi_calls& mpi, std::uint64_t rank, std::uint64_t num_ranks, bool& hears_of_failure);
  ~mpi_parcels() override;
  /// Before this it does not wait for anybody.
  void begin() noexcept;

  [[nodiscard]] bool send(std::vector<std::byte> parcel) override;
  void finish() override { m_is_finished = true; }
  [[nodiscard]] std::optional<std::vector<std::byte>> receive(std::uint64_t block) override;

 private:
  struct parcel_under_way {
    MPI_Request request = MPI_REQUEST_NULL;
    std::vector<std::byte> bytes;
  };
  /// What rank 0 knows of another one.
  struct sender {
    bool has_ended = false;
    bool has_failed = false;
    bool was_stopped = false;
  };

  void forget_taken();
  /// The next parcel of a rank, in the room that is made for its bytes; nothing if that was its last word.
  template <class MakeRoom>
  [[nodiscard]] auto take_next(int rank, const MakeRoom& make_room) -> std::optional<decltype(make_room(0))>;
  void throw_away_next(int rank) noexcept;
  void end_as_sender() noexcept;
  void end_as_receiver() noexcept;
  void stop_sender(int rank) noexcept;

  MPI_Comm m_links;
  mpi_calls& m_mpi;
  int m_rank;
  bool& m_hears_of_failure;
  bool m_has_begun = false;
  bool m_is_finished = false;
  std::deque<parcel_under_way> m_under_way;
  MPI_Request m_word = MPI_REQUEST_NULL;  ///< from rank 0
  bool m_was_told = false;
  std::vector<sender> m_senders;         ///< [rank], on rank 0
  std::vector<std::byte> m_thrown_away;  ///< room for what nobody wants any more: it is there when memory is not
};

}  // namespace zermelo::distributed
