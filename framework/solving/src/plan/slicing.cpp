// SPDX-License-Identifier: MIT
#include <zermelo/solving/plan/slicing.hpp>

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/slices/explore_group.hpp>
#include <zermelo/core/slices/slice_numbers.hpp>
#include <zermelo/core/value/joined_entries.hpp>

#include "game_memory.hpp"

namespace zermelo {
namespace {

/// @throws contract_error for a game with a ranking or without slices.
[[nodiscard]] position_numbering& numbering_in_slices(const any_game& game) {
  position_numbering* const numbering = game.numbering();
  if (numbering == nullptr || game.slices().empty())
    throw contract_error("expected a game with slices and without a ranking");
  return *numbering;
}

}  // namespace

std::unique_ptr<any_game> game_of_group(const any_game& game, const slice_group& group,
                                        const std::shared_ptr<const joined_entries>& finished) {
  const std::vector<slice> slices = game.slices();
  if (slices.empty()) throw contract_error("expected a game with slices");
  game_size size = game.size();
  if (const position_numbering* const numbering = game.numbering()) {
    size.bytes = key_bytes(game, numbering->num_resident_keys());
  }
  size.bytes = saturating_sum(size.bytes, finished->bytes_in_memory());
  return std::make_unique<any_game>(game, slice_numbers(slices, group), finished, size);
}

std::vector<slice_group> groups_to_solve(const any_game& game) {
  std::vector<slice_group> order = slice_order(game.slices());
  if (order.empty()) throw contract_error(fmt::format("{}: a game whose moves gain points needs slices", game.name()));
  return order;
}

keys_in_slice start_in_slice(const any_game& game) {
  return zermelo::start_in_slice(numbering_in_slices(game).rules());
}

explored_group explore_group(const any_game& game, const slice_group& group,
                             const std::vector<keys_in_slice>& reachable, const solve_options& options,
                             solve_visitor& visitor) {
  const any_key_rules rules = numbering_in_slices(game).rules();
  const std::uint64_t limit = limit_or_available_bytes(options.memory_limit_bytes);
  explore_group_options group_options;
  group_options.threads = options.threads;
  // Keys before duplicates are removed may use an eighth of the limit.
  constexpr std::uint64_t duplicates_share = 8;
  group_options.max_outside_bytes = std::min(group_options.max_outside_bytes, limit / duplicates_share);
  const std::uint64_t allocator_bytes = allocator_bytes_of_exploring(game, options.threads);
  group_options.watch = [limit, allocator_bytes](const exploration_size& size) {
    const std::uint64_t bytes = saturating_sum(
        bytes_of_program, saturating_number(size.exploring_bytes(move_retention::forgotten)), allocator_bytes);
    if (bytes <= limit) return move_retention::forgotten;
    throw resource_error(fmt::format(
        "{} positions found, {} of them not yet expanded: exploring needs about {}, more than the limit of {}",
        grouped_digits(size.positions), grouped_digits(size.open), format_bytes(bytes), format_bytes(limit)));
  };
  const std::vector<slice> slices = game.slices();
  group_options.expect_space = [&](std::uint64_t bytes_of_keys) {
    const std::uint64_t bytes = saturating_sum(bytes_of_program, bytes_of_keys, allocator_bytes);
    if (bytes <= limit) return;
    throw resource_error(fmt::format("slice '{}': exploring its successors needs about {}, more than the limit of {}",
                                     slices[group.slices.front()].name, format_bytes(bytes), format_bytes(limit)));
  };
  return zermelo::explore_group(rules, slices, group, reachable, group_options, visitor);
}

void number_by_slices(any_game& game, const std::vector<std::shared_ptr<const position_keys>>& keys) {
  position_numbering& numbering = numbering_in_slices(game);
  for (const auto& keys_of_one : keys) {
    if (keys_of_one != nullptr) expect_width(keys_of_one->width(), numbering);
  }
  numbering.number_by_slices(keys);
  game.set_size({game.num_positions(), 0, 0});
  (void)game.start();  // throws unless the start is among the keys
}

void load_slices(const any_game& game, std::span<const std::uint32_t> slices, unsigned threads, work_monitor& monitor) {
  if (game.numbering() != nullptr) game.numbering()->load_slices(slices, threads, monitor);
}

std::shared_ptr<const position_keys> keys_of_slice(const any_game& game, std::uint32_t slice) {
  return game.numbering() != nullptr ? game.numbering()->keys_of_slice(slice) : nullptr;
}

void replace_keys(const any_game& game, std::uint32_t slice, std::shared_ptr<const position_keys> keys) {
  if (game.numbering() != nullptr) game.numbering()->replace_keys(slice, std::move(keys));
}

}  // namespace zermelo
