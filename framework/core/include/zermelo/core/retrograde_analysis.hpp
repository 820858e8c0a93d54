// SPDX-License-Identifier: MIT
// Retrograde analysis: the outcome and the distance of every vertex of a graph, backwards from the ends.
//
// Level-synchronous waves. Wave d spreads from the vertices of distance d to their predecessors, which get
// distance d + 1: one that the winner owns is won at once; one that the other player owns is lost when its
// last successor is. After wins and losses, ties spread in the same way. What is left is drawn.
//
//   preconditions  vertices 0 .. V - 1; the predecessors are the multiset transpose of the successors over
//                  legal vertices that are no terminals (checked by the conformance kit, not here)
//   working state  one packed_word per vertex (16 bits, or 32 once an out-degree or a distance over 8191
//                  demands it): a counter of successors not yet lost, then outcome and distance
//   time           O(V + E) work; the number of parallel steps is the number of waves
//   memory         2 (4) V bytes, and a list entry of 4 bytes (8 from 2^32 vertices on) per vertex of the two
//                  waves in hand and per terminal that has not been spread yet
//   threads        one call works on `options.threads` threads; calls are independent of each other. The
//                  result does not depend on the number of threads.
//   throws         contract_error if an out-degree or a distance exceeds 2^29 - 1, interrupted, std::bad_alloc
//
// Reference: K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986; the linear-time
// attractor computation it specialises is in W. Zielonka, doi 10.1016/S0304-3975(98)00009-7. Terminals that
// enter at a later distance make the waves a bucket queue (R. B. Dial 1969, doi 10.1145/363269.363610).
#pragma once

#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/error.hpp>
#include <zermelo/core/graph_access.hpp>
#include <zermelo/core/packed_word.hpp>
#include <zermelo/core/parallel.hpp>
#include <zermelo/core/position_labels.hpp>
#include <zermelo/core/transposed_graph.hpp>
#include <zermelo/core/value_table.hpp>
#include <zermelo/core/visitor.hpp>

namespace zermelo {

struct retrograde_options {
  unsigned threads = 0;  ///< 0: all that the machine has
  index_width frontier_indices = index_width::narrow;
};

/// A solved graph.
struct solution {
  value_table values;
  std::uint64_t edges = 0;  ///< moves out of legal vertices that are not terminal
  std::uint32_t waves = 0;  ///< waves that had something to spread
};

namespace detail {

/// The vertices of one wave, in the pieces in which the threads found them.
template <class Index>
struct frontier {
  std::vector<std::vector<Index>> pieces;

