// SPDX-License-Identifier: MIT
// Retrograde analysis of games in product form, a row of bits at a time. The derivation, the cost and the sources are
// in framework/docs/algorithms/product_engine.md.
//
// A row is the set of places of the last walker, for one turn and one place of each other walker. Of what is decided
// in one wave (all positions of one distance), the next wave finds
//
//   exists   a player takes a win of the player's own: some move leads to it
//   for all  a player loses: every move leads to a win of the opponent
//
// by the moves of the last walker inside a row, and by those of another walker between whole rows. A team moves one
// walker after the other. Rows are visited only where something behind them was decided.
//
//   time     for each wave, the words of its active rows times the kinds of moves; see the page
//   memory   4 to 6 bits a position of each turn, and up to 2 bytes a position for the distances (up to 4, if there are
//            any over 8191 plies), of which open grids use some 0.7
//   threads  one writes a row, in waves; the result does not depend on them
//   throws   interrupted, bad_alloc, contract_error for a form or an end that breaks the rules of product_game.hpp,
//            resource_error beyond 2^29 - 1 plies
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/visitors.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/uninitialized_array.hpp>
#include <zermelo/core/game/fallbacks.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/bit_board.hpp>
#include <zermelo/core/product/bit_kernels.hpp>
#include <zermelo/core/product/product_solution.hpp>
#include <zermelo/core/product/wave_rows.hpp>
#include <zermelo/core/solve/visitor.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {
namespace detail {

/// Rows of bits one after the other, with room in front and behind that shifted reads may touch.
class bit_plane {
 public:
  bit_plane(std::uint64_t rows, std::size_t words, std::size_t guard_words)
      : m_words(words), m_guard(guard_words), m_bits(rows * words + 2 * guard_words) {
    std::fill_n(m_bits.data(), m_guard, 0);
    std::fill_n(m_bits.data() + (m_bits.size() - m_guard), m_guard, 0);
  }
  [[nodiscard]] std::uint64_t* row(std::uint64_t r) noexcept { return m_bits.data() + m_guard + r * m_words; }
  [[nodiscard]] const std::uint64_t* row(std::uint64_t r) const noexcept {
    return m_bits.data() + m_guard + r * m_words;
  }

 private:
  std::size_t m_words;
  std::size_t m_guard;
  uninitialized_array<std::uint64_t> m_bits;
};

/// What was decided in one epoch. A row whose stamp is another one's has nothing, whatever its bits say.
class delta_plane {
 public:
  delta_plane(std::uint64_t rows, const bit_board& board)
      : m_bits(rows, board.words(), 0),
        m_set_words(board.set_words()),
        m_vectors(rows * m_set_words),
        m_stamps(rows, 0) {}

  [[nodiscard]] row_part part(std::uint64_t row, std::uint8_t stamp) const noexcept {
    if (m_stamps[row] != stamp) return {};
    return {m_bits.row(row), {m_vectors.data() + row * m_set_words, m_set_words}};
  }
  /// Where to write the vectors of a row that were decided.
  [[nodiscard]] std::uint64_t* mark(std::uint64_t row, vector_set vectors, std::uint8_t stamp) noexcept {
    m_stamps[row] = stamp;
    std::copy(vectors.begin(), vectors.end(), m_vectors.data() + row * m_set_words);
    return m_bits.row(row);
  }
  void forget_stamps() noexcept { std::fill(m_stamps.begin(), m_stamps.end(), std::uint8_t{0}); }

