// SPDX-License-Identifier: MIT
#include "checkpoint_header.hpp"

#include <algorithm>
#include <limits>

#include <fmt/core.h>

#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/value/outcome.hpp>
#include <zermelo/core/value/packed_word.hpp>

namespace zermelo::storage {
namespace {

std::string_view word_of(saved_stage stage) {
  return std::find_if(stage_words.begin(), stage_words.end(), [&](const auto& word) { return word.second == stage; })
      ->first;
}

}  // namespace

checkpoint_header header_of(const checkpoint_metadata& metadata, const solve_milestone& milestone,
                            std::uint64_t positions) {
  checkpoint_header header{.metadata = metadata, .positions = positions, .milestone = milestone};
  header.margin = margin_of(milestone.stage, milestone.max_margin);
  header.stage = header.margin == 0 ? saved_stage::ties : saved_stage::wins_and_losses;
  if (milestone.max_margin > 1) header.max_margin = milestone.max_margin;
  return header;
}

solve_milestone milestone_of(const checkpoint_header& header) {
  solve_milestone milestone = header.milestone;
  if (header.max_margin) {
    milestone.max_margin = static_cast<std::uint32_t>(*header.max_margin);
    milestone.stage = stage_of(static_cast<std::uint32_t>(header.margin), milestone.max_margin);
  } else {
    milestone.stage = header.stage == saved_stage::ties ? plain_stage::ties : plain_stage::wins_and_losses;
  }
  return milestone;
}

std::optional<std::string> find_fault(const checkpoint_header& header) {
  constexpr std::uint64_t max_next_distance_plies = std::uint64_t{packed_word<std::uint32_t>::max_low} + 1;
  constexpr auto max_keys = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (header.stage == saved_stage::exploring && (header.closed > max_keys || header.open > max_keys - header.closed)) {
    return fmt::format("too many positions: {} closed and {} open", header.closed, header.open);
  }
  if (header.max_margin && (*header.max_margin < 2 || *header.max_margin > std::uint64_t{result::largest_margin})) {
    return fmt::format("attribute 'max_margin': expected 2 to {1}, got {0}", *header.max_margin,
                       result::largest_margin);
  }
  if (header.max_margin &&
      (header.margin > *header.max_margin || (header.margin == 0) != (header.stage == saved_stage::ties))) {
    return fmt::format("attribute 'margin': {1} does not fit stage '{0}' and max_margin {2}", word_of(header.stage),
                       header.margin, *header.max_margin);
  }
  const solve_milestone& milestone = header.milestone;
  if (milestone.legal_positions > header.positions) {
    return fmt::format("attribute 'legal_positions': expected at most {1}, got {0}", milestone.legal_positions,
                       header.positions);
  }
  if (milestone.next_distance_plies > max_next_distance_plies) {
    return fmt::format("attribute 'next_distance': expected at most {1}, got {0}", milestone.next_distance_plies,
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
  const bool is_solve = header.stage != saved_stage::exploring;
  if (is_solve) {
    add({header.positions, milestone.legal_positions, milestone.edges});
  } else {
    add({header.closed, header.open});
  }
  digest.add(word_of(header.stage));
  if (is_solve) add({milestone.next_distance_plies, milestone.waves});
  if (is_solve && header.max_margin) add({*header.max_margin, header.margin});
  for (const auto& [name, element_bytes] : lists) digest.add(name).add(std::to_string(element_bytes));
  return splitmix64_mix(digest.value());
}

}  // namespace zermelo::storage