  [[nodiscard]] std::uint64_t size() const noexcept {
    std::uint64_t sum = 0;
    for (const auto& piece : pieces) sum += piece.size();
    return sum;
  }
  void add(std::vector<Index>&& piece) {
    if (!piece.empty()) pieces.push_back(std::move(piece));
  }
};

/// Who has won the vertices of a frontier: first, second, or nobody.
inline constexpr std::size_t num_kinds = 3;
inline constexpr std::size_t tie_kind = 2;

[[nodiscard]] constexpr std::size_t kind_of(const result& r) noexcept {
  return r.winner ? index_of(*r.winner) : tie_kind;
}

/// The vertices whose distance is known and that have not been spread yet, by distance and kind: the next
/// wave's, and terminals that enter later.
template <class Index>
using wave_buckets = std::map<std::uint64_t, std::array<frontier<Index>, num_kinds>>;

/// What seeding finds besides the words.
template <class Index>
struct seeds {
  wave_buckets<Index> buckets;
  std::uint64_t edges = 0;
  std::uint64_t legal = 0;
};

/// One thread's part of the seeds.
template <class Index>
struct local_seeds {
  std::map<std::uint64_t, std::array<std::vector<Index>, num_kinds>> ends;
  std::uint64_t edges = 0;
  std::uint64_t legal = 0;
};

[[noreturn]] inline void refuse_out_of_range(const char* what, std::uint64_t number) {
  throw contract_error(std::string(what) + " " + std::to_string(number) + " exceeds the largest that can be stored, " +
                       std::to_string(packed_word<std::uint32_t>::max_low));
}

/// Fills the words with counters and decided ends. Nothing if a number does not fit this Word.
template <class Word, class Index, class Graph, class Labels>
[[nodiscard]] std::optional<seeds<Index>> seed_terminals(const Graph& graph, const Labels& labels,
                                                         std::span<Word> words, unsigned threads,
                                                         solve_visitor& visitor) {
  using packed = packed_word<Word>;
  tbb::enumerable_thread_specific<local_seeds<Index>> locals;
  std::atomic<bool> too_narrow{false};  // a hint while the sweep runs; read for good after its join
  const auto fits = [&](const char* what, std::uint64_t number) {
    if (number <= packed::max_low) return true;
    if (number > packed_word<std::uint32_t>::max_low) refuse_out_of_range(what, number);
    too_narrow.store(true, std::memory_order_relaxed);
    return false;
  };

  visitor.phase("seed", words.size());
  for_each_block(words.size(), threads, visitor, [&](std::uint64_t begin, std::uint64_t end) {
    if (too_narrow.load(std::memory_order_relaxed)) return;
    local_seeds<Index>& mine = locals.local();
    for (std::uint64_t i = begin; i != end; ++i) {
      const auto v = static_cast<vertex_of<Graph>>(i);
      const position_label label = labels.label(v);
      if (!label.is_legal) {
        words[i] = packed::illegal;
        continue;
      }
      ++mine.legal;
      std::optional<result> ending = label.terminal;
      if (!ending) {
        const std::uint64_t count = num_successors(v, graph);
        mine.edges += count;
        if (count > 0) {
          if (!fits("the number of moves", count)) return;
          words[i] = packed::undecided(label.to_move, count);
          continue;
        }
        ending = labels.no_moves(v);
      }
      if (!fits("the distance", ending->distance_plies)) return;
      const outcome o = !ending->winner                    ? outcome::tie
                        : *ending->winner == label.to_move ? outcome::win
                                                           : outcome::loss;
      words[i] = packed::decided(o, label.to_move, ending->distance_plies);
      mine.ends[ending->distance_plies][kind_of(*ending)].push_back(static_cast<Index>(i));
    }
  });
  if (too_narrow.load()) return std::nullopt;

  seeds<Index> all;
  for (local_seeds<Index>& mine : locals) {
    all.edges += mine.edges;
    all.legal += mine.legal;
    for (auto& [distance, ends] : mine.ends) {
      for (std::size_t kind = 0; kind < num_kinds; ++kind) {
        all.buckets[distance][kind].add(std::move(ends[kind]));
      }
    }
  }
  return all;
}

/// How a decided vertex acts on a predecessor that is still undecided, by the predecessor's owner.
struct spreading_rule {
  std::array<bool, 2> takes_at_once{};  ///< by owner: one such successor decides; else all must be such
  std::array<outcome, 2> becomes{};     ///< by owner
};

[[nodiscard]] constexpr spreading_rule spread_win_of(player winner) noexcept {
  spreading_rule rule;
  rule.takes_at_once[index_of(winner)] = true;
  rule.becomes[index_of(winner)] = outcome::win;
  rule.becomes[index_of(opponent(winner))] = outcome::loss;
  return rule;
}

/// A player who cannot win takes a tie at once, unless endless play is a win for that player.
[[nodiscard]] constexpr spreading_rule spread_ties(std::optional<player> infinite_play) noexcept {
  spreading_rule rule{{true, true}, {outcome::tie, outcome::tie}};
  if (infinite_play) rule.takes_at_once[index_of(*infinite_play)] = false;
  return rule;
}

/// Spreads a piece of a wave. For every owner and rule either all accesses to a word are exchanges for one
/// value, or all are decrements, of which exactly one brings the counter to zero; so one atomic operation per
/// edge is enough, and whoever decides a vertex is the only one to hand it on.
template <class Access, class Word, class Graph, class Index>
void spread(const Graph& graph, std::span<Word> words, std::span<const Index> from, const spreading_rule& rule,
            std::uint64_t next_distance, std::vector<Index>& decided) {
  using packed = packed_word<Word>;
  const std::array<Word, 2> becomes{packed::decided(rule.becomes[0], player::first, next_distance),
                                    packed::decided(rule.becomes[1], player::second, next_distance)};
  const auto visit = [&](Index u) {
    Word& word = words[u];
    const Word before = Access::load(word);
    if (!packed::is_open(before)) return;  // edges out of holes and terminals say nothing
    const std::size_t owner = index_of(packed::to_move(before));
    if (rule.takes_at_once[owner]) {
      if (packed::is_decided(Access::exchange(word, becomes[owner]))) return;
    } else {
      if (packed::low(Access::fetch_sub(word, Word{1})) != 1) return;
      Access::exchange(word, becomes[owner]);
    }
    decided.push_back(u);
  };
  // The words lie scattered: they are asked for a batch ahead of their use.
  constexpr std::size_t batch_size = 64;
  std::array<Index, batch_size> batch;
  std::size_t filled = 0;
  for (const Index v : from) {
    for_each_predecessor(static_cast<vertex_of<Graph>>(v), graph, [&](auto u) {
      assert(u < words.size());
      __builtin_prefetch(&words[u], 1);
      batch[filled++] = static_cast<Index>(u);
      if (filled == batch_size) {
        for (const Index w : batch) visit(w);
        filled = 0;
      }
    });
  }
  for (std::size_t i = 0; i < filled; ++i) visit(batch[i]);
}

/// Spreads a whole frontier on up to `threads` threads into a new one.
template <class Word, class Graph, class Index>
[[nodiscard]] frontier<Index> spread_frontier(const Graph& graph, std::span<Word> words, const frontier<Index>& wave,
                                              const spreading_rule& rule, std::uint64_t next_distance, unsigned threads,
                                              solve_visitor& visitor) {
  constexpr std::size_t block_size = 1024;     // vertices that one thread takes at a time
  constexpr std::uint64_t serial_size = 4096;  // below this, waking threads costs more than they save
  frontier<Index> next;
  if (threads == 1 || wave.size() < serial_size) {
    std::vector<Index> decided;
    for (const auto& piece : wave.pieces) {
      for (std::size_t begin = 0; begin < piece.size(); begin += block_size) {
        visitor.check_stop();
        const auto block = std::span(piece).subspan(begin, std::min(block_size, piece.size() - begin));
        spread<plain_access>(graph, words, block, rule, next_distance, decided);
      }
    }
    next.add(std::move(decided));
    return next;
  }
  std::vector<std::span<const Index>> blocks;
  for (const auto& piece : wave.pieces) {
    for (std::size_t begin = 0; begin < piece.size(); begin += block_size) {
      blocks.push_back(std::span(piece).subspan(begin, std::min(block_size, piece.size() - begin)));
    }
  }
  tbb::enumerable_thread_specific<std::vector<Index>> found;
  for_each_index(blocks.size(), [&](std::uint64_t block) {
    visitor.check_stop();
    spread<shared_access>(graph, words, blocks[block], rule, next_distance, found.local());
  });
  for (auto& decided : found) next.add(std::move(decided));
  return next;
}

/// Why `spread_waves` came back.
enum class waves_status : std::uint8_t { finished, needs_wider_words };

/// Spreads everything of the kinds that `rules` names, wave by wave, until no bucket holds any of it. Comes
/// back early, with nothing lost, before a distance that Word cannot hold.
template <class Word, class Graph, class Index>
[[nodiscard]] waves_status spread_waves(const Graph& graph, std::span<Word> words, wave_buckets<Index>& buckets,
                                        const std::vector<std::pair<std::size_t, spreading_rule>>& rules,
                                        std::uint32_t& waves, unsigned threads, solve_visitor& visitor) {
  const auto has_work = [&](const auto& bucket) {
    for (const auto& [kind, rule] : rules) {
      if (!bucket[kind].pieces.empty()) return true;
    }
    return false;
  };
  for (auto bucket = buckets.begin(); bucket != buckets.end();) {
    if (!has_work(bucket->second)) {
      ++bucket;
      continue;
    }
    const std::uint64_t distance = bucket->first;
    if (distance + 1 > packed_word<Word>::max_low) return waves_status::needs_wider_words;
    ++waves;
    wave_report report{static_cast<std::uint32_t>(distance), {}};
    auto& next = buckets[distance + 1];
    // One kind after the other: within a kind, a word is either exchanged or decremented, never both.
    for (const auto& [kind, rule] : rules) {
      const frontier<Index> wave = std::exchange(bucket->second[kind], {});
      report.decided_by_kind[kind] = wave.size();
      frontier<Index> found = spread_frontier(graph, words, wave, rule, distance + 1, threads, visitor);
      for (auto& piece : found.pieces) next[kind].add(std::move(piece));
    }
    visitor.wave(report);
    visitor.advance(report.decided());
    // Ties of this distance may wait here for their own phase.
    bool empty = true;
    for (const auto& waiting : bucket->second) empty = empty && waiting.pieces.empty();
    bucket = empty ? buckets.erase(bucket) : std::next(bucket);
  }
  return waves_status::finished;
}

/// Words of 32 bits with the meaning of words of 16.
[[nodiscard]] inline value_table::wide_words widen(const value_table::narrow_words& narrow, unsigned threads,
                                                   solve_visitor& visitor) {
  using from = packed_word<std::uint16_t>;
  using to = packed_word<std::uint32_t>;
  value_table::wide_words wide(narrow.size());
  visitor.phase("widen", narrow.size());
  for_each_block(narrow.size(), threads, visitor, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i != end; ++i) {
      const std::uint16_t word = narrow[i];
      const player owner = from::to_move(word);
      wide[i] = from::is_decided(word) ? to::decided(from::value(word).outcome, owner, from::low(word))
                                       : to::undecided(owner, from::low(word));
    }
  });
  return wide;
}