 private:
  bit_plane m_bits;
  std::size_t m_set_words;
  uninitialized_array<std::uint64_t> m_vectors;
  std::vector<std::uint8_t> m_stamps;
};

/// One walker's move. A team's move is one step of each of its walkers; the first begins at positions, the others
/// between them.
struct walker_step {
  std::size_t turn = 0;
  std::size_t walker = 0;
  player owner = player::first;
  bool begins_turn = false;
};

/// The steps of a round, turn by turn.
[[nodiscard]] inline std::vector<walker_step> steps_of(const product_form& form) {
  std::vector<walker_step> steps;
  for (std::size_t turn = 0; turn < form.turns.size(); ++turn) {
    bool begins = true;
    for (std::size_t w = 0; w < form.walkers.size(); ++w) {
      if (form.walkers[w].owner != form.turns[turn]) continue;
      steps.push_back({turn, w, form.turns[turn], begins});
      begins = false;
    }
    if (begins) throw contract_error("a product form has a turn of a player without walkers");
  }
  if (form.turns.size() < 2) throw contract_error("a product form has fewer than two turns");
  return steps;
}

/// What is known at the beginning of one step.
struct step_layer {
  step_layer(std::uint64_t rows, const bit_board& board)
      : open(rows, board.words(), 0), won(rows, board.words(), board.guard_words()) {
    for (auto& kinds : deltas) {
      for (auto& plane : kinds) {
        plane = std::make_unique<delta_plane>(rows, board);
      }
    }
    for (auto& rows_to_visit : pending) rows_to_visit.assign(rows, 0);
  }

  bit_plane open;  ///< not decided, no end
  bit_plane won;   ///< what the step before asks of all its moves
  /// [kind][parity of the epoch]; memory that is never written is never used.
  std::array<std::array<std::unique_ptr<delta_plane>, 2>, 2> deltas;
  /// [parity of the epoch][row]: a bit per kind that may have something to find here
  std::array<std::vector<std::uint8_t>, 2> pending;
};

/// The waves of a game whose ends have been marked.
class product_waves {
 public:
  product_waves(const product_form& form, std::optional<player> infinite_play, unsigned threads, solve_visitor& visitor)
      : m_form(form),
        m_index(form),
        m_board(form.walkers.back()),
        m_steps(steps_of(form)),
        m_infinite_play(infinite_play),
        m_threads(threads),
        m_visitor(visitor),
        m_arena(threads),
        m_solution(form, m_board),
        m_all_vectors(m_board.set_words(), 0) {
    for (std::size_t v = 0; v < m_board.vectors(); ++v) set_bit(m_all_vectors.data(), v);
    for (std::size_t w = 0; w + 1 < form.walkers.size(); ++w) m_moves_back.push_back(form.walkers[w].moves.reversed());
    for (std::size_t s = 0; s < m_steps.size(); ++s) m_layers.emplace_back(m_index.num_rows(), m_board);
    m_all_places.assign(m_board.words(), 0);
    for (place_number p = 0; p < m_index.row_length(); ++p) {
      set_bit(m_all_places.data(), m_board.bit_of(p));
      if (m_board.moves().degree(p) == 0) m_stuck_places.push_back(p);
    }
    // Within a turn the last walker's step comes first: it is nearest to what is known.
    for (std::size_t turn = 0; turn < form.turns.size(); ++turn) {
      for (std::size_t s = m_steps.size(); s-- > 0;) {
        if (m_steps[s].turn == turn) m_order.push_back(s);
      }
    }
  }

  /// Marks the ends of play. Phase "seed".
  template <ProductGame G>
  void seed(const G& game) {
    m_visitor.phase("seed", game.num_positions());
    for (std::size_t s = 0; s < m_steps.size(); ++s) {
      for_each_group(
          [&](std::uint64_t group, thread_state& mine) {
            const auto [begin, end] = m_solution.rows_of(group);
            for (std::uint64_t row = begin; row < end; ++row) {
              std::copy(m_all_places.begin(), m_all_places.end(), m_layers[s].open.row(row));
              std::fill_n(m_layers[s].won.row(row), m_board.words(), 0);
              if (m_steps[s].begins_turn) seed_row(game, s, row, mine);
            }
            if (m_steps[s].begins_turn) m_visitor.advance((end - begin) * m_index.row_length());
          },
          true);
    }
    finish_wave(0, 0);
  }

