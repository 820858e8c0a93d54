// SPDX-License-Identifier: MIT
// The state of a product solve: for every step the open, the won and the newly decided places, and the solution so far.
// The stages of the solve, each in a file of its own, work on it.
//
// Waves are counted in epochs. A place that is decided at a position in one epoch is news in the next epoch; a place
// that is decided between positions, in the midst of a team's move, is news in the same epoch.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/bit_board.hpp>
#include <zermelo/core/product/bit_kernels.hpp>
#include <zermelo/core/product/bit_planes.hpp>
#include <zermelo/core/product/product_solution.hpp>
#include <zermelo/core/product/row_share.hpp>
#include <zermelo/core/product/walker_steps.hpp>
#include <zermelo/core/product/wave_rows.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo::detail {

/// How many threads visit the rows of a step.
enum class row_threads : std::uint8_t { one, all };

/// The places at the beginning of one step. Ties reuse the memory of the first player's wins.
class step_layer {
 public:
  /// @param rows  own rows  @param kept  own rows and kept rows of others
  step_layer(std::uint64_t rows, std::uint64_t kept, const bit_board& board)
      : open(rows, board.words(), 0), won(kept, board.words(), board.guard_words()) {
    for (auto& by_parity : m_deltas) {
      for (auto& plane : by_parity) plane = std::make_unique<delta_plane>(kept, board);
    }
    for (auto& rows_to_visit : m_pending) rows_to_visit.assign(rows, 0);
  }

  bit_plane open;  ///< undecided places that are no ends, of own rows
  bit_plane won;   ///< places to which all moves of the step before have to lead

  [[nodiscard]] delta_plane& delta(wave_kind kind, std::uint64_t epoch) const noexcept {
    return *m_deltas[slot_of(kind)][epoch & 1];
  }
  /// [row]: the kinds (see `flag_of`) of which places may be found in the row in this epoch.
  [[nodiscard]] std::vector<std::uint8_t>& pending(std::uint64_t epoch) noexcept { return m_pending[epoch & 1]; }
  [[nodiscard]] static std::uint8_t flag_of(wave_kind kind) noexcept {
    return static_cast<std::uint8_t>(1U << slot_of(kind));
  }

  void forget_stamps(std::uint64_t epoch) noexcept {
    for (auto& by_parity : m_deltas) by_parity[epoch & 1]->forget_stamps();
  }
  void forget_pending() noexcept {
    for (auto& rows_to_visit : m_pending) std::fill(rows_to_visit.begin(), rows_to_visit.end(), std::uint8_t{0});
  }

 private:
  [[nodiscard]] static std::size_t slot_of(wave_kind kind) noexcept {
    return kind == wave_kind::tied ? 0 : index_of(kind);
  }

  /// [slot][parity of the epoch]; memory that is never written is never used.
  std::array<std::array<std::unique_ptr<delta_plane>, 2>, 2> m_deltas;
  std::array<std::vector<std::uint8_t>, 2> m_pending;
};

/// Working memory and counts of one thread of a product solve.
struct product_thread {
  explicit product_thread(const bit_board& board)
      : found(board.words() + 2 * board.guard_words()),
        blank(found.size()),
        late(found.size()),
        changed(board.set_words()),
        where(board.set_words()),
        code(bit_code::max_encoded_bytes(board.words())) {}

  std::vector<std::uint64_t> found;  ///< valid in the vectors `changed`
  std::vector<std::uint64_t> blank;  ///< zero between visits
  std::vector<std::uint64_t> late;
  std::vector<std::uint64_t> changed;
  std::vector<std::uint64_t> where;
  std::vector<std::uint8_t> code;
  std::vector<place_number> others;
  std::vector<row_part> sources;
  std::vector<won_row> won;

  std::array<std::uint64_t, num_wave_kinds> decided{};  ///< positions
  std::uint64_t wins = 0;                               ///< decided positions won by the player to move
  std::uint64_t edges = 0;
  std::uint64_t fresh_rows = 0;  ///< rows in which something was decided
};

/// The wave of decided positions that is to be spread next.
struct wave_in_hand {
  wave_report report;  ///< but for its number
  std::uint64_t fresh_rows = 0;
};

