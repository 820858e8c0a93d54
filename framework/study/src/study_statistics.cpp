// SPDX-License-Identifier: MIT
#include <zermelo/study/study_statistics.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/catalog/query/match_counts.hpp>
#include <zermelo/catalog/query/position_field.hpp>
#include <zermelo/catalog/query/position_query.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/engines/engine_info.hpp>
#include <zermelo/solving/job/exploring.hpp>

#include "planned_case.hpp"
#include "study_columns.hpp"

namespace zermelo {
namespace {

/// Returns the first game of these cases that can be built; null if no game can be built (each case records this when
/// it is run).
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

}  // namespace

/// A statistic with the requests that it counts.
class counted_statistic {
 public:
  /// @throws input_error for a condition or a field that the game does not support.
  counted_statistic(const study_statistic& one, const any_game& game) : m_kind(one.kind), m_quantile(one.quantile) {
    m_requests.push_back({position_query(game, {one.base_condition}), std::nullopt});
    if (one.kind == statistic_kind::share) {
      m_requests.push_back({position_query(game, {one.base_condition, one.condition}), std::nullopt});
    } else {
      m_requests.front().field = position_field::find_number(game, one.field);
    }
  }

  /// Returns the base condition; for a share, both conditions.
  [[nodiscard]] std::span<const match_request> requests() const { return m_requests; }

  /// @param counts  [request]
  [[nodiscard]] std::optional<double> value(std::span<const match_counts> counts) const {
    const match_counts& base = counts.front();
    const bool is_share = m_kind == statistic_kind::share;
    if (is_share ? base.positions == 0 : base.numbers.empty()) return std::nullopt;
    switch (m_kind) {
      case statistic_kind::share:
        return static_cast<double>(counts.back().positions) / static_cast<double>(base.positions);
      case statistic_kind::mean: return base.numbers.mean();
      case statistic_kind::quantile: return base.numbers.quantile(m_quantile);
    }
    throw std::logic_error("statistic_kind out of range");
  }

 private:
  statistic_kind m_kind;
  double m_quantile;
  std::vector<match_request> m_requests;
};

void expect_statistics(const study& s, const std::vector<study_case>& cases, const catalog& games,
                       const work_monitor& monitor) {
  if (s.statistics.empty()) return;
  // Uses the limit of a case that runs alone.
  build_conditions conditions;
  conditions.memory_limit_bytes =
      saturating_sum(s.memory_limit_bytes != 0 ? s.memory_limit_bytes : available_memory_bytes(), bytes_of_program);
  stop_monitor stop(&monitor);
  conditions.monitor = &stop;
  const auto game = build_first_game(s, cases.begin(), cases.end(), games, conditions);
  if (!game) return;
  std::vector<std::string> taken;
  for (const study_column& column : result_columns()) taken.push_back(name_of(column, names_of_winners(s, *game)));
  const nlohmann::ordered_json parameters = parameters_of(s, cases.front());
  for (const auto& [name, value] : parameters.items()) taken.push_back(name);
  for (const study_statistic& one : s.statistics) {
    const std::string place = fmt::format("{}:{}: statistic '{}'", s.file.string(), one.line, one.name);
    const auto fail = [&](const std::string& what) { throw input_error(fmt::format("{}: {}", place, what)); };
    if (!is_column_name(one.name)) {
      fail("invalid name: expected lower-case letters, digits and _, without a digit at the beginning");
    }
    if (std::find(taken.begin(), taken.end(), one.name) != taken.end()) fail("duplicate column name; choose another");
    taken.push_back(one.name);
    // A small first instance may lack an index in a condition, but one that the last instance also lacks is a mistake.
    try {
      (void)counted_statistic(one, *game);
    } catch (const input_error&) {
      const auto last = build_first_game(s, cases.rbegin(), cases.rend(), games, conditions);
      at_place(place, [&] { (void)counted_statistic(one, last ? *last : *game); });
    }
  }
}

statistic_counter::statistic_counter(const study& s, const any_game& game) : m_game(&game) {
  for (const study_statistic& one : s.statistics) {
    at_place(fmt::format("statistic '{}'", one.name), [&] { m_statistics.emplace_back(one, game); });
  }
}

statistic_counter::statistic_counter(statistic_counter&&) noexcept = default;
statistic_counter::~statistic_counter() = default;

std::vector<std::optional<double>> statistic_counter::values(const solution_entries& entries, unsigned threads,
                                                             work_monitor& monitor) const {
  if (m_statistics.empty()) return {};
  std::vector<match_request> requests;
  for (const counted_statistic& one : m_statistics) {
    for (const match_request& request : one.requests()) requests.push_back(request);
  }
  if (std::any_of(requests.begin(), requests.end(), [](const match_request& r) { return r.looks_up_positions(); })) {
    load_keys(*m_game, threads, monitor);
  }
  const std::vector<match_counts> counts = count_matches(*m_game, entries, requests, threads, monitor);

  std::vector<std::optional<double>> values;
  std::span<const match_counts> rest = counts;
  for (const counted_statistic& one : m_statistics) {
    values.push_back(one.value(rest.first(one.requests().size())));
    rest = rest.subspan(one.requests().size());
  }
  return values;
}

}  // namespace zermelo