  /// Spreads wins and losses, then ties. Phase "propagate".
  void spread() {
    m_visitor.phase("propagate", m_solution.size());
    m_visitor.advance(m_num_ends);
    spread_stage({0, 1});
    if (m_num_tied_ends == 0) return;
    begin_ties();
    spread_stage({tie_kind});
  }

  [[nodiscard]] product_solution take_solution() { return std::move(m_solution); }

 private:
  static constexpr std::size_t tie_kind = 2;
  static constexpr std::uint32_t stamps_in_a_cycle = 250;
  /// Waves of fewer words than this are left to one thread.
  static constexpr std::uint64_t serial_below_words = 1 << 14;

  /// What one thread needs for itself.
  struct thread_state {
    explicit thread_state(const bit_board& board)
        : found(board.words() + 2 * board.guard_words()),
          blank(found.size()),
          late(found.size()),
          changed(board.set_words()),
          where(board.set_words()),
          code(bit_code::most_bytes(board.words())) {}
    std::vector<std::uint64_t> found;  ///< valid in the vectors `changed`
    std::vector<std::uint64_t> blank;  ///< zero between visits
    std::vector<std::uint64_t> late;
    std::vector<std::uint64_t> changed;
    std::vector<std::uint64_t> where;
    std::vector<std::uint8_t> code;
    std::vector<place_number> others;
    std::vector<row_part> sources;
    std::vector<won_row> won;
    std::array<std::uint64_t, 3> decided{};
    std::uint64_t wins = 0;
    std::uint64_t edges = 0;
    std::uint64_t fresh_rows = 0;
  };

  static void set_bit(std::uint64_t* row, std::size_t bit) noexcept {
    row[bit / bit_board::word_bits] |= std::uint64_t{1} << (bit % bit_board::word_bits);
  }
  static void clear_bit(std::uint64_t* row, std::size_t bit) noexcept {
    row[bit / bit_board::word_bits] &= ~(std::uint64_t{1} << (bit % bit_board::word_bits));
  }
  [[nodiscard]] static bool has_bit(const std::uint64_t* row, std::size_t bit) noexcept {
    return (row[bit / bit_board::word_bits] >> (bit % bit_board::word_bits) & 1) != 0;
  }
  [[nodiscard]] static std::size_t slot_of(std::size_t kind) noexcept { return kind == tie_kind ? 0 : kind; }
  [[nodiscard]] static std::uint8_t stamp_of(std::uint64_t epoch) noexcept {
    return static_cast<std::uint8_t>(1 + epoch % stamps_in_a_cycle);
  }
  [[nodiscard]] std::size_t next_of(std::size_t s) const noexcept { return s + 1 == m_steps.size() ? 0 : s + 1; }
  [[nodiscard]] std::size_t previous_of(std::size_t s) const noexcept { return s == 0 ? m_steps.size() - 1 : s - 1; }
  [[nodiscard]] bool moves_in_row(const walker_step& step) const noexcept {
    return step.walker + 1 == m_form.walkers.size();
  }
  /// Whether one move is enough for the owner of a step, or all have to lead there.
  [[nodiscard]] bool one_is_enough(const walker_step& step, std::size_t kind) const noexcept {
    return kind == tie_kind ? m_infinite_play != step.owner : kind == index_of(step.owner);
  }
  /// Whether the step before asks it of all its moves.
  [[nodiscard]] bool is_asked_of_all(std::size_t s, std::size_t kind) const noexcept {
    return !one_is_enough(m_steps[previous_of(s)], kind);
  }

  /// Positions are decided for the next epoch, places between them for their own.
  [[nodiscard]] std::uint64_t epoch_spread(std::size_t s, std::uint64_t epoch) const noexcept {
    return m_steps[s].begins_turn ? epoch + 1 : epoch;
  }
  [[nodiscard]] const delta_plane& delta_of(std::size_t s, std::size_t kind, std::uint64_t epoch) const noexcept {
    return *m_layers[s].deltas[slot_of(kind)][epoch & 1];
  }