class product_state {
 public:
  /// @param longest  plies over which the solve is refused; other than the default in tests alone
  /// @param blocks  the exchange with the other blocks of the game; null: this solve has all rows
  product_state(const product_form& form, std::optional<player> infinite_play, unsigned threads, solve_visitor& visitor,
                std::uint32_t longest, block_exchange* blocks)
      : m_form(form),
        m_index(form),
        m_board(form.walkers.back(), common_vector_words(blocks)),
        m_steps(form, infinite_play),
        m_threads(threads),
        m_visitor(visitor),
        m_longest(longest),
        m_blocks(blocks),
        m_arena(threads),
        m_moves_back(reversed_moves(form)),
        m_rows(blocks == nullptr ? row_share(m_index)
                                 : row_share(choose_row_cut(form, blocks->num_blocks()).cut, blocks->number(), form,
                                             m_index, m_steps, m_moves_back)),
        m_solution(form, m_board, m_rows.size()),
        m_all_vectors(m_board.set_words(), 0) {
    for (std::size_t v = 0; v < m_board.vectors(); ++v) set_bit(m_all_vectors.data(), v);
    for (std::size_t s = 0; s < m_steps.size(); ++s) m_layers.emplace_back(m_rows.size(), m_rows.num_kept(s), m_board);
  }

  [[nodiscard]] const product_form& form() const noexcept { return m_form; }
  [[nodiscard]] const product_index& index() const noexcept { return m_index; }
  [[nodiscard]] const bit_board& board() const noexcept { return m_board; }
  [[nodiscard]] const bit_kernels& kernels() const noexcept { return m_board.kernels(); }
  [[nodiscard]] const walker_steps& steps() const noexcept { return m_steps; }
  /// The rows of this solve. Planes, groups and marks are indexed by offset, which is the row number if all rows are
  /// here.
  [[nodiscard]] const row_share& rows() const noexcept { return m_rows; }
  [[nodiscard]] block_exchange* blocks() const noexcept { return m_blocks; }
  [[nodiscard]] step_layer& layer(std::size_t s) noexcept { return m_layers[s]; }
  [[nodiscard]] const step_layer& layer(std::size_t s) const noexcept { return m_layers[s]; }
  [[nodiscard]] vector_set all_vectors() const noexcept { return m_all_vectors; }
  [[nodiscard]] product_solution& solution() noexcept { return m_solution; }
  [[nodiscard]] const product_solution& solution() const noexcept { return m_solution; }
  [[nodiscard]] solve_visitor& visitor() const noexcept { return m_visitor; }
  [[nodiscard]] worker_arena& arena() noexcept { return m_arena; }

  /// The number of the present wave.
  [[nodiscard]] std::uint64_t epoch() const noexcept { return m_epoch; }
  /// Begins the next epoch. Where its stamp was used before, the old stamps are removed first.
  void begin_epoch() {
    ++m_epoch;
    if (m_epoch % stamps_in_a_cycle > 1) return;
    for (step_layer& layer : m_layers) layer.forget_stamps(m_epoch);
  }
  [[nodiscard]] static std::uint8_t stamp_of(std::uint64_t epoch) noexcept {
    return static_cast<std::uint8_t>(1 + epoch % stamps_in_a_cycle);
  }
  void forget_pending() noexcept {
    for (step_layer& layer : m_layers) layer.forget_pending();
  }

  /// One thread for waves of few rows, else all.
  [[nodiscard]] row_threads threads_for(std::uint64_t rows) const noexcept {
    return rows * m_board.words() < serial_below_words ? row_threads::one : row_threads::all;
  }

  /// Calls f(group, product_thread&) for every group of rows.
  template <class Function>
  void for_each_group(const Function& f, row_threads threads) {
    const auto run = [&](std::uint64_t group) {
      m_visitor.check_stop();
      f(group, m_per_thread.local());
    };
    for_each_index(m_arena, threads == row_threads::all ? m_threads : 1, m_solution.num_groups(), run);
  }

  /// Clears the won places in the rows of others.
  void clear_rows_of_others(std::size_t s) noexcept {
    for (std::uint64_t row = m_rows.size(); row < m_rows.num_kept(s); ++row) {
      std::fill_n(m_layers[s].won.row(row), m_board.words(), 0);
    }
  }

  /// Records the places found in a row in this epoch: as decided, as news, and with their distance.
  void decide(std::size_t s, std::uint64_t row, wave_kind kind, const std::uint64_t* found, vector_set vectors,
              std::uint32_t distance, product_thread& mine) {
    step_layer& at = m_layers[s];
    std::uint64_t* const fresh = at.delta(kind, m_epoch).mark(row, vectors, stamp_of(m_epoch));
    kernels().commit(found, vectors, at.open.row(row), m_steps.is_asked_of_all(s, kind) ? at.won.row(row) : nullptr,
                     fresh);
    if (m_steps[s].begins_turn) record(s, row, kind, fresh, vectors, distance, mine);
    ++mine.fresh_rows;
    mark_readers(s, m_rows.row_at(row), kind);
  }
  /// Records the places that another block has found in this epoch. @param row  its number @param code  see
  /// `encode_bits`
  void record_remote(std::size_t s, std::uint64_t row, wave_kind kind, std::span<const std::uint8_t> code) {
    product_thread& mine = m_per_thread.local();
    std::fill(mine.changed.begin(), mine.changed.end(), 0);
    for_each_encoded_bit(code, bit_code::chunk_words(kernels().vector_words), [&](std::size_t bit) {
      set_bit(mine.blank.data(), bit);
      set_bit(mine.changed.data(), bit / bit_board::word_bits / kernels().vector_words);
    });
    step_layer& at = m_layers[s];
    const std::uint64_t kept = m_rows.offset_of(row, s);
    std::uint64_t* const fresh = at.delta(kind, m_epoch).mark(kept, mine.changed, stamp_of(m_epoch));
    std::uint64_t* const open_there = mine.late.data();  // scratch: the owner of the row keeps its open places
    kernels().commit(mine.blank.data(), mine.changed, open_there,
                     m_steps.is_asked_of_all(s, kind) ? at.won.row(kept) : nullptr, fresh);
    std::fill_n(mine.blank.begin(), m_board.words(), 0);
    ++mine.fresh_rows;
    mark_readers(s, row, kind);
  }