/// Gives all undecided words the same counter, so that equal solutions have equal words.
template <class Word>
void normalize_draws(std::span<Word> words, unsigned threads, solve_visitor& visitor) {
  using packed = packed_word<Word>;
  visitor.phase("finish", words.size());
  for_each_block(words.size(), threads, visitor, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i != end; ++i) {
      const Word word = words[i];
      if (packed::is_open(word)) words[i] = packed::draw(packed::to_move(word));
    }
  });
}

template <class Index, class Graph, class Labels>
[[nodiscard]] solution analyse(const Graph& graph, const Labels& labels, unsigned threads, solve_visitor& visitor) {
  const std::uint64_t n = num_vertices(graph);
  std::variant<value_table::narrow_words, value_table::wide_words> words{value_table::narrow_words(n)};
  const auto on_words = [&](const auto& f) { return std::visit([&](auto& array) { return f(array.span()); }, words); };
  const auto seed = [&](auto span) {
    using word = typename decltype(span)::value_type;
    return seed_terminals<word, Index>(graph, labels, span, threads, visitor);
  };
  auto seeded = on_words(seed);
  if (!seeded) {
    words = value_table::wide_words(n);
    seeded = on_words(seed);
  }

  solution solved;
  solved.edges = seeded->edges;
  visitor.phase("propagate", seeded->legal);
  worker_arena arena(threads);
  const auto spread_all = [&](const std::vector<std::pair<std::size_t, spreading_rule>>& rules) {
    const auto waves = [&](auto span) {
      return arena.execute(
          [&] { return spread_waves(graph, span, seeded->buckets, rules, solved.waves, threads, visitor); });
    };
    while (on_words(waves) == waves_status::needs_wider_words) {
      if (std::holds_alternative<value_table::wide_words>(words)) {
        refuse_out_of_range("the distance", std::uint64_t{packed_word<std::uint32_t>::max_low} + 1);
      }
      words = widen(std::get<value_table::narrow_words>(words), threads, visitor);
      visitor.phase("propagate", seeded->legal);
    }
  };
  spread_all({{index_of(player::first), spread_win_of(player::first)},
              {index_of(player::second), spread_win_of(player::second)}});
  spread_all({{tie_kind, spread_ties(labels.infinite_play())}});

  on_words([&](auto span) { normalize_draws(span, threads, visitor); });
  solved.values = std::visit([](auto& array) { return value_table(std::move(array)); }, words);
  return solved;
}

}  // namespace detail

