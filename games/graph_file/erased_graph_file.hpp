// SPDX-License-Identifier: MIT
// The type-erased game of a graph in a file. Its rules are `csr_rules`, which are compiled once, so only the hooks are
// compiled for each kind of graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/engines/choose_cut.hpp>
#include <zermelo/core/engines/erased_game.hpp>
#include <zermelo/core/game/hooks_of_game.hpp>
#include <zermelo/core/rules/csr_rules.hpp>

#include "graph_file.hpp"

namespace zermelo::games {

/// The rules of a graph in compressed rows whose positions have names.
class named_rules final : public csr_rules {
 public:
  /// The graph must outlive the rules.
  explicit named_rules(const any_graph_file& game) : csr_rules(game.graph().moves()), m_game(game) {}

  void hashes(std::span<const position> positions, std::span<std::uint64_t> hashes) const override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      hashes[i] = splitmix64_mix(text_digest().add(m_game.format({positions[i]})).value());
    }
  }
  void classify(std::span<const position> positions, std::span<position_class> classes) const override {
    const csr_labels& labels = m_game.graph().moves().labels();
    for (std::size_t i = 0; i < positions.size(); ++i) {
      classes[i] = {.is_legal = labels.is_legal(positions[i]), .to_move = labels.player_to_move(positions[i])};
    }
  }

 private:
  const any_graph_file& m_game;
};

template <class Graph>
class erased_graph_file final : public erased_game {
 public:
  explicit erased_graph_file(std::shared_ptr<const checked_graph> graph)
      : m_game(std::move(graph)), m_hooks(m_game), m_rules(m_game) {}

  [[nodiscard]] const game_hooks& hooks() const override { return m_hooks; }
  [[nodiscard]] const zermelo::rules& rules() const override { return m_rules; }
  [[nodiscard]] const product_rules* product() const override { return nullptr; }
  [[nodiscard]] position_numbering* numbering() const override { return nullptr; }
  [[nodiscard]] engine_task task() const override {
    engine_task task{.rules = m_rules};
    task.axes = [this] { return axes_of(m_game); };
    task.choose_cut = [this](std::uint64_t num_blocks) {
      return zermelo::choose_cut(m_rules, axes_of(m_game), {}, num_blocks);
    };
    return task;
  }

 private:
  Graph m_game;
  hooks_of_game<Graph> m_hooks;
  named_rules m_rules;
};

/// The type-erased game of a graph of any kind.
[[nodiscard]] inline std::unique_ptr<erased_game> erase(std::shared_ptr<const checked_graph> graph) {
  const bool has_start = graph->named().start.has_value();
  if (graph->named().moves.conventions.seen_by == viewpoint::to_move) {
    if (has_start) return std::make_unique<erased_graph_file<with_start<relative_graph_file>>>(std::move(graph));
    return std::make_unique<erased_graph_file<relative_graph_file>>(std::move(graph));
  }
  if (has_start) return std::make_unique<erased_graph_file<with_start<graph_file>>>(std::move(graph));
  return std::make_unique<erased_graph_file<graph_file>>(std::move(graph));
}

}  // namespace zermelo::games
