// SPDX-License-Identifier: MIT
// Communicators of our own, so that nobody else's messages come in between.
#include "rank_links.hpp"

namespace zermelo::distributed {

rank_links::rank_links() {
  int own_rank = 0;
  int size = 1;
  MPI_Comm_dup(MPI_COMM_WORLD, &rounds);
  MPI_Comm_dup(MPI_COMM_WORLD, &questions);
  MPI_Comm_dup(MPI_COMM_WORLD, &beats);
  MPI_Comm_rank(rounds, &own_rank);
  MPI_Comm_size(rounds, &size);
  rank = static_cast<std::uint64_t>(own_rank);
  num_ranks = static_cast<std::uint64_t>(size);
  MPI_Comm neighbours = MPI_COMM_NULL;
  MPI_Comm_split_type(rounds, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &neighbours);
  MPI_Comm_size(neighbours, &size);
  MPI_Comm_free(&neighbours);
  num_local_ranks = static_cast<std::uint64_t>(size);
}

rank_links::~rank_links() {
  MPI_Comm_free(&beats);
  MPI_Comm_free(&questions);
  MPI_Comm_free(&rounds);
}

}  // namespace zermelo::distributed