  /// Calls f(group, thread_state), on all threads or on this one.
  template <class Function>
  void for_each_group(const Function& f, bool parallel) {
    const auto run = [&](std::uint64_t group) {
      m_visitor.check_stop();
      f(group, m_threads_state.local());
    };
    for_each_index(m_arena, parallel ? m_threads : 1, m_solution.num_groups(), run);
  }

  template <ProductGame G>
  void seed_row(const G& game, std::size_t s, std::uint64_t row, thread_state& mine) {
    const walker_step& step = m_steps[s];
    m_index.places(row, mine.others);
    std::uint64_t moves_of_others = 1;  // of those who move in this turn
    bool last_moves = false;
    for (std::size_t w = 0; w < m_form.walkers.size(); ++w) {
      if (m_form.walkers[w].owner != step.owner) continue;
      if (w + 1 == m_form.walkers.size()) {
        last_moves = true;
      } else {
        moves_of_others *= m_form.walkers[w].moves.degree(mine.others[w]);
      }
    }
    std::uint64_t moves_of_last = last_moves ? m_board.moves().num_edges() : m_index.row_length();

    std::uint64_t* const open = m_layers[s].open.row(row);
    std::array<std::uint64_t*, 3> ends{mine.found.data(), mine.blank.data(), mine.late.data()};
    std::array<bool, 3> any{};
    const auto mark = [&](place_number p, const result& end) {
      assert(p < m_index.row_length());
      if (end.distance_plies != 0) throw contract_error("an end of a product game has a distance above 0");
      const std::size_t kind = end.winner ? index_of(*end.winner) : tie_kind;
      const std::size_t bit = m_board.bit_of(p);
      if (!has_bit(open, bit)) throw contract_error("an end of a product game is named twice");
      if (!std::exchange(any[kind], true)) std::fill_n(ends[kind], m_board.words(), 0);
      set_bit(ends[kind], bit);
      clear_bit(open, bit);
      moves_of_last -= last_moves ? m_board.moves().degree(p) : 1;
    };
    game.for_each_terminal(step.turn, std::span<const place_number>(mine.others), mark);
    const auto mark_stuck = [&](place_number p) {
      if (!has_bit(open, m_board.bit_of(p))) return;
      mark(p, game.no_moves(game.unrank(m_index.first_position(step.turn, row) + p)));
    };
    if (moves_of_others == 0) {
      for (place_number p = 0; p < m_index.row_length(); ++p) mark_stuck(p);
    } else if (last_moves) {
      for (const place_number p : m_stuck_places) mark_stuck(p);
    }
    mine.edges += moves_of_last * moves_of_others;
    for (const std::size_t kind : {std::size_t{0}, std::size_t{1}}) {
      if (any[kind]) decide(s, row, kind, ends[kind], m_all_vectors, 0, 0, mine);
    }
    if (any[tie_kind]) record(s, row, tie_kind, ends[tie_kind], m_all_vectors, 0, mine);
    if (any[1]) std::fill_n(mine.blank.begin(), m_board.words(), 0);
  }

  /// Writes down what was found: as decided, as news, and with its distance.
  void decide(std::size_t s, std::uint64_t row, std::size_t kind, const std::uint64_t* found, vector_set vectors,
              std::uint64_t epoch, std::uint32_t distance, thread_state& mine) {
    step_layer& layer = m_layers[s];
    std::uint64_t* const fresh = layer.deltas[slot_of(kind)][epoch & 1]->mark(row, vectors, stamp_of(epoch));
    m_board.kernels().commit(found, vectors, layer.open.row(row),
                             is_asked_of_all(s, kind) ? layer.won.row(row) : nullptr, fresh);
    if (m_steps[s].begins_turn) record(s, row, kind, fresh, vectors, distance, mine);
    ++mine.fresh_rows;
    announce(s, row, slot_of(kind), epoch_spread(s, epoch));
  }