/// Solves a graph whose vertices `labels` describes. A graph that cannot be walked backwards is transposed
/// first; see the header comment for everything else.
template <IndexedGraph Graph, class Labels>
  requires PositionLabels<Labels, vertex_of<Graph>> &&(PredecessorGraph<Graph> || SuccessorGraph<Graph>)
      [[nodiscard]] solution retrograde_analysis(const Graph& graph, const Labels& labels,
                                                 const retrograde_options& options, solve_visitor& visitor) {
    const unsigned threads = resolve_threads(options.threads);
    if constexpr (PredecessorGraph<Graph>) {
      if constexpr (sizeof(vertex_of<Graph>) == sizeof(std::uint32_t)) {
        return detail::analyse<std::uint32_t>(graph, labels, threads, visitor);
      } else {
        const bool narrow = options.frontier_indices == index_width::narrow && detail::fits_narrow(graph);
        return narrow ? detail::analyse<std::uint32_t>(graph, labels, threads, visitor)
                      : detail::analyse<std::uint64_t>(graph, labels, threads, visitor);
      }
    } else {
      return retrograde_analysis(materialize(graph, threads, visitor, options.frontier_indices), labels, options,
                                 visitor);
    }
  }

  /// The same on a stored graph.
  template <class Labels>
  [[nodiscard]] solution retrograde_analysis(const stored_graph& stored, const Labels& labels,
                                             const retrograde_options& options, solve_visitor& visitor) {
    return std::visit([&](const auto& graph) { return retrograde_analysis(graph, labels, options, visitor); }, stored);
  }

  /// The same without a visitor.
  template <class Graph, class Labels>
  [[nodiscard]] solution retrograde_analysis(const Graph& graph, const Labels& labels,
                                             const retrograde_options& options = {}) {
    solve_visitor silent;
    return retrograde_analysis(graph, labels, options, silent);
  }

}  // namespace zermelo
