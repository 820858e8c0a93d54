// SPDX-License-Identifier: MIT
// A walker's board as a row of bits, one per node, and the walker's moves on it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/board/adjacency.hpp>
#include <zermelo/core/game/product_game.hpp>
#include <zermelo/core/product/bit_code.hpp>
#include <zermelo/core/product/bit_kernels.hpp>

namespace zermelo::detail {

/// The tiling of a grid by words of 8 x 8 cells (or 4 x 16, ...), and by vectors of words. Waves decide lines across
/// the grid; the closer words and vectors are to squares, the fewer vectors such a line touches.
struct grid_tiling {
  std::uint32_t word_rows = 8;        ///< the height of a word, in cells; a power of 2 up to 64
  std::uint32_t vector_rows = 1;      ///< the height of a vector, in words
  std::uint32_t vector_columns = 1;   ///< the width of a vector, in words
  std::uint32_t vectors_in_line = 1;  ///< number of adjacent vectors per line
  std::uint32_t vectors = 1;          ///< total number of vectors

  /// The width of a word, in cells.
  [[nodiscard]] std::uint32_t word_columns() const noexcept { return bit_code::word_bits / word_rows; }

  /// The tiling of a grid that minimizes the product of the number of vectors and their height plus width.
  [[nodiscard]] static grid_tiling choose(std::uint32_t rows, std::uint32_t columns, std::size_t vector_words) {
    grid_tiling best;
    double least_cost = std::numeric_limits<double>::infinity();
    for (std::uint32_t word_rows = 1; word_rows <= bit_code::word_bits; word_rows *= 2) {
      for (std::uint32_t vector_rows = 1; vector_rows <= vector_words; vector_rows *= 2) {
        grid_tiling tiling{word_rows, vector_rows, static_cast<std::uint32_t>(vector_words) / vector_rows, 0, 0};
        const std::uint32_t height = word_rows * vector_rows;
        const std::uint32_t width = tiling.word_columns() * tiling.vector_columns;
        tiling.vectors_in_line = (columns + width - 1) / width;
        tiling.vectors = tiling.vectors_in_line * ((rows + height - 1) / height);
        const double cost = static_cast<double>(tiling.vectors) * (height + width);
        if (cost >= least_cost) continue;
        least_cost = cost;
        best = tiling;
      }
    }
    return best;
  }

  [[nodiscard]] std::uint32_t bit_of(grid_cell at) const noexcept {
    const std::uint32_t word_row = at.row / word_rows;
    const std::uint32_t word_column = at.column / word_columns();
    const std::uint32_t vector = word_row / vector_rows * vectors_in_line + word_column / vector_columns;
    const std::uint32_t word =
        vector * vector_rows * vector_columns + word_row % vector_rows * vector_columns + word_column % vector_columns;
    return bit_code::word_bits * word + at.row % word_rows * word_columns() + at.column % word_columns();
  }
};

/// The layout of a walker's nodes in the words of a row.
struct board_layout {
  /// @param max_vector_words  limits the vectors of the kernels
  explicit board_layout(const product_walker& walker, std::size_t max_vector_words = unlimited_vector_words) {
    const std::size_t nodes = walker.moves.num_nodes();
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    for (const grid_cell& at : walker.cells) {
      rows = std::max(rows, at.row + 1);
      columns = std::max(columns, at.column + 1);
    }
    is_grid = !walker.cells.empty() && std::size_t{rows} * columns <= max_cells_per_node * nodes;
    const std::size_t bits = is_grid ? std::size_t{rows} * columns : nodes;
    kernels = &kernels_for((bits + bit_code::word_bits - 1) / bit_code::word_bits, max_vector_words);
    if (is_grid) {
      tiling = grid_tiling::choose(rows, columns, kernels->vector_words);
      words = tiling.vectors * kernels->vector_words;
    } else {
      const std::size_t vector_bits = kernels->vector_words * bit_code::word_bits;
      words = (nodes + vector_bits - 1) / vector_bits * kernels->vector_words;
    }
  }

  [[nodiscard]] std::size_t vectors() const noexcept { return words / kernels->vector_words; }
  [[nodiscard]] std::size_t set_words() const noexcept {
    return (vectors() + bit_code::word_bits - 1) / bit_code::word_bits;
  }

  bool is_grid = false;
  grid_tiling tiling;  ///< for a grid
  const bit_kernels* kernels = nullptr;
  std::size_t words = 0;  ///< a multiple of the kernels' vectors

 private:
  /// A grid with more cells per node is treated as a board without cells. A shift propagates many nodes in one
  /// operation, which outweighs the cost of some walls among them, but not of many.
  static constexpr std::size_t max_cells_per_node = 16;
};

/// On a grid the bits are the cells, including walls, and the moves of one kind are a shift of all words and a mask.
/// Kinds and masks are derived from the walker's moves, so steps, jumps, knight's moves, walls and wrapping around need
/// no special code. On other boards, and on a grid that consists mostly of walls, such as a maze, each bit is a node,
/// which makes rows shorter.
class bit_board {
 public:
  /// @param walker  must outlive the board  @param max_vector_words  limits the vectors of the kernels
  /// @throws contract_error if the walker has cells, but not one distinct cell per node.
  explicit bit_board(const product_walker& walker, std::size_t max_vector_words = unlimited_vector_words)
      : m_moves(walker.moves), m_layout(walker, max_vector_words) {
    number_bits(walker.cells);
    m_node_of_bit.assign(words() * word_bits, no_node);
    for (std::size_t p = 0; p < m_bit_of_node.size(); ++p) {
      node_number& node = m_node_of_bit[m_bit_of_node[p]];
      if (node != no_node) throw contract_error("product form: two nodes of a walker have the same cell");
      node = static_cast<node_number>(p);
    }
    if (m_layout.is_grid) find_shifts();
    if (m_shifts.empty()) m_moves_back = m_moves.reversed();
  }
  explicit bit_board(const product_walker&&, std::size_t = 0) = delete;
  bit_board(const bit_board&) = delete;  // the shifts point to its masks
  bit_board& operator=(const bit_board&) = delete;

