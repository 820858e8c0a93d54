// SPDX-License-Identifier: MIT
#include <zermelo/solving/plan/rules_cost.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <limits>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo {
namespace {

using packed = packed_word<position_word>;

constexpr position range_size = 64;  // positions, about the size of the batches of engines

/// Calls the rules for ranges of positions in the same way as engines do. Not thread-safe.
class range_reader {
 public:
  explicit range_reader(const rules& game) : m_rules(game), m_traits(game.traits()) {}

  /// Describes each position, like seeding, and lists its predecessors (or moves, if rules list no predecessors), like
  /// a wave.
  void read(position begin, position end) {
    const std::span<position_word> words(m_words.data(), end - begin);
    m_rules.describe(begin, words, nullptr);
    m_backwards.clear();
    if (m_traits.has_no_inner_moves) return;
    if (!m_traits.has_predecessors) {
      m_rules.expand(begin, words, m_backwards, nullptr);
      return;
    }
    m_legal.clear();
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] != packed::illegal) m_legal.push(begin + i);
    }
    m_rules.predecessors(m_legal.all(), m_backwards, nullptr);
  }
  /// Returns the number of moves that `read` has counted and listed. Moves that leave a part of a game count only up to
  /// the number of boundary values that an engine stores. Precondition: the last call was read(begin, end).
  [[nodiscard]] std::uint64_t num_moves(position begin, position end) {
    std::uint64_t count = m_backwards.size();
    for (position p = begin; p != end; ++p) {
      const position_word word = m_words[p - begin];
      const std::uint64_t of_position = packed::is_open(word) ? packed::low(word) : 0;
      count += m_traits.leads_outside ? max_boundary_values(p, of_position) : of_position;
    }
    return count;
  }

 private:
  [[nodiscard]] std::uint64_t max_boundary_values(position p, std::uint64_t moves) {
    constexpr std::uint64_t boundary_values_per_position = 2;  // a win and a loss, see retrograde_bytes.hpp
    position_word word = packed::illegal;
    m_inside.clear();
    m_rules.expand(p, {&word, 1}, m_inside, nullptr);
    return std::min(boundary_values_per_position, moves - m_inside.size());
  }

  const rules& m_rules;
  rules_traits m_traits;
  std::array<position_word, range_size> m_words{};
  batch_list<position> m_legal;
  batch_list<position> m_backwards;
  batch_list<position> m_inside;
};

/// Returns the processor time of this thread in seconds; 0 if the system has no such clock.
[[nodiscard]] double thread_seconds() {
  timespec now{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) return 0;
  constexpr double seconds_per_nanosecond = 1e-9;
  return static_cast<double>(now.tv_sec) + seconds_per_nanosecond * static_cast<double>(now.tv_nsec);
}

}  // namespace

rules_cost sample_rules_cost(const rules& rules) {
  constexpr position num_ranges = 64;
  const position size = rules.num_positions();
  if (size == 0) return {};
  range_reader reader(rules);
  random_generator random(0);
  double seconds = 0;
  std::uint64_t num_positions = 0;
  std::uint64_t num_moves = 0;
  for (position i = 0; i < num_ranges; ++i) {
    const position begin = random.below(size);
    const position end = begin + std::min(range_size, size - begin);
    double min_seconds = std::numeric_limits<double>::infinity();
    // The minimum of several calls: the first one also loads the caches.
    for (int call = 0; call < 3; ++call) {
      const double start = thread_seconds();
      reader.read(begin, end);
      min_seconds = std::min(min_seconds, thread_seconds() - start);
    }
    num_moves += reader.num_moves(begin, end);
    seconds += min_seconds;
    num_positions += end - begin;
  }
  const auto sampled = static_cast<double>(num_positions);
  return {seconds / sampled, static_cast<double>(num_moves) / sampled};
}

}  // namespace zermelo
