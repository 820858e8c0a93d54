// SPDX-License-Identifier: MIT
// Answers the queries of other ranks for entries of this rank's block, on a separate thread, and sends such queries.
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
  /// @param requests  a communicator with only the messages of entry servers and request channels
  /// @param block_entries  the entries of this rank's block; words in memory have the width that `max_distance` needs
  /// @param max_distance  a bound of the distances on all ranks
  /// @param margin_bits   margin bits of the words, see word_layout
  /// @throws std::system_error if no thread can be started.
  entry_server(MPI_Comm requests, mpi_calls& mpi, std::shared_ptr<const solution_entries> block_entries,
               std::uint32_t max_distance, unsigned margin_bits);
  /// Precondition: no rank sends further queries.
  ~entry_server();
  entry_server(const entry_server&) = delete;
  entry_server& operator=(const entry_server&) = delete;

  /// Sets `entries` to the entries of another rank's block from an offset. Thread-safe: threads do not wait for each
  /// other's answers.
  void fetch(int rank, std::uint64_t offset, std::span<position_value> entries);

 private:
  struct query {
    std::uint64_t offset = 0;
    std::uint64_t num_entries = 0;
    int answer_tag = 0;
  };
  class answer_tag;

  template <class Word>
  void fetch_words(int rank, const query& sent, std::span<position_value> entries);
  void serve();
  /// Returns whether there was a query.
  [[nodiscard]] bool answer_next();
  /// Returns the words that answer a query: in place if they are in memory, otherwise made from the entries in
  /// `m_made_words`.
  [[nodiscard]] const void* words_of(const query& received);

  MPI_Comm m_requests;
  mpi_calls& m_mpi;
  std::shared_ptr<const solution_entries> m_block_entries;
  unsigned m_margin_bits;
  bool m_is_narrow;
  // Buffers for one answer whose words are not in memory.
  std::vector<position_value> m_read_entries;
  std::vector<std::uint8_t> m_made_words;
  std::vector<MPI_Request> m_answers;  ///< answers in transit
  std::mutex m_tags_guard;
  std::vector<bool> m_taken_tags;  ///< [tag number]: used by a query that waits for its answer
  std::atomic<bool> m_stop{false};
  std::thread m_thread;
};

}  // namespace zermelo::distributed
