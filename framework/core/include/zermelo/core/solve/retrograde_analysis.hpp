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
//   throws         contract_error if an out-degree or a distance exceeds 2^29 - 1, or if a saved solve has another
//                  number of vertices; input_error if it does not fit the labels; interrupted; std::bad_alloc
//
// Reference: K. Thompson, "Retrograde analysis of certain endgames", ICCA Journal 9(3), 1986; the linear-time
// attractor computation it specialises is in W. Zielonka, doi 10.1016/S0304-3975(98)00009-7. Terminals that
// enter at a later distance make the waves a bucket queue (R. B. Dial 1969, doi 10.1145/363269.363610).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/graph/graph_access.hpp>
#include <zermelo/core/graph/position_labels.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/solve/saved_solve.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

struct retrograde_options {
  unsigned threads = 0;  ///< 0: all that the machine has
  index_width frontier_indices = index_width::narrow;
  edge_source edges_from = edge_source::predecessors;  ///< of a graph that is stored first
  /// Waves of fewer vertices are spread by one thread: waking the others, and waiting for one that the system has put
  /// aside, costs more than half of so small a wave.
  std::uint64_t serial_below = 16384;
};

/// A solved graph.
struct solution {
  value_table values;
  std::uint64_t edges = 0;  ///< moves out of legal vertices that are not terminal
  std::uint32_t waves = 0;  ///< waves that had something to spread
};

namespace detail {

/// Vertices that one thread found.
template <class Index>
struct found_vertices {
  std::vector<Index> vertices;
  std::uint64_t wins = 0;  ///< those won by the player to move
};

/// The vertices of one wave, in the pieces in which the threads found them.
template <class Index>
struct frontier {
  std::vector<std::vector<Index>> pieces;
  std::uint64_t wins = 0;

