// SPDX-License-Identifier: MIT
// Answers the other ranks' questions for entries of this one's block, on a thread of its own, and asks such questions.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include <mpi.h>

#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/solution_entries.hpp>

#include "mpi_calls.hpp"

namespace zermelo::distributed {

class entry_server {
 public:
  /// @param questions  is used for nothing else  @param longest  no entry of any rank has a longer distance
  /// @throws std::system_error if there is no thread.
  entry_server(MPI_Comm questions, mpi_calls& mpi, std::shared_ptr<const solution_entries> own, std::uint32_t longest);
  /// Precondition: nobody asks any more.
  ~entry_server();
  entry_server(const entry_server&) = delete;
  entry_server& operator=(const entry_server&) = delete;

  /// Sets `entries` to those of another rank's block from that offset on. Thread-safe, and threads do not wait for each
  /// other's answers.
  void ask(int rank, std::uint64_t offset, std::span<position_value> entries);

 private:
  struct question {
    std::uint64_t offset = 0;
    std::uint64_t size = 0;
    int answer_tag = 0;
  };
  class answer_tag;

  template <class Word>
  void ask_words(int rank, const question& what, std::span<position_value> entries);
  void serve();
  /// False if nobody has asked anything.
  [[nodiscard]] bool answer_one();
  /// The words that answer a question: where they lie, or else made from the entries.
  [[nodiscard]] const void* words_of(const question& what);

  MPI_Comm m_questions;
  mpi_calls& m_mpi;
  std::shared_ptr<const solution_entries> m_own;
  bool m_is_narrow;
  // Of an answer whose words have to be made.
  std::vector<position_value> m_read;
  std::vector<std::uint8_t> m_made;
  std::vector<MPI_Request> m_answers;  ///< on their way, or not yet found to have arrived
  std::mutex m_asking;
  std::vector<bool> m_taken_tags;  ///< one for each question that waits for its answer
  std::atomic<bool> m_stop{false};
  std::thread m_thread;
};

}  // namespace zermelo::distributed
