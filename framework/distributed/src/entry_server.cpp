// SPDX-License-Identifier: MIT
// Questions are an offset and a number of entries, with the tag of the answer, by which each of a rank's threads finds
// its own; answers are the words, as they are in a table.
#include "entry_server.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/solution_entries.hpp>

namespace zermelo::distributed {
namespace {

constexpr int question_tag = 1;
constexpr int first_answer_tag = 100;  // and upwards, as many as there are threads that ask
constexpr std::uint64_t max_asked_entries = std::uint64_t{1} << 16;

/// Writes the words of some entries. Who is to move is not read.
template <class Word>
void write_words(std::span<const position_value> entries, std::uint8_t* at) {
  for (const position_value& entry : entries) {
    const Word word = packed_word<Word>::of(entry, player::first);
    std::memcpy(at, &word, sizeof word);
    at += sizeof word;
  }
}

}  // namespace

entry_server::entry_server(MPI_Comm questions, mpi_calls& mpi, std::shared_ptr<const solution_entries> own,
                           std::uint32_t longest)
    : m_questions(questions),
      m_mpi(mpi),
      m_own(std::move(own)),
      m_is_narrow(longest <= packed_word<std::uint16_t>::max_low) {
  if (!m_own->is_in_memory()) {
    m_read.resize(max_asked_entries);
    m_made.resize(max_asked_entries * sizeof(std::uint32_t));
  }
  m_thread = std::thread([this] { serve(); });
}

entry_server::~entry_server() {
  m_stop.store(true);
  m_thread.join();
  MPI_Waitall(static_cast<int>(m_answers.size()), m_answers.data(), MPI_STATUSES_IGNORE);
}

/// One that no other thread of this rank has, as long as this lives.
class entry_server::answer_tag {
 public:
  explicit answer_tag(entry_server& server) : m_server(server) {
    const std::lock_guard lock(server.m_asking);
    std::vector<bool>& taken = server.m_taken_tags;
    const auto free = std::find(taken.begin(), taken.end(), false);
    m_place = static_cast<std::size_t>(free - taken.begin());
    if (free == taken.end()) taken.push_back(false);
    taken[m_place] = true;
  }
  ~answer_tag() {
    const std::lock_guard lock(m_server.m_asking);
    m_server.m_taken_tags[m_place] = false;
  }
  answer_tag(const answer_tag&) = delete;
  answer_tag& operator=(const answer_tag&) = delete;

  [[nodiscard]] int number() const noexcept { return first_answer_tag + static_cast<int>(m_place); }

 private:
  entry_server& m_server;
  std::size_t m_place = 0;
};

void entry_server::ask(int rank, std::uint64_t offset, std::span<position_value> entries) {
  while (!entries.empty()) {
    const answer_tag tag(*this);
    const question what{offset, std::min<std::uint64_t>(entries.size(), max_asked_entries), tag.number()};
    const std::span<position_value> part = entries.first(what.size);
    if (m_is_narrow) {
      ask_words<std::uint16_t>(rank, what, part);
    } else {
      ask_words<std::uint32_t>(rank, what, part);
    }
    offset += what.size;
    entries = entries.subspan(what.size);
  }
}

template <class Word>
void entry_server::ask_words(int rank, const question& what, std::span<position_value> entries) {
  std::vector<Word> words(what.size);
  const auto bytes = static_cast<int>(words.size() * sizeof(Word));
  m_mpi.wait_for([&](MPI_Request* request) {
    return MPI_Isend(&what, sizeof what, MPI_BYTE, rank, question_tag, m_questions, request);
  });
  m_mpi.wait_for([&](MPI_Request* request) {
    return MPI_Irecv(words.data(), bytes, MPI_BYTE, rank, what.answer_tag, m_questions, request);
  });
  std::transform(words.begin(), words.end(), entries.begin(), packed_word<Word>::value);
}

void entry_server::serve() {
  for (pauses between_looks; !m_stop.load();) {
    if (answer_one()) {
      between_looks.begin_again();
    } else {
      between_looks.next();
    }
  }
}

bool entry_server::answer_one() {
  question what;
  int source = 0;
  const bool was_asked = m_mpi([&] {
    int is_there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, question_tag, m_questions, &is_there, &status);
    if (is_there == 0) return false;
    source = status.MPI_SOURCE;
    MPI_Recv(&what, sizeof what, MPI_BYTE, source, question_tag, m_questions, MPI_STATUS_IGNORE);
    return true;
  });
  if (!was_asked) return false;
  const void* const words = words_of(what);
  const auto bytes = static_cast<int>(what.size * (m_is_narrow ? sizeof(std::uint16_t) : sizeof(std::uint32_t)));
  const auto send = [&](MPI_Request* request) {
    return MPI_Isend(words, bytes, MPI_BYTE, source, what.answer_tag, m_questions, request);
  };
  if (words == m_made.data()) {  // which the next answer needs
    m_mpi.wait_for(send);
    return true;
  }
  m_mpi([&] {
    int is_done = 0;
    for (MPI_Request& answer : m_answers) MPI_Test(&answer, &is_done, MPI_STATUS_IGNORE);
    std::erase(m_answers, MPI_REQUEST_NULL);
    return send(&m_answers.emplace_back(MPI_REQUEST_NULL));
  });
  return true;
}

const void* entry_server::words_of(const question& what) {
  const entry_words own = m_own->words();
  if (!own.narrow.empty()) return own.narrow.data() + what.offset;
  if (!own.wide.empty()) return own.wide.data() + what.offset;
  const std::span<position_value> entries = std::span(m_read).first(what.size);
  m_own->read(what.offset, entries);
  if (m_is_narrow) {
    write_words<std::uint16_t>(entries, m_made.data());
  } else {
    write_words<std::uint32_t>(entries, m_made.data());
  }
  return m_made.data();
}

}  // namespace zermelo::distributed
