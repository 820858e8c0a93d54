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

/// Of a member that the traits exclude.
[[noreturn]] void refuse(const char* what) { throw contract_error(std::string("the rules do not support ") + what); }

}  // namespace

void keep_distinct(batch_list<owned_target>& moves, std::size_t begin) {
  moves.shrink(begin + keep_greatest_gains(moves.all().subspan(begin), &owned_target::bits, &owned_target::gain));
}

void refuse_gain(int points, std::optional<std::uint32_t> max_gain, const std::string& from) {
  throw contract_error("a move from " + from + " gains " + std::to_string(points) + " points; " +
                       (max_gain ? "max_gain is " + std::to_string(*max_gain) : "the game has no hook max_gain"));
}

void refuse_moves_with_gains(const rules_traits& traits) {
  if (!traits.has_gains) return;
  throw contract_error("moves gain points: solve the game by groups of slices, not as a whole");
}

void rules::expand_gains(position /*first*/, std::span<position_word> /*words*/, batch_list<position>& /*moves*/,
                         batch_list<std::int16_t>& /*gains*/) const {
  refuse("moves that gain points");
}
void rules::predecessors(std::span<const position> /*targets*/, batch_list<position>& /*sources*/,
                         batch_list<std::uint32_t>* /*ends*/) const {
  refuse("predecessors");
}
void rules::owners_of_stretch(position first, std::span<player> players) const {
  std::array<position, 128> positions{};
  for (std::size_t done = 0; done < players.size();) {
    const auto stretch = std::span(positions).first(std::min(positions.size(), players.size() - done));
    std::iota(stretch.begin(), stretch.end(), first + done);
    owners(stretch, players.subspan(done, stretch.size()));
    done += stretch.size();
  }
}
void rules::leaving_moves(position /*first*/, std::span<position_word> /*words*/, batch_list<owned_target>& /*moves*/,
                          batch_list<std::uint32_t>& /*ends*/) const {
  refuse("moves that leave a group of slices");
}
void rules::settle_outcomes(std::uint32_t /*slice*/, position /*first*/, position /*last*/,
                            std::span<const outcome_bits* const> /*finished*/, outcome_bits& /*outcomes*/) const {
  refuse("outcomes of slices");
}
void rules::plain_predecessors(std::span<const position> /*targets*/, batch_list<position>& /*sources*/,
                               batch_list<std::uint32_t>& /*ends*/) const {
  refuse("predecessors");
}
void rules::hashes(std::span<const position> /*positions*/, std::span<std::uint64_t> /*hashes*/) const {
  refuse("hashes of states");
}
void rules::classify(std::span<const position> /*positions*/, std::span<position_class> /*classes*/) const {
  refuse("groups and orbits");
}
void rules::passed(std::span<const position> /*positions*/, std::span<position> /*found*/) const { refuse("passing"); }

}  // namespace zermelo
