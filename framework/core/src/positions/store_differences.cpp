// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/store_differences.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/graph/degree_array.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo {
namespace {

constexpr std::size_t positions_per_expand = 256;

/// The moves as bits at the positions where they begin, so that in the walk over all moves each thread writes only the
/// bits of its own positions, without atomic operations. @tparam Row  has a bit per difference; more than 64
/// differences need several words of std::uint64_t
template <class Row>
class rows_of_moves {
 public:
  rows_of_moves(const move_differences& differences, std::uint64_t size)
      : m_differences(differences), m_size(size), m_words(words_for(differences.size())), m_rows(size * m_words) {}

  /// Sets the row of a position: the bits of its moves. Calls list_other(target) for each move whose difference has no
  /// bit, or whose bit is already set. Thread-safe for different positions.
  template <class ListOther>
  [[gnu::always_inline]] void set(position from, std::span<const position> targets, const ListOther& list_other) {
    std::array<Row, max_words> row{};
    for (const position to : targets) {
      const std::uint32_t number = m_differences.number_of(to - from);
      if (number == move_differences::none) [[unlikely]] {
        list_other(to);
        continue;
      }
      Row& word = row[is_single ? 0 : number / bits_per_row];
      const auto bit = static_cast<Row>(Row{1} << number % bits_per_row);
      if ((word & bit) != 0) [[unlikely]]
        list_other(to);
      word |= bit;
    }
    for (std::uint64_t k = 0; k != m_words; ++k) m_rows[from * m_words + k] = row[k];
  }

  /// Gathers the bits of the moves to the positions begin .. end - 1. Precondition: all rows are set.
  void gather(position begin, position end, difference_graph::masks& bits) const {
    std::array<Row, positions_per_gathering> gathered;
    for (position first = begin; first < end; first += positions_per_gathering) {
      const position last = std::min<position>(end, first + positions_per_gathering);
      for (std::uint64_t k = 0; k != m_words; ++k) {
        gathered.fill(0);
        const std::size_t num_bits = std::min<std::size_t>(bits_per_row, m_differences.size() - k * bits_per_row);
        for (std::size_t i = 0; i != num_bits; ++i) gather_bit(first, last, k, i, gathered.data());
        for (position v = first; v != last; ++v) bits[v * m_words + k] = gathered[v - first];
      }
    }
  }

 private:
  static constexpr std::size_t bits_per_row = std::numeric_limits<Row>::digits;
  static constexpr bool is_single = bits_per_row < move_differences::bits_per_word;
  static constexpr std::size_t max_words =
      is_single ? 1 : move_differences::max_differences / move_differences::bits_per_word;
  static constexpr std::size_t positions_per_gathering = 1024;  // their bits fit the first-level cache

  [[nodiscard]] static std::uint64_t words_for(std::size_t differences) {
    return difference_graph::words_per_vertex(differences);
  }
  /// Gathers bit i of word k, from the positions v - difference. Compilers vectorize the loop.
  void gather_bit(position first, position last, std::uint64_t k, std::size_t i, Row* gathered) const {
    const auto difference = static_cast<std::int64_t>(m_differences[k * bits_per_row + i]);
    const auto size = static_cast<std::int64_t>(m_size);
    const auto begin = std::max(static_cast<std::int64_t>(first), difference);
    const auto end = std::min(static_cast<std::int64_t>(last), size + difference);
    if (begin >= end) return;
    const auto mask = static_cast<Row>(Row{1} << i);
    const std::uint64_t words = m_words;
    const Row* const from = m_rows.data() + static_cast<std::uint64_t>(begin - difference) * words + k;
    Row* const to = gathered + (static_cast<position>(begin) - first);
    const auto count = static_cast<std::size_t>(end - begin);
    if (words == 1) {
      for (std::size_t v = 0; v != count; ++v) to[v] |= from[v] & mask;
    } else {
      for (std::size_t v = 0; v != count; ++v) to[v] |= from[v * words] & mask;
    }
  }