  static constexpr std::size_t word_bits = bit_code::word_bits;
  /// With more kinds of moves, shifts would take longer than looking up every move.
  static constexpr std::size_t max_shifts = 256;
  static constexpr node_number no_node = std::numeric_limits<node_number>::max();

  [[nodiscard]] const bit_kernels& kernels() const noexcept { return *m_layout.kernels; }
  // The length of a row in words (a multiple of the kernels' vectors) and in vectors, and of a set of vectors in words.
  [[nodiscard]] std::size_t words() const noexcept { return m_layout.words; }
  [[nodiscard]] std::size_t vectors() const noexcept { return m_layout.vectors(); }
  [[nodiscard]] std::size_t set_words() const noexcept { return m_layout.set_words(); }
  [[nodiscard]] std::uint32_t bit_of(node_number p) const noexcept { return m_bit_of_node[p]; }
  /// [bit]: its node, or `no_node`.
  [[nodiscard]] const std::vector<node_number>& node_of_bit() const noexcept { return m_node_of_bit; }
  [[nodiscard]] const adjacency_lists& moves() const noexcept { return m_moves; }
  /// The reversed moves. Precondition: shifts() is empty.
  [[nodiscard]] const adjacency_lists& moves_back() const noexcept { return m_moves_back; }

  /// The moves as shifts; empty if the board is not a grid, or the moves have more than `max_shifts` kinds.
  [[nodiscard]] std::span<const masked_shift> shifts() const noexcept { return m_shifts; }
  /// The number of words that shifts may read before and after a row.
  [[nodiscard]] std::size_t guard_words() const noexcept { return m_guard_words; }
  /// Sets `from` to the vectors with moves into the vectors `to`. Precondition: shifts() is not empty.
  void find_vectors_into(vector_set to, std::span<std::uint64_t> from) const noexcept {
    std::fill(from.begin(), from.end(), 0);
    for (std::size_t k = 0; k < to.size(); ++k) {
      for (std::uint64_t rest = to[k]; rest != 0; rest &= rest - 1) {
        const std::size_t vector = word_bits * k + static_cast<std::size_t>(std::countr_zero(rest));
        const std::uint64_t* const into = m_vectors_into.data() + vector * from.size();
        for (std::size_t i = 0; i < from.size(); ++i) from[i] |= into[i];
      }
    }
  }

 private:
  void number_bits(const std::vector<grid_cell>& cells) {
    const std::size_t nodes = m_moves.num_nodes();
    if (!cells.empty() && cells.size() != nodes) {
      throw contract_error("product form: a walker with cells needs one cell per node");
    }
    m_bit_of_node.resize(nodes);
    for (std::size_t p = 0; p < nodes; ++p) {
      m_bit_of_node[p] = m_layout.is_grid ? m_layout.tiling.bit_of(cells[p]) : static_cast<std::uint32_t>(p);
    }
  }

  void find_shifts() {
    std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::uint64_t>> masks;
    std::vector<std::uint64_t> vectors_into(vectors() * set_words(), 0);
    const std::size_t vector_bits = kernels().vector_words * word_bits;
    for (node_number from = 0; from < m_moves.num_nodes(); ++from) {
      const std::int64_t bit = bit_of(from);
      for (const node_number to : m_moves.neighbours(from)) {
        const std::int64_t target = bit_of(to);
        constexpr std::int64_t size = word_bits;
        auto& mask = masks[{target / size - bit / size, target % size - bit % size}];
        if (masks.size() > max_shifts) return;
        mask.resize(words());
        mask[static_cast<std::size_t>(bit / size)] |= std::uint64_t{1} << (bit % size);
        const std::size_t vector = bit_of(from) / vector_bits;
        vectors_into[bit_of(to) / vector_bits * set_words() + vector / word_bits] |= std::uint64_t{1}
                                                                                     << (vector % word_bits);
      }
    }
    std::int64_t farthest = 0;
    for (auto& [kind, mask] : masks) {
      const auto [words, bits] = kind;
      m_masks.push_back(std::move(mask));
      m_shifts.push_back({static_cast<std::ptrdiff_t>(words), static_cast<int>(std::max<std::int64_t>(bits, 0)),
                          static_cast<int>(std::max<std::int64_t>(-bits, 0)), m_masks.back().data()});
      farthest = std::max(farthest, words < 0 ? -words : words);
    }
    const std::size_t vector_words = kernels().vector_words;  // whole vectors, so that rows stay aligned
    m_guard_words = (static_cast<std::size_t>(farthest) + vector_words - 1) / vector_words * vector_words;
    m_vectors_into = std::move(vectors_into);
  }

  const adjacency_lists& m_moves;
  adjacency_lists m_moves_back;  ///< empty if there are shifts
  board_layout m_layout;
  std::vector<std::uint32_t> m_bit_of_node;
  std::vector<node_number> m_node_of_bit;
  std::vector<std::vector<std::uint64_t>> m_masks;
  std::vector<masked_shift> m_shifts;
  std::vector<std::uint64_t> m_vectors_into;  ///< [vector][set word]: the vectors with moves into this one
  std::size_t m_guard_words = 0;
};

}  // namespace zermelo::detail