  void record(std::size_t s, std::uint64_t row, std::size_t kind, const std::uint64_t* bits, vector_set vectors,
              std::uint32_t distance, thread_state& mine) {
    const encoded_bits coded = m_board.kernels().encode_bits(bits, vectors, mine.code.data());
    m_solution.add(m_steps[s].turn, row, kind, distance, std::span(mine.code).first(coded.num_bytes));
    mine.decided[kind] += coded.num_bits;
    if (kind == index_of(m_steps[s].owner)) mine.wins += coded.num_bits;
  }

  /// Tells the rows with moves into this one that they may have something to find.
  void announce(std::size_t s, std::uint64_t row, std::size_t slot, std::uint64_t epoch) {
    const std::size_t before = previous_of(s);
    std::vector<std::uint8_t>& pending = m_layers[before].pending[epoch & 1];
    const auto bit = static_cast<std::uint8_t>(1U << slot);
    // Relaxed, since the flag says all there is to say, and is read after the threads have joined.
    const auto tell = [&](std::uint64_t r) {
      const std::atomic_ref<std::uint8_t> at(pending[r]);
      if ((at.load(std::memory_order_relaxed) & bit) == 0) at.fetch_or(bit, std::memory_order_relaxed);
    };
    const walker_step& step = m_steps[before];
    if (moves_in_row(step)) return tell(row);
    const std::uint64_t stride = m_index.stride(step.walker);
    const place_number here = m_index.place_in(row, step.walker);
    for (const place_number from : m_moves_back[step.walker].neighbours(here)) {
      tell(row - here * stride + from * stride);
    }
  }

  void spread_stage(std::initializer_list<std::size_t> kinds) {
    bool any = true;
    for (std::uint32_t distance = 1; any; ++distance) {
      if (distance > wave_rows::max_distance) throw resource_error("a distance of 2^29 plies or more");
      begin_epoch();
      const bool parallel = m_fresh_rows * m_board.words() >= serial_below_words;
      for (const std::size_t s : m_order) {
        for_each_group([&](std::uint64_t group, thread_state& mine) { visit_group(s, group, kinds, distance, mine); },
                       parallel);
      }
      any = finish_wave(distance, m_epoch);
    }
  }

  /// Before an epoch uses a stamp again, those that are left of its last use are removed.
  void begin_epoch() {
    ++m_epoch;
    if (m_epoch % stamps_in_a_cycle > 1) return;
    for (step_layer& layer : m_layers) {
      for (auto& planes : layer.deltas) planes[m_epoch & 1]->forget_stamps();
    }
  }

  void visit_group(std::size_t s, std::uint64_t group, std::initializer_list<std::size_t> kinds, std::uint32_t distance,
                   thread_state& mine) {
    std::vector<std::uint8_t>& pending = m_layers[s].pending[m_epoch & 1];
    const auto [begin, end] = m_solution.rows_of(group);
    for (std::uint64_t row = begin; row < end; ++row) {
      const std::uint8_t what = std::exchange(pending[row], std::uint8_t{0});
      if (what == 0) continue;
      for (const std::size_t kind : kinds) {
        if ((what >> slot_of(kind) & 1) == 0) continue;
        const bool any =
            moves_in_row(m_steps[s]) ? find_in_row(s, row, kind, mine) : find_across_rows(s, row, kind, mine);
        if (any) decide(s, row, kind, mine.found.data(), mine.changed, m_epoch, distance, mine);
      }
    }
  }