  [[nodiscard]] std::uint64_t size() const noexcept {
    std::uint64_t sum = 0;
    for (const auto& piece : pieces) sum += piece.size();
    return sum;
  }
  void add(found_vertices<Index>&& found) {
    wins += found.wins;
    if (!found.vertices.empty()) pieces.push_back(std::move(found.vertices));
  }
  void add(frontier&& more) {
    wins += more.wins;
    for (auto& piece : more.pieces) pieces.push_back(std::move(piece));
  }
};

/// Who has won the vertices of a frontier: first, second, or nobody.
inline constexpr std::size_t num_kinds = 3;
inline constexpr std::size_t tie_kind = 2;

[[nodiscard]] constexpr std::size_t kind_of(const result& r) noexcept {
  return r.winner ? index_of(*r.winner) : tie_kind;
}

[[nodiscard]] constexpr outcome outcome_of(const result& r, player to_move) noexcept {
  if (!r.winner) return outcome::tie;
  return *r.winner == to_move ? outcome::win : outcome::loss;
}

/// The vertices whose distance is known and that have not been spread yet, by distance and kind: the next
/// wave's, and terminals that enter later.
template <class Index>
using wave_buckets = std::map<std::uint64_t, std::array<frontier<Index>, num_kinds>>;

/// The same, found by one thread.
template <class Index>
using found_buckets = std::map<std::uint64_t, std::array<found_vertices<Index>, num_kinds>>;

template <class Index>
[[nodiscard]] wave_buckets<Index> join(tbb::enumerable_thread_specific<found_buckets<Index>>& parts) {
  wave_buckets<Index> all;
  for (found_buckets<Index>& part : parts) {
    for (auto& [distance, found] : part) {
      for (std::size_t kind = 0; kind < num_kinds; ++kind) all[distance][kind].add(std::move(found[kind]));
    }
  }
  return all;
}

/// What there is to spread, and how far that has come.
template <class Index>
struct agenda {
  wave_buckets<Index> buckets;
  solve_milestone milestone;
  std::uint64_t num_spread = 0;  ///< before a saved solve was continued
};

[[noreturn]] inline void refuse_out_of_range(const char* what, std::uint64_t number) {
  throw contract_error(std::string(what) + " " + std::to_string(number) + " exceeds the largest that can be stored, " +
                       std::to_string(packed_word<std::uint32_t>::max_low));
}

/// Fills the words with counters and decided ends. Nothing if a number does not fit this Word.
template <class Word, class Index, class Graph, class Labels>
[[nodiscard]] std::optional<agenda<Index>> seed_terminals(const Graph& graph, const Labels& labels,
                                                          std::span<Word> words, unsigned threads,
                                                          solve_visitor& visitor) {
  using packed = packed_word<Word>;
  tbb::enumerable_thread_specific<found_buckets<Index>> ends;
  std::atomic<std::uint64_t> num_edges{0};
  std::atomic<std::uint64_t> num_legal{0};
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
    found_buckets<Index>& found = ends.local();
    std::uint64_t edges = 0;
    std::uint64_t legal = 0;
    for (std::uint64_t i = begin; i != end; ++i) {
      const auto v = static_cast<vertex_of<Graph>>(i);
      const bool is_legal = inspect_label(labels, v, [&](player to_move, const std::optional<result>& terminal) {
        if (!terminal) {
          const std::uint64_t count = num_successors(v, graph);
          edges += count;
          if (count > 0) {
            if (fits("the number of moves", count)) words[i] = packed::undecided(to_move, count);
            return;
          }
        }
        const result ending = terminal ? *terminal : labels.no_moves(v);
        if (!fits("the distance", ending.distance_plies)) return;
        const outcome o = outcome_of(ending, to_move);
        words[i] = packed::decided(o, to_move, ending.distance_plies);
        found_vertices<Index>& alike = found[ending.distance_plies][kind_of(ending)];
        alike.vertices.push_back(static_cast<Index>(i));
        if (o == outcome::win) ++alike.wins;
      });
      if (is_legal) {
        ++legal;
      } else {
        words[i] = packed::illegal;
      }
    }
    num_edges.fetch_add(edges, std::memory_order_relaxed);
    num_legal.fetch_add(legal, std::memory_order_relaxed);
  });
  if (too_narrow.load()) return std::nullopt;
  agenda<Index> all{join(ends), {}, 0};
  all.milestone.edges = num_edges.load();
  all.milestone.legal_positions = num_legal.load();
  return all;
}

/// Whether a word of a saved solve can be that of a vertex in which play goes on, `count` moves leading out of it.
template <class Word>
[[nodiscard]] constexpr bool is_word_of_play(Word word, std::uint64_t count, const solve_milestone& milestone) {
  using packed = packed_word<Word>;
  if (!packed::is_decided(word)) return packed::low(word) >= 1 && packed::low(word) <= count;
  const bool is_tie = packed::value(word).outcome == outcome::tie;
  if (is_tie && milestone.stage == solve_stage::wins_and_losses) return false;
  const bool is_of_stage = is_tie == (milestone.stage == solve_stage::ties);
  return packed::low(word) >= 1 && (!is_of_stage || packed::low(word) <= milestone.next_distance_plies);
}

