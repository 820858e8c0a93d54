// SPDX-License-Identifier: MIT
// Solves one block of the positions of a game, while other solves have the other blocks; a game solved as a whole is
// one block. See retrograde_analysis.hpp for the algorithm. This code is compiled once per kind of block; the code that
// is compiled per source of predecessors is in propagate_range.hpp.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/blocks/vertex_block.hpp>
#include <zermelo/core/blocks/wave_exchange.hpp>
#include <zermelo/core/progress/saved_solve.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/resume/resume_words.hpp>
#include <zermelo/core/resume/words_of_entries.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/solve/solution.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/value/wave_kind.hpp>
#include <zermelo/core/waves/predecessors.hpp>
#include <zermelo/core/waves/propagate_range.hpp>
#include <zermelo/core/waves/propagate_wave.hpp>
#include <zermelo/core/waves/propagation_rule.hpp>
#include <zermelo/core/waves/retrograde_options.hpp>
#include <zermelo/core/waves/seed_words.hpp>
#include <zermelo/core/waves/solve_words.hpp>
#include <zermelo/core/waves/wave_queue.hpp>

namespace zermelo {
namespace detail {

/// The solve of one block.
template <class Block, class Exchange>
class block_solve {
 public:
  using propagator = range_propagator<typename Exchange::outbox>;

  block_solve(const rules& game, const propagator& propagation, move_recorder* recorder, const Block& block,
              Exchange& exchange, const retrograde_options& options, solve_visitor& visitor)
      : m_game(game),
        m_propagator(propagation),
        m_recorder(recorder),
        m_traits(game.traits()),
        m_margin_bits(margin_bits_of(m_traits.max_margin)),
        m_block(block),
        m_exchange(exchange),
        m_options(options),
        m_callers_visitor(visitor),
        m_stop_deferring(visitor),
        m_visitor(Exchange::is_single_block ? visitor : m_stop_deferring),
        m_arena(options.threads) {
    reject_moves_with_gains(m_traits);
  }

  /// Solves the block in the steps of framework/docs/algorithms/retrograde_analysis.md.
  [[nodiscard]] solution run(saved_solve* saved) {
    // Step 1: words and terminals.
    if (saved) {
      resume(*saved);
    } else {
      seed();
    }
    m_visitor.seeded(m_queue.num_tied_seeds);
    begin_propagation();
    m_visitor.advance(m_queue.num_propagated);
    // Step 2: wins and losses, from the greatest margin down. Step 3: ties.
    while (const auto wave = next_wave()) propagate_wave(*wave);
    // Step 4: draws.
    draw_undecided();
    return {std::visit([this](auto& array) { return value_table(std::move(array), m_margin_bits); }, m_words),
            m_queue.progress.edges, m_queue.progress.waves};
  }

 private:
  /// Fills the words. They have 16 bits if the bound of margins and the numbers of moves in all blocks allow it.
  void seed() {
    const auto fill = [&](auto words) {
      if (m_recorder != nullptr) m_recorder->begin();
      const auto describe = [&](position first, std::span<position_word> described, outside_rows& outside) {
        if (m_recorder != nullptr) {
          m_recorder->describe(first, described, outside);
        } else {
          m_game.describe(first, described, &outside);
        }
      };
      auto bucket_queue = seed_words(m_game, describe, m_block, words, m_options.threads, m_visitor);
      if (bucket_queue && m_recorder != nullptr) m_recorder->end(m_options.threads, m_visitor);
      return bucket_queue;
    };
    std::optional<wave_queue> seeded;
    if (word_layout<std::uint16_t>::has_space(m_margin_bits)) {
      m_words = value_table::narrow_words(m_block.size());
      seeded = on_words(m_words, fill);
    }
    if (m_exchange.any(!seeded)) {
      m_words = value_table::wide_words(m_block.size());
      seeded = on_words(m_words, fill);
    }
    m_queue = std::move(*seeded);
  }

