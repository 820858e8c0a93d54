// SPDX-License-Identifier: MIT
// The rules of a game that is stored as a CSR graph. The rows of consecutive positions are adjacent, so a call copies
// all its rows at once. The reference path (rules.hpp) reads one row at a time.
#pragma once

#include <cstdint>
#include <span>

#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/graph/csr_graph.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/core/value/outcome.hpp>

namespace zermelo {

/// The graph must outlive the rules. The rules list no predecessors, and have no states other than position numbers.
class csr_rules : public rules {
 public:
  explicit csr_rules(const csr_graph& graph) : m_graph(graph) {}

  [[nodiscard]] position num_positions() const override { return m_graph.num_vertices(); }
  [[nodiscard]] rules_traits traits() const override;
  void describe(position first, std::span<position_word> words, outside_rows* outside) const override;
  void expand(position first, std::span<position_word> words, batch_list<position>& moves,
              outside_rows* outside) const override;
  void label(position first, std::span<position_word> words) const override;
  void players_to_move(std::span<const position> positions, std::span<player> players) const override;
  void plain_moves(std::span<const position> positions, std::span<position_word> words,
                   batch_list<move_target>& moves) const override;

 private:
  const csr_graph& m_graph;
};

}  // namespace zermelo
