// SPDX-License-Identifier: MIT
// Exports the solution of the parity game that --pgsolver writes, in the text format of PGSolver and Oink. The line of
// a position contains the winner and, if the winner is to move, the target of a best move.
#include <optional>
#include <string>

#include <fmt/format.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/rules/position_word.hpp>

#include "../parity_query.hpp"
#include "best_moves.hpp"
#include "export_formats.hpp"
#include "exported_positions.hpp"

namespace zermelo::cli {
namespace {

class solution_text final : public exported_blocks {
 public:
  /// @throws what parity_query throws
  solution_text(const opened_table& opened, const export_options& options)
      : m_opened(opened), m_query(parity_query(opened, options.wins)), m_moves(opened) {}

  void prepare(unsigned threads, work_monitor& monitor) override { m_moves.load(threads, monitor); }

  [[nodiscard]] std::string header() const override {
    return fmt::format("paritysol {};\n", m_opened.table->num_positions() - 1);
  }

  void append(const index_range& block, text_buffer& out) const override {
    m_moves.for_each(block, [&](const best_move& at) { append_line(at, out); });
  }

 private:
  void append_line(const best_move& at, text_buffer& out) const {
    // An illegal position is a loop of player 0, who wins there.
    const auto winner = at.is_legal() ? m_query.winner_of(at.value, at.to_move) : player::first;
    if (!winner) throw query_needed(m_opened);  // the stored counts are wrong
    append_number(at.from, out);
    append_text(out, *winner == player::first ? " 0" : " 1");
    if (*winner == at.to_move) {
      out.push_back(' ');
      append_number(at.to.value_or(at.from), out);  // terminal positions have a loop
    }
    append_text(out, ";\n");
  }

  const opened_table& m_opened;
  win_query m_query;
  best_moves m_moves;
};

}  // namespace

const export_format solution_format{
    .name = "solution",
    .summary = "The winners and their winning moves as text in PGSolver's format; see --pgsolver",
    .looks_up_every_move = true,
    .takes_wins = true,
    .make_blocks = make_blocks_of<solution_text>};

}  // namespace zermelo::cli
