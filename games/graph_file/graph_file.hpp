// SPDX-License-Identifier: MIT
// A game stored in a file as a graph: positions are vertices, moves are edges.
//
// Rules. The file defines the player to move in each position, the terminals with their results, the result for a
// player without moves, and the winner of infinite play. It is a graph file (framework/docs/format.md) or the text of a
// parity game (parity_text.hpp).
//
// Parameters   file: the name of the file; digest: the expected digest of its graph (digest_of in named_graph.hpp). A
//              table stores both, the name without a folder; the file must be in the folder of the table.
// Positions    the vertices in the order of the file; some may be unused indices.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/game/position_keywords.hpp>
#include <zermelo/core/game_module.hpp>
#include <zermelo/formats/named_graph.hpp>

namespace zermelo::games {

/// The common base of all kinds of graphs. Derived classes add `player_to_move` or `is_relative`, and a start if the
/// graph has one.
class any_graph_file {
 public:
  struct state {
    position number = 0;
    friend bool operator==(const state&, const state&) = default;
  };

  explicit any_graph_file(std::shared_ptr<const checked_graph> graph) : m_graph(std::move(graph)) {}

  [[nodiscard]] position num_positions() const noexcept { return moves().num_vertices(); }
  [[nodiscard]] position rank(const state& s) const noexcept { return s.number; }
  [[nodiscard]] state unrank(position p) const noexcept { return {p}; }
  [[nodiscard]] bool is_legal(const state& s) const noexcept { return labels().is_legal(s.number); }

  [[nodiscard]] std::optional<result> terminal(const state& s) const { return labels().end(s.number); }
  template <class Callback>
  void for_each_successor(const state& s, const Callback& f) const {
    moves().for_each_successor(s.number, [&f](position to) { f(state{to}); });
  }
  [[nodiscard]] result no_moves(const state& s) const { return labels().no_moves(s.number); }

  /// The name of a position in the file if it is unique and printable, otherwise its number as `position=N`.
  [[nodiscard]] std::string format(const state& s) const {
    const std::string_view name = named().names[s.number];
    if (is_text(name) && named().names.is_own(s.number)) return std::string(name);
    return fmt::format("{}{}", number_field, s.number);
  }
  [[nodiscard]] state parse(std::string_view text) const {
    if (is_text(text)) {
      if (const std::optional<std::uint64_t> found = named().names.find(text)) return {*found};
    }
    const std::string_view number_text = text.starts_with(number_field) ? text.substr(number_field.size()) : text;
    const std::optional<position> number = parse_number<position>(number_text);
    if (number && *number < num_positions()) return {*number};
    throw input_error(fmt::format("position: expected {}position=0 to position={}, got '{}'",
                                  named().names.size() > 0 ? "the name of a position, or " : "", num_positions() - 1,
                                  excerpt(text)));
  }
  [[nodiscard]] std::string player_name(player p) const { return named().players[index_of(p)]; }

  [[nodiscard]] const checked_graph& graph() const noexcept { return *m_graph; }

 protected:
  [[nodiscard]] const named_graph& named() const noexcept { return m_graph->named(); }
  [[nodiscard]] const csr_graph& moves() const noexcept { return m_graph->moves(); }
  [[nodiscard]] const csr_labels& labels() const noexcept { return moves().labels(); }

 private:
  static constexpr std::string_view number_field = "position=";

  /// Whether a name can identify a position: it is printable and cannot be mistaken for a number.
  [[nodiscard]] static bool is_text(std::string_view name) {
    return can_name_position(name) && !name.starts_with(number_field) && escaped_text(name) == name;
  }

  std::shared_ptr<const checked_graph> m_graph;
};

/// A graph with two named players, which is also the class of the catalog entry.
class graph_file : public any_graph_file {
 public:
  static std::string_view name() { return "graph_file"; }
  static std::string_view summary() { return "a game in a file: a stored graph, or a parity game as text"; }
  static std::vector<parameter> parameters() {
    return {{.name = "file",
             .type = parameter_type::file_name,
             .help = "a graph file (HDF5), or a parity game in the format of PGSolver and Oink"},
            {.name = "digest", .help = "expected digest of the graph, 16 hexadecimal digits"}};
  }

  using any_graph_file::any_graph_file;
  [[nodiscard]] player player_to_move(const state& s) const noexcept { return labels().player_to_move(s.number); }
  [[nodiscard]] std::optional<player> infinite_play() const noexcept { return labels().infinite_play(); }
};

/// A graph whose positions are relative to the player to move.
class relative_graph_file : public any_graph_file {
 public:
  static constexpr bool is_relative = true;
  using any_graph_file::any_graph_file;
};

/// A graph whose file defines a start.
template <class Graph>
class with_start : public Graph {
 public:
  using Graph::Graph;
  [[nodiscard]] typename Graph::state start() const { return {*this->named().start}; }
};

}  // namespace zermelo::games
