// SPDX-License-Identifier: MIT
#include <zermelo/core/rules/csr_rules.hpp>

#include <algorithm>
#include <cstddef>
#include <variant>

#include <zermelo/core/value/packed_word.hpp>

namespace zermelo {
namespace {

using listed_word = packed_word<position_word>;

/// @param moves  the number of moves of v; the check of the graph bounds it
[[nodiscard]] [[gnu::always_inline]] inline position_word word_at(const csr_labels& labels, std::uint64_t v,
                                                                  std::uint64_t moves) {
  const graph_end code = labels.end_code(v);
  const player to_move = labels.player_to_move(v);
  if (code == graph_end::none) [[likely]]
    return moves > 0 ? listed_word::undecided(to_move, moves) : word_of_end(labels.no_moves(v), to_move);
  return code == graph_end::illegal ? listed_word::illegal : word_of_end(*labels.end(v), to_move);
}

/// Fills the words of a range, and returns the targets of its moves. They are contiguous in the graph, since unused
/// indices and terminals have no moves.
template <class Rows>
[[nodiscard]] auto describe_range(const Rows& rows, const csr_labels& labels, position first,
                                  std::span<position_word> words) {
  const auto starts = rows.starts().subspan(first, words.size() + 1);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = word_at(labels, first + i, starts[i + 1] - starts[i]);
  return rows.targets().subspan(starts.front(), starts.back() - starts.front());
}

}  // namespace

rules_traits csr_rules::traits() const {
  rules_traits traits;
  traits.infinite_play = m_graph.labels().infinite_play();
  traits.seen_by = m_graph.labels().seen_by();
  traits.has_unused = m_graph.has_unused();
  return traits;
}

void csr_rules::describe(position first, std::span<position_word> words, outside_rows* /*outside*/) const {
  std::visit([&](const auto& rows) { (void)describe_range(rows, m_graph.labels(), first, words); }, m_graph.rows());
}

void csr_rules::expand(position first, std::span<position_word> words, batch_list<position>& moves,
                       outside_rows* /*outside*/) const {
  std::visit(
      [&](const auto& rows) {
        const auto targets = describe_range(rows, m_graph.labels(), first, words);
        std::copy(targets.begin(), targets.end(), moves.extend(targets.size()).begin());
      },
      m_graph.rows());
}

void csr_rules::label(position first, std::span<position_word> words) const {
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = word_at(m_graph.labels(), first + i, 1);
}

void csr_rules::players_to_move(std::span<const position> positions, std::span<player> players) const {
  for (std::size_t i = 0; i < positions.size(); ++i) players[i] = m_graph.labels().player_to_move(positions[i]);
}

void csr_rules::plain_moves(std::span<const position> positions, std::span<position_word> words,
                            batch_list<move_target>& moves) const {
  const csr_labels& labels = m_graph.labels();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    words[i] = word_at(labels, positions[i], m_graph.num_successors(positions[i]));
    m_graph.for_each_successor(positions[i], [&](position to) {
      moves.push(move_target::of(to, across_move(labels.player_to_move(to), labels.seen_by())));
    });
  }
}

}  // namespace zermelo
