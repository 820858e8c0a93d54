// SPDX-License-Identifier: MIT
// A parity game in the text form of PGSolver: a line per position. The first player is player 0, who wins where the
// largest priority that recurs forever is even.
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/shown_text.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/question/one_position.hpp>

#include "../session.hpp"
#include "export_formats.hpp"
#include "exported_positions.hpp"

namespace zermelo::cli {
namespace {

/// A parity game has no ties and no draws. So a table with ties, or with draws by endless play that no rule decides,
/// needs a question, "does this player win?": they count as wins of the other player.
class pgsolver final : public exported_blocks {
 public:
  /// @param candidate  the player of the question; nothing: no question is asked
  /// @throws input_error if the table needs a question, and none is asked, or for a game without fixed players.
  pgsolver(const opened_table& opened, std::optional<player> candidate)
      : m_opened(opened), m_infinite_play(opened.game->reading().infinite_play) {
    expect_fixed_players(opened, "a parity game");
    const outcome_counts& counts = opened.table->metadata().summary.counts;
    if (!candidate && (counts.tie > 0 || (counts.draw > 0 && !m_infinite_play))) throw question_needed();
    if (candidate) m_tied_ends = opponent(*candidate);
    m_drawn_ends = m_infinite_play ? m_infinite_play : m_tied_ends;
    // Without a question no position is drawn, so it does not matter who wins endless play.
    if (!m_infinite_play) m_infinite_play = m_tied_ends.value_or(player::second);
  }

  [[nodiscard]] std::string header() const override {
    return fmt::format("parity {};\n", m_opened.table->num_positions() - 1);
  }

  void append(const index_range& block, text_buffer& out) const override {
    for (position p = block.begin; p < block.end; ++p) append_line(p, out);
  }

 private:
  [[nodiscard]] input_error question_needed() const {
    const auto names = m_opened.game->player_names();
    return input_error(
        fmt::format("{}: a parity game knows no ties and draws, and this table has some: choose the question with "
                    "--wins {} or --wins {}",
                    m_opened.file, names[0], names[1]));
  }

  /// The smallest priority with which endless play is won by this player: 0 or 1.
  static std::size_t priority_of(player winner) { return index_of(winner); }

  /// Appends a position whose only move leads to itself, so that `winner` wins there.
  static void append_loop(position p, player winner, player to_move, text_buffer& out) {
    fmt::format_to(std::back_inserter(out), "{} {} {} {}", p, priority_of(winner), index_of(to_move), p);
  }

  void append_line(position p, text_buffer& out) const {
    const experiment::any_game& game = *m_opened.game;
    if (!experiment::is_legal(game, p)) {
      append_loop(p, player::first, player::first, out);
      append_text(out, " \"illegal\";\n");
      return;
    }
    const player to_move = experiment::player_to_move(game, p);
    if (const auto end = experiment::end_at(game, p)) {
      const auto winner = end->winner ? end->winner : end->is_drawn ? m_drawn_ends : m_tied_ends;
      if (!winner) throw question_needed();  // the counts that the table states are wrong
      append_loop(p, *winner, to_move, out);
    } else {
      fmt::format_to(std::back_inserter(out), "{} {} {} ", p, priority_of(*m_infinite_play), index_of(to_move));
      append_successors(p, out);
    }
    std::string name = shown_text(experiment::format(game, p));
    std::replace(name.begin(), name.end(), '"', '\'');
    fmt::format_to(std::back_inserter(out), " \"{}\";\n", name);
  }

  void append_successors(position p, text_buffer& out) const {
    const std::vector<position> successors = experiment::distinct_successors(*m_opened.game, p);
    for (const position to : successors) {
      fmt::format_to(std::back_inserter(out), "{}{}", to == successors.front() ? "" : ",", to);
    }
  }

  const opened_table& m_opened;
  std::optional<player> m_infinite_play;  ///< the winner of endless play
  std::optional<player> m_tied_ends;      ///< the winner of ties; nothing: there are none
  std::optional<player> m_drawn_ends;     ///< the winner of play that ends in a draw; nothing: there is none
};

std::unique_ptr<exported_blocks> pgsolver_blocks(const opened_table& opened, const export_option_value& wins) {
  std::optional<player> candidate;
  if (wins) candidate = parse_player(*opened.game, "--wins", *wins);
  return std::make_unique<pgsolver>(opened, candidate);
}

}  // namespace

const export_format pgsolver_format{
    .name = "pgsolver",
    .summary = "A parity game as text for PGSolver, Oink and their like; move_limit is not applied",
    .looks_up_every_move = true,
    .option = export_option{.name = "--wins",
                            .value_name = "PLAYER",
                            .help = "With --pgsolver, the question: does this player win? Ties, and endless play that "
                                    "is nobody's by the rules, count for the other one"},
    .make_blocks = pgsolver_blocks};

}  // namespace zermelo::cli
