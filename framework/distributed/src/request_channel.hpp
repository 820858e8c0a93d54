// SPDX-License-Identifier: MIT
// Sends requests to rank 0, and its answers, as strings.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include <mpi.h>

#include <zermelo/core/blocks/block_exchange.hpp>

#include "mpi_calls.hpp"

namespace zermelo::distributed {

/// Implements the requests of block_exchange.hpp, which documents the members.
class request_channel {
 public:
  request_channel(MPI_Comm requests, mpi_calls& mpi, std::uint64_t num_ranks)
      : m_requests(requests), m_mpi(mpi), m_num_ranks(num_ranks) {}

  void answer_while(const std::function<void()>& work, const block_exchange::answerer& answer);
  [[nodiscard]] std::string send_request(const std::string& request);
  void stop_asking() noexcept;

 private:
  struct message {
    int source = 0;  ///< rank
    std::string text;
  };
  void send(const std::string& text, int rank, int tag);
  /// Returns a message with this tag; nothing if none has arrived.
  [[nodiscard]] std::optional<message> try_receive(int rank, int tag);
  void answer_all(const block_exchange::answerer& answer);

  MPI_Comm m_requests;
  mpi_calls& m_mpi;
  std::uint64_t m_num_ranks;
  std::mutex m_asking;
};

}  // namespace zermelo::distributed
