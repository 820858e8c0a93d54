// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/slices/solve_outcomes.hpp>
#include <zermelo/core/value/outcome_bits.hpp>

#include "check_parts.hpp"

namespace zermelo::detail {

std::vector<std::size_t> groups_by_slice(check_context& check, std::span<const slice> slices) {
  std::vector<std::size_t> groups(slices.size());
  check.try_to([] { return "ordering the slices"; },
               [&] {
                 const std::vector<slice_group> order = slice_order(slices);
                 for (std::size_t g = 0; g < order.size(); ++g) {
                   for (const std::uint32_t member : order[g].slices) groups[member] = g;
                 }
               });
  return groups;
}

void slice_check::check_slices() {
  m_slices = m_check.hooks().slices();
  if (m_slices.empty()) return;
  m_group_of = groups_by_slice(m_check, m_slices);
  position end = 0;
  const slice& first = m_slices.front();
  for (const slice& s : m_slices) {
    if (s.size == 0) m_check.report("slice '{}': expected a size of at least 1, got 0", s.name);
    if (const std::uint32_t bound = m_check.hooks().max_margin(); s.max_margin > bound) {
      m_check.report("slice '{0}': expected a max_margin of at most {2}, as in the game, got {1}", s.name, s.max_margin,
                     bound);
    }
    if (s.size > std::numeric_limits<position>::max() - end) {
      m_check.report("slice '{}': the sizes of the slices up to this one add up to more than 2^64 - 1", s.name);
      return;
    }
    end += s.size;
    m_ends.push_back(end);
    m_leads_to.emplace_back(s.leads_to.begin(), s.leads_to.end());
    if (s.counts.size() != first.counts.size()) {
      m_check.report("slice '{}' has {} counts, but slice '{}' has {}; use the same counts", s.name, s.counts.size(),
                     first.name, first.counts.size());
    }
    for (std::size_t i = 0; i < std::min(s.counts.size(), first.counts.size()); ++i) {
      if (s.counts[i].first == first.counts[i].first) continue;
      m_check.report("slice '{}' counts '{}', but slice '{}' counts '{}'; use the same counts", s.name,
                     s.counts[i].first, first.name, first.counts[i].first);
    }
  }
  if (end != m_check.num_positions()) {
    m_check.report("slices: their sizes add up to {}, but the game has {} positions", end, m_check.num_positions());
  }
  if (!m_check.has().slice_of) return;
  std::uint32_t last = 0;
  m_check.for_each_position([&](position p) {
    // The positions of a sample do not ascend.
    const std::uint32_t here = m_check.hooks().slice_of(m_check.hooks().unrank(p));
    if (m_check.checks_all_positions() && here < last) {
      m_check.report("{}: slice_of is {}, but {} for a lower key; keys must ascend by slice", m_check.name(p), here,
                     last);
    }
    last = here;
  });
}

std::size_t slice_check::slice_of(position p) const {
  return static_cast<std::size_t>(std::upper_bound(m_ends.begin(), m_ends.end(), p) - m_ends.begin());
}

bool slice_check::are_in_one_group(position one, position other) const {
  if (m_ends.empty()) return true;
  const std::size_t here = slice_of(one);
  const std::size_t there = slice_of(other);
  return here < m_group_of.size() && there < m_group_of.size() && m_group_of[here] == m_group_of[there];
}

// Targets of moves

void slice_check::check_successor_slice(position from, position to) {
  if (m_ends.empty()) return;
  const std::size_t here = slice_of(from);
  const std::size_t there = slice_of(to);
  if (here >= m_leads_to.size() || there >= m_leads_to.size() ||
      m_leads_to[here].contains(static_cast<std::uint32_t>(there))) {
    return;
  }
  m_check.report("{} has a move to {} in slice {}, which leads_to of its slice, {}, does not list", m_check.name(from),
                 m_check.name(to), there, here);
}

void slice_check::check_gain(position from, position to, int points) {
  if (points == 0 || !are_in_one_group(from, to)) return;
  m_check.report("{} has a move to {} that gains {} points, but stays in its group of slices", m_check.name(from),
                 m_check.name(to), points);
}

void slice_check::check_leaving(position p, const std::vector<gained_move>& moves) {
  position_word word = 0;
  batch_list<move_target> leaving;
  batch_list<std::uint32_t> ends;
  m_check.ranked().leaving_moves(p, {&word, 1}, leaving, ends);
  std::vector<gained_move> found;
  for (const move_target to : leaving.all()) found.emplace_back(to.at(), to.gain());
  std::sort(found.begin(), found.end());
  std::vector<gained_move> expected;
  for (const gained_move& move : moves) {
    if (!are_in_one_group(p, move.first)) expected.push_back(move);
  }
  const std::uint64_t num_inside = num_moves_of(word) - found.size();
  const std::uint64_t expected_inside = moves.size() - expected.size();
  const auto has_same_target = [](const gained_move& one, const gained_move& other) {
    return one.first == other.first;
  };
  if (!std::equal(found.begin(), found.end(), expected.begin(), expected.end(), has_same_target)) {
    m_check.report(
        "{}: for_each_leaving_index lists {} targets, but not those of the {} moves to other groups of slices",
        m_check.name(p), found.size(), expected.size());
  } else if (num_inside != expected_inside) {
    m_check.report("{0}: for_each_leaving_index: expected {2} moves that stay in the slices, got {1}", m_check.name(p),
                   num_inside, expected_inside);
  } else if (found != expected) {
    m_check.report("{}: for_each_successor and for_each_leaving_index report different gains", m_check.name(p));
  }
}

// Outcomes only

namespace {

/// Random wins, losses and draws for the positions of a slice.
[[nodiscard]] outcome_bits random_outcomes(std::uint64_t size, random_generator& random) {
  constexpr std::uint64_t lower_bits = 0x5555'5555'5555'5555;
  outcome_bits outcomes(size);
  for (std::uint64_t& word : outcomes.words()) {
    word = random();
    word |= word >> 1 & lower_bits;  // replaces ties by draws, since the rules may have no ties
  }
  return outcomes;
}

/// Compares the hook's outcomes with those that the moves require. @param first  the slice's first position
void check_solved_outcomes_of(check_context& check, const outcome_solver& solver, position first, const slice& which) {
  // A sample has few words, since the hook may need long preparations. The last word, which may be incomplete, is
  // always checked.
  constexpr std::uint64_t min_words = 8;
  constexpr std::uint64_t word_size = outcome_bits::positions_per_word;
  const std::uint64_t num_words = outcome_bits::num_words(which.size);
  const std::uint64_t num_checked =
      std::min(num_words, std::max(check.scope().sampled / word_size / word_size, min_words));
  outcome_bits by_hook(which.size);
  outcome_bits by_moves(which.size);
  for (std::uint64_t i = 0; i < num_checked; ++i) {
    const std::uint64_t word = num_words - 1 - i * num_words / num_checked;
    const position begin = word * word_size;
    const position end = std::min(which.size, begin + word_size);
    (void)solver.solve(begin, end, by_hook);
    (void)solver.solve_by_moves(begin, end, by_moves);
    for (position offset = begin; offset != end; ++offset) {
      const position p = first + offset;
      if (!check.is_legal(p) || by_hook.at(offset) == by_moves.at(offset)) continue;
      check.report("{}: solve_outcomes returns {}, but the moves require {}", check.name(p),
                   to_string(by_hook.at(offset)), to_string(by_moves.at(offset)));
    }
  }
}

}  // namespace

void slice_check::check_solved_outcomes() {
  // Slices that lead to more positions, such as the largest slices of a large game, are skipped.
  constexpr std::uint64_t max_reachable = std::uint64_t{1} << 26;  // 16 MiB
  constexpr std::uint64_t seed = 3;
  random_generator random(seed);
  for (const slice_group& group : slice_order(m_slices)) {
    if (group.has_inner_moves) continue;
    const std::uint32_t s = group.slices.front();
    const std::vector<std::uint32_t>& leads_to = m_slices[s].leads_to;
    position reachable = 0;
    for (const std::uint32_t to : leads_to) reachable = saturating_sum(reachable, m_slices[to].size);
    if (reachable > max_reachable) continue;
    std::vector<outcome_bits> outcomes;
    std::vector<const outcome_bits*> finished(m_slices.size());
    outcomes.reserve(leads_to.size());
    for (const std::uint32_t to : leads_to) {
      outcomes.push_back(random_outcomes(m_slices[to].size, random));
      finished[to] = &outcomes.back();
    }
    m_check.try_to([&] { return fmt::format("solving slice '{}' for outcomes only", m_slices[s].name); },
                   [&] {
                     const outcome_solver solver(m_check.ranked(), m_slices, s, finished);
                     check_solved_outcomes_of(m_check, solver, m_ends[s] - m_slices[s].size, m_slices[s]);
                   });
  }
}

}  // namespace zermelo::detail
