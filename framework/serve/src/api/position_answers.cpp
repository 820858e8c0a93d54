// SPDX-License-Identifier: MIT
// Answers with a table's metadata, with single positions and lists of positions, and with lines of play.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/query/display_board.hpp>
#include <zermelo/catalog/query/read_query.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/error_line.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>
#include <zermelo/tables/opened/report_statistics.hpp>
#include <zermelo/tables/report/position_forms.hpp>
#include <zermelo/tables/report/position_report.hpp>

#include "../http/status.hpp"
#include "query_parameters.hpp"
#include "table_answers.hpp"

namespace zermelo::serve {
namespace {

constexpr std::size_t max_positions_at_once = 10'000;

/// The maximum total size of the answers to a list.
constexpr std::size_t max_list_bytes = std::size_t{64} << 20;

/// The position that the parameters of a request name.
[[nodiscard]] query_position query_position_of(const cached_table& table, const http_request& request) {
  const query_parameters query(request, {"state", "plies_played", "to_move"});
  return read_query(table.game(), split_tokens(query.find("state").value_or("")), query.find("plies_played"),
                    query.find("to_move"));
}

/// The lines of a text, without an empty line after a final line end. @throws http_error if there are too many lines
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    if (lines.size() == max_positions_at_once) {
      throw http_error(status::body_too_large,
                       fmt::format("body: expected at most {} positions", max_positions_at_once));
    }
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
  }
  return lines;
}

/// The answer to a line of a list; if the line is invalid, its error.
[[nodiscard]] std::string line_answer(const cached_table& table, std::string_view line, moves_in_report moves) {
  const auto failed = [&](const std::string& message) {
    return json_text({{"error", error_line(without_path(message, table.opened().file, table.name()))}});
  };
  try {
    const query_position requested = read_query(table.game(), split_tokens(std::string(line)));
    return json_text(
        probe_json(table.game(), nullptr, report_position(table.game(), requested, table.lookup(), moves)));
  } catch (const input_error& wrong) {
    return failed(wrong.what());
  } catch (const table_error& damaged) {
    return failed(damaged.what());
  }
}

/// The maximum number of indices of an axis whose labels and coordinates are sent.
constexpr std::uint64_t max_described_indices = std::uint64_t{1} << 16;

/// Adds labels and coordinates to the axes in the result of metadata_json.
void describe_indices(const std::vector<axis>& axes, json& described) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const bool has_few_indices = axes[i].size <= max_described_indices;
    json coordinates = json::object();
    if (has_few_indices) {
      for (const axis_coordinate& coordinate : axes[i].coordinates) coordinates[coordinate.name] = coordinate.values;
    }
    described[i]["labels"] = has_few_indices ? axes[i].labels : std::vector<std::string>();
    described[i]["coordinates"] = std::move(coordinates);
  }
}

}  // namespace

std::string describe_table(const cached_table& table, const http_request& request, work_monitor& /*monitor*/) {
  const query_parameters none(request, {});
  const any_game& game = table.game();
  json object = {{"name", table.name()}};
  object.update(metadata_json(table.opened(), table.schema()));
  object.erase("table");
  object["players"] = game.player_names();
  object["seen_by"] = game.seen_by() == viewpoint::players ? "players" : "player_to_move";
  object["notation"] = game.hooks().has().notation;
  const auto start = game.start();
  object["start"] = start ? json(format(game, *start)) : json(nullptr);
  describe_indices(game.axes(), object["axes"]);
  const auto& board = table.board().shape();
  object["board"] = board ? board_json(game, *board) : json(nullptr);
  return json_text(object) + '\n';
}

std::string probe_position(const cached_table& table, const http_request& request, work_monitor& /*monitor*/) {
  const position_report report =
      report_position(table.game(), query_position_of(table, request), table.lookup(), moves_in_report::included);
  return json_text(probe_json(table.game(), &table.board(), report)) + '\n';
}

work_kind kind_of_probe(const cached_table& table, const http_request& request) {
  // For each number in `moves=N,N,...`, all moves of a position are generated.
  constexpr std::ptrdiff_t max_commas = 16;
  const bool has_many_moves = std::any_of(request.query.begin(), request.query.end(), [](const query_parameter& given) {
    return std::count(given.value.begin(), given.value.end(), ',') > max_commas &&
           given.value.find("moves=") != std::string::npos;
  });
  if (has_many_moves) return work_kind::task;
  // Work is counted in cells of boards; the other work for a move counts as a fixed number of cells. With at most
  // max_cells cells, a probe takes less than a millisecond if the parts of the table are in memory.
  constexpr std::uint64_t max_cells = std::uint64_t{1} << 22;
  constexpr std::uint64_t cells_per_move = std::uint64_t{1} << 13;
  const any_game& game = table.game();
  const auto& board = table.board().shape();
  const position requested = query_position_of(table, request).display.at;
  position_word word{};
  game.rules().describe(requested, {&word, 1}, nullptr);
  const std::uint64_t cells = cells_per_move + (board ? board->cells.size() : 0);
  return num_moves_of(word) > max_cells / cells ? work_kind::task : work_kind::probe;
}

std::string probe_lines(const cached_table& table, const http_request& request, work_monitor& monitor) {
  const query_parameters query(request, {"moves"});
  const auto moves = query.has_flag("moves") ? moves_in_report::included : moves_in_report::left_out;
  const std::vector<std::string_view> lines = lines_of(request.body);
  std::vector<std::string> answers(lines.size());
  constexpr std::uint64_t lines_per_block = 64;
  std::atomic<std::size_t> num_bytes = 0;  // relaxed: a count that no other data depends on
  const auto answer_block = [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      answers[i] = line_answer(table, lines[i], moves) + '\n';
      const std::size_t before = num_bytes.fetch_add(answers[i].size(), std::memory_order_relaxed);
      if (before + answers[i].size() > max_list_bytes) {
        throw http_error(status::body_too_large,
                         fmt::format("the answers have more than {} bytes; request fewer positions", max_list_bytes));
      }
    }
  };
  for_each_block(lines.size(), resolve_threads(0), monitor, answer_block, lines_per_block);
  std::string text;
  for (const std::string& answer : answers) text += answer;
  return text;
}

std::string follow_line(const cached_table& table, const http_request& request, work_monitor& /*monitor*/) {
  const any_game& game = table.game();
  const auto line = report_principal_variation(game, query_position_of(table, request), table.lookup());
  return json_text(line_json(game, table.board(), line)) + '\n';
}

}  // namespace zermelo::serve
