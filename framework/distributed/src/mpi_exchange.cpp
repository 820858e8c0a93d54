// SPDX-License-Identifier: MIT
// Vertices are sent as their offsets in their block, in words of 32 bits if blocks are small enough, otherwise of 64.
// If the highest bit of a word is set, the vertex was reached several times, and the next word is the number of times.
// Each outbox is sorted first, so that a vertex is sent once. If a rank's share of the buffer is too small for its
// words, the same round sends several parts.
#include "mpi_exchange.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <limits>
#include <new>
#include <utility>

#include <boost/sort/spreadsort/integer_sort.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>
#include <zermelo/core/value/packed_word.hpp>

#include "mpi_messages.hpp"
#include "shared_entries.hpp"

namespace zermelo::distributed {
namespace {

constexpr std::uint64_t no_number = std::numeric_limits<std::uint64_t>::max();

/// Set in the word of a vertex that is followed by the number of times.
template <class Word>
constexpr Word times_bit = Word{1} << (std::numeric_limits<Word>::digits - 1);

/// The vertices of one outbox that remain to be sent to one rank, ascending.
struct unsent_vertices {
  const std::uint64_t* next = nullptr;
  const std::uint64_t* end = nullptr;

  /// Returns the end of the vertices that equal the next one.
  [[nodiscard]] const std::uint64_t* end_of_equal() const noexcept {
    return std::find_if(next + 1, end, [this](std::uint64_t vertex) { return vertex != *next; });
  }
};

/// Returns the number of words in which the vertices are sent.
[[nodiscard]] std::uint64_t num_words_of(unsent_vertices vertices) noexcept {
  std::uint64_t words = 0;
  while (vertices.next != vertices.end) {
    const std::uint64_t* const after = vertices.end_of_equal();
    words += after - vertices.next == 1 ? 1 : 2;
    vertices.next = after;
  }
  return words;
}

/// Moves vertices, as words, to the words of `space` from index `filled`, as many as fit.
/// @param begin  the number of the block's first vertex
template <class Word>
void move_words(unsent_vertices& from, std::uint64_t begin, std::span<Word> space, std::size_t& filled) noexcept {
  while (from.next != from.end) {
    const std::uint64_t* const after = from.end_of_equal();
    const auto times = static_cast<std::uint64_t>(after - from.next);
    if (filled + (times == 1 ? 1 : 2) > space.size()) return;
    const auto offset = static_cast<Word>(*from.next - begin);
    if (times == 1) {
      space[filled++] = offset;
    } else {
      space[filled++] = offset | times_bit<Word>;
      space[filled++] = static_cast<Word>(times);
    }
    from.next = after;
  }
}

/// Copies the words of all outboxes for a block, without the first `first` words, as many as fit `space`. Returns their
/// number.
[[nodiscard]] std::size_t copy_words(std::span<const word_outbox> outboxes, std::uint64_t block, std::uint64_t first,
                                     std::span<std::uint64_t> space) noexcept {
  std::size_t filled = 0;
  for (const word_outbox& outbox : outboxes) {
    std::span<const std::uint64_t> words = outbox.words_for(block);
    const std::uint64_t skipped = std::min<std::uint64_t>(first, words.size());
    first -= skipped;
    words = words.subspan(skipped);
    words = words.first(std::min(words.size(), space.size() - filled));
    std::copy(words.begin(), words.end(), space.begin() + static_cast<std::ptrdiff_t>(filled));
    filled += words.size();
  }
  return filled;
}

/// Returns the MPI type of an unsigned type.
template <class Word>
[[nodiscard]] MPI_Datatype mpi_type() {
  if constexpr (sizeof(Word) == sizeof(std::uint8_t)) return MPI_UINT8_T;
  return sizeof(Word) == sizeof(std::uint32_t) ? MPI_UINT32_T : MPI_UINT64_T;
}

}  // namespace

/// The result of a rank, which ranks send to each other at the end.
struct mpi_exchange::rank_end {
  int status = 0;
  int has_failed = 0;
  int follows_failure = 0;           ///< whether this rank has ended because another one had failed
  std::array<char, 1012> failure{};  // total size 1 KiB
};

mpi_exchange::mpi_exchange(const rank_links& links, const exchange_limits& limits)
    : m_limits(limits),
      m_rounds(links.rounds),
      m_requests(links.requests),
      m_rank(links.rank),
      m_num_ranks(links.num_ranks),
      m_num_local_ranks(links.num_local_ranks),
      m_channel(links.requests, m_mpi, links.num_ranks) {
  constexpr std::uint64_t min_words = 4;                              // per rank
  constexpr std::uint64_t max_buffer_bytes = std::uint64_t{1} << 30;  // MPI counts bytes in an int
  const std::uint64_t words =
      std::max(std::min(limits.bytes_per_buffer, max_buffer_bytes) / sizeof(std::uint64_t) / m_num_ranks, min_words);
  m_share_bytes = words * sizeof(std::uint64_t);
  std::uint64_t has_space = 1;
  try {
    m_sent.resize(words * m_num_ranks);
    m_received.resize(words * m_num_ranks);
    for (std::vector<int>* const sizes : {&m_sent_sizes, &m_sent_starts, &m_received_sizes, &m_received_starts}) {
      sizes->resize(m_num_ranks);
    }
    m_ends.resize(m_num_ranks);
  } catch (const std::bad_alloc&) {
    has_space = 0;
  }
  reduce(&has_space, 1, MPI_MIN);
  if (has_space == 0) throw resource_error("a rank lacks memory for messages between ranks; use fewer ranks");
}

mpi_exchange::~mpi_exchange() {
  if (!m_is_concluded) (void)conclude({out_of_resource_status, "the rank ended before its work was finished"});
}

std::uint64_t mpi_exchange::buffer_bytes() const {
  // Counted twice, since a growing vector is copied.
  const std::uint64_t outboxes = 2 * m_limits.outbox_capacity * sizeof(std::uint64_t);
  return (m_sent.size() + m_received.size()) * sizeof(std::uint64_t) + outboxes;
}

void mpi_exchange::reduce(std::uint64_t* numbers, std::size_t size, MPI_Op operation) noexcept {
  constexpr std::size_t max_reduced = std::size_t{1} << 24;  // MPI counts in an int
  while (size > 0) {
    const std::size_t part = std::min(size, max_reduced);
    const int count = static_cast<int>(part);
    m_mpi.wait_for([&](MPI_Request* request) {
      return MPI_Iallreduce(MPI_IN_PLACE, numbers, count, MPI_UINT64_T, operation, m_rounds, request);
    });
    numbers += part;
    size -= part;
  }
}

std::optional<mpi_exchange::two_numbers> mpi_exchange::try_minimum(const two_numbers& numbers, bool fails) noexcept {
  if (m_is_over) return std::nullopt;
  std::array<std::uint64_t, 3> all{numbers[0], numbers[1], fails ? 0U : 1U};
  ++m_traffic.rounds;
  reduce(all.data(), all.size(), MPI_MIN);
  if (all[2] == 0) {
    m_is_over = true;
    m_knows_of_failure = m_knows_of_failure || !fails;
    return std::nullopt;
  }
  return two_numbers{all[0], all[1]};
}

mpi_exchange::two_numbers mpi_exchange::minimum(const two_numbers& numbers) {
  const auto least = try_minimum(numbers, false);
  if (!least) throw interrupted("another rank has failed");
  return *least;
}

std::optional<std::uint64_t> mpi_exchange::least(std::optional<std::uint64_t> number) {
  const std::uint64_t smallest = minimum({number.value_or(no_number), 0})[0];
  return smallest == no_number ? std::nullopt : std::optional(smallest);
}

bool mpi_exchange::any(bool here) { return maximum(here ? 1 : 0) == 1; }

void mpi_exchange::leave() noexcept { (void)try_minimum({0, 0}, true); }

void mpi_exchange::sum(std::vector<std::uint64_t>& numbers) {
  const std::uint64_t size = maximum(numbers.size());
  // If one rank lacks memory, all ranks must throw, since a reduction waits for all ranks.
  bool has_space = true;
  try {
    numbers.resize(size);
  } catch (const std::exception&) {
    has_space = false;
  }
  if (any(!has_space)) throw resource_error("out of memory");
  reduce(numbers.data(), numbers.size(), MPI_SUM);
}

bool mpi_exchange::deliver(const block_partition& partition, std::span<vertex_outbox> outboxes, bool has_more,
                           const receiver& f) {
  if (partition.max_block_size() <= times_bit<std::uint32_t>) {
    return deliver_as<std::uint32_t>(partition, outboxes, has_more, f);
  }
  return deliver_as<std::uint64_t>(partition, outboxes, has_more, f);
}

template <class Word>
bool mpi_exchange::deliver_as(const block_partition& partition, std::span<vertex_outbox> outboxes, bool has_more,
                              const receiver& f) {
  const std::size_t share_words = m_share_bytes / sizeof(Word);
  std::vector<unsent_vertices> unsent(outboxes.size() * m_num_ranks);  // [outbox][rank]
  for_each_index(outboxes.size(), [&](std::uint64_t i) {
    std::vector<std::uint64_t>& numbers = outboxes[i].vertices();
    for (std::uint64_t& number : numbers) number = partition.number_by_block(number);
    boost::sort::spreadsort::integer_sort(numbers.begin(), numbers.end());
    const std::uint64_t* next = numbers.data();
    const std::uint64_t* const end = next + numbers.size();
    for (std::uint64_t rank = 0; rank < m_num_ranks; ++rank) {
      const std::uint64_t* const after = std::lower_bound(next, end, (rank + 1) * partition.max_block_size());
      unsent[i * m_num_ranks + rank] = {next, after};
      next = after;
    }
  });
  const auto count_words = [&](std::uint64_t rank) {
    std::uint64_t words = 0;
    for (std::size_t i = 0; i < outboxes.size(); ++i) words += num_words_of(unsent[i * m_num_ranks + rank]);
    return words;
  };
  const auto fill = [&](std::uint64_t rank, std::uint64_t /*part*/) {
    const std::span<Word> space(reinterpret_cast<Word*>(m_sent.data()) + rank * share_words, share_words);
    std::size_t filled = 0;
    for (std::size_t i = 0; i < outboxes.size(); ++i) {
      move_words(unsent[i * m_num_ranks + rank], rank * partition.max_block_size(), space, filled);
    }
    return filled;
  };
  const auto read = [&](std::uint64_t num_words) { read_received<Word>(num_words, f); };
  // The last word of a part stays empty if two words come next.
  const bool any_more = send_in_parts<Word>(count_words, share_words - 1, has_more, fill, read);
  for (vertex_outbox& outbox : outboxes) outbox.vertices().clear();
  return any_more;
}

template <class Word, class Count, class Fill, class Read>
bool mpi_exchange::send_in_parts(const Count& count_words, std::uint64_t min_filled, bool has_more, const Fill& fill,
                                 const Read& read) {
  std::uint64_t max_words = 0;
  for (std::uint64_t rank = 0; rank < m_num_ranks; ++rank) max_words = std::max(max_words, count_words(rank));
  const std::uint64_t own_parts = (max_words + min_filled - 1) / min_filled;
  const two_numbers minima = minimum({~own_parts, has_more ? 0U : 1U});
  const std::uint64_t num_parts = ~minima[0];
  std::exception_ptr failure;
  for (std::uint64_t part = 0; part < num_parts; ++part) {
    for (std::uint64_t rank = 0; rank < m_num_ranks; ++rank) {
      m_sent_sizes[rank] = static_cast<int>(fill(rank, part));
    }
    const std::uint64_t num_received = exchange_buffers<Word>();
    try {
      if (!failure && num_received > 0) read(num_received);
    } catch (...) {
      failure = std::current_exception();  // the other ranks still have parts to send
    }
  }
  if (failure) std::rethrow_exception(failure);
  return minima[1] == 0;
}

template <class Word>
void mpi_exchange::read_received(std::uint64_t num_words, const receiver& f) const {
  constexpr std::uint64_t chunk_words = 4096;
  const auto* const words = reinterpret_cast<const Word*>(m_received.data());
  const auto has_times = [words](std::uint64_t i) { return (words[i] & times_bit<Word>) != 0; };
  const auto read_chunk = [&](std::uint64_t chunk) {
    std::array<reached_offset, chunk_words> reached;
    std::size_t filled = 0;
    std::uint64_t i = chunk * chunk_words;
    const std::uint64_t end = std::min(num_words, i + chunk_words);
    if (i > 0 && has_times(i - 1)) ++i;  // the previous chunk reads this word
    while (i < end) {
      if (has_times(i)) {
        reached[filled++] = {static_cast<Word>(words[i] & ~times_bit<Word>), words[i + 1]};
        i += 2;
      } else {
        reached[filled++] = {words[i++], 1};
      }
    }
    if (filled > 0) f(std::span<const reached_offset>(reached.data(), filled));
  };
  const std::uint64_t num_chunks = (num_words + chunk_words - 1) / chunk_words;
  if (num_chunks == 1) {
    read_chunk(0);
  } else {
    for_each_index(num_chunks, read_chunk);
  }
}

template <class Word>
std::uint64_t mpi_exchange::exchange_buffers() {
  int num_received = 0;
  ++m_traffic.rounds;
  // Polled until the last rank has arrived. After that, MPI_Alltoallv, which waits inside MPI, is short.
  m_mpi.wait_for([&](MPI_Request* request) {
    return MPI_Ialltoall(m_sent_sizes.data(), 1, MPI_INT, m_received_sizes.data(), 1, MPI_INT, m_rounds, request);
  });
  m_mpi([&] {
    MPI_Datatype type = mpi_type<Word>();
    for (std::uint64_t rank = 0; rank < m_num_ranks; ++rank) {
      m_sent_starts[rank] = static_cast<int>(rank * (m_share_bytes / sizeof(Word)));
      m_received_starts[rank] = num_received;
      num_received += m_received_sizes[rank];
      if (rank != m_rank) m_traffic.sent_bytes += static_cast<std::uint64_t>(m_sent_sizes[rank]) * sizeof(Word);
    }
    return MPI_Alltoallv(m_sent.data(), m_sent_sizes.data(), m_sent_starts.data(), type, m_received.data(),
                         m_received_sizes.data(), m_received_starts.data(), type, m_rounds);
  });
  return static_cast<std::uint64_t>(num_received);
}

bool mpi_exchange::send_words(std::span<const word_outbox> outboxes, bool has_more, const word_receiver& f) {
  const std::size_t share_words = m_share_bytes / sizeof(std::uint64_t);
  const std::size_t part_words = share_words - share_words % 2;  // pairs of words stay together
  const auto count_words = [&](std::uint64_t rank) {
    std::uint64_t words = 0;
    for (const word_outbox& outbox : outboxes) words += outbox.words_for(rank).size();
    return words;
  };
  const auto fill = [&](std::uint64_t rank, std::uint64_t part) {
    const std::span<std::uint64_t> space(m_sent.data() + rank * share_words, part_words);
    return copy_words(outboxes, rank, part * part_words, space);
  };
  const auto read = [&](std::uint64_t num_words) { f(std::span<const std::uint64_t>(m_received.data(), num_words)); };
  return send_in_parts<std::uint64_t>(count_words, part_words, has_more, fill, read);
}

bool mpi_exchange::exchange_mail(block_mail& mail) {
  auto* const sent = reinterpret_cast<std::uint8_t*>(m_sent.data());
  for (std::uint64_t rank = 0; rank < m_num_ranks; ++rank) {
    const std::uint64_t start = rank * m_share_bytes;
    m_sent_sizes[rank] = rank == m_rank ? 0 : static_cast<int>(mail.write(rank, {sent + start, m_share_bytes}));
  }
  const bool any_more = any(mail.has_more());
  (void)exchange_buffers<std::uint8_t>();
  const auto* const received = reinterpret_cast<const std::uint8_t*>(m_received.data());
  for (std::uint64_t rank = 0; rank < m_num_ranks; ++rank) {
    const auto size = static_cast<std::size_t>(m_received_sizes[rank]);
    if (size > 0) mail.read(rank, {received + m_received_starts[rank], size});
  }
  return any_more;
}

std::unique_ptr<const solution_entries> mpi_exchange::share(const block_partition& partition,
                                                            std::unique_ptr<const solution_entries> own) {
  const std::shared_ptr<const solution_entries> block_entries = std::move(own);
  const auto max_distance = static_cast<std::uint32_t>(maximum(block_entries->distance_bound()));
  const auto max_margin = static_cast<std::uint32_t>(maximum(block_entries->margin_bound()));
  auto server =
      std::make_unique<entry_server>(m_requests, m_mpi, block_entries, max_distance, margin_bits_of(max_margin));
  auto entries = std::make_unique<shared_entries>(partition, m_rank, block_entries, max_distance, *server);
  wait_for_all();
  m_server = std::move(server);
  return entries;
}

std::unique_ptr<block_messages> mpi_exchange::open_messages() {
  auto messages = std::make_unique<mpi_messages>(m_rounds, m_mpi, m_rank, m_num_ranks, m_knows_of_failure);
  wait_for_all();
  messages->begin();
  return messages;
}

void mpi_exchange::stop_sharing() {
  wait_for_all();
  m_server.reset();
}

block_end mpi_exchange::conclude(block_end own) noexcept {
  const bool has_failed = !own.failure.empty();
  (void)try_minimum({0, 0}, has_failed);
  m_is_over = true;
  m_is_concluded = true;
  m_server.reset();  // ranks no longer send queries
  rank_end sent;
  sent.status = own.status;
  sent.has_failed = has_failed ? 1 : 0;
  sent.follows_failure = m_knows_of_failure ? 1 : 0;
  own.failure.copy(sent.failure.data(), sent.failure.size() - 1);
  m_mpi.wait_for([&](MPI_Request* request) {
    return MPI_Iallgather(&sent, sizeof sent, MPI_BYTE, m_ends.data(), sizeof sent, MPI_BYTE, m_rounds, request);
  });
  const auto fails_by_itself = [](const rank_end& end) { return end.has_failed != 0 && end.follows_failure == 0; };
  const auto first = std::find_if(m_ends.begin(), m_ends.end(), fails_by_itself);
  block_end common;
  try {
    if (first == m_ends.end()) {
      for (const rank_end& end : m_ends) common.status = std::max(common.status, end.status);
      return common;
    }
    common.status = first->status;
    const bool is_same_on_all_ranks = std::all_of(m_ends.begin(), m_ends.end(), [&](const rank_end& end) {
      return fails_by_itself(end) && std::strcmp(end.failure.data(), first->failure.data()) == 0;
    });
    if (!is_same_on_all_ranks) common.failure = "rank " + std::to_string(first - m_ends.begin()) + ": ";
    common.failure += first->failure.data();
  } catch (const std::exception&) {  // no memory for the message: only the status is reported
  }
  return common;
}

}  // namespace zermelo::distributed
