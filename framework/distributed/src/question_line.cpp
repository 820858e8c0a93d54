// SPDX-License-Identifier: MIT
// A question is never empty; an empty one says that its rank asks no more.
#include "question_line.hpp"

#include <system_error>
#include <thread>
#include <utility>

namespace zermelo::distributed {
namespace {

// Far from those of entries, see entry_server.cpp.
constexpr int line_tag = 16'001;
constexpr int answer_tag = 16'002;

}  // namespace

void question_line::answer_while(const std::function<void()>& work, const block_exchange::answerer& answer) {
  if (m_num_ranks == 1) return work();
  std::thread answering;
  try {
    answering = std::thread([&] { answer_all(answer); });
  } catch (const std::system_error&) {
    answer_all([](const std::string&) { return std::string(); });  // the others wait for something
    throw;
  }
  try {
    work();
  } catch (...) {
    answering.join();
    throw;
  }
  answering.join();
}

void question_line::answer_all(const block_exchange::answerer& answer) {
  std::uint64_t asking = m_num_ranks - 1;
  for (pauses between_looks; asking > 0;) {
    const std::optional<letter> question = receive(MPI_ANY_SOURCE, line_tag);
    if (!question) {
      between_looks.next();
      continue;
    }
    between_looks.begin_again();
    if (question->text.empty()) {
      --asking;
    } else {
      send(answer(question->text), question->rank, answer_tag);
    }
  }
}

std::string question_line::ask(const std::string& question) {
  const std::lock_guard lock(m_asking);
  send(question, 0, line_tag);
  for (pauses between_looks;;) {
    if (std::optional<letter> answer = receive(0, answer_tag)) return std::move(answer->text);
    between_looks.next();
  }
}

void question_line::stop_asking() noexcept { send("", 0, line_tag); }

void question_line::send(const std::string& text, int rank, int tag) {
  m_mpi.wait_for([&](MPI_Request* request) {
    return MPI_Isend(text.data(), static_cast<int>(text.size()), MPI_BYTE, rank, tag, m_questions, request);
  });
}

std::optional<question_line::letter> question_line::receive(int rank, int tag) {
  return m_mpi([&]() -> std::optional<letter> {
    int is_there = 0;
    int size = 0;
    MPI_Status status;
    MPI_Iprobe(rank, tag, m_questions, &is_there, &status);
    if (is_there == 0) return std::nullopt;
    MPI_Get_count(&status, MPI_BYTE, &size);
    letter came{status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0')};
    MPI_Recv(came.text.data(), size, MPI_BYTE, status.MPI_SOURCE, tag, m_questions, MPI_STATUS_IGNORE);
    return came;
  });
}

}  // namespace zermelo::distributed