  /// Moves the words out of the saved solve; if this function throws, they stay in the saved solve.
  void resume(saved_solve& saved) {
    if (m_recorder != nullptr) m_recorder->record(m_options.threads, m_visitor);
    if (saved.entries) {
      if constexpr (Block::is_whole) {
        const auto list = [this](position v, batch_list<position>& found) { m_propagator.list(v, found); };
        saved.words = words_of_entries(m_game, list, saved, m_options.threads, m_visitor);
        saved.entries.reset();
      } else {
        throw contract_error("resume: part of a graph needs words, not entries");
      }
    }
    m_queue = on_words(saved.words, [&](auto words) {
      using word = typename decltype(words)::value_type;
      return resume_words<word>(m_game, m_block, m_exchange, std::span<const word>(words), saved.progress,
                                m_options.threads, m_visitor);
    });
    m_words = std::move(saved.words);
  }

  /// The first pending wave of any block, by stage and distance; nothing if no wave is pending.
  [[nodiscard]] std::optional<wave_id> next_wave() {
    std::optional<std::uint64_t> number;
    if (const auto wave = m_queue.next_wave()) number = wave->number();
    number = m_exchange.least(number);
    if (!number) return std::nullopt;
    return wave_id::of_number(*number);
  }

  /// Converts undecided words and drawn terminals, whose words have no player to move, to draws.
  void draw_undecided() {
    const auto to_move_at = [&](std::uint64_t offset) {
      const position p = m_block.vertex_at(offset);
      player to_move = player::first;
      m_game.players_to_move({&p, 1}, {&to_move, 1});
      return to_move;
    };
    on_words(m_words, [&](auto words) { normalize_draws(words, to_move_at, m_options.threads, m_visitor); });
  }

  void begin_propagation() { m_visitor.phase("propagate", m_queue.progress.legal_positions); }

  /// Propagates all vertices of one wave, one kind after another: within a kind, a word is either exchanged or
  /// decremented, never both.
  void propagate_wave(const wave_id& wave) {
    const wave_kinds kinds = kinds_of(wave.stage, m_traits.max_margin);
    const wave_id next{wave.stage, wave.distance + 1};
    solve_state& progress = m_queue.progress;
    progress.stage = wave.stage;
    wave_report report{++progress.waves, static_cast<std::uint32_t>(wave.distance), {}, 0, margin_at(wave.stage)};
    bool has_decided = false;
    // 1. The vertices of each kind act on their predecessors.
    for (const wave_kind kind : kinds) {
      wave_part part = m_queue.take(wave, kind);
      report.decided_by_kind[index_of(kind)] = part.decided.size();
      report.wins += part.wins;
      wave_part decided = propagate_part(kind, part, wave);
      if (decided.empty()) continue;
      has_decided = true;
      m_queue.at(next, across_move(kind, m_traits.seen_by)).add(std::move(decided));
    }
    // 2. The words are widened if the distance of the decided vertices does not fit.
    make_space_for(next, kinds, has_decided);
    // 3. The solve is between waves, and can be saved or stopped.
    progress.next_distance_plies = next.distance;
    m_visitor.wave(report);
    m_visitor.advance(report.decided());
    if constexpr (!Exchange::is_single_block) {
      if (!agree_on_snapshot()) return;
    }
    on_words(m_words, [&](auto words) { m_visitor.on_snapshot({progress, words}); });
  }

  /// Whether any block requests a snapshot, by one call of the exchange. @throws interrupted if any block was requested
  /// to stop.
  [[nodiscard]] bool agree_on_snapshot() {
    constexpr std::uint64_t stop = 0;
    constexpr std::uint64_t snapshot = 1;
    std::optional<std::uint64_t> request;
    if (m_visitor.wants_snapshot()) request = snapshot;
    if (m_callers_visitor.stop_requested()) request = stop;
    request = m_exchange.least(request);
    if (request == stop) throw interrupted("interrupted");
    return request.has_value();
  }

  [[nodiscard]] std::uint32_t margin_at(solve_stage stage) const noexcept {
    return margin_of(stage, m_traits.max_margin);
  }
  /// The layout of margins and distances in decided words.
  template <class Word>
  [[nodiscard]] word_layout<Word> layout_of(std::span<Word> /*words*/) const noexcept {
    return word_layout<Word>(m_margin_bits);
  }