  /// The epoch whose news a step spreads.
  [[nodiscard]] std::uint64_t source_epoch(std::size_t s) const noexcept {
    return m_steps[next_of(s)].begins_turn ? m_epoch - 1 : m_epoch;
  }
  /// What this very wave has decided already at the positions behind a step, which is too new to count.
  [[nodiscard]] row_part too_new(std::size_t s, std::uint64_t row, std::size_t kind) const noexcept {
    const std::size_t next = next_of(s);
    if (!m_steps[next].begins_turn || m_steps[next].turn > m_steps[s].turn) return {};
    return delta_of(next, kind, m_epoch).part(row, stamp_of(m_epoch));
  }

  [[nodiscard]] bool find_across_rows(std::size_t s, std::uint64_t row, std::size_t kind, thread_state& mine) {
    const walker_step& step = m_steps[s];
    const std::size_t next = next_of(s);
    const delta_plane& delta = delta_of(next, kind, source_epoch(s));
    const std::uint8_t stamp = stamp_of(source_epoch(s));
    const bool all = !one_is_enough(step, kind);
    const std::uint64_t stride = m_index.stride(step.walker);
    const place_number here = m_index.place_in(row, step.walker);
    const std::uint64_t base = row - here * stride;
    mine.sources.clear();
    mine.won.clear();
    std::fill(mine.where.begin(), mine.where.end(), 0);
    for (const place_number to : m_form.walkers[step.walker].moves.neighbours(here)) {
      const std::uint64_t target = base + to * stride;
      const row_part part = delta.part(target, stamp);
      if (part.words != nullptr) {
        mine.sources.push_back(part);
        for (std::size_t i = 0; i < mine.where.size(); ++i) mine.where[i] |= part.vectors[i];
      }
      if (all) mine.won.push_back({m_layers[next].won.row(target), too_new(s, target, kind)});
    }
    return m_board.kernels().spread_across_rows(mine.sources, mine.where, m_layers[s].open.row(row), mine.won,
                                                mine.found.data(), mine.changed.data());
  }

  [[nodiscard]] bool find_in_row(std::size_t s, std::uint64_t row, std::size_t kind, thread_state& mine) {
    const std::size_t next = next_of(s);
    const row_part part = delta_of(next, kind, source_epoch(s)).part(row, stamp_of(source_epoch(s)));
    if (part.words == nullptr) return false;
    const std::uint64_t* won = nullptr;
    if (!one_is_enough(m_steps[s], kind)) {
      won = m_layers[next].won.row(row);
      const row_part late = too_new(s, row, kind);
      if (late.words != nullptr) {
        std::uint64_t* const copy = mine.late.data() + m_board.guard_words();
        std::copy_n(won, m_board.words(), copy);
        for_each_word(late.vectors, [&](std::size_t i) { copy[i] &= ~late.words[i]; });
        won = copy;
      }
    }
    const std::uint64_t* const open = m_layers[s].open.row(row);
    if (m_board.shifts().empty()) return find_by_lists(part, open, won, mine);
    m_board.reach(part.vectors, mine.where);
    return m_board.kernels().spread_in_row(part, mine.blank.data() + m_board.guard_words(), m_board.shifts(),
                                           mine.where, open, won, mine.found.data(), mine.changed.data());
  }

  /// Calls f with the number of every word of some vectors.
  template <class Function>
  void for_each_word(vector_set vectors, const Function& f) const {
    const std::size_t vector_words = m_board.kernels().vector_words;
    for (std::size_t k = 0; k < vectors.size(); ++k) {
      for (std::uint64_t rest = vectors[k]; rest != 0; rest &= rest - 1) {
        const std::size_t first =
            (bit_board::word_bits * k + static_cast<std::size_t>(std::countr_zero(rest))) * vector_words;
        for (std::size_t i = first; i < first + vector_words; ++i) f(i);
      }
    }
  }

  /// Calls f with the place of every bit of a word.
  template <class Function>
  void for_each_place(std::size_t i, std::uint64_t word, const Function& f) const {
    for (; word != 0; word &= word - 1) {
      f(m_board.places()[i * bit_board::word_bits + static_cast<std::size_t>(std::countr_zero(word))]);
    }
  }

