// SPDX-License-Identifier: MIT
// Tests the kernels over rows of bits, for every instruction set of this machine, against code that processes one bit
// at a time, and the boards whose nodes are laid out in such rows.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/product/bit_board.hpp>
#include <zermelo/core/product/bit_kernels.hpp>

#include "cops_and_robbers_game.hpp"
#include "random_product_game.hpp"

namespace zermelo::test::bit_kernels_test {
namespace {

using zermelo::detail::bit_board;
using zermelo::detail::bit_kernels;
using zermelo::detail::grid_tiling;
using zermelo::detail::masked_shift;
using zermelo::detail::row_part;
using zermelo::detail::vector_set;
using zermelo::detail::won_row;

using words = std::vector<std::uint64_t>;

bool has_bit(std::span<const std::uint64_t> row, std::size_t bit) { return (row[bit / 64] >> (bit % 64) & 1) != 0; }
void set_bit(std::span<std::uint64_t> row, std::size_t bit) { row[bit / 64] |= std::uint64_t{1} << (bit % 64); }

words random_words(random_generator& random, std::size_t count, double density) {
  words row(count);
  for (std::size_t bit = 0; bit < 64 * count; ++bit) {
    if (random.chance(density)) set_bit(row, bit);
  }
  return row;
}

double random_density(random_generator& random) {
  constexpr std::array<double, 6> densities{0, 0.005, 0.1, 0.5, 0.95, 1};
  return densities[random.below(densities.size())];
}

/// The tested lengths of rows in vectors: up to one set of vectors, and longer.
constexpr std::array<std::size_t, 7> row_vectors{1, 2, 3, 7, 63, 64, 70};

/// The words of some vectors of a row.
words words_of(const words& row, vector_set vectors, std::size_t vector_words) {
  words some;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (has_bit(vectors, i / vector_words)) some.push_back(row[i]);
  }
  return some;
}

/// A row of bits, and a row_part with some of its vectors.
struct partial_row {
  partial_row(random_generator& random, const bit_kernels& kernels, std::size_t vectors)
      : bits(random_words(random, vectors * kernels.vector_words, random_density(random))),
        set(random_words(random, (vectors + 63) / 64, random_density(random))),
        m_vector_bits(64 * kernels.vector_words) {
    for (std::size_t v = vectors; v < 64 * set.size(); ++v) set[v / 64] &= ~(std::uint64_t{1} << (v % 64));
    m_part = words_of(bits, set, kernels.vector_words);
  }
  [[nodiscard]] bool holds(std::size_t bit) const { return has_bit(set, bit / m_vector_bits) && has_bit(bits, bit); }
  [[nodiscard]] row_part part() const { return {m_part.data(), set}; }

  words bits;
  words set;

