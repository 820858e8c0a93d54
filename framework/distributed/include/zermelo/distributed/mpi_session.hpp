// SPDX-License-Identifier: MIT
// The ranks of an MPI job as the blocks of a solve. MPI itself stays inside the sources of this layer.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>

#include <zermelo/core/blocks/block_exchange.hpp>

namespace zermelo::distributed {

/// What an exchange may hold in memory.
struct exchange_limits {
  /// Vertices for other ranks that are gathered before they are sent; the stretch of a wave in hand may add some.
  std::uint64_t outbox_capacity = std::uint64_t{1} << 20;
  /// Of what is sent at once, and as much again of what comes at once. Every other rank has an equal share of it.
  std::uint64_t bytes_per_buffer = std::uint64_t{4} << 20;
};

/// MPI, from the beginning to the end of the program. One at a time, and one in the life of a process.
class mpi_session {
 public:
  mpi_session();
  ~mpi_session();
  mpi_session(const mpi_session&) = delete;
  mpi_session& operator=(const mpi_session&) = delete;

  [[nodiscard]] std::uint64_t rank() const;
  [[nodiscard]] std::uint64_t num_ranks() const;
  /// From now on, if nothing is heard of a rank for so long, calls f(rank) on one of the others and ends all with the
  /// status 3. A rank lets others hear from it whatever it does, on a thread of its own. Time in which the listening
  /// process was stopped does not count. From f on the process ignores SIGTERM. Called at most once, by all ranks.
  /// @throws std::system_error if there is no thread.
  void watch(std::chrono::seconds patience, const std::function<void(std::uint64_t rank)>& f);
  /// An exchange between all ranks, which all make at the same time, one after the other; the session outlives it.
  /// @throws resource_error on all ranks if one has no memory for it, or if threads may not call MPI at the same time.
  [[nodiscard]] std::unique_ptr<block_exchange> make_exchange(const exchange_limits& limits = {});

 private:
  bool m_is_threaded = false;
  std::unique_ptr<const struct rank_links> m_links;
  std::unique_ptr<class rank_watch> m_watch;
};

}  // namespace zermelo::distributed
