// SPDX-License-Identifier: MIT
#include <zermelo/core/solve/solve_in_one_pass.hpp>

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/rules/for_each_call.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/outside_moves.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {
namespace {

/// Solves positions and stores their values as words of type `Word`.
template <class Word>
class one_pass_solver {
  using described_word = packed_word<position_word>;
  using packed = packed_word<Word>;

 public:
  /// Precondition: the layout has space for the margins of the rules.
  explicit one_pass_solver(const rules& part)
      : m_part(part),
        m_traits(part.traits()),
        m_layout(margin_bits_of(m_traits.max_margin)),
        m_wide_layout(margin_bits_of(m_traits.max_margin)) {}

  /// Fills the words and returns the number of moves, or nothing if a distance does not fit in a word.
  [[nodiscard]] std::optional<std::uint64_t> solve_in_one_pass(std::span<Word> words, unsigned threads,
                                                               work_monitor& monitor) {
    std::atomic<std::uint64_t> num_edges{0};  // relaxed: read after the join of the loop
    monitor.phase("one_pass", words.size());
    for_each_block(words.size(), threads, monitor, [&](std::uint64_t begin, std::uint64_t end) {
      if (!m_fits.load(std::memory_order_relaxed)) return;
      num_edges.fetch_add(solve_range(begin, end, words), std::memory_order_relaxed);
    });
    if (!m_fits.load()) return std::nullopt;
    return num_edges.load();
  }

 private:
  /// Fills the words of the positions begin .. end - 1, and returns the number of their moves.
  std::uint64_t solve_range(position begin, position end, std::span<Word> words) {
    std::uint64_t edges = 0;
    outside_rows outside;
    for_each_call(begin, end, [&](position first, std::span<position_word> described) {
      outside.clear();
      m_part.describe(first, described, &outside);
      assert(outside.ends.size() == described.size());
      std::size_t next = 0;
      for (std::size_t i = 0; i < described.size(); ++i) {
        const std::size_t end_of_row = outside.ends.all()[i];
        words[first + i] =
            solve_position(first + i, described[i], outside.results.all().subspan(next, end_of_row - next));
        edges += num_moves_of(described[i]);
        next = end_of_row;
      }
    });
    return edges;
  }

  /// @param results  the results to which the moves of position p lead
  [[nodiscard]] Word solve_position(position p, position_word described, std::span<const result> results) {
    if (described == described_word::illegal) return packed::illegal;
    const player to_move = described_word::to_move(described);
    if (described_word::is_decided(described)) {
      return word_of(p, value_of_end(described), to_move);
    }
    if (results.size() != num_moves_of(described)) {
      throw contract_error("a move stays in its slice, which declares no inner moves");
    }
    outside_moves outside(to_move, m_traits.max_margin);
    for (const result& to : results) outside.add(to);
    return word_of(p, outside.value(m_traits.infinite_play), to_move);
  }

  [[nodiscard]] Word word_of(position p, position_value value, player to_move) {
    if (value.outcome == outcome::draw) return packed::draw(to_move);
    if (detail::is_beyond_bound(value.margin(), m_traits.max_margin)) {
      detail::reject_margin(m_part.number_in_game(p), value.margin(), m_traits.max_margin);
    }
    if (value.distance_plies > m_wide_layout.max_distance()) {
      detail::reject_out_of_range("the distance", value.distance_plies, m_wide_layout.max_distance());
    }
    if (value.distance_plies > m_layout.max_distance()) m_fits.store(false, std::memory_order_relaxed);
    value.distance_plies &= m_layout.max_distance();
    return m_layout.of(value, to_move);
  }

  const rules& m_part;
  rules_traits m_traits;
  word_layout<Word> m_layout;
  word_layout<std::uint32_t> m_wide_layout;
  /// Relaxed ordering suffices: a thread that sees the change late fills words that are discarded.
  std::atomic<bool> m_fits{true};
};

}  // namespace

solution solve_in_one_pass(const rules& part, unsigned threads, solve_visitor& visitor) {
  const unsigned resolved = resolve_threads(threads);
  const unsigned margin_bits = margin_bits_of(part.traits().max_margin);
  if (word_layout<std::uint16_t>::has_space(margin_bits)) {
    auto narrow = value_table::narrow_words(part.num_positions());
    if (const auto edges = one_pass_solver<std::uint16_t>(part).solve_in_one_pass(narrow.span(), resolved, visitor)) {
      return {value_table(std::move(narrow), margin_bits), *edges};
    }
  }
  auto wide = value_table::wide_words(part.num_positions());
  const auto edges = one_pass_solver<std::uint32_t>(part).solve_in_one_pass(wide.span(), resolved, visitor);
  return {value_table(std::move(wide), margin_bits), edges.value()};
}

}  // namespace zermelo
