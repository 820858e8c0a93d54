// SPDX-License-Identifier: MIT
// Requests are not empty: an empty message means that its rank sends no more requests.
#include "request_channel.hpp"

#include <system_error>
#include <thread>
#include <utility>

namespace zermelo::distributed {
namespace {

// Far from the tags in entry_server.cpp, whose queries use the same communicator.
constexpr int request_tag = 16'001;
constexpr int answer_tag = 16'002;

}  // namespace

void request_channel::answer_while(const std::function<void()>& work, const block_exchange::answerer& answer) {
  if (m_num_ranks == 1) return work();
  std::jthread answering;
  try {
    answering = std::jthread([&] { answer_all(answer); });
  } catch (const std::system_error&) {
    answer_all([](const std::string&) { return std::string(); });  // other ranks wait for answers
    throw;
  }
  work();
}

void request_channel::answer_all(const block_exchange::answerer& answer) {
  // Waking thousands of times per second would slow down the work of this rank by a third.
  constexpr unsigned max_sleep_us = 5'000;
  std::uint64_t num_asking = m_num_ranks - 1;
  for (poll_pauses pauses(max_sleep_us); num_asking > 0;) {
    const std::optional<message> request = try_receive(MPI_ANY_SOURCE, request_tag);
    if (!request) {
      pauses.next();
      continue;
    }
    pauses.restart();
    if (request->text.empty()) {
      --num_asking;
    } else {
      send(answer(request->text), request->source, answer_tag);
    }
  }
}

std::string request_channel::send_request(const std::string& request) {
  const std::lock_guard lock(m_asking);
  send(request, 0, request_tag);
  for (poll_pauses pauses;;) {
    if (std::optional<message> answer = try_receive(0, answer_tag)) return std::move(answer->text);
    pauses.next();
  }
}

void request_channel::stop_asking() noexcept { send("", 0, request_tag); }

void request_channel::send(const std::string& text, int rank, int tag) {
  m_mpi.wait_for([&](MPI_Request* request) {
    return MPI_Isend(text.data(), static_cast<int>(text.size()), MPI_BYTE, rank, tag, m_requests, request);
  });
}

std::optional<request_channel::message> request_channel::try_receive(int rank, int tag) {
  return m_mpi([&]() -> std::optional<message> {
    int flag = 0;
    int size = 0;
    MPI_Status status;
    MPI_Iprobe(rank, tag, m_requests, &flag, &status);
    if (flag == 0) return std::nullopt;
    MPI_Get_count(&status, MPI_BYTE, &size);
    message received{status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0')};
    MPI_Recv(received.text.data(), size, MPI_BYTE, status.MPI_SOURCE, tag, m_requests, MPI_STATUS_IGNORE);
    return received;
  });
}

}  // namespace zermelo::distributed
