// SPDX-License-Identifier: MIT
#include "checkpoint_header.hpp"

#include <algorithm>
#include <limits>

#include <fmt/core.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo::storage {

std::optional<std::string> find_fault(const checkpoint_header& head) {
  constexpr std::uint64_t max_next_distance_plies = std::uint64_t{packed_word<std::uint32_t>::max_low} + 1;
  constexpr auto most_keys = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!head.stage && (head.closed > most_keys || head.open > most_keys - head.closed)) {
    return fmt::format("{} closed and {} open positions", head.closed, head.open);
  }
  const solve_milestone& milestone = head.milestone;
  if (milestone.legal_positions > head.positions) {
    return fmt::format("{} legal positions of {}", milestone.legal_positions, head.positions);
  }
  if (milestone.next_distance_plies > max_next_distance_plies) {
    return fmt::format("the next distance, {} plies, is over {}", milestone.next_distance_plies,
                       max_next_distance_plies);
  }
  return std::nullopt;
}

std::uint64_t digest_of_header(const checkpoint_header& head, std::initializer_list<list_digest> lists) {
  text_digest digest;
  digest.add(head.metadata.game);
  for (const auto& [name, value] : head.metadata.parameters) digest.add(name).add(value);
  const auto add = [&](std::initializer_list<std::uint64_t> numbers) {
    for (const std::uint64_t number : numbers) digest.add(std::to_string(number));
  };
  const solve_milestone& milestone = head.milestone;
  if (head.stage) {
    add({head.positions, milestone.legal_positions, milestone.edges});
  } else {
    add({head.closed, head.open});
  }
  const auto stage =
      std::find_if(stage_words.begin(), stage_words.end(), [&](const auto& word) { return word.second == head.stage; });
  digest.add(stage->first);
  if (head.stage) add({milestone.next_distance_plies, milestone.waves});
  for (const auto& [name, element_bytes] : lists) digest.add(name).add(std::to_string(element_bytes));
  return splitmix64_mix(digest.value());
}

}  // namespace zermelo::storage