  /// Adds positions to the solution. @throws contract_error for a distance beyond the longest allowed one.
  void record(std::size_t s, std::uint64_t row, wave_kind kind, const std::uint64_t* bits, vector_set vectors,
              std::uint32_t distance, product_thread& mine) {
    if (distance > m_longest) refuse_out_of_range("the distance", distance, m_longest);
    const encoded_bits coded = kernels().encode_bits(bits, vectors, mine.code.data());
    m_solution.add(m_steps[s].turn, row, kind, distance, std::span(mine.code).first(coded.num_bytes));
    mine.decided[index_of(kind)] += coded.num_bits;
    if (kind == kind_won_by(m_steps[s].owner)) mine.wins += coded.num_bits;
  }

  /// Marks the rows with moves into this row as pending in the epoch that spreads this row's news. Other blocks mark
  /// their own rows. Inlined, since a function call for every row of a wave would be measurable. @param row  its number
  __attribute__((always_inline)) void mark_readers(std::size_t s, std::uint64_t row, wave_kind kind) {
    const std::uint64_t epoch = m_steps[s].begins_turn ? m_epoch + 1 : m_epoch;
    const std::size_t before = m_steps.previous_of(s);
    std::vector<std::uint8_t>& pending = m_layers[before].pending(epoch);
    const std::uint8_t flag = step_layer::flag_of(kind);
    // Relaxed order is enough: the flag guards no other data, and is read after the threads have joined.
    const bool are_all_here = m_rows.has_all();
    const auto mark = [&, are_all_here](std::uint64_t r) {
      if (!are_all_here && !m_rows.owns(r)) return;
      const std::atomic_ref<std::uint8_t> at(pending[are_all_here ? r : m_rows.offset_of(r)]);
      if ((at.load(std::memory_order_relaxed) & flag) == 0) at.fetch_or(flag, std::memory_order_relaxed);
    };
    const walker_step& step = m_steps[before];
    if (step.is_in_row) return mark(row);
    for_each_row_beside(m_index, m_moves_back[step.walker], step.walker, row, mark);
  }

  /// Sums the counts of all threads since the last call.
  [[nodiscard]] wave_in_hand take_counts(std::uint32_t distance) {
    wave_in_hand all{{0, distance, {}, 0}, 0};
    for (product_thread& mine : m_per_thread) {
      for (std::size_t kind = 0; kind < num_wave_kinds; ++kind) {
        all.report.decided_by_kind[kind] += std::exchange(mine.decided[kind], 0);
      }
      all.report.wins += std::exchange(mine.wins, 0);
      all.fresh_rows += std::exchange(mine.fresh_rows, 0);
      m_solution.add_edges(std::exchange(mine.edges, 0));
    }
    return all;
  }

 private:
  static constexpr std::uint32_t stamps_in_a_cycle = 250;
  static constexpr std::uint64_t serial_below_words = 1 << 14;

  /// The vector length, in words, that the machines of all blocks can use: it determines the layout of exchanged rows.
  [[nodiscard]] static std::size_t common_vector_words(block_exchange* blocks) {
    const std::uint64_t widest = runnable_kernels().back()->vector_words;
    return blocks == nullptr ? widest : blocks->least(widest).value();
  }

  const product_form& m_form;
  product_index m_index;
  bit_board m_board;
  walker_steps m_steps;
  unsigned m_threads;
  solve_visitor& m_visitor;
  std::uint32_t m_longest;
  block_exchange* m_blocks;
  worker_arena m_arena;
  std::vector<adjacency_lists> m_moves_back;  ///< [walker], but the last
  row_share m_rows;
  product_solution m_solution;
  std::vector<step_layer> m_layers;  ///< [step]
  std::vector<std::uint64_t> m_all_vectors;
  tbb::enumerable_thread_specific<product_thread> m_per_thread{std::cref(m_board)};
  std::uint64_t m_epoch = 0;
};

}  // namespace zermelo::detail
