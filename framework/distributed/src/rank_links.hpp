// SPDX-License-Identifier: MIT
// What connects the ranks, from the beginning to the end of a session: Open MPI 4.1 has been seen to hang where
// thousands of communicators were made and freed.
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
  MPI_Comm questions = MPI_COMM_NULL;
  MPI_Comm beats = MPI_COMM_NULL;  ///< by which ranks let each other know that they are alive
  std::uint64_t rank = 0;
  std::uint64_t num_ranks = 1;
  std::uint64_t num_local_ranks = 1;  ///< ranks on this machine, this one included
};

}  // namespace zermelo::distributed
