// SPDX-License-Identifier: MIT
// Lists of targets, and what rules answer that were asked for something which they do not have.
#include <zermelo/core/rules/rules.hpp>

#include <algorithm>
#include <cstddef>
#include <string>

#include <zermelo/core/base/error.hpp>

namespace zermelo {
namespace {

[[noreturn]] void refuse(const char* what) { throw contract_error(std::string("the rules do not tell ") + what); }

}  // namespace

void keep_distinct(batch_list<owned_target>& moves, std::size_t begin) {
  const std::span<owned_target> row = moves.all().subspan(begin);
  std::sort(row.begin(), row.end(), [](owned_target a, owned_target b) { return a.bits < b.bits; });
  moves.shrink(begin + static_cast<std::size_t>(std::unique(row.begin(), row.end()) - row.begin()));
}

void rules::predecessors(std::span<const position> /*of*/, batch_list<position>& /*found*/,
                         batch_list<std::uint32_t>* /*ends*/) const {
  refuse("predecessors");
}
void rules::leaving_moves(position /*first*/, std::span<position_word> /*words*/, batch_list<owned_target>& /*moves*/,
                          batch_list<std::uint32_t>& /*ends*/) const {
  refuse("which moves leave a group of slices");
}
void rules::settle_outcomes(std::uint32_t /*slice*/, position /*first*/, position /*last*/,
                            std::span<const outcome_bits* const> /*finished*/, outcome_bits& /*found*/) const {
  refuse("outcomes of slices");
}
void rules::plain_predecessors(std::span<const position> /*of*/, batch_list<position>& /*found*/,
                               batch_list<std::uint32_t>& /*ends*/) const {
  refuse("predecessors");
}
void rules::hashes(std::span<const position> /*at*/, std::span<std::uint64_t> /*found*/) const {
  refuse("states apart but by their numbers");
}
void rules::classify(std::span<const position> /*at*/, std::span<position_class> /*found*/) const {
  refuse("groups and orbits");
}

}  // namespace zermelo