 private:
  std::size_t m_vector_bits;
  words m_part;  ///< the words of the vectors in `set`
};

void for_each_row_length(const std::function<void(random_generator&, const bit_kernels&, std::size_t)>& check) {
  random_generator random(1);
  for (const bit_kernels* kernels : zermelo::detail::runnable_kernels()) {
    for (const std::size_t vectors : row_vectors) {
      for (int number = 0; number < 20 && !testing::Test::HasFailure(); ++number) {
        SCOPED_TRACE(fmt::format("{} words per vector, {} vectors, row {}", kernels->vector_words, vectors, number));
        check(random, *kernels, vectors);
      }
    }
  }
}

/// Compares the result of a kernel with `expected(bit)`.
template <class Expected>
void expect_found(const bit_kernels& kernels, const words& found, const words& changed, bool any, vector_set where,
                  const Expected& expected) {
  const std::size_t vector_bits = 64 * kernels.vector_words;
  bool any_expected = false;
  for (std::size_t v = 0; v < found.size() / kernels.vector_words; ++v) {
    words vector(kernels.vector_words);
    if (has_bit(where, v)) {
      for (std::size_t bit = 0; bit < vector_bits; ++bit) {
        if (expected(v * vector_bits + bit)) set_bit(vector, bit);
      }
    }
    const bool is_changed = std::any_of(vector.begin(), vector.end(), [](std::uint64_t word) { return word != 0; });
    any_expected = any_expected || is_changed;
    ASSERT_EQ(has_bit(changed, v), is_changed) << "vector " << v;
    if (!is_changed) continue;
    const std::size_t first = v * kernels.vector_words;
    ASSERT_TRUE(std::ranges::equal(vector, std::span(found).subspan(first, kernels.vector_words))) << "vector " << v;
  }
  EXPECT_EQ(any, any_expected);
}

TEST(bit_kernels, list_portable_kernels_first) {
  const auto runnable = zermelo::detail::runnable_kernels();
  ASSERT_FALSE(runnable.empty());
  EXPECT_EQ(runnable.front(), &zermelo::detail::portable::kernels);
  for (std::size_t i = 1; i < runnable.size(); ++i) {
    EXPECT_GE(runnable[i]->vector_words, runnable[i - 1]->vector_words);
  }
}

TEST(bit_kernels, select_widest_vectors_that_a_row_fills) {
  for (std::size_t row_words = 1; row_words <= 20; ++row_words) {
    const std::size_t chosen = zermelo::detail::kernels_for(row_words).vector_words;
    for (const bit_kernels* kernels : zermelo::detail::runnable_kernels()) {
      const bool fills = row_words > kernels->vector_words / 2;
      const bool is_narrowest = kernels == &zermelo::detail::portable::kernels;
      EXPECT_EQ(chosen >= kernels->vector_words, fills || is_narrowest) << row_words << " words";
    }
  }
}

TEST(bit_kernels, find_moves_from_one_row_of_bits_to_another) {
  for_each_row_length([](random_generator& random, const bit_kernels& kernels, std::size_t vectors) {
    const std::size_t size = vectors * kernels.vector_words;
    std::vector<partial_row> sources(random.below(4), {random, kernels, vectors});
    for (auto& source : sources) source = {random, kernels, vectors};
    std::vector<row_part> parts;
    for (const auto& source : sources) parts.push_back(source.part());
    std::vector<words> won;
    std::vector<partial_row> late;
    for (std::uint64_t k = random.below(4); k > 0; --k) {
      won.push_back(random_words(random, size, 0.9));
      late.emplace_back(random, kernels, vectors);
    }
    std::vector<won_row> won_rows;
    for (std::size_t i = 0; i < won.size(); ++i) {
      won_rows.push_back({won[i].data(), i % 2 == 0 ? late[i].part() : row_part{}});
    }
    const partial_row where(random, kernels, vectors);
    const words open = random_words(random, size, 0.8);
    words found = random_words(random, size, 0.5);
    words changed = random_words(random, where.set.size(), 0.5);
    const bool any =
        kernels.propagate_across_rows(parts, where.set, open.data(), won_rows, found.data(), changed.data());
    expect_found(kernels, found, changed, any, where.set, [&](std::size_t bit) {
      bool is_found = has_bit(open, bit) && std::any_of(sources.begin(), sources.end(),
                                                        [bit](const partial_row& row) { return row.holds(bit); });
      for (std::size_t i = 0; i < won.size(); ++i) {
        is_found = is_found && has_bit(won[i], bit) && !(i % 2 == 0 && late[i].holds(bit));
      }
      return is_found;
    });
  });
}

TEST(bit_kernels, find_moves_inside_a_row) {
  for_each_row_length([](random_generator& random, const bit_kernels& kernels, std::size_t vectors) {
    const std::size_t size = vectors * kernels.vector_words;
    constexpr std::size_t guard = 9;
    const auto bits = static_cast<std::int64_t>(64 * size);
    // Kinds of moves like those of a bit board, each from random nodes whose target is in the row.
    std::vector<words> masks;
    std::vector<masked_shift> moves;
    std::vector<std::pair<std::int64_t, const words*>> distances;
    masks.reserve(5);
    for (std::uint64_t k = random.below(6); k > 0; --k) {
      const auto by_words = static_cast<std::int64_t>(random.below(2 * guard + 1)) - static_cast<std::int64_t>(guard);
      const auto by_bits = static_cast<std::int64_t>(random.below(127)) - 63;
      words mask = random_words(random, size, 0.8);
      for (std::int64_t bit = 0; bit < bits; ++bit) {
        const bool stays_in_its_word = bit % 64 + by_bits >= 0 && bit % 64 + by_bits < 64;
        const std::int64_t to = bit + 64 * by_words + by_bits;
        if (stays_in_its_word && to >= 0 && to < bits) continue;
        mask[static_cast<std::size_t>(bit / 64)] &= ~(std::uint64_t{1} << (bit % 64));
      }
      masks.push_back(std::move(mask));
      moves.push_back({static_cast<std::ptrdiff_t>(by_words), static_cast<int>(std::max<std::int64_t>(by_bits, 0)),
                       static_cast<int>(std::max<std::int64_t>(-by_bits, 0)), masks.back().data()});
      distances.emplace_back(64 * by_words + by_bits, &masks.back());
    }
    const partial_row source(random, kernels, vectors);
    const partial_row where(random, kernels, vectors);
    const words open = random_words(random, size, 0.8);
    // The kernel must ignore the words around a row of won nodes.
    const words won = random_words(random, size + 2 * guard, 0.9);
    const bool uses_won = random.chance(0.5);
    words blank(size + 2 * guard);
    words found = random_words(random, size, 0.5);
    words changed = random_words(random, where.set.size(), 0.5);
    const bool any = kernels.propagate_in_row(source.part(), blank.data() + guard, moves, where.set, open.data(),
                                              uses_won ? won.data() + guard : nullptr, found.data(), changed.data());
    EXPECT_EQ(blank, words(blank.size())) << "the blank row is zero afterwards";
    expect_found(kernels, found, changed, any, where.set, [&](std::size_t bit) {
      bool some = false;
      bool all = true;
      for (const auto& [distance, mask] : distances) {
        if (!has_bit(*mask, bit)) continue;
        const auto to = static_cast<std::size_t>(static_cast<std::int64_t>(bit) + distance);
        some = some || source.holds(to);
        all = all && has_bit(std::span(won).subspan(guard), to);
      }
      return has_bit(open, bit) && some && (all || !uses_won);
    });
  });
}

TEST(bit_kernels, commit_updates_open_won_and_fresh_bits_of_selected_vectors) {
  for_each_row_length([](random_generator& random, const bit_kernels& kernels, std::size_t vectors) {
    const std::size_t size = vectors * kernels.vector_words;
    const partial_row where(random, kernels, vectors);
    const words found = random_words(random, size, random_density(random));
    const words open = random_words(random, size, 0.7);
    const words won = random_words(random, size, 0.3);
    const words fresh = random_words(random, size, 0.5);
    const words expected_fresh = words_of(found, where.set, kernels.vector_words);
    const bool has_won = random.chance(0.5);
    words open_after = open;
    words won_after = won;
    words fresh_after = fresh;
    kernels.commit(found.data(), where.set, open_after.data(), has_won ? won_after.data() : nullptr,
                   fresh_after.data());
    for (std::size_t i = 0; i < size; ++i) {
      const bool is_meant = has_bit(where.set, i / kernels.vector_words);
      ASSERT_EQ(open_after[i], is_meant ? open[i] & ~found[i] : open[i]);
      ASSERT_EQ(won_after[i], is_meant && has_won ? won[i] | found[i] : won[i]);
      ASSERT_EQ(fresh_after[i], i < expected_fresh.size() ? expected_fresh[i] : fresh[i]);
    }
  });
}

/// Encodes the bits of a row in some vectors, and expects to decode the same bits, and to list their values.
void expect_read_back(const bit_kernels& kernels, const words& row, vector_set where,
                      const std::vector<std::size_t>& expected) {
  constexpr std::uint8_t untouched = 0xa5;
  constexpr std::size_t behind = 64;
  const std::size_t capacity = zermelo::detail::bit_code::max_encoded_bytes(row.size());
  std::vector<std::uint8_t> bytes(capacity + behind, untouched);
  const auto coded = kernels.encode_bits(row.data(), where, bytes.data());
  ASSERT_LE(coded.num_bytes, capacity);
  EXPECT_EQ(std::count(bytes.end() - behind, bytes.end(), untouched), behind) << "written beyond the capacity";
  EXPECT_EQ(coded.num_bits, expected.size());
  std::vector<std::size_t> found;
  const std::size_t chunk_words = std::min(zermelo::detail::bit_code::max_chunk_words, kernels.vector_words);
  zermelo::detail::for_each_encoded_bit(std::span(bytes).first(coded.num_bytes), chunk_words,
                                        [&](std::size_t bit) { found.push_back(bit); });
  EXPECT_EQ(found, expected);

  constexpr std::uint32_t first = 1000;
  std::vector<std::uint32_t> values(64 * row.size());
  for (std::size_t bit = 0; bit < values.size(); ++bit) values[bit] = static_cast<std::uint32_t>(bit ^ 5);
  std::vector<std::uint32_t> expected_numbers;
  for (const std::size_t bit : expected) expected_numbers.push_back(first + values[bit]);
  std::vector<std::uint32_t> numbers(expected.size() + bit_kernels::list_slack);
  const std::uint32_t* const end =
      kernels.list_values(std::span(bytes).first(coded.num_bytes), values.data(), first, numbers.data());
  numbers.resize(static_cast<std::size_t>(end - numbers.data()));
  EXPECT_EQ(numbers, expected_numbers);

  // Kernels with vectors of equal width write the same code.
  for (const bit_kernels* const other : zermelo::detail::runnable_kernels()) {
    if (other->vector_words != kernels.vector_words) continue;
    std::vector<std::uint8_t> other_bytes(capacity);
    const auto other_coded = other->encode_bits(row.data(), where, other_bytes.data());
    EXPECT_TRUE(std::ranges::equal(std::span(other_bytes).first(other_coded.num_bytes),
                                   std::span(bytes).first(coded.num_bytes)));
  }
}

TEST(bit_kernels, decode_encoded_bits) {
  for_each_row_length([](random_generator& random, const bit_kernels& kernels, std::size_t vectors) {
    const std::size_t size = vectors * kernels.vector_words;
    partial_row row(random, kernels, vectors);
    // Ranges of different densities, so that one row has chunks of every kind.
    for (int range = 0; range < 3; ++range) {
      const std::size_t begin = random.below(size);
      const words other = random_words(random, random.below(size - begin) + 1, random_density(random));
      std::copy(other.begin(), other.end(), row.bits.begin() + static_cast<std::ptrdiff_t>(begin));
    }
    std::vector<std::size_t> expected;
    for (std::size_t bit = 0; bit < 64 * size; ++bit) {
      if (row.holds(bit)) expected.push_back(bit);
    }
    expect_read_back(kernels, row.bits, row.set, expected);
  });
}

TEST(bit_kernels, decode_chunks_of_every_number_of_bits) {
  random_generator random(2);
  for (const bit_kernels* kernels : zermelo::detail::runnable_kernels()) {
    const std::size_t chunk_words = std::min(zermelo::detail::bit_code::max_chunk_words, kernels->vector_words);
    for (std::size_t count = 0; count <= 64 * chunk_words && !HasFailure(); ++count) {
      SCOPED_TRACE(fmt::format("{} words per vector, {} bits", kernels->vector_words, count));
      // The last chunk of a long row: more chunks are skipped before it than one code can express.
      constexpr std::size_t vectors = 300;
      words row(vectors * kernels->vector_words);
      std::set<std::size_t> expected;
      while (expected.size() < count) {
        expected.insert(64 * (row.size() - chunk_words) + random.below(64 * chunk_words));
      }
      for (const std::size_t bit : expected) set_bit(row, bit);
      words where((vectors + 63) / 64, ~std::uint64_t{0});
      where.back() >>= 64 - vectors % 64;
      expect_read_back(*kernels, row, where, {expected.begin(), expected.end()});
    }
  }
}

// Boards

TEST(grid_tiling, assigns_a_distinct_bit_to_every_cell) {
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> sizes{
      {1, 1}, {1, 1000}, {1000, 1}, {3, 5}, {7, 9}, {8, 8}, {9, 8}, {17, 65}, {65, 17}, {64, 64}, {127, 129}, {2, 300}};
  for (const std::size_t vector_words : {std::size_t{2}, std::size_t{4}, std::size_t{8}}) {
    for (const auto& [rows, columns] : sizes) {
      SCOPED_TRACE(fmt::format("{} x {} in vectors of {} words", rows, columns, vector_words));
      const grid_tiling tiling = grid_tiling::choose(rows, columns, vector_words);
      EXPECT_EQ(tiling.vector_rows * tiling.vector_columns, vector_words);
      EXPECT_EQ(tiling.word_rows * tiling.word_columns(), 64U);
      std::set<std::uint32_t> bits;
      for (std::uint32_t row = 0; row < rows; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) bits.insert(tiling.bit_of({row, column}));
      }
      EXPECT_EQ(bits.size(), std::size_t{rows} * columns);
      EXPECT_LT(*bits.rbegin(), 64 * vector_words * tiling.vectors);
      // All rows of vectors contain cells.
      EXPECT_GE(*bits.rbegin(), 64 * vector_words * (tiling.vectors - tiling.vectors_in_line));
    }
  }
}

