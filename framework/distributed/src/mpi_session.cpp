// SPDX-License-Identifier: MIT
#include <zermelo/distributed/mpi_session.hpp>

#include <mpi.h>
#include <signal.h>

#include <zermelo/core/base/error.hpp>

#include "mpi_exchange.hpp"
#include "rank_links.hpp"
#include "rank_watch.hpp"

namespace zermelo::distributed {

mpi_session::mpi_session() {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  m_allows_threads = provided >= MPI_THREAD_MULTIPLE;
  m_links = std::make_unique<const rank_links>();
}

mpi_session::~mpi_session() {
  m_watch.reset();
  m_links.reset();
  MPI_Finalize();
}

std::uint64_t mpi_session::rank() const { return m_links->rank; }
std::uint64_t mpi_session::num_ranks() const { return m_links->num_ranks; }

void mpi_session::watch(std::chrono::seconds timeout, const std::function<void(std::uint64_t rank)>& f) {
  if (m_links->num_ranks == 1) return;
  m_watch = std::make_unique<rank_watch>(m_links->heartbeats, timeout, [f](int silent_rank) {
    f(static_cast<std::uint64_t>(silent_rank));
    // MPI_Abort makes the launcher send SIGTERM to every rank, including this one. Handling it would report an
    // interruption.
    struct sigaction ignored = {};
    ignored.sa_handler = SIG_IGN;
    sigaction(SIGTERM, &ignored, nullptr);
    MPI_Abort(MPI_COMM_WORLD, out_of_resource_status);
  });
}

std::unique_ptr<block_exchange> mpi_session::make_exchange(const exchange_limits& limits) {
  if (!m_allows_threads) {
    throw resource_error("this MPI library does not support threads (MPI_THREAD_MULTIPLE); use another one");
  }
  return std::make_unique<mpi_exchange>(*m_links, limits);
}

}  // namespace zermelo::distributed