  /// The same for a walker on a board that is no grid.
  [[nodiscard]] bool find_by_lists(const row_part& part, const std::uint64_t* open, const std::uint64_t* won,
                                   thread_state& mine) const {
    std::fill_n(mine.found.begin(), m_board.words(), 0);
    for_each_word(part.vectors, [&](std::size_t i) {
      for_each_place(i, part.words[i], [&](place_number to) {
        for (const place_number from : m_board.moves_back().neighbours(to))
          set_bit(mine.found.data(), m_board.bit_of(from));
      });
    });
    std::fill(mine.changed.begin(), mine.changed.end(), 0);
    bool any = false;
    for (std::size_t i = 0; i < m_board.words(); ++i) {
      mine.found[i] &= open[i];
      if (won != nullptr) {
        for_each_place(i, mine.found[i], [&](place_number from) {
          const auto moves = m_board.moves().neighbours(from);
          const auto is_won = [&](place_number to) { return has_bit(won, m_board.bit_of(to)); };
          if (!std::all_of(moves.begin(), moves.end(), is_won)) clear_bit(mine.found.data(), m_board.bit_of(from));
        });
      }
      if (mine.found[i] == 0) continue;
      any = true;
      set_bit(mine.changed.data(), i / m_board.kernels().vector_words);
    }
    return any;
  }

  /// The ties that the rules declare become the news of a new epoch.
  void begin_ties() {
    begin_epoch();
    for (std::size_t s = 0; s < m_steps.size(); ++s) {
      if (!m_steps[s].begins_turn) continue;
      // What is lost already counts among what a player whom endless play favours has to avoid as well: it is in
      // `won`, since the steps before ask the same kind of all their moves.
      for_each_group(
          [&](std::uint64_t group, thread_state& mine) {
            std::fill(mine.found.begin(), mine.found.end(), 0);
            std::optional<std::uint64_t> in_hand;
            const auto finish_row = [&] {
              if (!in_hand) return;
              step_layer& layer = m_layers[s];
              std::uint64_t* const fresh =
                  layer.deltas[0][m_epoch & 1]->mark(*in_hand, m_all_vectors, stamp_of(m_epoch));
              m_board.kernels().commit(mine.found.data(), m_all_vectors, layer.open.row(*in_hand),
                                       is_asked_of_all(s, tie_kind) ? layer.won.row(*in_hand) : nullptr, fresh);
              announce(s, *in_hand, 0, m_epoch + 1);
              ++mine.fresh_rows;
              std::fill(mine.found.begin(), mine.found.end(), 0);
            };
            m_solution.for_each_tie(m_steps[s].turn, group, [&](std::uint64_t row, place_number p) {
              if (in_hand != row) finish_row();
              in_hand = row;
              set_bit(mine.found.data(), m_board.bit_of(p));
            });
            finish_row();
          },
          true);
    }
    m_fresh_rows = 0;
    for (thread_state& mine : m_threads_state) m_fresh_rows += std::exchange(mine.fresh_rows, 0);
    report_wave({0, 0, {0, 0, m_num_tied_ends}, 0});
  }

  /// Adds up what the threads found, and reports it. Returns whether there was anything.
  bool finish_wave(std::uint32_t distance, std::uint64_t epoch) {
    wave_report report{0, distance, {}, 0};
    m_fresh_rows = 0;
    for (thread_state& mine : m_threads_state) {
      for (std::size_t kind = 0; kind < mine.decided.size(); ++kind) {
        report.decided_by_kind[kind] += std::exchange(mine.decided[kind], 0);
      }
      report.wins += std::exchange(mine.wins, 0);
      m_fresh_rows += std::exchange(mine.fresh_rows, 0);
      m_solution.add_edges(std::exchange(mine.edges, 0));
    }
    if (epoch == 0) m_num_tied_ends = std::exchange(report.decided_by_kind[tie_kind], 0);
    if (report.decided() == 0) return false;
    report_wave(report);
    return true;
  }

