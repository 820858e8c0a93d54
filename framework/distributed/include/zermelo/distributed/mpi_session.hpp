// SPDX-License-Identifier: MIT
// Represents the ranks of an MPI job as the blocks of a solve. Only the sources of this layer include MPI.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include <zermelo/core/blocks/block_exchange.hpp>

namespace zermelo::distributed {

/// The exit status of a program that cannot connect its ranks or has lost one.
inline constexpr int out_of_resource_status = 3;

/// The memory limits of an exchange.
struct exchange_limits {
  /// The number of vertices for other ranks that a rank gathers before it sends them. Each thread finishes its current
  /// range of a wave, which may add some.
  std::uint64_t outbox_capacity = std::uint64_t{1} << 20;
  /// The size of the buffer for sent messages, and of the one for received messages. All ranks have equal shares of a
  /// buffer, of at least 32 bytes; more than 1 GiB is not used.
  std::uint64_t bytes_per_buffer = std::uint64_t{4} << 20;
};

/// Initializes and finalizes MPI. A process can have only one session in its life.
class mpi_session {
 public:
  mpi_session();
  ~mpi_session();
  mpi_session(const mpi_session&) = delete;
  mpi_session& operator=(const mpi_session&) = delete;

  [[nodiscard]] std::uint64_t rank() const;
  [[nodiscard]] std::uint64_t num_ranks() const;
  /// Starts heartbeats between ranks, on separate threads. If a rank is silent for longer than `timeout`, another rank
  /// calls f with the silent rank, ignores SIGTERM from then on, and aborts the job with `out_of_resource_status`. Time
  /// in which the listening process was stopped does not count. All ranks must call `watch`, at most once.
  /// @throws std::system_error if no thread can be started.
  void watch(std::chrono::seconds timeout, const std::function<void(std::uint64_t rank)>& f);
  /// Creates an exchange between all ranks, all of which must call. Only one exchange may exist at a time, and the
  /// session must outlive it.
  /// @throws resource_error on all ranks if one rank lacks memory, or if this MPI library does not allow threads to
  ///   call it at the same time.
  [[nodiscard]] std::unique_ptr<block_exchange> make_exchange(const exchange_limits& limits = {});

 private:
  bool m_allows_threads = false;
  std::unique_ptr<const struct rank_links> m_links;
  std::unique_ptr<class rank_watch> m_watch;
};

}  // namespace zermelo::distributed
