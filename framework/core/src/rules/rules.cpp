// SPDX-License-Identifier: MIT
// What rules answer that were asked for something which they do not have.
#include <zermelo/core/rules/rules.hpp>

#include <string>

#include <zermelo/core/base/error.hpp>

namespace zermelo {
namespace {

[[noreturn]] void refuse(const char* what) { throw contract_error(std::string("the rules do not tell ") + what); }

}  // namespace

void rules::predecessors(std::span<const position> /*of*/, batch_list<position>& /*found*/,
                         batch_list<std::uint32_t>* /*ends*/) const {
  refuse("predecessors");
}
void rules::leaving(position /*first*/, std::span<position_word> /*words*/, batch_list<owned_target>& /*moves*/,
                    batch_list<std::uint32_t>& /*ends*/) const {
  refuse("which moves leave a group of slices");
}
void rules::inner_predecessors(std::span<const position> /*of*/, batch_list<position>& /*found*/) const {
  refuse("predecessors in a group of slices");
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
