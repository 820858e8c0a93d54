// SPDX-License-Identifier: MIT
// Begins and ends MPI.
#include <zermelo/distributed/mpi_session.hpp>

#include <mpi.h>

#include <zermelo/core/base/error.hpp>

#include "mpi_exchange.hpp"
#include "rank_links.hpp"

namespace zermelo::distributed {

mpi_session::mpi_session() {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  if (provided < MPI_THREAD_SERIALIZED) {
    MPI_Finalize();
    throw resource_error("this MPI library does not let the threads of a process take turns (MPI_THREAD_SERIALIZED)");
  }
  m_links = std::make_unique<const rank_links>();
}

mpi_session::~mpi_session() {
  m_links.reset();
  MPI_Finalize();
}

std::uint64_t mpi_session::rank() const { return m_links->rank; }
std::uint64_t mpi_session::num_ranks() const { return m_links->num_ranks; }

std::unique_ptr<block_exchange> mpi_session::make_exchange(const exchange_limits& limits) {
  return std::make_unique<mpi_exchange>(*m_links, limits);
}

}  // namespace zermelo::distributed
