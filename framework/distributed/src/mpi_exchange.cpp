// SPDX-License-Identifier: MIT
// Messages are words of 32 bits where blocks are small enough, else of 64: the offset of a vertex in the block that it
// goes to; with the highest bit set, a word follows that says how many times it has been reached. Each outbox is put in
// order first, which brings equal ones together: a vertex goes once, with the sum of its times. Where a part of the
// buffer is too small for what one rank has for another, the same round sends several parts.
#include "mpi_exchange.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include <boost/sort/spreadsort/integer_sort.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>

#include "mpi_parcels.hpp"
#include "shared_entries.hpp"

namespace zermelo::distributed {
namespace {

constexpr std::uint64_t nothing = std::numeric_limits<std::uint64_t>::max();

template <class Word>
constexpr Word times_follow = Word{1} << (std::numeric_limits<Word>::digits - 1);

/// What one outbox still has for one rank, in order.
struct letter {
  const std::uint64_t* next = nullptr;
  const std::uint64_t* end = nullptr;

  /// The end of the numbers that are equal to the next one.
  [[nodiscard]] const std::uint64_t* end_of_equal() const noexcept {
    const std::uint64_t* at = next + 1;
    while (at != end && *at == *next) ++at;
    return at;
  }
};

[[nodiscard]] std::uint64_t words_of(letter whole) noexcept {
  std::uint64_t words = 0;
  while (whole.next != whole.end) {
    const std::uint64_t* const after = whole.end_of_equal();
    words += after - whole.next == 1 ? 1 : 2;
    whole.next = after;
  }
  return words;
}

/// Moves as many words as there is room for, from a letter to the end of those before. `begin`: the number of the
/// block's first vertex.
template <class Word>
void move_words(letter& from, std::uint64_t begin, std::span<Word> room, std::size_t& filled) noexcept {
  while (from.next != from.end) {
    const std::uint64_t* const after = from.end_of_equal();
    const auto times = static_cast<std::uint64_t>(after - from.next);
    if (filled + (times == 1 ? 1 : 2) > room.size()) return;
    const auto offset = static_cast<Word>(*from.next - begin);
    if (times == 1) {
      room[filled++] = offset;
    } else {
      room[filled++] = offset | times_follow<Word>;
      room[filled++] = static_cast<Word>(times);
    }
    from.next = after;
  }
}

/// Copies the words for a block, those of all outboxes in a row, from the one of that number on, as many as there is
/// room for. Returns how many these are.
[[nodiscard]] std::size_t copy_words(std::span<const word_outbox> outboxes, std::uint64_t block, std::uint64_t first,
                                     std::span<std::uint64_t> room) noexcept {
  std::size_t filled = 0;
  for (const word_outbox& outbox : outboxes) {
    std::span<const std::uint64_t> words = outbox.words_for(block);
    const std::uint64_t skipped = std::min<std::uint64_t>(first, words.size());
    first -= skipped;
    words = words.subspan(skipped);
    words = words.first(std::min(words.size(), room.size() - filled));
    std::copy(words.begin(), words.end(), room.begin() + static_cast<std::ptrdiff_t>(filled));
    filled += words.size();
  }
  return filled;
}

}  // namespace

mpi_exchange::mpi_exchange(const rank_links& links, const exchange_limits& limits)
    : m_limits(limits),
      m_rounds(links.rounds),
      m_questions(links.questions),
      m_rank(links.rank),
      m_num_ranks(links.num_ranks),
      m_num_local_ranks(links.num_local_ranks),
      m_line(links.questions, m_mpi, links.num_ranks) {
  constexpr std::uint64_t least_words = 4;                     // in a part
  constexpr std::uint64_t max_bytes = std::uint64_t{1} << 30;  // MPI counts them in an int
  const std::uint64_t words =
      std::max(std::min(limits.bytes_per_buffer, max_bytes) / sizeof(std::uint64_t) / m_num_ranks, least_words);
  m_part_bytes = words * sizeof(std::uint64_t);
  std::uint64_t has_room = 1;
  try {
    m_sent.resize(words * m_num_ranks);
    m_received.resize(words * m_num_ranks);
    for (std::vector<int>* const sizes : {&m_sent_sizes, &m_sent_starts, &m_received_sizes, &m_received_starts}) {
      sizes->resize(m_num_ranks);
    }
    m_last_words.resize(m_num_ranks);
  } catch (const std::bad_alloc&) {
    has_room = 0;
  }
  reduce(&has_room, 1, MPI_MIN);
  if (has_room == 0) throw resource_error("a rank has no memory for the messages between ranks");
}

mpi_exchange::~mpi_exchange() {
  if (!m_is_concluded) (void)conclude({3, "the work was not concluded"});
}

std::uint64_t mpi_exchange::buffer_bytes() const {
  // An outbox that grows has a copy for a while.
  const std::uint64_t outboxes = 2 * m_limits.outbox_capacity * sizeof(std::uint64_t);
  return (m_sent.size() + m_received.size()) * sizeof(std::uint64_t) + outboxes;
}

// Rounds

void mpi_exchange::reduce(std::uint64_t* numbers, std::size_t size, MPI_Op how) noexcept {
  constexpr std::size_t numbers_at_once = std::size_t{1} << 24;
  while (size > 0) {
    const std::size_t part = std::min(size, numbers_at_once);
    const int count = static_cast<int>(part);
    m_mpi.wait_for([&](MPI_Request* request) {
      return MPI_Iallreduce(MPI_IN_PLACE, numbers, count, MPI_UINT64_T, how, m_rounds, request);
    });
    numbers += part;
    size -= part;
  }
}

std::optional<mpi_exchange::two_numbers> mpi_exchange::try_to_meet(const two_numbers& numbers, bool leaves) noexcept {
  if (m_is_over) return std::nullopt;
  std::array<std::uint64_t, 3> all{numbers[0], numbers[1], leaves ? 0U : 1U};
  ++m_traffic.rounds;
  reduce(all.data(), all.size(), MPI_MIN);
  if (all[2] == 0) {
    m_is_over = true;
    m_was_told = m_was_told || !leaves;
    return std::nullopt;
  }
  return two_numbers{all[0], all[1]};
}

mpi_exchange::two_numbers mpi_exchange::meet(const two_numbers& numbers) {
  const auto met = try_to_meet(numbers, false);
  if (!met) throw interrupted("another rank has failed");
  return *met;
}

std::optional<std::uint64_t> mpi_exchange::least(std::optional<std::uint64_t> number) {
  const std::uint64_t found = meet({number.value_or(nothing), 0})[0];
  return found == nothing ? std::nullopt : std::optional(found);
}

bool mpi_exchange::any(bool here) { return meet({here ? 0U : 1U, 0})[0] == 0; }

void mpi_exchange::leave() noexcept { (void)try_to_meet({nothing, nothing}, true); }

void mpi_exchange::sum(std::vector<std::uint64_t>& numbers) {
  const std::uint64_t longest = ~meet({~std::uint64_t{numbers.size()}, 0})[0];
  // A rank without room for them must not be waited for.
  bool has_room = true;
  try {
    numbers.resize(longest);
  } catch (const std::exception&) {
    has_room = false;
  }
  if (any(!has_room)) throw resource_error("out of memory");
  reduce(numbers.data(), numbers.size(), MPI_SUM);
}

// Waves

bool mpi_exchange::deliver(const block_partition& partition, std::span<vertex_outbox> outboxes, bool has_more,
                           const receiver& f) {
  constexpr std::uint64_t max_narrow_offsets = times_follow<std::uint32_t>;
  if (partition.max_block_size() <= max_narrow_offsets) {
    return deliver_as<std::uint32_t>(partition, outboxes, has_more, f);
  }
  return deliver_as<std::uint64_t>(partition, outboxes, has_more, f);
}

template <class Word>
bool mpi_exchange::deliver_as(const block_partition& partition, std::span<vertex_outbox> outboxes, bool has_more,
                              const receiver& f) {
  const std::size_t part_words = m_part_bytes / sizeof(Word);
  std::vector<letter> letters(outboxes.size() * m_num_ranks);  // [outbox][rank]
  for_each_index(outboxes.size(), [&](std::uint64_t i) {
    std::vector<std::uint64_t>& numbers = outboxes[i].vertices();
    for (std::uint64_t& number : numbers) number = partition.number_by_block(number);
    boost::sort::spreadsort::integer_sort(numbers.begin(), numbers.end());
    const std::uint64_t* next = numbers.data();
    const std::uint64_t* const end = next + numbers.size();
    for (std::uint64_t rank = 0; rank < m_num_ranks; ++rank) {
      const std::uint64_t* const after = std::lower_bound(next, end, (rank + 1) * partition.max_block_size());
      letters[i * m_num_ranks + rank] = {next, after};
      next = after;
    }
  });
  std::uint64_t max_words = 0;
  for (std::uint64_t rank = 0; rank < m_num_ranks; ++rank) {
    std::uint64_t words = 0;
    for (std::size_t i = 0; i < outboxes.size(); ++i) words += words_of(letters[i * m_num_ranks + rank]);
    max_words = std::max(max_words, words);
  }
  // A part has room for a word that says times, or it stays empty.
  const std::uint64_t least_in_part = part_words - 1;
  const std::uint64_t own_parts = (max_words + least_in_part - 1) / least_in_part;
  const two_numbers met = meet({~own_parts, has_more ? 0U : 1U});
  const std::uint64_t num_parts = ~met[0];

  std::exception_ptr failure;
  for (std::uint64_t part = 0; part < num_parts; ++part) {
    for (std::uint64_t rank = 0; rank < m_num_ranks; ++rank) {
      const std::span<Word> room(reinterpret_cast<Word*>(m_sent.data()) + rank * part_words, part_words);
      std::size_t filled = 0;
      for (std::size_t i = 0; i < outboxes.size(); ++i) {
        move_words(letters[i * m_num_ranks + rank], rank * partition.max_block_size(), room, filled);
      }
      m_sent_sizes[rank] = static_cast<int>(filled);
    }
    const std::uint64_t received = swap_parts<Word>();
    try {
      if (!failure) take_in<Word>(received, f);
    } catch (...) {
      failure = std::current_exception();  // the others have parts to send still
    }
  }
  for (vertex_outbox& outbox : outboxes) outbox.vertices().clear();
  if (failure) std::rethrow_exception(failure);
  return met[1] == 0;
}

template <class Word>
void mpi_exchange::take_in(std::uint64_t num_words, const receiver& f) const {
  constexpr std::uint64_t chunk_size = 4096;
  const auto* const words = reinterpret_cast<const Word*>(m_received.data());
  const auto says_times = [words](std::uint64_t i) { return (words[i] & times_follow<Word>) != 0; };
  const auto take_chunk = [&](std::uint64_t chunk) {
    std::array<reached_offset, chunk_size> reached;
    std::size_t filled = 0;
    std::uint64_t i = chunk * chunk_size;
    const std::uint64_t end = std::min(num_words, i + chunk_size);
    if (i > 0 && says_times(i - 1)) ++i;  // times of the chunk before
    while (i < end) {
      if (says_times(i)) {
        reached[filled++] = {static_cast<Word>(words[i] & ~times_follow<Word>), words[i + 1]};
        i += 2;
      } else {
        reached[filled++] = {words[i++], 1};
      }
    }
    if (filled > 0) f(std::span<const reached_offset>(reached.data(), filled));
  };
  const std::uint64_t num_chunks = (num_words + chunk_size - 1) / chunk_size;
  if (num_chunks <= 1) {
    if (num_chunks == 1) take_chunk(0);
  } else {
    for_each_index(num_chunks, take_chunk);
  }
}

/// MPI's own of an unsigned type.
template <class Word>
[[nodiscard]] MPI_Datatype type_of() {
  if constexpr (sizeof(Word) == sizeof(std::uint8_t)) return MPI_UINT8_T;
  return sizeof(Word) == sizeof(std::uint32_t) ? MPI_UINT32_T : MPI_UINT64_T;
}

template <class Word>
std::uint64_t mpi_exchange::swap_parts() {
  int received = 0;
  ++m_traffic.rounds;
  // Late ranks are waited for here: MPI_Alltoallv, which waits inside MPI, is short then.
  m_mpi.wait_for([&](MPI_Request* request) {
    return MPI_Ialltoall(m_sent_sizes.data(), 1, MPI_INT, m_received_sizes.data(), 1, MPI_INT, m_rounds, request);
  });
  m_mpi([&] {
    MPI_Datatype type = type_of<Word>();
    for (std::uint64_t rank = 0; rank < m_num_ranks; ++rank) {
      m_sent_starts[rank] = static_cast<int>(rank * (m_part_bytes / sizeof(Word)));
      m_received_starts[rank] = received;
      received += m_received_sizes[rank];
      if (rank != m_rank) m_traffic.sent_bytes += static_cast<std::uint64_t>(m_sent_sizes[rank]) * sizeof(Word);
    }
    return MPI_Alltoallv(m_sent.data(), m_sent_sizes.data(), m_sent_starts.data(), type, m_received.data(),
                         m_received_sizes.data(), m_received_starts.data(), type, m_rounds);
  });
  return static_cast<std::uint64_t>(received);
}

bool mpi_exchange::send_words(std::span<const word_outbox> outboxes, bool has_more, const word_receiver& f) {
  const std::size_t words_apart = m_part_bytes / sizeof(std::uint64_t);
  const std::size_t part_words = words_apart - words_apart % 2;
  std::uint64_t max_words = 0;
  for (std::uint64_t rank = 0; rank < m_num_ranks; ++rank) {
    std::uint64_t words = 0;
    for (const word_outbox& outbox : outboxes) words += outbox.words_for(rank).size();
    max_words = std::max(max_words, words);
  }
  const two_numbers met = meet({~((max_words + part_words - 1) / part_words), has_more ? 0U : 1U});
  const std::uint64_t num_parts = ~met[0];
  std::exception_ptr failure;
  for (std::uint64_t part = 0; part < num_parts; ++part) {
    for (std::uint64_t rank = 0; rank < m_num_ranks; ++rank) {
      const std::span<std::uint64_t> room(m_sent.data() + rank * words_apart, part_words);
      m_sent_sizes[rank] = static_cast<int>(copy_words(outboxes, rank, part * part_words, room));
    }
    const std::uint64_t received = swap_parts<std::uint64_t>();
    try {
      if (!failure && received > 0) f(std::span<const std::uint64_t>(m_received.data(), received));
    } catch (...) {
      failure = std::current_exception();  // the others have parts to send still
    }
  }
  if (failure) std::rethrow_exception(failure);
  return met[1] == 0;
}

bool mpi_exchange::exchange_mail(block_mail& mail) {
  auto* const sent = reinterpret_cast<std::uint8_t*>(m_sent.data());
  for (std::uint64_t rank = 0; rank < m_num_ranks; ++rank) {
    const std::uint64_t start = rank * m_part_bytes;
    m_sent_sizes[rank] = rank == m_rank ? 0 : static_cast<int>(mail.write(rank, {sent + start, m_part_bytes}));
  }
  const bool has_more = meet({mail.has_more() ? 0U : 1U, 0})[0] == 0;
  (void)swap_parts<std::uint8_t>();
  const auto* const received = reinterpret_cast<const std::uint8_t*>(m_received.data());
  for (std::uint64_t rank = 0; rank < m_num_ranks; ++rank) {
    const auto size = static_cast<std::size_t>(m_received_sizes[rank]);
    if (size > 0) mail.read(rank, {received + m_received_starts[rank], size});
  }
  return has_more;
}

// What follows the solve

std::unique_ptr<const solution_entries> mpi_exchange::share(const block_partition& partition,
                                                            std::unique_ptr<const solution_entries> own) {
  const std::shared_ptr<const solution_entries> kept = std::move(own);
  const auto longest = static_cast<std::uint32_t>(~meet({~std::uint64_t{kept->distance_bound()}, 0})[0]);
  auto server = std::make_unique<entry_server>(m_questions, m_mpi, kept, longest);
  auto entries = std::make_unique<shared_entries>(partition, m_rank, kept, longest, *server);
  (void)meet({0, 0});
  m_server = std::move(server);
  return entries;
}

std::unique_ptr<block_parcels> mpi_exchange::open_parcels() {
  auto parcels = std::make_unique<mpi_parcels>(m_rounds, m_mpi, m_rank, m_num_ranks, m_was_told);
  (void)meet({0, 0});
  parcels->begin();
  return parcels;
}

void mpi_exchange::stop_sharing() {
  (void)meet({0, 0});
  m_server.reset();
}

block_end mpi_exchange::conclude(block_end own) noexcept {
  const bool has_failed = !own.failure.empty();
  (void)try_to_meet({0, 0}, has_failed);
  m_is_over = true;
  m_is_concluded = true;
  m_server.reset();  // nobody asks any more
  last_word word;
  word.status = own.status;
  word.has_failed = has_failed ? 1 : 0;
  word.was_told = m_was_told ? 1 : 0;
  own.failure.copy(word.failure.data(), word.failure.size() - 1);
  m_mpi.wait_for([&](MPI_Request* request) {
    return MPI_Iallgather(&word, sizeof word, MPI_BYTE, m_last_words.data(), sizeof word, MPI_BYTE, m_rounds, request);
  });
  const auto by_itself = [](const last_word& one) { return one.has_failed != 0 && one.was_told == 0; };
  const auto first = std::find_if(m_last_words.begin(), m_last_words.end(), by_itself);
  block_end end;
  try {
    if (first == m_last_words.end()) {
      for (const last_word& one : m_last_words) end.status = std::max(end.status, one.status);
      return end;
    }
    end.status = first->status;
    const bool all_alike = std::all_of(m_last_words.begin(), m_last_words.end(), [&](const last_word& one) {
      return by_itself(one) && std::strcmp(one.failure.data(), first->failure.data()) == 0;
    });
    if (!all_alike) end.failure = "rank " + std::to_string(first - m_last_words.begin()) + ": ";
    end.failure += first->failure.data();
  } catch (const std::exception&) {  // no memory for it
  }
  return end;
}

}  // namespace zermelo::distributed
