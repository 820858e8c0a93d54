// SPDX-License-Identifier: MIT
#include <zermelo/solving/job/stored_players_to_move.hpp>

#include <algorithm>
#include <mutex>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/catalog/query/turn_axis.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>
#include <zermelo/core/rules/rules.hpp>

namespace zermelo {
namespace {

/// Returns the part of a range that this process compares.
index_range share_of_block(index_range range, const block_exchange* blocks) {
  if (blocks == nullptr) return range;
  const std::uint64_t size = range.end - range.begin;
  const std::uint64_t share = size / blocks->num_blocks() + 1;
  const auto begin_of = [&](std::uint64_t block) { return range.begin + std::min(size, block * share); };
  return {begin_of(blocks->number()), begin_of(blocks->number() + 1)};
}

}  // namespace

to_move_lookup to_move_for_table(const any_game& game) {
  return turn_axis::of(game) ? to_move_lookup() : to_move_for_slice(game, 0);
}

to_move_lookup to_move_for_slice(const any_game& game, position first) {
  if (game.seen_by() == viewpoint::to_move) return {};
  return [&game, first](position p, std::span<player> players) {
    game.rules().players_to_move_in_range(first + p, players);
  };
}

false_players_to_move find_false_players_to_move(const any_game& game, const to_move_lookup& stored, index_range range,
                                                 unsigned threads, block_exchange* blocks, work_monitor& monitor) {
  constexpr std::uint64_t block_size = 1 << 16;  // positions; smaller blocks would decompress a chunk more often
  const index_range own = share_of_block(range, blocks);
  false_players_to_move found;
  std::mutex guard;
  const auto compare = [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<player> in_table(end - begin);
    std::vector<player> by_rules(end - begin);
    stored(own.begin - range.begin + begin, in_table);
    game.rules().players_to_move_in_range(own.begin + begin, by_rules);
    if (in_table == by_rules) return;
    for (std::uint64_t i = 0; i < in_table.size(); ++i) {
      const position p = own.begin + begin + i;
      if (in_table[i] == by_rules[i] || !is_legal(game, p)) continue;
      const std::lock_guard lock(guard);
      ++found.count;
      found.first = std::min(found.first.value_or(p), p);
    }
  };
  monitor.phase("compare", own.end - own.begin);
  for_each_block(own.end - own.begin, resolve_threads(threads), monitor, compare, block_size);
  if (blocks != nullptr) {
    found.first = blocks->least(found.first);
    std::vector<std::uint64_t> counts{found.count};
    blocks->sum(counts);
    found.count = counts.front();
  }
  return found;
}

std::string false_players_to_move_text(const any_game& game, const false_players_to_move& found) {
  const position p = found.first.value();
  const player right = player_to_move(game, p);
  const auto names = game.player_names();
  return fmt::format("to_move: position {} ({}): stored {}, the rules give {}; {} positions differ", p, format(game, p),
                     names[index_of(opponent(right))], names[index_of(right)], grouped_digits(found.count));
}

}  // namespace zermelo
