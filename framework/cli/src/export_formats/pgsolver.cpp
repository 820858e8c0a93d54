// SPDX-License-Identifier: MIT
// Exports a parity game in PGSolver's text format, one line per position. The first player is player 0, who wins if the
// largest priority that recurs forever is even.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include <fmt/format.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/batch_list.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/rules/position_word.hpp>

#include "../parity_query.hpp"
#include "export_formats.hpp"
#include "exported_positions.hpp"

namespace zermelo::cli {
namespace {

class pgsolver final : public exported_blocks {
 public:
  /// @throws what parity_query throws
  pgsolver(const opened_table& opened, const export_options& options)
      : m_opened(opened), m_query(parity_query(opened, options.wins)), m_has_names(options.has_names) {}

  [[nodiscard]] std::string header() const override {
    const std::optional<position> start = m_opened.game->start();
    return fmt::format("parity {};\n{}", m_opened.table->num_positions() - 1,
                       start ? fmt::format("start {};\n", *start) : "");
  }

  void append(const index_range& block, text_buffer& out) const override {
    for_each_expanded(*m_opened.game, block, [&](position p, position_word word, const expanded_moves& moves) {
      append_line(p, word, moves.targets, out);
    });
  }

 private:
  using packed = packed_word<position_word>;

  void append_line(position p, position_word word, std::span<position> successors, text_buffer& out) const {
    if (word == packed::illegal) {
      append_vertex(p, player::first, player::first, {&p, 1}, out);
      append_text(out, m_has_names ? " \"illegal\";\n" : ";\n");
      return;
    }
    const player to_move = packed::to_move(word);
    if (num_moves_of(word) > 0) {
      std::sort(successors.begin(), successors.end());
      const auto end = std::unique(successors.begin(), successors.end());
      append_vertex(p, m_query.endless, to_move, {successors.begin(), end}, out);
    } else {
      const auto winner = m_query.winner_of(result_of_end(word));
      if (!winner) throw query_needed(m_opened);  // the stored counts are wrong
      append_vertex(p, *winner, to_move, {&p, 1}, out);
    }
    if (m_has_names) append_name(p, out);
    append_text(out, ";\n");
  }

  /// @param endless  the winner of infinite play through this position, encoded by the smallest priority: 0 or 1
  static void append_vertex(position p, player endless, player to_move, std::span<const position> successors,
                            text_buffer& out) {
    append_number(p, out);
    append_text(out, endless == player::first ? " 0" : " 1");
    append_text(out, to_move == player::first ? " 0" : " 1");
    char separator = ' ';
    for (const position to : successors) {
      out.push_back(separator);
      append_number(to, out);
      separator = ',';
    }
  }

  void append_name(position p, text_buffer& out) const {
    std::string name = escaped_text(format(*m_opened.game, p));
    std::replace(name.begin(), name.end(), '"', '\'');
    append_text(out, " \"");
    append_text(out, name);
    out.push_back('"');
  }

  const opened_table& m_opened;
  win_query m_query;
  bool m_has_names;
};

}  // namespace

const export_format pgsolver_format{
    .name = "pgsolver",
    .summary = "A parity game as text for PGSolver, Oink and similar programs; move_limit is not applied",
    .looks_up_every_move = true,
    .takes_wins = true,
    .has_names = true,
    .make_blocks = make_blocks_of<pgsolver>};

}  // namespace zermelo::cli
