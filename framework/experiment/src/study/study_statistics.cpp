// SPDX-License-Identifier: MIT
#include <zermelo/experiment/study/study_statistics.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
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
#include <zermelo/experiment/question/measured_field.hpp>
#include <zermelo/experiment/question/position_query.hpp>

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

/// What a thread counts for one statistic.
struct statistic_counts {
  std::uint64_t both = 0;  ///< positions that match both conditions of a share
  std::uint64_t base = 0;  ///< positions that match the base condition of a share
  number_counts numbers;   ///< of the field of a mean or quantile

  void add(const statistic_counts& other) {
    both += other.both;
    base += other.base;
    numbers.add(other.numbers);
  }
};

}  // namespace

/// A statistic with its queries.
class counted_statistic {
 public:
  /// @throws input_error for a condition or a field that the game does not know.
  counted_statistic(const study_statistic& one, const any_game& game)
      : m_kind(one.kind), m_quantile(one.quantile), m_base(game, {one.base_condition}) {
    if (one.kind == statistic_kind::share) {
      m_both.emplace(game, std::vector{one.base_condition, one.condition});
    } else {
      m_field.emplace(game, one.field);
    }
  }

  /// Counts the positions from `first` on, which have these entries.
  void count(position first, std::span<const position_value> entries, statistic_counts& counts) const {
    if (m_field) {
      m_field->for_each_number(m_base, first, entries, [&counts](std::int64_t number) { counts.numbers.add(number); });
      return;
    }
    m_both->for_each_match(first, entries, [&counts](position, position_value) { ++counts.both; });
    m_base.for_each_match(first, entries, [&counts](position, position_value) { ++counts.base; });
  }

  [[nodiscard]] std::optional<double> value(const statistic_counts& counts) const {
    const bool is_share = m_kind == statistic_kind::share;
    if (is_share ? counts.base == 0 : counts.numbers.empty()) return std::nullopt;
    switch (m_kind) {
      case statistic_kind::share: return static_cast<double>(counts.both) / static_cast<double>(counts.base);
      case statistic_kind::mean: return counts.numbers.mean();
      case statistic_kind::quantile: return counts.numbers.quantile(m_quantile);
    }
    throw std::logic_error("statistic_kind out of range");
  }

 private:
  statistic_kind m_kind;
  double m_quantile;
  position_query m_base;                  ///< of the base condition alone
  std::optional<position_query> m_both;   ///< of a share
  std::optional<measured_field> m_field;  ///< of a mean or quantile
};

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
      (void)counted_statistic(one, *game);
    } catch (const input_error&) {
      const auto last = build_first_game(s, cases.rbegin(), cases.rend(), games, conditions);
      try {
        (void)counted_statistic(one, last ? *last : *game);
      } catch (const input_error& wrong) {
        fail(wrong.what());
      }
    }
  }
}

statistic_counter::statistic_counter(const study& s, const any_game& game) {
  for (const study_statistic& one : s.statistics) {
    try {
      m_statistics.emplace_back(one, game);
    } catch (const input_error& wrong) {
      throw input_error(fmt::format("statistic '{}': {}", one.name, wrong.what()));
    }
  }
}

statistic_counter::statistic_counter(statistic_counter&&) noexcept = default;
statistic_counter::~statistic_counter() = default;

std::vector<std::optional<double>> statistic_counter::values(const solution_entries& entries, unsigned threads,
                                                             work_monitor& monitor) const {
  if (m_statistics.empty()) return {};
  /// The counts of one thread, and its buffer.
  struct tally {
    explicit tally(std::size_t num_statistics) : by_statistic(num_statistics) {}
    std::vector<position_value> entries;
    std::vector<statistic_counts> by_statistic;
  };
  constexpr std::uint64_t block_size = 1 << 16;  // positions
  tbb::enumerable_thread_specific<tally> tallies(m_statistics.size());
  const auto count = [&](position begin, position end) {
    tally& local = tallies.local();
    local.entries.resize(end - begin);
    entries.read(begin, local.entries);
    for (std::size_t i = 0; i < m_statistics.size(); ++i) {
      m_statistics[i].count(begin, local.entries, local.by_statistic[i]);
    }
  };
  for_each_block(entries.size(), threads, monitor, count, block_size);

  std::vector<std::optional<double>> values;
  for (std::size_t i = 0; i < m_statistics.size(); ++i) {
    statistic_counts sum;
    for (const tally& one : tallies) sum.add(one.by_statistic[i]);
    values.push_back(m_statistics[i].value(sum));
  }
  return values;
}

}  // namespace zermelo::experiment