  void report_wave(wave_report report) {
    report.number = m_solution.count_wave(report.distance_plies);
    m_visitor.wave(report);
    if (m_epoch == 0) {
      m_num_ends = report.decided();  // before the phase in which they count as progress
    } else {
      m_visitor.advance(report.decided());
    }
  }

  const product_form& m_form;
  product_index m_index;
  bit_board m_board;
  std::vector<walker_step> m_steps;
  std::vector<std::size_t> m_order;
  std::optional<player> m_infinite_play;
  unsigned m_threads;
  solve_visitor& m_visitor;
  worker_arena m_arena;
  product_solution m_solution;
  std::vector<adjacency_lists> m_moves_back;  ///< [walker], but the last
  std::vector<step_layer> m_layers;
  std::vector<std::uint64_t> m_all_vectors;
  std::vector<std::uint64_t> m_all_places;
  std::vector<place_number> m_stuck_places;  ///< of the last walker: without moves
  tbb::enumerable_thread_specific<thread_state> m_threads_state{std::cref(m_board)};
  std::uint64_t m_epoch = 0;
  std::uint64_t m_num_ends = 0;
  std::uint64_t m_num_tied_ends = 0;
  std::uint64_t m_fresh_rows = 0;
};

}  // namespace detail

namespace detail {

/// How many places lie at one distance from the first one, on average over the distances: about what a wave decides of
/// a row.
[[nodiscard]] inline double mean_level_size(const adjacency_lists& moves) {
  std::vector<std::uint32_t> distance(moves.num_nodes(), 0);
  boost::breadth_first_search(
      moves, place_number{0},
      boost::visitor(boost::make_bfs_visitor(boost::record_distances(distance.data(), boost::on_tree_edge()))));
  const auto others = std::count_if(distance.begin(), distance.end(), [](std::uint32_t d) { return d > 0; });
  const std::uint32_t farthest = *std::max_element(distance.begin(), distance.end());
  return (1 + static_cast<double>(others)) / (1 + static_cast<double>(farthest));
}

}  // namespace detail

/// Expected peak of `solve_product`, in bytes; nothing if the rows are too long for it. The peaks of the games here
/// came out between 0.75 and 1.0 times this.
[[nodiscard]] inline std::optional<std::uint64_t> product_bytes(const product_form& form) {
  const product_index index(form);
  const detail::bit_board board(form.walkers.back());
  if (!product_solution::fits(board)) return std::nullopt;
  // Of a step: open, won, and two planes of what is new for either winner, not all of which are ever touched.
  constexpr double planes = 5;
  constexpr double stamps = 6;              // bytes of a row, with the marks of rows to visit
  constexpr double bytes_of_wave_row = 12;  // beside a byte for every position
  const auto rows = static_cast<double>(index.num_rows());
  const auto steps = static_cast<double>(detail::steps_of(form).size());
  const double row_bytes = planes * 8 * static_cast<double>(board.words() + board.set_words()) + stamps;
  const double positions = rows * static_cast<double>(index.row_length() * form.turns.size());
  const double log_bytes = std::min(double{detail::group_entries::table_entry_bytes},
                                    1 + bytes_of_wave_row / detail::mean_level_size(board.moves()));
  return static_cast<std::uint64_t>(rows * steps * row_bytes + positions * log_bytes);
}

/// Solves a game in product form. See the header comment for everything else.
template <ProductGame G>
[[nodiscard]] product_solution solve_product(const G& game, unsigned threads, solve_visitor& visitor) {
  const product_form form = game.product();
  detail::product_waves waves(form, infinite_play_of(game), resolve_threads(threads), visitor);
  waves.seed(game);
  waves.spread();
  return waves.take_solution();
}

}  // namespace zermelo
