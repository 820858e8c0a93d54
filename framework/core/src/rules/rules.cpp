// SPDX-License-Identifier: MIT
#include <zermelo/core/rules/rules.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <string>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/rules/for_each_distinct.hpp>

namespace zermelo {
namespace {

/// Throws contract_error because a member was called that the traits exclude.
[[noreturn]] void reject(const char* what) { throw contract_error(std::string("the rules do not support ") + what); }

}  // namespace

void keep_distinct(batch_list<move_target>& moves, std::size_t begin) {
  moves.shrink(begin + keep_greatest_gains(moves.all().subspan(begin), &move_target::bits, &move_target::gain));
}

void reject_gain(int points, std::optional<std::uint32_t> max_gain, const std::string& from) {
  throw contract_error("a move from " + from + " gains " + std::to_string(points) + " points; " +
                       (max_gain ? "max_gain is " + std::to_string(*max_gain) : "the game has no hook max_gain"));
}

void reject_moves_with_gains(const rules_traits& traits) {
  if (!traits.has_gains) return;
  throw contract_error("moves gain points: solve the game by groups of slices, not as a whole");
}

void rules::expand_gains(position /*first*/, std::span<position_word> /*words*/, batch_list<position>& /*moves*/,
                         batch_list<std::int16_t>& /*gains*/) const {
  reject("moves that gain points");
}
void rules::predecessors(std::span<const position> /*targets*/, batch_list<position>& /*sources*/,
                         batch_list<std::uint32_t>* /*ends*/) const {
  reject("predecessors");
}
void rules::players_to_move_in_range(position first, std::span<player> players) const {
  std::array<position, 128> positions{};
  for (std::size_t done = 0; done < players.size();) {
    const auto range = std::span(positions).first(std::min(positions.size(), players.size() - done));
    std::iota(range.begin(), range.end(), first + done);
    players_to_move(range, players.subspan(done, range.size()));
    done += range.size();
  }
}
void rules::leaving_moves(position /*first*/, std::span<position_word> /*words*/, batch_list<move_target>& /*moves*/,
                          batch_list<std::uint32_t>& /*ends*/) const {
  reject("moves that leave a group of slices");
}
void rules::solve_outcomes(std::uint32_t /*slice*/, position /*first*/, position /*last*/,
                           std::span<const outcome_bits* const> /*finished*/, outcome_bits& /*outcomes*/) const {
  reject("outcomes of slices");
}
void rules::plain_predecessors(std::span<const position> /*targets*/, batch_list<position>& /*sources*/,
                               batch_list<std::uint32_t>& /*ends*/) const {
  reject("predecessors");
}
void rules::hashes(std::span<const position> /*positions*/, std::span<std::uint64_t> /*hashes*/) const {
  reject("hashes of states");
}
void rules::classify(std::span<const position> /*positions*/, std::span<position_class> /*classes*/) const {
  reject("groups and orbits");
}
void rules::passed(std::span<const position> /*positions*/, std::span<position> /*found*/) const { reject("passing"); }

}  // namespace zermelo