  [[nodiscard]] wave_part propagate_part(wave_kind kind, wave_part& part, const wave_id& wave) {
    const propagation_rule rule = rule_of(across_move(kind, m_traits.seen_by), m_traits.infinite_play);
    return on_words(m_words, [&](auto words) {
      const reached_words reached(words, layout_of(words), rule, margin_at(wave.stage), wave.distance + 1,
                                  max_listed_vertices(words.size(), m_options.threads));
      return m_arena.execute([&] {
        return detail::propagate_part(m_propagator, m_exchange, reached, kind, wave.distance, part, m_options,
                                      m_visitor);
      });
    });
  }

  /// Widens the words if any block has decided positions at a distance that does not fit narrow words.
  void make_space_for(const wave_id& next, wave_kinds kinds, bool has_decided) {
    const auto max_distance =
        on_words(m_words, [&](auto words) -> std::uint64_t { return layout_of(words).max_distance(); });
    if (next.distance <= max_distance || !m_exchange.any(has_decided)) return;
    const word_layout<std::uint32_t> wide(m_margin_bits);
    if (next.distance > wide.max_distance()) reject_out_of_range("the distance", next.distance, wide.max_distance());
    m_words = widened(std::get<value_table::narrow_words>(m_words), m_margin_bits, m_options.threads, m_visitor);
    const std::span<std::uint32_t> words = std::get<value_table::wide_words>(m_words).span();
    for (const wave_kind kind : kinds) set_distance(words, wide, m_queue.at(next, kind).decided, next.distance);
    begin_propagation();
  }

  const rules& m_game;
  const propagator& m_propagator;
  move_recorder* m_recorder;
  rules_traits m_traits;
  unsigned m_margin_bits;  ///< in decided words
  const Block& m_block;
  Exchange& m_exchange;
  const retrograde_options& m_options;
  solve_visitor& m_callers_visitor;
  stop_deferring_visitor m_stop_deferring;  ///< for several blocks: all blocks stop together, between two waves
  solve_visitor& m_visitor;                 ///< one of the two visitors above
  worker_arena m_arena;
  solve_words m_words;
  wave_queue m_queue;
};

/// Solves one block of the positions. All blocks are solved at the same time, each with a separate exchange that is
/// connected to the exchanges of the other blocks. The solution and the saved solve are numbered by offset. The saved
/// solves of all blocks are from the same wave; their counts of progress add up to the counts of the whole graph.
/// @param recorder  records predecessors from moves; null if they are not recorded
/// @throws contract_error if the saved solve has another number of vertices; what retrograde_analysis.hpp lists.
template <class Predecessors, VertexBlock Block, WaveExchange Exchange>
[[nodiscard]] solution solve_block(const rules& game, const Predecessors& predecessors, const Block& block,
                                   Exchange& exchange, const retrograde_options& options, solve_visitor& visitor,
                                   saved_solve* saved, move_recorder* recorder = nullptr) {
  try {
    if (saved != nullptr) expect_size(*saved, block.size());
    retrograde_options resolved = options;
    resolved.threads = resolve_threads(options.threads);
    const propagator_to<Predecessors, Block, typename Exchange::outbox> propagator(predecessors, block);
    return block_solve<Block, Exchange>(game, propagator, recorder, block, exchange, resolved, visitor).run(saved);
  } catch (...) {
    exchange.leave();
    throw;
  }
}

/// Solves all positions.
template <class Predecessors>
[[nodiscard]] solution solve_whole(const rules& game, Predecessors predecessors, const retrograde_options& options,
                                   solve_visitor& visitor, saved_solve* saved) {
  no_exchange exchange;
  move_recorder* recorder = nullptr;
  if constexpr (std::derived_from<Predecessors, move_recorder>) recorder = &predecessors;
  return solve_block(game, predecessors, whole_graph(game.num_positions()), exchange, options, visitor, saved,
                     recorder);
}

}  // namespace detail
}  // namespace zermelo
