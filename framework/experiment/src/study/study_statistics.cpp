// SPDX-License-Identifier: MIT
// Checking and counting statistics.
#include <zermelo/experiment/study/study_statistics.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine_info.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/study/study_runner.hpp>

#include "study_columns.hpp"

namespace zermelo::experiment {
namespace {

/// The game of the first of some cases that can be built; null if none can: that will be recorded with each.
template <class Iterator>
std::unique_ptr<any_game> first_game(const study& s, Iterator begin, Iterator end, const catalog& games,
                                     const build_conditions& conditions) {
  for (; begin != end; ++begin) {
    try {
      return build_case(s, *begin, games, conditions);
    } catch (const interrupted&) {
      throw;
    } catch (const error&) {
      continue;
    }
  }
  return nullptr;
}

bool is_column_name(const std::string& name) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_allowed = [&](char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_'; };
  return !name.empty() && !is_digit(name[0]) && std::all_of(name.begin(), name.end(), is_allowed);
}

/// @throws input_error for a condition that the game does not know.
void expect_known(const study_statistic& one, const any_game& game) { (void)position_query(game, {one.of, one.count}); }

}  // namespace

void expect_statistics(const study& s, const std::vector<study_case>& cases, const catalog& games,
                       const work_monitor& monitor) {
  if (s.statistics.empty()) return;
  // As large as a case may be. What is available may change, so that it is looked at once.
  build_conditions conditions;
  conditions.memory_limit_bytes =
      saturating_sum(s.memory_limit_bytes != 0 ? s.memory_limit_bytes : available_memory_bytes(), bytes_of_program);
  conditions.monitor = &monitor;
  const auto game = first_game(s, cases.begin(), cases.end(), games, conditions);
  if (!game) return;
  std::vector<std::string> taken;
  for (const study_column& column : result_columns()) taken.push_back(name_of(column, names_of_winners(s, *game)));
  const nlohmann::ordered_json parameters = parameters_of(s, cases.front());
  for (const auto& [name, value] : parameters.items()) taken.push_back(name);
  for (const study_statistic& one : s.statistics) {
    const auto fail = [&](const std::string& what) {
      throw input_error(fmt::format("{}:{}: statistic '{}': {}", s.file.string(), one.line, one.name, what));
    };
    if (!is_column_name(one.name)) {
      fail("a name is of lower-case letters, digits and _, and does not begin with a digit");
    }
    if (std::find(taken.begin(), taken.end(), one.name) != taken.end()) fail("another column has this name");
    taken.push_back(one.name);
    // A place may be too large for a small instance, but what no end of the study knows is a mistake.
    try {
      expect_known(one, *game);
    } catch (const input_error&) {
      const auto last = first_game(s, cases.rbegin(), cases.rend(), games, conditions);
      try {
        expect_known(one, last ? *last : *game);
      } catch (const input_error& wrong) {
        fail(wrong.what());
      }
    }
  }
}

statistic_counter::statistic_counter(const study& s, const any_game& game) {
  for (const study_statistic& one : s.statistics) {
    try {
      m_queries.push_back({position_query(game, {one.of, one.count}), position_query(game, {one.of})});
    } catch (const input_error& wrong) {
      throw input_error(fmt::format("statistic '{}': {}", one.name, wrong.what()));
    }
  }
}

std::vector<std::optional<double>> statistic_counter::shares(const solution_entries& values, unsigned threads,
                                                             work_monitor& monitor) const {
  if (m_queries.empty()) return {};
  struct counts {
    std::uint64_t matches = 0;
    std::uint64_t all = 0;
  };
  /// What one thread has read, and what it has seen.
  struct tally {
    explicit tally(std::size_t queries) : found(queries) {}
    std::vector<position_value> entries;
    std::vector<counts> found;
  };
  constexpr std::uint64_t block_size = 1 << 16;
  tbb::enumerable_thread_specific<tally> tallies(m_queries.size());
  const auto count = [&](position begin, position end) {
    tally& mine = tallies.local();
    mine.entries.resize(end - begin);
    values.read(begin, mine.entries);
    for (std::size_t i = 0; i < m_queries.size(); ++i) {
      counts& found = mine.found[i];
      m_queries[i].count.for_each_match(begin, mine.entries, [&found](position, position_value) { ++found.matches; });
      m_queries[i].of.for_each_match(begin, mine.entries, [&found](position, position_value) { ++found.all; });
    }
  };
  for_each_block(values.size(), threads, monitor, count, block_size);

  std::vector<std::optional<double>> shares;
  for (std::size_t i = 0; i < m_queries.size(); ++i) {
    counts sum;
    for (const tally& one : tallies) {
      sum.matches += one.found[i].matches;
      sum.all += one.found[i].all;
    }
    shares.push_back(sum.all == 0 ? std::nullopt
                                  : std::optional(static_cast<double>(sum.matches) / static_cast<double>(sum.all)));
  }
  return shares;
}

}  // namespace zermelo::experiment
