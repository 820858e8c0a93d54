// SPDX-License-Identifier: MIT
// The state of a product solve, on which the stages of the solve operate: for every step the open, the won and the
// newly decided nodes, and the current solution.
//
// Epochs number the waves. A node that is decided at a position is propagated in the next epoch; a node that is decided
// between positions, during a team's move, is propagated in the same epoch.
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

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/scratch_space.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/bit_board.hpp>
#include <zermelo/core/product/bit_code.hpp>
#include <zermelo/core/product/bit_kernels.hpp>
#include <zermelo/core/product/bit_planes.hpp>
#include <zermelo/core/product/block_store.hpp>
#include <zermelo/core/product/product_solution.hpp>
#include <zermelo/core/product/row_share.hpp>
#include <zermelo/core/product/walker_steps.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/wave_kind.hpp>

namespace zermelo::detail {

/// Whether one thread or all threads visit the rows of a step.
enum class row_threads : std::uint8_t { one, all };

/// The sets of nodes at the beginning of one step. Ties reuse the planes of the first player's wins.
class step_layer {
 public:
  /// @param rows  the number of own rows  @param retained  the number of own rows and of retained rows of other blocks
  step_layer(std::uint64_t rows, std::uint64_t retained, const bit_board& board)
      : open(rows, board.words(), 0), won(retained, board.words(), board.guard_words()) {
    for (auto& by_parity : m_deltas) {
      for (auto& plane : by_parity) plane = std::make_unique<delta_plane>(retained, board);
    }
    for (auto& rows_to_visit : m_pending) rows_to_visit.assign(rows, 0);
  }

  bit_plane open;  ///< undecided nodes that are not terminal, in own rows
  bit_plane won;   ///< decided nodes to which all moves of a node of the previous step must lead

  /// The nodes decided in an epoch.
  [[nodiscard]] delta_plane& delta(wave_kind kind, std::uint64_t epoch) const noexcept {
    return *m_deltas[slot_of(kind)][epoch & 1];
  }
  /// [row]: flags (see `flag_of`) of the kinds for which an epoch must visit the row.
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

  /// [slot][parity of the epoch]
  std::array<std::array<std::unique_ptr<delta_plane>, 2>, 2> m_deltas;
  std::array<std::vector<std::uint8_t>, 2> m_pending;
};

/// Working memory and counts of one thread of a product solve.
struct product_thread {
  product_thread(const bit_board& board, block_store& fresh_store)
      : fresh{row_memory(fresh_store), row_memory(fresh_store)},
        found(board.words() + 2 * board.guard_words()),
        blank(found.size()),
        won_copy(found.size()),
        changed(board.set_words()),
        where(board.set_words()),
        code(bit_code::max_encoded_bytes(board.words())) {}

  std::array<row_memory, 2> fresh;      ///< [parity of the epoch]: newly decided rows
  std::vector<std::uint64_t> found;     ///< a row: nodes found, valid in the vectors `changed`
  std::vector<std::uint64_t> blank;     ///< a row of zeros between visits
  std::vector<std::uint64_t> won_copy;  ///< a row: won nodes without those of the current wave
  std::vector<std::uint64_t> changed;   ///< a vector_set
  std::vector<std::uint64_t> where;     ///< a vector_set: the vectors to search
  std::vector<std::uint8_t> code;       ///< see bit_code.hpp
  std::vector<node_number> others;      ///< the nodes of all walkers but the last
  std::vector<row_part> sources;
  std::vector<won_row> won;