using move_set = std::set<std::pair<node_number, node_number>>;

move_set listed_moves(const adjacency_lists& moves) {
  move_set all;
  for (node_number p = 0; p < moves.num_nodes(); ++p) {
    for (const node_number to : moves.neighbours(p)) all.emplace(p, to);
  }
  return all;
}

/// The moves that the shifts represent.
move_set shifted_moves(const bit_board& board) {
  move_set all;
  for (const masked_shift& kind : board.shifts()) {
    EXPECT_LE(static_cast<std::size_t>(std::abs(kind.words)), board.guard_words());
    for (std::size_t bit = 0; bit < 64 * board.words(); ++bit) {
      if (!has_bit({kind.mask, board.words()}, bit)) continue;
      const std::int64_t in_word = static_cast<std::int64_t>(bit % 64) + kind.right - kind.left;
      EXPECT_TRUE(in_word >= 0 && in_word < 64) << "a shift crosses its word";
      const auto to = static_cast<std::size_t>(64 * (static_cast<std::int64_t>(bit / 64) + kind.words) + in_word);
      EXPECT_TRUE(all.emplace(board.node_of_bit()[bit], board.node_of_bit()[to]).second)
          << "two shifts represent the same move";
    }
  }
  return all;
}

void expect_laid_out(const product_walker& walker) {
  const bit_board board(walker);
  EXPECT_EQ(board.words() % board.kernels().vector_words, 0U);
  EXPECT_EQ(board.vectors() * board.kernels().vector_words, board.words());
  EXPECT_EQ(board.node_of_bit().size(), 64 * board.words());
  EXPECT_EQ(board.moves(), walker.moves);
  if (board.shifts().empty()) {
    EXPECT_EQ(board.moves_back(), walker.moves.reversed());
  }
  const std::size_t num_nodes = walker.moves.num_nodes();
  const auto without_node = std::count(board.node_of_bit().begin(), board.node_of_bit().end(), bit_board::no_node);
  EXPECT_EQ(static_cast<std::size_t>(without_node), board.node_of_bit().size() - num_nodes);
  for (node_number p = 0; p < num_nodes; ++p) ASSERT_EQ(board.node_of_bit()[board.bit_of(p)], p);
  if (walker.cells.empty()) {
    EXPECT_TRUE(board.shifts().empty());
    return;
  }
  const move_set moves = listed_moves(walker.moves);
  EXPECT_EQ(shifted_moves(board), moves);
  if (board.shifts().empty()) return;
  // By vectors: the sources of the moves into each vector, and into two vectors together.
  const std::size_t vector_bits = 64 * board.kernels().vector_words;
  for (std::size_t v = 0; v < board.vectors(); ++v) {
    const std::size_t other = (5 * v + 3) % board.vectors();
    words to(board.set_words());
    set_bit(to, v);
    set_bit(to, other);
    words expected(board.set_words());
    for (const auto& [from, target] : moves) {
      const std::size_t into = board.bit_of(target) / vector_bits;
      if (into == v || into == other) set_bit(expected, board.bit_of(from) / vector_bits);
    }
    words from(board.set_words(), ~std::uint64_t{0});
    board.find_vectors_into(to, from);
    ASSERT_EQ(from, expected) << "vector " << v;
  }
}

