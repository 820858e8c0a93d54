// SPDX-License-Identifier: MIT
#include <zermelo/experiment/study/study_statistics.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine_info.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/catalog/any_game.hpp>

#include "study_columns.hpp"

namespace zermelo::experiment {
namespace {

/// The first game of these cases that can be built; null if none can, which each case records when it is run.
template <class Iterator>
std::unique_ptr<any_game> build_first_game(const study& s, Iterator begin, Iterator end, const catalog& games,
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

/// Whether a name has only lower-case letters, digits and underscores, and does not begin with a digit.
bool is_column_name(const std::string& name) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_allowed = [&](char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_'; };
  return !name.empty() && !is_digit(name[0]) && std::all_of(name.begin(), name.end(), is_allowed);
}

/// The query for both conditions of a statistic. @throws input_error for a condition that the game does not know.
position_query query_of_both(const study_statistic& one, const any_game& game) {
  return {game, {one.base_condition, one.condition}};
}

}  // namespace

void expect_statistics(const study& s, const std::vector<study_case>& cases, const catalog& games,
                       const work_monitor& monitor) {
  if (s.statistics.empty()) return;
  // The limit of a case that runs alone.
  build_conditions conditions;
  conditions.memory_limit_bytes =
      saturating_sum(s.memory_limit_bytes != 0 ? s.memory_limit_bytes : available_memory_bytes(), bytes_of_program);
  conditions.monitor = &monitor;
  const auto game = build_first_game(s, cases.begin(), cases.end(), games, conditions);
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
    // A small first instance may lack a place in a condition, but one that the last lacks, too, is a mistake.
    try {
      (void)query_of_both(one, *game);
    } catch (const input_error&) {
      const auto last = build_first_game(s, cases.rbegin(), cases.rend(), games, conditions);
      try {
        (void)query_of_both(one, last ? *last : *game);
      } catch (const input_error& wrong) {
        fail(wrong.what());
      }
    }
  }
}

statistic_counter::statistic_counter(const study& s, const any_game& game) {
  for (const study_statistic& one : s.statistics) {
    try {
      m_queries.push_back({query_of_both(one, game), position_query(game, {one.base_condition})});
    } catch (const input_error& wrong) {
      throw input_error(fmt::format("statistic '{}': {}", one.name, wrong.what()));
    }
  }
}

std::vector<std::optional<double>> statistic_counter::shares(const solution_entries& values, unsigned threads,
                                                             work_monitor& monitor) const {
  if (m_queries.empty()) return {};
  struct counts {
    std::uint64_t both = 0;
    std::uint64_t base = 0;
  };
  /// The counts of one thread, and its buffer.
  struct tally {
    explicit tally(std::size_t num_statistics) : by_statistic(num_statistics) {}
    std::vector<position_value> entries;
    std::vector<counts> by_statistic;
  };
  constexpr std::uint64_t block_size = 1 << 16;  // positions
  tbb::enumerable_thread_specific<tally> tallies(m_queries.size());
  const auto count = [&](position begin, position end) {
    tally& local = tallies.local();
    local.entries.resize(end - begin);
    values.read(begin, local.entries);
    for (std::size_t i = 0; i < m_queries.size(); ++i) {
      const auto& [both, base] = m_queries[i];
      counts& matches = local.by_statistic[i];
      both.for_each_match(begin, local.entries, [&matches](position, position_value) { ++matches.both; });
      base.for_each_match(begin, local.entries, [&matches](position, position_value) { ++matches.base; });
    }
  };
  for_each_block(values.size(), threads, monitor, count, block_size);

  std::vector<std::optional<double>> shares;
  for (std::size_t i = 0; i < m_queries.size(); ++i) {
    counts sum;
    for (const tally& one : tallies) {
      sum.both += one.by_statistic[i].both;
      sum.base += one.by_statistic[i].base;
    }
    shares.push_back(sum.base == 0 ? std::nullopt
                                   : std::optional(static_cast<double>(sum.both) / static_cast<double>(sum.base)));
  }
  return shares;
}

}  // namespace zermelo::experiment