  std::array<std::uint64_t, num_wave_kinds> decided{};  ///< [kind]: number of decided positions
  std::uint64_t wins = 0;                               ///< number of decided wins of the player to move
  std::uint64_t edges = 0;
  std::uint64_t fresh_rows = 0;  ///< rows with newly decided nodes
};

/// A wave of decided positions that will be propagated.
struct pending_wave {
  wave_report report;            ///< the number is not yet set
  std::uint64_t fresh_rows = 0;  ///< rows with newly decided nodes
};

class product_state {
 public:
  /// @param max_distance_plies  the solve fails if a distance exceeds this
  /// @param exchange  connects the blocks of the game; null if this solve has all rows
  /// @param overflow  see product_solution
  product_state(const product_form& form, std::optional<player> infinite_play, unsigned threads, solve_visitor& visitor,
                std::uint32_t max_distance_plies, block_exchange* exchange, const overflow_space& overflow)
      : m_form(form),
        m_index(form),
        m_board(form.walkers.back(), common_vector_words(exchange)),
        m_steps(form, infinite_play),
        m_threads(threads),
        m_visitor(visitor),
        m_max_distance_plies(max_distance_plies),
        m_exchange(exchange),
        m_arena(threads),
        m_moves_back(reversed_moves(form)),
        m_rows(exchange == nullptr ? row_share(m_index)
                                   : row_share(choose_row_cut(form, exchange->num_blocks()).cut, exchange->number(),
                                               form, m_index, m_steps, m_moves_back)),
        m_solution(form, m_board, m_rows.size(), overflow),
        m_all_vectors(m_board.set_words(), 0) {
    for (std::size_t v = 0; v < m_board.vectors(); ++v) set_bit(m_all_vectors.data(), v);
    for (std::size_t s = 0; s < m_steps.size(); ++s)
      m_layers.emplace_back(m_rows.size(), m_rows.num_retained(s), m_board);
  }

  [[nodiscard]] const product_form& form() const noexcept { return m_form; }
  [[nodiscard]] const product_index& index() const noexcept { return m_index; }
  [[nodiscard]] const bit_board& board() const noexcept { return m_board; }
  [[nodiscard]] const bit_kernels& kernels() const noexcept { return m_board.kernels(); }
  [[nodiscard]] const walker_steps& steps() const noexcept { return m_steps; }
  /// The rows of this solve. Planes, groups and flags are indexed by offset, which is the row number if this solve has
  /// all rows.
  [[nodiscard]] const row_share& rows() const noexcept { return m_rows; }
  /// Null if this solve has all rows.
  [[nodiscard]] block_exchange* exchange() const noexcept { return m_exchange; }
  [[nodiscard]] step_layer& layer(std::size_t s) noexcept { return m_layers[s]; }
  [[nodiscard]] const step_layer& layer(std::size_t s) const noexcept { return m_layers[s]; }
  [[nodiscard]] vector_set all_vectors() const noexcept { return m_all_vectors; }
  [[nodiscard]] product_solution& solution() noexcept { return m_solution; }
  [[nodiscard]] const product_solution& solution() const noexcept { return m_solution; }
  [[nodiscard]] solve_visitor& visitor() const noexcept { return m_visitor; }
  [[nodiscard]] worker_arena& arena() noexcept { return m_arena; }

  /// The number of the current wave.
  [[nodiscard]] std::uint64_t epoch() const noexcept { return m_epoch; }
  /// Begins the next epoch. Stamps repeat after a cycle of epochs, so the start of a cycle removes old stamps.
  void begin_epoch() {
    ++m_epoch;
    for (product_thread& local : m_per_thread) local.fresh[m_epoch & 1].release();
    if (m_epoch % stamps_in_a_cycle > 1) return;
    for (step_layer& layer : m_layers) layer.forget_stamps(m_epoch);
  }
  [[nodiscard]] static std::uint8_t stamp_of(std::uint64_t epoch) noexcept {
    return static_cast<std::uint8_t>(1 + epoch % stamps_in_a_cycle);
  }
  void forget_pending() noexcept {
    for (step_layer& layer : m_layers) layer.forget_pending();
  }

  /// One thread for waves of few rows, otherwise all.
  [[nodiscard]] row_threads threads_for(std::uint64_t rows) const noexcept {
    return rows * m_board.words() < serial_below_words ? row_threads::one : row_threads::all;
  }

  /// Whether `won` of step s contains the nodes of a kind, because the previous step needs all its moves.
  [[nodiscard]] bool counts_in_won(std::size_t s, wave_kind kind) const noexcept {
    return m_steps.needs_all_moves(m_steps.previous_of(s), kind);
  }

