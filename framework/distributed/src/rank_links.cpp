// SPDX-License-Identifier: MIT
// The communicators are duplicates, so that they carry no messages of other code.
#include "rank_links.hpp"

#include <initializer_list>

namespace zermelo::distributed {

rank_links::rank_links() {
  int own_rank = 0;
  int size = 1;
  for (MPI_Comm* const link : {&rounds, &requests, &heartbeats}) MPI_Comm_dup(MPI_COMM_WORLD, link);
  MPI_Comm_rank(rounds, &own_rank);
  MPI_Comm_size(rounds, &size);
  rank = static_cast<std::uint64_t>(own_rank);
  num_ranks = static_cast<std::uint64_t>(size);
  MPI_Comm machine = MPI_COMM_NULL;
  MPI_Comm_split_type(rounds, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
  MPI_Comm_size(machine, &size);
  MPI_Comm_free(&machine);
  num_local_ranks = static_cast<std::uint64_t>(size);
}

rank_links::~rank_links() {
  for (MPI_Comm* const link : {&heartbeats, &requests, &rounds}) MPI_Comm_free(link);
}

}  // namespace zermelo::distributed
