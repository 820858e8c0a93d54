// SPDX-License-Identifier: MIT
// A rank sends its messages to rank 0, and at the end one byte if it has finished, or an empty message if it has
// failed. Rank 0's stop message is empty. Messages are sent synchronously: a send is complete when rank 0 has begun to
// receive.
#include "mpi_messages.hpp"

#include <span>
#include <utility>

#include <zermelo/core/base/error.hpp>

namespace zermelo::distributed {
namespace {

constexpr int message_tag = 1;
constexpr int end_tag = 2;
constexpr int stop_tag = 3;
constexpr std::size_t max_being_sent = 16;                   // messages of one rank
constexpr std::size_t discard_bytes = std::size_t{1} << 20;  // chunks of tables and parts of words are smaller

}  // namespace

mpi_messages::mpi_messages(MPI_Comm communicator, mpi_calls& mpi, std::uint64_t rank, std::uint64_t num_ranks,
                           bool& knows_of_failure)
    : m_communicator(communicator), m_mpi(mpi), m_rank(static_cast<int>(rank)), m_knows_of_failure(knows_of_failure) {
  if (m_rank != 0) return;
  m_senders.resize(num_ranks, sender{});
  m_discarded.resize(discard_bytes);
}

mpi_messages::~mpi_messages() {
  if (!m_has_begun) return;
  if (m_rank == 0) {
    end_as_receiver();
  } else {
    end_as_sender();
  }
}

void mpi_messages::begin() noexcept {
  m_has_begun = true;
  if (m_rank == 0) return;
  m_mpi([&] { return MPI_Irecv(nullptr, 0, MPI_BYTE, 0, stop_tag, m_communicator, &m_stop_message); });
}

bool mpi_messages::send(std::vector<std::byte> message) {
  poll();
  for (poll_pauses pauses; !m_is_stopped && m_being_sent.size() >= max_being_sent;) {
    pauses.next();
    poll();
  }
  if (m_is_stopped) return false;
  m_being_sent.push_back({MPI_REQUEST_NULL, std::move(message)});
  message_being_sent& last = m_being_sent.back();
  m_mpi([&] {
    return MPI_Issend(last.bytes.data(), static_cast<int>(last.bytes.size()), MPI_BYTE, 0, message_tag, m_communicator,
                      &last.request);
  });
  return true;
}

void mpi_messages::poll() {
  m_mpi([&] {
    while (!m_being_sent.empty() && is_complete(m_being_sent.front().request)) m_being_sent.pop_front();
    m_is_stopped = is_complete(m_stop_message);
  });
}

void mpi_messages::end_as_sender() noexcept {
  const char message = 0;
  m_mpi.wait_for([&](MPI_Request* request) {
    return MPI_Isend(&message, m_is_finished ? 1 : 0, MPI_BYTE, 0, end_tag, m_communicator, request);
  });
  for (poll_pauses pauses; !m_being_sent.empty() || !m_is_stopped;) {
    poll();
    pauses.next();
  }
}

std::optional<std::vector<std::byte>> mpi_messages::receive(std::uint64_t block) {
  const sender& from = m_senders[block];
  if (from.has_ended) return std::nullopt;
  auto message = receive_next(static_cast<int>(block), [](std::size_t size) { return std::vector<std::byte>(size); });
  if (from.has_failed) {
    // Without a round: until the next round, the failed rank answers queries of other threads here.
    m_knows_of_failure = true;
    throw interrupted("another rank has failed");
  }
  return message;
}

template <class Allocate>
auto mpi_messages::receive_next(int rank, const Allocate& allocate) -> std::optional<decltype(allocate(0))> {
  MPI_Status status;
  int size = 0;
  const auto has_message = [&] {
    int flag = 0;
    MPI_Iprobe(rank, MPI_ANY_TAG, m_communicator, &flag, &status);
    if (flag != 0) MPI_Get_count(&status, MPI_BYTE, &size);
    return flag != 0;
  };
  for (poll_pauses pauses; !m_mpi(has_message);) pauses.next();
  auto bytes = allocate(static_cast<std::size_t>(size));
  m_mpi.wait_for([&](MPI_Request* request) {
    return MPI_Irecv(bytes.data(), size, MPI_BYTE, rank, status.MPI_TAG, m_communicator, request);
  });
  if (status.MPI_TAG == message_tag) return bytes;
  sender& from = m_senders[static_cast<std::size_t>(rank)];
  from.has_ended = true;
  from.has_failed = bytes.empty();
  stop_sender(rank);
  return std::nullopt;
}

void mpi_messages::discard_next(int rank) noexcept {
  (void)receive_next(rank, [this](std::size_t size) {
    if (size > m_discarded.size()) m_discarded.resize(size);
    return std::span(m_discarded).first(size);
  });
}

void mpi_messages::stop_sender(int rank) noexcept {
  sender& to = m_senders[static_cast<std::size_t>(rank)];
  if (std::exchange(to.was_stopped, true)) return;
  m_mpi.wait_for(
      [&](MPI_Request* request) { return MPI_Isend(nullptr, 0, MPI_BYTE, rank, stop_tag, m_communicator, request); });
}

void mpi_messages::end_as_receiver() noexcept {
  const auto num_ranks = static_cast<int>(m_senders.size());
  for (int rank = 1; rank < num_ranks; ++rank) stop_sender(rank);
  for (int rank = 1; rank < num_ranks; ++rank) {
    while (!m_senders[static_cast<std::size_t>(rank)].has_ended) discard_next(rank);
  }
}

}  // namespace zermelo::distributed
