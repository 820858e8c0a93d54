// SPDX-License-Identifier: MIT
// A query contains an offset, a number of entries, and the tag of its answer, by which each thread of a rank receives
// its own answer. An answer contains the words of the entries, see packed_word.hpp.
#include "entry_server.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include <zermelo/core/value/packed_word.hpp>

namespace zermelo::distributed {
namespace {

constexpr int query_tag = 1;
constexpr int first_answer_tag = 100;  // one tag per thread that waits for an answer
constexpr std::uint64_t max_query_entries = std::uint64_t{1} << 16;

/// Writes entries as words. Receivers of an answer ignore the player to move.
template <class Word>
void write_words(std::span<const position_value> entries, const word_layout<Word>& layout, std::uint8_t* at) {
  for (const position_value& entry : entries) {
    const Word word = layout.of(entry, player::first);
    std::memcpy(at, &word, sizeof word);
    at += sizeof word;
  }
}

}  // namespace

entry_server::entry_server(MPI_Comm requests, mpi_calls& mpi, std::shared_ptr<const solution_entries> block_entries,
                           std::uint32_t max_distance, unsigned margin_bits)
    : m_requests(requests),
      m_mpi(mpi),
      m_block_entries(std::move(block_entries)),
      m_margin_bits(margin_bits),
      m_is_narrow(word_layout<std::uint16_t>::has_space(margin_bits) &&
                  max_distance <= word_layout<std::uint16_t>(margin_bits).max_distance()) {
  if (!m_block_entries->is_in_memory()) {
    m_read_entries.resize(max_query_entries);
    m_made_words.resize(max_query_entries * sizeof(std::uint32_t));
  }
  m_thread = std::thread([this] { serve(); });
}

entry_server::~entry_server() {
  m_stop.store(true);
  m_thread.join();
  MPI_Waitall(static_cast<int>(m_answers.size()), m_answers.data(), MPI_STATUSES_IGNORE);
}

/// A tag that is unique among the threads of this rank during the lifetime of the object.
class entry_server::answer_tag {
 public:
  explicit answer_tag(entry_server& server) : m_server(server) {
    const std::lock_guard lock(server.m_tags_guard);
    std::vector<bool>& taken = server.m_taken_tags;
    const auto free = std::find(taken.begin(), taken.end(), false);
    m_tag = static_cast<std::size_t>(free - taken.begin());
    if (free == taken.end()) taken.push_back(false);
    taken[m_tag] = true;
  }
  ~answer_tag() {
    const std::lock_guard lock(m_server.m_tags_guard);
    m_server.m_taken_tags[m_tag] = false;
  }
  answer_tag(const answer_tag&) = delete;
  answer_tag& operator=(const answer_tag&) = delete;

  [[nodiscard]] int number() const noexcept { return first_answer_tag + static_cast<int>(m_tag); }

 private:
  entry_server& m_server;
  std::size_t m_tag = 0;
};

void entry_server::fetch(int rank, std::uint64_t offset, std::span<position_value> entries) {
  while (!entries.empty()) {
    const answer_tag tag(*this);
    const query sent{offset, std::min<std::uint64_t>(entries.size(), max_query_entries), tag.number()};
    const std::span<position_value> part = entries.first(sent.num_entries);
    if (m_is_narrow) {
      fetch_words<std::uint16_t>(rank, sent, part);
    } else {
      fetch_words<std::uint32_t>(rank, sent, part);
    }
    offset += part.size();
    entries = entries.subspan(part.size());
  }
}

template <class Word>
void entry_server::fetch_words(int rank, const query& sent, std::span<position_value> entries) {
  std::vector<Word> words(entries.size());
  const auto bytes = static_cast<int>(words.size() * sizeof(Word));
  m_mpi.wait_for([&](MPI_Request* request) {
    return MPI_Isend(&sent, sizeof sent, MPI_BYTE, rank, query_tag, m_requests, request);
  });
  m_mpi.wait_for([&](MPI_Request* request) {
    return MPI_Irecv(words.data(), bytes, MPI_BYTE, rank, sent.answer_tag, m_requests, request);
  });
  const word_layout<Word> layout(m_margin_bits);
  std::transform(words.begin(), words.end(), entries.begin(), [&layout](Word word) { return layout.value(word); });
}

void entry_server::serve() {
  for (poll_pauses pauses; !m_stop.load();) {
    if (answer_next()) {
      pauses.restart();
    } else {
      pauses.next();
    }
  }
}

bool entry_server::answer_next() {
  query received;
  int source = 0;
  const bool has_query = m_mpi([&] {
    int flag = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, query_tag, m_requests, &flag, &status);
    if (flag == 0) return false;
    source = status.MPI_SOURCE;
    MPI_Recv(&received, sizeof received, MPI_BYTE, source, query_tag, m_requests, MPI_STATUS_IGNORE);
    return true;
  });
  if (!has_query) return false;
  const void* const words = words_of(received);
  const std::size_t word_bytes = m_is_narrow ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
  const auto bytes = static_cast<int>(received.num_entries * word_bytes);
  const auto send = [&](MPI_Request* request) {
    return MPI_Isend(words, bytes, MPI_BYTE, source, received.answer_tag, m_requests, request);
  };
  if (words == m_made_words.data()) {  // the next answer overwrites these words
    m_mpi.wait_for(send);
    return true;
  }
  m_mpi([&] {
    for (MPI_Request& answer : m_answers) (void)is_complete(answer);
    std::erase(m_answers, MPI_REQUEST_NULL);
    return send(&m_answers.emplace_back(MPI_REQUEST_NULL));
  });
  return true;
}

const void* entry_server::words_of(const query& received) {
  const entry_words in_memory = m_block_entries->words();
  if (!in_memory.narrow.empty()) return in_memory.narrow.data() + received.offset;
  if (!in_memory.wide.empty()) return in_memory.wide.data() + received.offset;
  const std::span<position_value> entries = std::span(m_read_entries).first(received.num_entries);
  m_block_entries->read(received.offset, entries);
  if (m_is_narrow) {
    write_words(entries, word_layout<std::uint16_t>(m_margin_bits), m_made_words.data());
  } else {
    write_words(entries, word_layout<std::uint32_t>(m_margin_bits), m_made_words.data());
  }
  return m_made_words.data();
}

}  // namespace zermelo::distributed
