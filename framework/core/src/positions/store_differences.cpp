// SPDX-License-Identifier: MIT
#include <zermelo/core/positions/store_differences.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/word_access.hpp>
#include <zermelo/core/graph/degree_array.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo {
namespace {

constexpr std::size_t positions_per_expand = 256;

/// Sets the bits of moves. A loop uses a copy of its own, so that the members stay in registers.
template <class Access>
struct move_bits {
  const move_differences* differences;
  std::uint64_t* bits;
  std::uint64_t words_per_vertex;

  /// Sets the bit of a move. Returns false if the difference has no bit, or the bit was set already.
  [[nodiscard]] [[gnu::always_inline]] bool set(std::uint64_t from, std::uint64_t to) const {
    const std::uint32_t number = differences->number_of(to - from);
    if (number == move_differences::none) return false;
    const std::uint64_t bit = std::uint64_t{1} << (number % move_differences::bits_per_word);
    std::uint64_t& word = bits[to * words_per_vertex + number / move_differences::bits_per_word];
    return (Access::fetch_or(word, bit) & bit) == 0;
  }
};

/// Not inlined: rare, and would slow the loop over all moves down.
[[gnu::noinline]] void list_beside(std::vector<listed_moves::move>& beside, std::uint64_t from, std::uint64_t to) {
  beside.push_back({to, from});
}

template <class Access>
[[nodiscard]] std::optional<stored_differences> store_differences_as(const rules& game, move_differences differences,
                                                                     std::uint64_t max_beside, unsigned threads,
                                                                     work_monitor& monitor) {
  using packed = packed_word<position_word>;
  const std::uint64_t n = game.num_positions();
  const std::uint64_t words = difference_graph::words_per_vertex(differences.size());
  difference_graph::masks bits(n * words);
  degree_array out_degrees(n);
  packed_labels labels(n);
  std::mutex large_degrees;
  std::mutex distant_ends;
  std::atomic<std::uint64_t> num_beside{0};
  tbb::enumerable_thread_specific<std::vector<listed_moves::move>> beside;

  monitor.phase("build", n);
  work_monitor silent;
  for_each_block(n, threads, silent, [&](std::uint64_t begin, std::uint64_t end) {
    std::fill(bits.data() + begin * words, bits.data() + end * words, std::uint64_t{0});
  });
  for_each_block(n, threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
    if (num_beside.load(std::memory_order_relaxed) > max_beside) return;
    const move_bits<Access> set{&differences, bits.data(), words};
    std::vector<listed_moves::move>& listed = beside.local();
    const std::size_t listed_before = listed.size();
    std::array<position_word, positions_per_expand> words_here;
    batch_list<position> moves;
    for (position first = begin; first != end;) {
      const std::uint64_t size = std::min<std::uint64_t>(end - first, positions_per_expand);
      moves.clear();
      game.expand(first, std::span(words_here).first(size), moves, nullptr);
      const std::span<const position> all = std::as_const(moves).all();
      std::size_t next = 0;
      for (std::uint64_t i = 0; i < size; ++i) {
        const position v = first + i;
        const position_word word = words_here[i];
        std::uint64_t degree = 0;
        if (word == packed::illegal) {
          labels.set_hole(v);
        } else if (packed::is_open(word)) {
          labels.set(v, packed::to_move(word), std::nullopt, distant_ends);
          degree = packed::low(word);
          for (const position to : all.subspan(next, degree)) {
            if (!set.set(v, to)) [[unlikely]]
              list_beside(listed, v, to);
          }
          next += degree;
        } else {
          labels.set(v, packed::to_move(word), result_of_end(word), distant_ends);
        }
        out_degrees.set(v, degree, large_degrees);
      }
      first += size;
    }
    num_beside.fetch_add(listed.size() - listed_before, std::memory_order_relaxed);
  });
  if (num_beside.load() > max_beside) return std::nullopt;
  std::vector<listed_moves::move> all;
  all.reserve(num_beside.load());
  for (auto& of_thread : beside) {
    all.insert(all.end(), of_thread.begin(), of_thread.end());
    of_thread = {};
  }
  return stored_differences{difference_graph(std::move(differences), std::move(bits), listed_moves(std::move(all), n),
                                             std::move(out_degrees), n),
                            std::move(labels)};
}

}  // namespace

std::optional<stored_differences> store_differences(const rules& game, move_differences differences,
                                                    std::uint64_t max_beside, unsigned threads, work_monitor& monitor) {
  return threads == 1 ? store_differences_as<plain_access>(game, std::move(differences), max_beside, threads, monitor)
                      : store_differences_as<shared_access>(game, std::move(differences), max_beside, threads, monitor);
}

}  // namespace zermelo
