// SPDX-License-Identifier: MIT
#include "seed_means.hpp"

#include <algorithm>
#include <cmath>

#include <zermelo/tables/report/report_part.hpp>

#include "study_columns.hpp"

namespace zermelo {
namespace {

constexpr const char* seed_key = "seed";

}  // namespace

bool sweeps_over_seeds(const study& s) {
  return std::ranges::any_of(s.sweeps, [](const sweep& one) { return std::ranges::count(one.names, seed_key) > 0; });
}

void seed_means::add(const nlohmann::ordered_json& row) {
  if (const auto repeated = row.find(repetition_column); repeated != row.end() && *repeated != 1) return;
  nlohmann::ordered_json parameters = nlohmann::ordered_json::object();
  std::vector<std::pair<std::string, double>> numbers;
  for (const auto& [name, value] : row.items()) {
    const auto column = find_result_column(m_study, name);
    if (!column) continue;
    const column_kind kind = column->kind;
    if (kind == column_kind::parameter && name != seed_key) parameters[name] = value;
    const bool is_number = kind == column_kind::number || kind == column_kind::wins || kind == column_kind::statistic;
    if (is_number && value.is_number()) numbers.emplace_back(name, value.get<double>());
  }
  if (numbers.empty()) return;
  group& own = group_of(std::move(parameters));
  for (const auto& [name, number] : numbers) own.sample_of(name).add(number);
}

seed_means::group& seed_means::group_of(nlohmann::ordered_json parameters) {
  const auto [entry, is_new] = m_indices.emplace(parameters.dump(), m_groups.size());
  if (is_new) m_groups.push_back({std::move(parameters), {}});
  return m_groups[entry->second];
}

seed_means::sample& seed_means::group::sample_of(const std::string& column) {
  const auto known = std::ranges::find(columns, column, &std::pair<std::string, sample>::first);
  return known != columns.end() ? known->second : columns.emplace_back(column, sample{}).second;
}

void seed_means::sample::add(double value) {
  ++count;
  const double difference = value - mean;
  mean += difference / static_cast<double>(count);
  squares += difference * (value - mean);
}

std::optional<double> seed_means::sample::standard_error() const {
  if (count < 2) return std::nullopt;
  const auto n = static_cast<double>(count);
  return std::sqrt(squares / (n - 1) / n);
}

void seed_means::for_each_row(const row_callback& f) const {
  for (const group& one : m_groups) {
    for (const auto& [name, own] : one.columns) {
      nlohmann::ordered_json row = one.parameters;
      const auto& [column, cases, mean, standard_error] = own_columns;
      row[column] = name;
      row[cases] = own.count;
      row[mean] = own.mean;
      row[standard_error] = or_null(own.standard_error());
      f(row);
    }
  }
}

}  // namespace zermelo