  /// Calls f(group, product_thread&) for every group of rows. f may add to the solution. @throws interrupted; what
  /// product_solution::move_to_scratch throws.
  template <class Function>
  void for_each_group(const Function& f, row_threads threads) {
    constexpr std::uint64_t num_parts = 16;    // the solution can exceed its memory by what one part adds
    constexpr std::uint64_t min_tasks = 4096;  // a task of one small group would be too short
    const std::uint64_t num_groups = m_solution.num_groups();
    const std::uint64_t in_task = std::max<std::uint64_t>(1, num_groups / min_tasks);
    const std::uint64_t in_part = m_solution.uses_scratch() ? (num_groups + num_parts - 1) / num_parts : num_groups;
    for (std::uint64_t first = 0; first < num_groups; first += in_part) {
      const std::uint64_t end = std::min(num_groups, first + in_part);
      const auto run = [&](std::uint64_t task) {
        m_visitor.check_stop();
        product_thread& local = m_per_thread.local();
        const std::uint64_t end_of_task = std::min(end, first + (task + 1) * in_task);
        for (std::uint64_t group = first + task * in_task; group < end_of_task; ++group) f(group, local);
      };
      for_each_index(m_arena, threads == row_threads::all ? m_threads : 1, (end - first + in_task - 1) / in_task, run);
      m_solution.move_to_scratch(m_arena, m_threads, m_visitor);
    }
  }

  /// Clears the won nodes in the rows of other blocks.
  void clear_rows_of_other_blocks(std::size_t s) noexcept {
    for (std::uint64_t row = m_rows.size(); row < m_rows.num_retained(s); ++row) {
      std::fill_n(m_layers[s].won.row(row), m_board.words(), 0);
    }
  }

  /// Decides the nodes found in a row in this epoch, and marks the rows that read them.
  /// @param row  an offset @param distance  in plies
  void decide(std::size_t s, std::uint64_t row, wave_kind kind, const std::uint64_t* found, vector_set vectors,
              std::uint32_t distance, product_thread& local) {
    step_layer& at = m_layers[s];
    std::uint64_t* const fresh = mark_fresh(s, row, m_rows.row_at(row), kind, vectors, local);
    kernels().commit(found, vectors, at.open.row(row), counts_in_won(s, kind) ? at.won.row(row) : nullptr, fresh);
    if (m_steps[s].begins_turn) record(s, row, kind, found, vectors, distance, local);
  }
  /// Like `decide`, for a row of another block, which stores the row's open nodes and records its positions.
  /// @param row  a row number @param code  see bit_code.hpp
  void decide_remote(std::size_t s, std::uint64_t row, wave_kind kind, std::span<const std::uint8_t> code) {
    product_thread& local = m_per_thread.local();
    std::fill(local.changed.begin(), local.changed.end(), 0);
    for_each_encoded_bit(code, bit_code::chunk_words(kernels().vector_words), [&](std::size_t bit) {
      set_bit(local.blank.data(), bit);
      set_bit(local.changed.data(), bit / bit_board::word_bits / kernels().vector_words);
    });
    step_layer& at = m_layers[s];
    const std::uint64_t retained = m_rows.offset_of(row, s);
    std::uint64_t* const fresh = mark_fresh(s, retained, row, kind, local.changed, local);
    std::uint64_t* const unused_open = local.won_copy.data();  // the block that owns the row stores its open nodes
    kernels().commit(local.blank.data(), local.changed, unused_open,
                     counts_in_won(s, kind) ? at.won.row(retained) : nullptr, fresh);
    std::fill_n(local.blank.begin(), m_board.words(), 0);
  }

  /// Marks a row as newly decided in `vectors`, and the rows that read it as pending. Returns the words of these
  /// vectors, which are uninitialized. @param row  an offset @param number  its row number
  std::uint64_t* mark_fresh(std::size_t s, std::uint64_t row, std::uint64_t number, wave_kind kind, vector_set vectors,
                            product_thread& local) {
    ++local.fresh_rows;
    mark_readers(s, number, kind);
    return m_layers[s].delta(kind, m_epoch).mark(row, vectors, stamp_of(m_epoch), local.fresh[m_epoch & 1]);
  }

