// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/match_counts.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/position_search.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/rules/distinct_moves.hpp>
#include <zermelo/core/rules/position_word.hpp>
#include <zermelo/core/rules/rules.hpp>

#include "field_table.hpp"
#include "query_matcher.hpp"

namespace zermelo {
namespace {

std::vector<position_field> fields_of(const match_request& request) {
  std::vector<position_field> fields = fields_of(request.query);
  if (request.field) fields.push_back(*request.field);
  return fields;
}

/// The readers and counts of one thread.
struct match_tally {
  explicit match_tally(const std::deque<query_matcher>& matchers)
      : readers(matchers.begin(), matchers.end()), counts(matchers.size()) {}
  std::deque<match_reader> readers;  ///< [request], like `counts`
  std::vector<match_counts> counts;
  std::vector<position_value> entries;
  found_block block;
};

/// Counts the moves of the positions found as edges: several moves to the same position count separately, unless the
/// game is reduced by symmetry.
void add_counts_of_moves(const any_game& game, const found_block& block, position end_of_block,
                         number_counts& numbers) {
  // Calling the rules for a range is faster than for single positions. Ranges without a match are skipped.
  constexpr std::size_t range_length = 256;
  std::array<position_word, range_length> words{};
  position begin = 0;
  position end = 0;
  for (const found_position& one : block.found) {
    if (one.at >= end) {
      begin = one.at;
      end = std::min<position>(begin + range_length, end_of_block);
      describe_distinct(game.rules(), begin, std::span(words).first(end - begin));
    }
    numbers.add(static_cast<std::int64_t>(num_moves_of(words[one.at - begin])));
  }
}

}  // namespace

bool match_request::looks_up_positions() const {
  return position_search::looks_up_positions(query, field ? std::vector{*field} : std::vector<position_field>{});
}

std::vector<match_counts> count_matches(const any_game& game, const solution_entries& values,
                                        std::span<const match_request> requests, unsigned threads,
                                        work_monitor& monitor) {
  constexpr std::uint64_t block_size = 1 << 16;  // positions
  std::vector<position_field> fields;
  for (const match_request& request : requests) {
    for (position_field& field : fields_of(request)) fields.push_back(std::move(field));
  }
  const field_sources sources(game, values, fields, threads, monitor);
  std::deque<query_matcher> matchers;
  for (const match_request& request : requests) {
    matchers.emplace_back(sources, values, request.query, resolve_threads(threads), monitor);
  }
  per_thread<match_tally> tallies([&matchers] { return match_tally(matchers); });
  const auto count = [&](position begin, position end) {
    match_tally& local = tallies.local();
    local.entries.resize(end - begin);
    values.read(begin, local.entries);
    for (std::size_t r = 0; r < requests.size(); ++r) {
      if (!requests[r].query.may_match(begin, end)) continue;
      local.readers[r].match(begin, local.entries, local.block);
      match_counts& counts = local.counts[r];
      counts.positions += local.block.found.size();
      if (!requests[r].field) continue;
      if (requests[r].field->definition == &fields::moves) {
        add_counts_of_moves(game, local.block, end, counts.numbers);
        continue;
      }
      local.readers[r].read_keys({&*requests[r].field, 1}, local.block);
      for (const field_key number : local.block.keys) {
        if (number != no_key) counts.numbers.add(number);
      }
    }
  };
  monitor.phase("scan", values.size());
  for_each_block(values.size(), resolve_threads(threads), monitor, count, block_size);

  std::vector<match_counts> sums(requests.size());
  for (const match_tally& one : tallies) {
    for (std::size_t r = 0; r < requests.size(); ++r) {
      sums[r].positions += one.counts[r].positions;
      sums[r].numbers.add(one.counts[r].numbers);
    }
  }
  return sums;
}

}  // namespace zermelo
