// SPDX-License-Identifier: MIT
#include <zermelo/solving/job/verifying.hpp>

#include <optional>
#include <string>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/engines/choose_cut.hpp>
#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/slices/part_rules.hpp>
#include <zermelo/core/slices/slice_order.hpp>
#include <zermelo/core/value/load_values.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_product.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/solving/job/exploring.hpp>
#include <zermelo/solving/job/stored_players_to_move.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "../plan/game_memory.hpp"

namespace zermelo {
namespace {

/// Returns the memory for verifying the ranges of positions row by row; nothing if this is not possible: there are no
/// rows, the ranges contain parts of rows, or the scope has less memory.
[[nodiscard]] std::optional<std::uint64_t> bytes_by_rows(const any_game& game, const std::vector<index_range>& ranges,
                                                         const verify_scope& scope, std::uint32_t distance_bound) {
  if (game.product() == nullptr || is_sample(game.num_positions(), scope)) return std::nullopt;
  const product_form form = game.product()->form();
  const std::uint64_t bytes = verify_product_bytes(form, distance_bound);
  return bytes <= scope.memory_bytes && are_whole_rows(form, ranges) ? std::optional(bytes) : std::nullopt;
}

}  // namespace

verify_report verify(const any_game& game, const solution_entries& values, const verify_scope& scope,
                     solve_visitor& visitor) {
  const std::optional<slice_lookup> lookup = groups_to_verify(game.hooks().slices(), has_gains(game));
  const slice_lookup* const groups = lookup ? &*lookup : nullptr;
  if (game.part() != nullptr) return verify_group(*game.part(), values, scope, visitor, groups);
  const position size = game.num_positions();
  const std::vector<index_range> ranges = ranges_in_scope(size, scope);
  const std::string need = fmt::format("{} positions: verifying needs about", grouped_digits(size));
  const bool are_all = total_size(ranges) == size && !is_sample(size, scope);
  if (are_all) load_keys(game, scope.threads, visitor);
  if (const auto bytes = bytes_by_rows(game, ranges, scope, values.distance_bound())) {
    expect_available(need, *bytes);
    return verify_product(*game.product(), values, ranges, scope.threads, visitor);
  }
  const zermelo::rules& rules = game.rules();
  const std::uint64_t bytes = saturating_product(size, entry_bytes(values.distance_bound(), values.margin_bound()));
  if (!are_all || values.is_in_memory() || bytes > scope.memory_bytes) {
    return verify_solution(rules, values, scope, visitor, groups);
  }
  expect_available(need, bytes);
  const auto runs = [&game](position p) { return run_at(game, p); };
  return verify_solution(rules, load_values(values, runs, scope.threads, visitor), scope, visitor, groups);
}

std::vector<std::string> find_false_statements(const solution_summary& stored, const solution_summary& computed) {
  std::vector<std::string> found;
  if (stored.signature != computed.signature) {
    found.push_back(
        fmt::format("signature: expected {1}, got {0}", hex_text(stored.signature), hex_text(computed.signature)));
  }
  if (stored.counts != computed.counts) found.emplace_back("counts: stored values differ from the entries");
  if (stored.winners != computed.winners) found.emplace_back("winners: stored values differ from the entries");
  if (stored.by_margin != computed.by_margin) found.emplace_back("margins: stored values differ from the entries");
  if (stored.by_distance != computed.by_distance)
    found.emplace_back("histogram: stored values differ from the entries");
  return found;
}

std::vector<std::string> find_false_statements(const any_game& game, const storage::table_metadata& stored,
                                               const solution_summary& computed, index_range positions,
                                               unsigned threads, block_exchange* blocks, work_monitor& monitor) {
  std::vector<std::string> found = find_false_statements(stored.summary, computed);
  if (!stored.players_to_move) return found;
  const false_players_to_move wrong =
      find_false_players_to_move(game, stored.players_to_move, positions, threads, blocks, monitor);
  if (wrong.count > 0) found.push_back(false_players_to_move_text(game, wrong));
  return found;
}

bool counts_distinct_moves(const any_game& game, const storage::table_metadata& stored) {
  return !stored.counts_repeated_moves && game.rules().traits().counts_repeated_moves;
}

std::optional<std::string> false_edges_text(std::optional<std::uint64_t> stored, std::optional<std::uint64_t> counted) {
  if (!stored || !counted || *stored == *counted) return std::nullopt;
  return fmt::format("edges: stored {}, the rules give {}", *stored, *counted);
}

block_partition cut_to_verify(const any_game& game, std::uint64_t num_blocks) {
  if (game.rules().traits().leads_outside) throw contract_error("cut_to_verify: expected a whole game, got one slice");
  if (const product_rules* const form = game.product()) {
    block_partition rows = product_partition(form->form(), num_blocks);
    if (rows.max_block_size() / 2 <= game.num_positions() / num_blocks) return rows;
  }
  return game.task().choose_cut(num_blocks).partition;
}

std::optional<verify_scope> parse_verify_scope(std::string_view value, unsigned threads) {
  constexpr std::string_view sample = "sample:";
  if (value == "all") return verify_scope(threads);
  if (value.starts_with(sample)) {
    const auto number = parse_number<std::uint64_t>(value.substr(sample.size()));
    if (number && *number > 0) return verify_scope(threads, *number);
  }
  return std::nullopt;
}

}  // namespace zermelo
