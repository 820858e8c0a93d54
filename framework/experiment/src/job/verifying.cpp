// SPDX-License-Identifier: MIT
#include <zermelo/experiment/job/verifying.hpp>

#include <algorithm>
#include <optional>

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
#include <zermelo/core/verify/verify_group.hpp>
#include <zermelo/core/verify/verify_product.hpp>
#include <zermelo/core/verify/verify_solution.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>
#include <zermelo/experiment/job/exploring.hpp>
#include <zermelo/experiment/question/one_position.hpp>

#include "game_memory.hpp"

namespace zermelo::experiment {
namespace {

/// Whether a stretch of positions is verified row by row: whole rows of one turn, for which the memory suffices.
[[nodiscard]] bool is_verified_by_rows(const any_game& game, index_range stretch, const verify_scope& scope,
                                       std::uint32_t distance_bound) {
  const product_rules* const rows = game.product();
  if (rows == nullptr || stretch.begin == stretch.end || is_sample(game.num_positions(), scope)) return false;
  const product_form form = rows->form();
  return verify_product_bytes(form, distance_bound) <= scope.memory_bytes && are_rows_of_one_turn(form, stretch);
}

}  // namespace

verify_report verify(const any_game& game, const solution_entries& values, const verify_scope& scope,
                     solve_visitor& visitor) {
  const std::optional<group_places> places = groups_to_verify(game.hooks().slices(), has_gains(game));
  const group_places* const groups = places ? &*places : nullptr;
  if (game.part() != nullptr) return verify_group(*game.part(), values, scope, visitor, groups);
  const zermelo::rules& rules = game.rules();
  const position size = game.num_positions();
  const index_range stretch = stretch_in_scope(size, scope);
  const bool is_part = stretch.end - stretch.begin < size;
  const product_rules* const rows = game.product();
  if (is_part && is_verified_by_rows(game, stretch, scope, values.distance_bound())) {
    return verify_product(*rows, values, stretch, scope.threads, visitor);
  }
  if (is_part || is_sample(size, scope)) return verify_solution(rules, values, scope, visitor, groups);
  hold_keys(game, scope.threads, visitor);
  if (rows != nullptr) {
    const std::uint64_t bytes = verify_product_bytes(rows->form(), values.distance_bound());
    if (bytes <= scope.memory_bytes) {
      require_memory(game, "verifying", bytes);
      return verify_product(*rows, values, scope.threads, visitor);
    }
  }
  const std::uint64_t bytes = saturating_product(size, entry_bytes(values.distance_bound(), values.margin_bound()));
  if (values.is_in_memory() || bytes > scope.memory_bytes) {
    return verify_solution(rules, values, scope, visitor, groups);
  }
  require_memory(game, "verifying", bytes);
  const auto runs = [&game](position p) { return run_at(game, p); };
  return verify_solution(rules, load_values(values, runs, scope.threads, visitor), scope, visitor, groups);
}

block_partition cut_to_verify(const any_game& game, std::uint64_t num_blocks) {
  if (game.rules().traits().leads_outside) throw contract_error("a part of a game is for one process");
  if (const product_rules* const form = game.product()) {
    block_partition rows = product_partition(form->form(), num_blocks);
    if (rows.max_block_size() / 2 <= game.num_positions() / num_blocks) return rows;
  }
  return game.task().choose_cut(num_blocks).partition;
}

std::uint64_t max_verification_bytes(std::uint64_t num_positions) noexcept {
  constexpr std::uint64_t min_bytes = std::uint64_t{64} << 20;
  return std::max(min_bytes, num_positions);
}

std::optional<verify_scope> parse_verify_scope(std::string_view word, unsigned threads) {
  constexpr std::string_view sample = "sample:";
  if (word == "all") return verify_scope(threads);
  if (word.starts_with(sample)) {
    const auto number = parse_number<std::uint64_t>(word.substr(sample.size()));
    if (number && *number > 0) return verify_scope(threads, *number);
  }
  return std::nullopt;
}

}  // namespace zermelo::experiment