/// Finds again what a saved solve had still to spread. It may come from anywhere, so each word is held against the
/// rules: what could not have come up in a solve of this graph is refused.
template <class Word, class Index, class Graph, class Labels>
[[nodiscard]] agenda<Index> collect_waiting(const Graph& graph, const Labels& labels, std::span<const Word> words,
                                            const solve_milestone& milestone, unsigned threads,
                                            solve_visitor& visitor) {
  using packed = packed_word<Word>;
  tbb::enumerable_thread_specific<found_buckets<Index>> waiting;
  std::atomic<std::uint64_t> num_edges{0};
  std::atomic<std::uint64_t> num_legal{0};
  std::atomic<std::uint64_t> num_spread{0};
  visitor.phase("resume", words.size());
  for_each_block(words.size(), threads, visitor, [&](std::uint64_t begin, std::uint64_t end) {
    found_buckets<Index>& found = waiting.local();
    std::uint64_t edges = 0;
    std::uint64_t legal = 0;
    std::uint64_t spread = 0;
    for (std::uint64_t i = begin; i != end; ++i) {
      const auto v = static_cast<vertex_of<Graph>>(i);
      const Word word = words[i];
      bool fits = false;
      const bool is_legal = inspect_label(labels, v, [&](player to_move, const std::optional<result>& terminal) {
        const std::uint64_t count = terminal ? 0 : num_successors(v, graph);
        edges += count;
        if (count > 0) {
          fits = packed::to_move(word) == to_move && is_word_of_play(word, count, milestone);
          return;
        }
        const result ending = terminal ? *terminal : labels.no_moves(v);
        fits = ending.distance_plies <= packed::max_low &&
               word == packed::decided(outcome_of(ending, to_move), to_move, ending.distance_plies);
      });
      if (is_legal) ++legal;
      if (is_legal ? !fits : word != packed::illegal) {
        throw input_error("the saved solve is not one of these rules: position " + std::to_string(i));
      }
      if (!packed::is_decided(word)) continue;
      const position_value value = packed::value(word);
      const auto winner = raw_winner(value.outcome, packed::to_move(word));
      const bool is_of_stage = winner.has_value() == (milestone.stage == solve_stage::wins_and_losses);
      const bool is_spread = is_of_stage ? value.distance_plies < milestone.next_distance_plies : winner.has_value();
      if (is_spread) {
        ++spread;
        continue;
      }
      found_vertices<Index>& alike = found[value.distance_plies][kind_of({winner})];
      alike.vertices.push_back(static_cast<Index>(i));
      if (value.outcome == outcome::win) ++alike.wins;
    }
    num_edges.fetch_add(edges, std::memory_order_relaxed);
    num_legal.fetch_add(legal, std::memory_order_relaxed);
    num_spread.fetch_add(spread, std::memory_order_relaxed);
  });
  if (num_edges.load() != milestone.edges || num_legal.load() != milestone.legal_positions) {
    throw input_error("the saved solve is not one of these rules: it has another number of positions or moves");
  }
  return {join(waiting), milestone, num_spread.load()};
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
            std::uint64_t next_distance, found_vertices<Index>& decided) {
  using packed = packed_word<Word>;
  const std::array<Word, 2> becomes{packed::decided(rule.becomes[0], player::first, next_distance),
                                    packed::decided(rule.becomes[1], player::second, next_distance)};
  const std::array<std::uint64_t, 2> is_win{rule.becomes[0] == outcome::win, rule.becomes[1] == outcome::win};
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
    decided.vertices.push_back(u);
    decided.wins += is_win[owner];
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

/// Spreads a whole frontier on up to `options.threads` threads into a new one.
template <class Word, class Graph, class Index>
[[nodiscard]] frontier<Index> spread_frontier(const Graph& graph, std::span<Word> words, const frontier<Index>& wave,
                                              const spreading_rule& rule, std::uint64_t next_distance,
                                              const retrograde_options& options, solve_visitor& visitor) {
  constexpr std::size_t block_size = 1024;  // vertices that one thread takes at a time
  frontier<Index> next;
  if (options.threads == 1 || wave.size() < options.serial_below) {
    found_vertices<Index> decided;
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
  tbb::enumerable_thread_specific<found_vertices<Index>> found;
  for_each_index(blocks.size(), [&](std::uint64_t block) {
    visitor.check_stop();
    spread<shared_access>(graph, words, blocks[block], rule, next_distance, found.local());
  });
  for (auto& decided : found) next.add(std::move(decided));
  return next;
}

/// What one stage spreads: kinds, each with its rule.
using stage_rules = std::vector<std::pair<std::size_t, spreading_rule>>;

[[nodiscard]] inline stage_rules rules_of(solve_stage stage, std::optional<player> infinite_play) {
  switch (stage) {
    case solve_stage::wins_and_losses:
      return {{index_of(player::first), spread_win_of(player::first)},
              {index_of(player::second), spread_win_of(player::second)}};
    case solve_stage::ties: return {{tie_kind, spread_ties(infinite_play)}};
  }
  throw std::logic_error("solve_stage out of range");
}

/// Why `spread_waves` came back.
enum class waves_status : std::uint8_t { finished, needs_wider_words };

/// Spreads everything of the kinds that `rules` names, wave by wave, until no bucket holds any of it. Comes
/// back early, with nothing lost, before a distance that Word cannot hold.
template <class Word, class Graph, class Index>
[[nodiscard]] waves_status spread_waves(const Graph& graph, std::span<Word> words, agenda<Index>& todo,
                                        const stage_rules& rules, const retrograde_options& options,
                                        solve_visitor& visitor) {
  wave_buckets<Index>& buckets = todo.buckets;
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
    wave_report report{++todo.milestone.waves, static_cast<std::uint32_t>(distance), {}, 0};
    auto& next = buckets[distance + 1];
    // One kind after the other: within a kind, a word is either exchanged or decremented, never both.
    for (const auto& [kind, rule] : rules) {
      const frontier<Index> wave = std::exchange(bucket->second[kind], {});
      report.decided_by_kind[kind] = wave.size();
      report.wins += wave.wins;
      for (const auto& piece : wave.pieces) visitor.spreads_from(std::span(piece));
      next[kind].add(spread_frontier(graph, words, wave, rule, distance + 1, options, visitor));
    }
    // Ties of this distance may wait here for their own stage.
    bool empty = true;
    for (const auto& waiting : bucket->second) empty = empty && waiting.pieces.empty();
    bucket = empty ? buckets.erase(bucket) : std::next(bucket);

    todo.milestone.next_distance_plies = distance + 1;
    visitor.wave(report);
    visitor.advance(report.decided());
    visitor.at_rest({todo.milestone, words});
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

using any_words = std::variant<value_table::narrow_words, value_table::wide_words>;

/// Calls f with the words as a span of their own type.
template <class Function>
decltype(auto) on_words(any_words& words, const Function& f) {
  return std::visit([&](auto& array) { return f(array.span()); }, words);
}

/// @throws contract_error if a saved solve is one of another graph.
inline void expect_fitting(const saved_solve* saved, std::uint64_t num_vertices) {
  if (!saved) return;
  const std::uint64_t size = std::visit([](const auto& words) -> std::uint64_t { return words.size(); }, saved->words);
  if (size == num_vertices) return;
  throw contract_error("a saved solve of " + std::to_string(size) + " positions does not continue one of " +
                       std::to_string(num_vertices));
}

/// Seeds with words as narrow as the numbers of moves allow.
template <class Index, class Graph, class Labels>
[[nodiscard]] agenda<Index> seed(const Graph& graph, const Labels& labels, any_words& words, unsigned threads,
                                 solve_visitor& visitor) {
  const std::uint64_t n = num_vertices(graph);
  const auto seed_words = [&](auto span) {
    using word = typename decltype(span)::value_type;
    return seed_terminals<word, Index>(graph, labels, span, threads, visitor);
  };
  words = value_table::narrow_words(n);
  auto seeded = on_words(words, seed_words);
  if (seeded) return std::move(*seeded);
  words = value_table::wide_words(n);
  return std::move(*on_words(words, seed_words));
}

/// Takes the words of a saved solve over.
template <class Index, class Graph, class Labels>
[[nodiscard]] agenda<Index> resume(const Graph& graph, const Labels& labels, saved_solve& saved, any_words& words,
                                   unsigned threads, solve_visitor& visitor) {
  words = std::move(saved.words);
  return on_words(words, [&](auto span) {
    using word = typename decltype(span)::value_type;
    return collect_waiting<word, Index>(graph, labels, std::span<const word>(span), saved.milestone, threads, visitor);
  });
}

/// Spreads what one stage has to, in wider words from the wave on that needs them.
template <class Index, class Graph>
void spread_stage(const Graph& graph, any_words& words, agenda<Index>& todo, const stage_rules& rules,
                  const retrograde_options& options, solve_visitor& visitor) {
  worker_arena arena(options.threads);
  const auto waves = [&](auto span) {
    return arena.execute([&] { return spread_waves(graph, span, todo, rules, options, visitor); });
  };
  while (on_words(words, waves) == waves_status::needs_wider_words) {
    if (std::holds_alternative<value_table::wide_words>(words)) {
      refuse_out_of_range("the distance", std::uint64_t{packed_word<std::uint32_t>::max_low} + 1);
    }
    words = widen(std::get<value_table::narrow_words>(words), options.threads, visitor);
    visitor.phase("propagate", todo.milestone.legal_positions);
  }
}

template <class Index, class Graph, class Labels>
[[nodiscard]] solution analyse(const Graph& graph, const Labels& labels, retrograde_options options,
                               solve_visitor& visitor, saved_solve* saved) {
  options.threads = resolve_threads(options.threads);
  any_words words;
  agenda<Index> todo = saved ? resume<Index>(graph, labels, *saved, words, options.threads, visitor)
                             : seed<Index>(graph, labels, words, options.threads, visitor);
  visitor.phase("propagate", todo.milestone.legal_positions);
  visitor.advance(todo.num_spread);
  for (const solve_stage stage : {solve_stage::wins_and_losses, solve_stage::ties}) {
    if (stage < todo.milestone.stage) continue;
    todo.milestone.stage = stage;
    spread_stage(graph, words, todo, rules_of(stage, labels.infinite_play()), options, visitor);
  }
  on_words(words, [&](auto span) { normalize_draws(span, options.threads, visitor); });
  return {std::visit([](auto& array) { return value_table(std::move(array)); }, words), todo.milestone.edges,
          todo.milestone.waves};
}

}  // namespace detail

/// Solves a graph whose vertices `labels` describes. A graph that cannot be walked backwards is transposed first;
/// see the header comment for everything else.
/// @param saved goes on with a solve of this graph that was saved, and takes its words over
template <IndexedGraph Graph, class Labels>
  requires PositionLabels<Labels, vertex_of<Graph>> &&(PredecessorGraph<Graph> || SuccessorGraph<Graph>)
      [[nodiscard]] solution
      retrograde_analysis(const Graph& graph, const Labels& labels, const retrograde_options& options,
                          solve_visitor& visitor, saved_solve* saved = nullptr) {
    if constexpr (PredecessorGraph<Graph>) {
      detail::expect_fitting(saved, num_vertices(graph));
      if constexpr (sizeof(vertex_of<Graph>) > sizeof(std::uint32_t)) {
        if (options.frontier_indices == index_width::wide || !detail::fits_narrow(graph)) {
          return detail::analyse<std::uint64_t>(graph, labels, options, visitor, saved);
        }
      }
      return detail::analyse<std::uint32_t>(graph, labels, options, visitor, saved);
    } else {
      const stored_graph stored =
          materialize(graph, {options.threads, options.frontier_indices, options.edges_from}, visitor);
      return retrograde_analysis(stored, labels, options, visitor, saved);
    }
  }

  /// The same on a stored graph. Frontiers hold its vertices as it does.
  template <class Labels>
  [[nodiscard]] solution retrograde_analysis(const stored_graph& stored, const Labels& labels,
                                             const retrograde_options& options, solve_visitor& visitor,
                                             saved_solve* saved = nullptr) {
    detail::expect_fitting(saved, num_vertices(stored));
    return std::visit(
        [&]<class Graph>(const Graph& graph) {
          return detail::analyse<vertex_of<Graph>>(graph, labels, options, visitor, saved);
        },
        stored);
  }

  /// The same without a visitor.
  template <class Graph, class Labels>
  [[nodiscard]] solution retrograde_analysis(const Graph& graph, const Labels& labels,
                                             const retrograde_options& options = {}) {
    solve_visitor silent;
    return retrograde_analysis(graph, labels, options, silent);
  }

}  // namespace zermelo
