// SPDX-License-Identifier: MIT
// Exports one best move of every position in which play continues, for both players, as two position numbers per line.
#include <string>

#include "best_moves.hpp"
#include "export_formats.hpp"
#include "exported_positions.hpp"

namespace zermelo::cli {
namespace {

class strategy_text final : public exported_blocks {
 public:
  strategy_text(const opened_table& opened, const export_options& /*none*/) : m_moves(opened) {}

  void prepare(unsigned threads, work_monitor& monitor) override { m_moves.load(threads, monitor); }
  [[nodiscard]] std::string header() const override { return "position,move\n"; }
  void append(const index_range& block, text_buffer& out) const override {
    m_moves.for_each(block, [&](const best_move& at) {
      if (!at.to) return;
      append_number(at.from, out);
      out.push_back(',');
      append_number(*at.to, out);
      out.push_back('\n');
    });
  }

 private:
  best_moves m_moves;
};

}  // namespace

const export_format strategy_format{
    .name = "strategy",
    .summary = "Two numbers per line: a position with moves, and the position to which one best move leads",
    .has_flag = false,  // --strategy is an option of --from
    .looks_up_every_move = true,
    .make_blocks = make_blocks_of<strategy_text>};

}  // namespace zermelo::cli