  /// Adds positions to the solution. @param row  an offset @throws contract_error for a distance above the limit.
  void record(std::size_t s, std::uint64_t row, wave_kind kind, const std::uint64_t* bits, vector_set vectors,
              std::uint32_t distance, product_thread& local) {
    if (distance > m_max_distance_plies) reject_out_of_range("the distance", distance, m_max_distance_plies);
    const encoded_bits coded = kernels().encode_bits(bits, vectors, local.code.data());
    m_solution.add(m_steps[s].turn, row, kind, distance, std::span(local.code).first(coded.num_bytes));
    local.decided[index_of(kind)] += coded.num_bits;
    if (kind == kind_won_by(m_steps[s].owner)) local.wins += coded.num_bits;
  }

  /// Marks the own rows with moves into a row as pending in the epoch that propagates the decided nodes of this row.
  /// Inlined, since a call for every row of a wave would have a measurable cost. @param row  a row number
  __attribute__((always_inline)) void mark_readers(std::size_t s, std::uint64_t row, wave_kind kind) {
    const std::uint64_t epoch = m_steps[s].begins_turn ? m_epoch + 1 : m_epoch;
    const std::size_t previous = m_steps.previous_of(s);
    std::vector<std::uint8_t>& pending = m_layers[previous].pending(epoch);
    const std::uint8_t flag = step_layer::flag_of(kind);
    // Relaxed order is enough: the flag guards no other data, and is read after the threads have joined.
    const bool has_all_rows = m_rows.has_all();
    const auto mark = [&, has_all_rows](std::uint64_t r) {
      if (!has_all_rows && !m_rows.owns(r)) return;
      const std::atomic_ref<std::uint8_t> at(pending[has_all_rows ? r : m_rows.offset_of(r)]);
      if ((at.load(std::memory_order_relaxed) & flag) == 0) at.fetch_or(flag, std::memory_order_relaxed);
    };
    const walker_step& step = m_steps[previous];
    if (step.is_in_row) return mark(row);
    for_each_neighbour_row(m_index, m_moves_back[step.walker], step.walker, row, mark);
  }

  /// Returns the counts of all threads since the last call as a wave, and resets them. @param distance  in plies
  [[nodiscard]] pending_wave take_counts(std::uint32_t distance) {
    pending_wave all{{0, distance, {}, 0}, 0};
    for (product_thread& local : m_per_thread) {
      for (std::size_t kind = 0; kind < num_wave_kinds; ++kind) {
        all.report.decided_by_kind[kind] += std::exchange(local.decided[kind], 0);
      }
      all.report.wins += std::exchange(local.wins, 0);
      all.fresh_rows += std::exchange(local.fresh_rows, 0);
      m_solution.add_edges(std::exchange(local.edges, 0));
    }
    return all;
  }

 private:
  static constexpr std::uint32_t stamps_in_a_cycle = 250;       ///< even; the stamps and 0 fit a byte
  static constexpr std::uint64_t serial_below_words = 1 << 14;  ///< for less work, starting threads takes longer

  /// The vector length in words that all blocks can use. It determines the layout of exchanged rows.
  [[nodiscard]] static std::size_t common_vector_words(block_exchange* exchange) {
    const std::uint64_t widest = runnable_kernels().back()->vector_words;
    return exchange == nullptr ? widest : exchange->least(widest).value();
  }

  [[nodiscard]] static std::size_t fresh_block_bytes(const bit_board& board) noexcept {
    constexpr std::size_t min_bytes = std::size_t{1} << 14;
    return std::max(min_bytes, board.words() * sizeof(std::uint64_t));
  }

  const product_form& m_form;
  product_index m_index;
  bit_board m_board;
  walker_steps m_steps;
  unsigned m_threads;
  solve_visitor& m_visitor;
  std::uint32_t m_max_distance_plies;
  block_exchange* m_exchange;
  worker_arena m_arena;
  std::vector<adjacency_lists> m_moves_back;  ///< [walker], except the last
  row_share m_rows;
  product_solution m_solution;
  std::vector<step_layer> m_layers;  ///< [step]
  std::vector<std::uint64_t> m_all_vectors;
  block_store m_fresh_store{fresh_block_bytes(m_board)};
  per_thread<product_thread> m_per_thread{[this] { return product_thread(m_board, m_fresh_store); }};
  std::uint64_t m_epoch = 0;
};

}  // namespace zermelo::detail
