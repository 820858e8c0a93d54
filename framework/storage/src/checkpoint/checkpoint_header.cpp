// SPDX-License-Identifier: MIT
#include "checkpoint_header.hpp"

#include <algorithm>
#include <limits>

#include <fmt/core.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo::storage {

std::optional<std::string> find_fault(const checkpoint_header& header) {
  constexpr std::uint64_t max_next_distance_plies = std::uint64_t{packed_word<std::uint32_t>::max_low} + 1;
  constexpr auto max_keys = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!header.stage && (header.closed > max_keys || header.open > max_keys - header.closed)) {
    return fmt::format("{} closed and {} open positions", header.closed, header.open);
  }
  const solve_milestone& milestone = header.milestone;
  if (milestone.max_margin > 1) return fmt::format("margins up to {}; a checkpoint has none", milestone.max_margin);
  if (milestone.legal_positions > header.positions) {
    return fmt::format("{} legal positions of {}", milestone.legal_positions, header.positions);
  }
  if (milestone.next_distance_plies > max_next_distance_plies) {
    return fmt::format("the next distance, {} plies, is over {}", milestone.next_distance_plies,
                       max_next_distance_plies);
  }
  return std::nullopt;
}

std::uint64_t digest_of_header(const checkpoint_header& header, std::initializer_list<digested_list> lists) {
  text_digest digest;
  digest.add(header.metadata.game);
  for (const auto& [name, value] : header.metadata.parameters) digest.add(name).add(value);
  const auto add = [&](std::initializer_list<std::uint64_t> numbers) {
    for (const std::uint64_t number : numbers) digest.add(std::to_string(number));
  };
  const solve_milestone& milestone = header.milestone;
  if (header.stage) {
    add({header.positions, milestone.legal_positions, milestone.edges});
  } else {
    add({header.closed, header.open});
  }
  const auto stage = std::find_if(stage_words.begin(), stage_words.end(),
                                  [&](const auto& word) { return word.second == header.stage; });
  digest.add(stage->first);
  if (header.stage) add({milestone.next_distance_plies, milestone.waves});
  for (const auto& [name, element_bytes] : lists) digest.add(name).add(std::to_string(element_bytes));
  return splitmix64_mix(digest.value());
}

}  // namespace zermelo::storage