  const move_differences& m_differences;
  std::uint64_t m_size;
  std::uint64_t m_words;
  uninitialized_array<Row> m_rows;
};

/// Returns f(Row{}) with the narrowest type that has a bit per difference, or with std::uint64_t.
template <class Function>
[[nodiscard]] auto with_narrowest_row(std::size_t num_differences, const Function& f) {
  const auto fits = [num_differences]<class Row>(Row) {
    return num_differences <= static_cast<std::size_t>(std::numeric_limits<Row>::digits);
  };
  if (fits(std::uint8_t{})) return f(std::uint8_t{});
  if (fits(std::uint16_t{})) return f(std::uint16_t{});
  return fits(std::uint32_t{}) ? f(std::uint32_t{}) : f(std::uint64_t{});
}

/// Not inlined, since it is rarely called and would slow down the loop over all moves.
[[gnu::noinline]] void list_move(std::vector<listed_moves::move>& listed, std::uint64_t from, std::uint64_t to) {
  listed.push_back({to, from});
}

template <class Row>
[[nodiscard]] std::optional<stored_differences> store_differences_as(const rules& game, move_differences differences,
                                                                     std::uint64_t max_listed, unsigned threads,
                                                                     work_monitor& monitor) {
  using word_type = packed_word<position_word>;
  const std::uint64_t n = game.num_positions();
  rows_of_moves<Row> rows(differences, n);
  degree_array out_degrees(n);
  packed_labels labels(n);
  std::mutex large_degrees;
  std::mutex distant_ends;
  std::atomic<std::uint64_t> num_listed{0};
  per_thread<std::vector<listed_moves::move>> listed_by_thread;

  monitor.phase("build", n);
  for_each_block(n, threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    if (num_listed.load(std::memory_order_relaxed) > max_listed) return;
    std::vector<listed_moves::move>& listed = listed_by_thread.local();
    const std::size_t listed_before = listed.size();
    std::array<position_word, positions_per_expand> batch_words;
    batch_list<position> moves;
    for (position first = begin; first != end;) {
      const std::uint64_t size = std::min<std::uint64_t>(end - first, positions_per_expand);
      moves.clear();
      game.expand(first, std::span(batch_words).first(size), moves, nullptr);
      const std::span<const position> all = std::as_const(moves).all();
      std::size_t next = 0;
      for (std::uint64_t i = 0; i < size; ++i) {
        const position v = first + i;
        const position_word word = batch_words[i];
        std::uint64_t degree = 0;
        if (word == word_type::illegal) {
          labels.set_unused(v);
        } else if (word_type::is_open(word)) {
          labels.set(v, word_type::to_move(word), std::nullopt, distant_ends);
          degree = word_type::low(word);
        } else {
          labels.set(v, word_type::to_move(word), result_of_end(word), distant_ends);
        }
        rows.set(v, all.subspan(next, degree), [&](position to) { list_move(listed, v, to); });
        next += degree;
        out_degrees.set(v, degree, large_degrees);
      }
      first += size;
    }
    num_listed.fetch_add(listed.size() - listed_before, std::memory_order_relaxed);
  });
  if (num_listed.load() > max_listed) return std::nullopt;
  difference_graph::masks bits(n * difference_graph::words_per_vertex(differences.size()));
  work_monitor silent;
  for_each_block(n, threads, silent, [&](std::uint64_t begin, std::uint64_t end) {
    monitor.check_stop();
    rows.gather(begin, end, bits);
  });
  std::vector<listed_moves::move> all;
  all.reserve(num_listed.load());
  for (auto& of_thread : listed_by_thread) {
    all.insert(all.end(), of_thread.begin(), of_thread.end());
    of_thread = {};
  }
  return stored_differences{difference_graph(std::move(differences), std::move(bits), listed_moves(std::move(all), n),
                                             std::move(out_degrees), n),
                            std::move(labels)};
}

}  // namespace

std::optional<stored_differences> store_differences(const rules& game, move_differences differences,
                                                    std::uint64_t max_listed, unsigned threads, work_monitor& monitor) {
  return with_narrowest_row(differences.size(), [&]<class Row>(Row) {
    return store_differences_as<Row>(game, std::move(differences), max_listed, threads, monitor);
  });
}

}  // namespace zermelo
