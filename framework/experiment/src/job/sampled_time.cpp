// SPDX-License-Identifier: MIT
#include <zermelo/experiment/job/sampled_time.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>

namespace zermelo::experiment {
namespace {

using packed = packed_word<position_word>;

constexpr position stretch_size = 64;

/// Looks at stretches of positions as engines do. For one thread.
class stretch_viewer {
 public:
  explicit stretch_viewer(const rules& game) : m_game(game), m_traits(game.traits()) {}

  /// Looks at each position once forwards, as seeding does, and once backwards, as a wave does.
  void look_both_ways(position begin, position end) {
    const std::span<position_word> words(m_words.data(), end - begin);
    m_game.describe(begin, words, nullptr);
    m_backwards.clear();
    if (m_traits.has_no_inner_moves) return;
    if (!m_traits.has_predecessors) {
      m_game.expand(begin, words, m_backwards, nullptr);
      return;
    }
    m_legal.clear();
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] != packed::illegal) m_legal.push(begin + i);
    }
    m_game.predecessors(m_legal.all(), m_backwards, nullptr);
  }
  /// How many predecessors or moves that gives; of moves that leave a part of a game, which arrive as values, the most
  /// that are told apart. Precondition: these are the positions that were looked at last.
  [[nodiscard]] std::uint64_t num_moves(position begin, position end) {
    std::uint64_t count = m_backwards.size();
    for (position p = begin; p != end; ++p) {
      const position_word word = m_words[p - begin];
      const std::uint64_t of_position = packed::is_open(word) ? packed::low(word) : 0;
      count += m_traits.leads_outside ? most_arrivals(p, of_position) : of_position;
    }
    return count;
  }

 private:
  [[nodiscard]] std::uint64_t most_arrivals(position p, std::uint64_t moves) {
    constexpr std::uint64_t most = 2;  // see graph_sample.hpp
    position_word word = packed::illegal;
    m_inside.clear();
    m_game.expand(p, {&word, 1}, m_inside, nullptr);
    return std::min(most, moves - m_inside.size());
  }

  const rules& m_game;
  rules_traits m_traits;
  std::array<position_word, stretch_size> m_words{};
  batch_list<position> m_legal;
  batch_list<position> m_backwards;
  batch_list<position> m_inside;
};

/// The processor time of this thread in seconds; 0 where the system has no such clock.
[[nodiscard]] double thread_seconds() {
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) return 0;
  constexpr double seconds_per_nanosecond = 1e-9;
  return static_cast<double>(now.tv_sec) + seconds_per_nanosecond * static_cast<double>(now.tv_nsec);
}

}  // namespace

rules_cost sample_rules_cost(const rules& game) {
  constexpr position num_stretches = 64;
  const position size = game.num_positions();
  if (size == 0) return {};
  stretch_viewer viewer(game);
  random_generator random(0);
  double seconds = 0;
  std::uint64_t looked_at = 0;
  std::uint64_t num_moves = 0;
  for (position i = 0; i < num_stretches; ++i) {
    const position begin = random.below(size);
    const position end = begin + std::min(stretch_size, size - begin);
    double least = 0;
    // The first time pays for what is not in the cache yet, and will be.
    for (int times = 0; times < 3; ++times) {
      const double start = thread_seconds();
      viewer.look_both_ways(begin, end);
      const double taken = thread_seconds() - start;
      least = times == 0 ? taken : std::min(least, taken);
    }
    num_moves += viewer.num_moves(begin, end);
    seconds += least;
    looked_at += end - begin;
  }
  const auto sampled = static_cast<double>(looked_at);
  return {seconds / sampled, static_cast<double>(num_moves) / sampled};
}

}  // namespace zermelo::experiment
