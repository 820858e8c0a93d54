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

std::string_view keyword_of(saved_stage stage) {
  return std::find_if(stage_keywords.begin(), stage_keywords.end(),
                      [&](const auto& keyword) { return keyword.second == stage; })
      ->first;
}

}  // namespace

checkpoint_header header_of(const checkpoint_metadata& metadata, const solve_state& progress, std::uint64_t positions) {
  checkpoint_header header{.metadata = metadata, .positions = positions, .progress = progress};
  header.margin = margin_of(progress.stage, progress.max_margin);
  header.stage = header.margin == 0 ? saved_stage::ties : saved_stage::wins_and_losses;
  if (progress.max_margin > 1) header.max_margin = progress.max_margin;
  return header;
}

solve_state solve_state_of(const checkpoint_header& header) {
  solve_state progress = header.progress;
  if (header.max_margin) {
    progress.max_margin = static_cast<std::uint32_t>(*header.max_margin);
    progress.stage = stage_of(static_cast<std::uint32_t>(header.margin), progress.max_margin);
  } else {
    progress.stage = header.stage == saved_stage::ties ? plain_stage::ties : plain_stage::wins_and_losses;
  }
  return progress;
}

std::optional<std::string> find_error(const checkpoint_header& header) {
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
    return fmt::format("attribute 'margin': {1} does not fit stage '{0}' and max_margin {2}", keyword_of(header.stage),
                       header.margin, *header.max_margin);
  }
  const solve_state& progress = header.progress;
  if (progress.legal_positions > header.positions) {
    return fmt::format("attribute 'legal_positions': expected at most {1}, got {0}", progress.legal_positions,
                       header.positions);
  }
  if (progress.next_distance_plies > max_next_distance_plies) {
    return fmt::format("attribute 'next_distance': expected at most {1}, got {0}", progress.next_distance_plies,
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
  const solve_state& progress = header.progress;
  const bool is_solve = header.stage != saved_stage::exploring;
  if (is_solve) {
    add({header.positions, progress.legal_positions, progress.edges});
  } else {
    add({header.closed, header.open});
  }
  digest.add(keyword_of(header.stage));
  if (is_solve) add({progress.next_distance_plies, progress.waves});
  if (header.metadata.counts_repeated_moves) digest.add("repeated_moves");
  if (is_solve && header.max_margin) add({*header.max_margin, header.margin});
  for (const auto& [name, element_bytes] : lists) digest.add(name).add(std::to_string(element_bytes));
  return splitmix64_mix(digest.value());
}

}  // namespace zermelo::storage
