// SPDX-License-Identifier: MIT
// Creates the communicators between the ranks. They exist as long as the session, since Open MPI 4.1 was observed to
// hang when thousands of communicators were created and freed.
#pragma once

#include <cstdint>

#include <mpi.h>

namespace zermelo::distributed {

struct rank_links {
  rank_links();
  ~rank_links();
  rank_links(const rank_links&) = delete;
  rank_links& operator=(const rank_links&) = delete;

  MPI_Comm rounds = MPI_COMM_NULL;
  MPI_Comm requests = MPI_COMM_NULL;
  MPI_Comm heartbeats = MPI_COMM_NULL;
  std::uint64_t rank = 0;
  std::uint64_t num_ranks = 1;
  std::uint64_t num_local_ranks = 1;  ///< ranks on this machine, including this one
};

}  // namespace zermelo::distributed
