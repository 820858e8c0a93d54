// SPDX-License-Identifier: MIT
// A game written down position by position, with whatever values a test wants it to have.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/graph/transposed_graph.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/experiment/any_game.hpp>

namespace zermelo::experiment {

/// One position of a listed_game. It ends play if it has no moves.
struct listed_position {
  player to_move = player::first;
  position_value value{};
  std::vector<position> moves{};
};

/// Players "cat" and "mouse"; positions are written "position=INDEX"; the answer is the winner, 1 or 2, or 0.
class listed_game : public any_game {
 public:
  explicit listed_game(std::vector<listed_position> positions, reading_rules rules = {},
                       parameter_values parameters = {})
      : m_positions(std::move(positions)), m_rules(rules), m_parameters(std::move(parameters)) {}

  [[nodiscard]] std::string_view name() const override { return "listed"; }
  [[nodiscard]] const parameter_values& parameters() const override { return m_parameters; }
  [[nodiscard]] std::array<std::string, 2> player_names() const override { return {"cat", "mouse"}; }
  [[nodiscard]] reading_rules rules() const override { return m_rules; }
  [[nodiscard]] std::vector<hook_status> hooks() const override { return {}; }
  [[nodiscard]] position num_positions() const override { return m_positions.size(); }
  [[nodiscard]] std::vector<axis> axes() const override { return {{"position", num_positions(), {}, {}}}; }
  [[nodiscard]] std::optional<position> start() const override { return 0; }
  [[nodiscard]] bool is_legal(position p) const override { return m_positions.at(p).value.outcome != outcome::illegal; }
  [[nodiscard]] player player_to_move(position p) const override {
    if (!is_legal(p)) throw std::logic_error("nobody is to move in an illegal position");
    return m_positions.at(p).to_move;
  }
  [[nodiscard]] std::optional<result> end(position p) const override {
    if (!m_positions.at(p).moves.empty()) return std::nullopt;
    if (m_positions[p].value.outcome == outcome::draw) return result::drawn();
    return result{raw_winner(m_positions[p].value.outcome, m_positions[p].to_move)};
  }
  [[nodiscard]] std::vector<position> successors(position p) const override { return m_positions.at(p).moves; }
  [[nodiscard]] std::string format(position p) const override { return "position=" + std::to_string(p); }
  [[nodiscard]] std::string drawing(position p) const override { return format(p); }
  [[nodiscard]] position parse(std::string_view text) const override {
    for (position p = 0; p < num_positions(); ++p) {
      if (format(p) == text) return p;
    }
    throw input_error("no such position");
  }
  [[nodiscard]] std::uint64_t state_signature(const solution_entries& values, unsigned threads,
                                              work_monitor& monitor) const override {
    return summarize(values, [this](position p) { return run_at(p); }, threads, monitor).signature;
  }
  [[nodiscard]] std::optional<answer_value> answer(const verdict& v) const override {
    return v.winner ? 1 + static_cast<int>(index_of(*v.winner)) : 0;
  }
  [[nodiscard]] memory_plan plan(const solve_options&) const override {
    memory_plan made;
    made.positions = num_positions();
    made.engines = {{queue(), true, "", 1}};
    made.limit_bytes = 2;
    made.chosen = queue();
    return made;
  }
  [[nodiscard]] solved_game solve(const solve_options& options, solve_visitor& visitor) const override {
    visitor.check_stop();
    constexpr std::uint32_t max_distance_plies = 5000;
    value_table values = value_table::with_capacity(num_positions(), max_distance_plies);
    for (position p = 0; p < num_positions(); ++p) values.set(p, m_positions[p].value, m_positions[p].to_move);
    solved_game solved;
    solved.report.engine = queue();
    solved.report.threads = std::max(1U, options.threads);
    for (const listed_position& at : m_positions) solved.report.edges += at.moves.size();
    solved.report.seconds = {{"total", 0.0}};
    solved.report.summary = summarize(values, 1);
    solved.values = std::make_unique<value_table>(std::move(values));
    return solved;
  }
  [[nodiscard]] stored_graph store_graph(unsigned, work_monitor&) const override {
    throw std::logic_error("a listed game has no graph");
  }
  [[nodiscard]] verify_report verify(const solution_entries& values, const verify_scope&,
                                     solve_visitor&) const override {
    verify_report report;
    for (position p = 0; p < num_positions(); ++p) {
      ++report.checked;
      if (values[p] == m_positions[p].value) continue;
      ++report.wrong;
      report.first.push_back({p, values[p], "another value is listed"});
    }
    return report;
  }
  [[nodiscard]] check_report check(const check_scope&, work_monitor&) const override {
    throw std::logic_error("a listed game promises nothing");
  }
  [[nodiscard]] reachable_summary reachable(const solution_entries& values, unsigned, solve_visitor&) const override {
    reachable_summary summary;
    for (position p = 0; p < num_positions(); ++p) {
      ++summary.positions;
      summary.counts.add(values[p].outcome);
    }
    return summary;
  }

 private:
  [[nodiscard]] static engine queue() { return parse_engine("queue").value(); }

  std::vector<listed_position> m_positions;
  reading_rules m_rules;
  parameter_values m_parameters;
};

}  // namespace zermelo::experiment