product_walker walker_on(const chase_board& board) { return {player::first, board.moves, board.cells}; }

static_assert(!std::is_constructible_v<bit_board, product_walker>, "a board refers to its walker");

TEST(bit_board, represents_moves_of_grids_and_tori) {
  for (const auto& [rows, columns] :
       {std::pair{1U, 1U}, {1U, 9U}, {9U, 1U}, {5U, 7U}, {8U, 8U}, {16U, 33U}, {70U, 3U}, {3U, 130U}, {61U, 67U}}) {
    SCOPED_TRACE(fmt::format("{} x {}", rows, columns));
    expect_laid_out(walker_on(grid_board(rows, columns)));
    expect_laid_out(walker_on(torus_board(rows, columns)));
  }
}

TEST(bit_board, assigns_one_bit_per_node_of_a_board_without_a_grid) {
  for (const std::uint32_t nodes : {1U, 63U, 64U, 65U, 127U, 128U, 129U, 513U, 5000U}) {
    expect_laid_out(walker_on({grid_board(1, nodes).moves}));
  }
}

TEST(bit_board, represents_moves_of_random_grids) {
  random_generator random(3);
  for (int number = 0; number < 200 && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE(number);
    random_product_shape shape;
    shape.rows = 1 + static_cast<std::uint32_t>(random.below(number % 10 == 0 ? 200 : 20));
    shape.columns = 1 + static_cast<std::uint32_t>(random.below(number % 10 == 1 ? 200 : 20));
    const std::uint32_t cells = shape.rows * shape.columns;
    shape.walkers = {{player::first, 1 + static_cast<std::uint32_t>(random.below(cells))}};
    shape.turns = {player::first};
    shape.num_kinds = 1 + static_cast<std::uint32_t>(random.below(10));
    shape.reach = 1 + static_cast<std::uint32_t>(random.below(20));
    expect_laid_out(random_product_game(random, shape).form().walkers.back());
  }
}

TEST(bit_board, uses_no_shifts_if_moves_are_too_irregular) {
  random_generator random(4);
  chase_board board = grid_board(40, 40);
  board.moves = {};
  for (node_number p = 0; p < board.cells.size(); ++p) {
    board.moves.add_node();
    board.moves.add_neighbour(static_cast<node_number>(random.below(board.cells.size())));
  }
  const product_walker walker = walker_on(board);
  const bit_board laid_out(walker);
  EXPECT_TRUE(laid_out.shifts().empty());
  EXPECT_EQ(laid_out.guard_words(), 0U);
}

}  // namespace
}  // namespace zermelo::test::bit_kernels_test
