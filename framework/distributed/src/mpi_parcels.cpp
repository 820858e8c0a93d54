// SPDX-License-Identifier: MIT
// Messages: parcels, as they are; the last one of a rank, a byte if it has finished, nothing if it has failed; and rank
// 0's word, which is empty.
// Sending is synchronous: it is done when the other side has begun to receive.
#include "mpi_parcels.hpp"

#include <span>
#include <utility>

#include <zermelo/core/base/error.hpp>

namespace zermelo::distributed {
namespace {

constexpr int parcel_tag = 1;
constexpr int last_tag = 2;
constexpr int word_tag = 3;
constexpr std::size_t max_under_way = 16;
constexpr std::size_t usual_parcel_bytes = std::size_t{1} << 20;  // chunks of tables and pieces of words are smaller

}  // namespace

mpi_parcels::mpi_parcels(MPI_Comm links, mpi_calls& mpi, std::uint64_t rank, std::uint64_t num_ranks,
                         bool& hears_of_failure)
    : m_links(links), m_mpi(mpi), m_rank(static_cast<int>(rank)), m_hears_of_failure(hears_of_failure) {
  if (m_rank != 0) return;
  m_senders.resize(num_ranks, sender{});
  m_thrown_away.resize(usual_parcel_bytes);
}

mpi_parcels::~mpi_parcels() {
  if (!m_has_begun) return;
  if (m_rank == 0) {
    end_as_receiver();
  } else {
    end_as_sender();
  }
}

void mpi_parcels::begin() noexcept {
  m_has_begun = true;
  if (m_rank == 0) return;
  m_mpi([&] { return MPI_Irecv(nullptr, 0, MPI_BYTE, 0, word_tag, m_links, &m_word); });
}

// Of every rank but the first

bool mpi_parcels::send(std::vector<std::byte> parcel) {
  forget_taken();
  for (pauses between_looks; !m_was_told && m_under_way.size() >= max_under_way;) {
    between_looks.next();
    forget_taken();
  }
  if (m_was_told) return false;
  m_under_way.push_back({MPI_REQUEST_NULL, std::move(parcel)});
  parcel_under_way& last = m_under_way.back();
  m_mpi([&] {
    return MPI_Issend(last.bytes.data(), static_cast<int>(last.bytes.size()), MPI_BYTE, 0, parcel_tag, m_links,
                      &last.request);
  });
  return true;
}

void mpi_parcels::forget_taken() {
  m_mpi([&] {
    int is_done = 1;
    while (!m_under_way.empty()) {
      MPI_Test(&m_under_way.front().request, &is_done, MPI_STATUS_IGNORE);
      if (is_done == 0) break;
      m_under_way.pop_front();
    }
    MPI_Test(&m_word, &is_done, MPI_STATUS_IGNORE);
    m_was_told = is_done != 0;
    return 0;
  });
}

void mpi_parcels::end_as_sender() noexcept {
  const char word = 0;
  m_mpi.wait_for([&](MPI_Request* request) {
    return MPI_Isend(&word, m_is_finished ? 1 : 0, MPI_BYTE, 0, last_tag, m_links, request);
  });
  for (pauses between_looks; !m_under_way.empty() || !m_was_told;) {
    forget_taken();
    between_looks.next();
  }
}

// Of the first

std::optional<std::vector<std::byte>> mpi_parcels::receive(std::uint64_t block) {
  const sender& from = m_senders[block];
  if (from.has_ended) return std::nullopt;
  auto parcel = take_next(static_cast<int>(block), [](std::size_t size) { return std::vector<std::byte>(size); });
  if (from.has_failed) {
    // No round, in which that one leaves: other threads here may have questions for it, which it answers until then.
    m_hears_of_failure = true;
    throw interrupted("another rank has failed");
  }
  return parcel;
}

template <class MakeRoom>
auto mpi_parcels::take_next(int rank, const MakeRoom& make_room) -> std::optional<decltype(make_room(0))> {
  MPI_Status status;
  int size = 0;
  const auto is_there = [&] {
    int found = 0;
    MPI_Iprobe(rank, MPI_ANY_TAG, m_links, &found, &status);
    if (found != 0) MPI_Get_count(&status, MPI_BYTE, &size);
    return found != 0;
  };
  for (pauses between_looks; !m_mpi(is_there);) between_looks.next();
  auto bytes = make_room(static_cast<std::size_t>(size));
  m_mpi.wait_for([&](MPI_Request* request) {
    return MPI_Irecv(bytes.data(), size, MPI_BYTE, rank, status.MPI_TAG, m_links, request);
  });
  if (status.MPI_TAG == parcel_tag) return bytes;
  sender& from = m_senders[static_cast<std::size_t>(rank)];
  from.has_ended = true;
  from.has_failed = bytes.empty();
  stop_sender(rank);
  return std::nullopt;
}

void mpi_parcels::throw_away_next(int rank) noexcept {
  (void)take_next(rank, [this](std::size_t size) {
    if (size > m_thrown_away.size()) m_thrown_away.resize(size);
    return std::span(m_thrown_away).first(size);
  });
}

void mpi_parcels::stop_sender(int rank) noexcept {
  sender& to = m_senders[static_cast<std::size_t>(rank)];
  if (std::exchange(to.was_stopped, true)) return;
  m_mpi.wait_for(
      [&](MPI_Request* request) { return MPI_Isend(nullptr, 0, MPI_BYTE, rank, word_tag, m_links, request); });
}

void mpi_parcels::end_as_receiver() noexcept {
  const auto num_ranks = static_cast<int>(m_senders.size());
  for (int rank = 1; rank < num_ranks; ++rank) stop_sender(rank);
  for (int rank = 1; rank < num_ranks; ++rank) {
    while (!m_senders[static_cast<std::size_t>(rank)].has_ended) throw_away_next(rank);
  }
}

}  // namespace zermelo::distributed
