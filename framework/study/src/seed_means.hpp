// SPDX-License-Identifier: MIT
// Computes means and standard errors over seeds, for cases that differ only in their seed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <zermelo/study/study.hpp>

namespace zermelo {

/// Whether the study sweeps over the parameter `seed`, which numbers random instances.
[[nodiscard]] bool sweeps_over_seeds(const study& s);

/// Collects the numeric results of solved cases, in groups of cases whose other parameters are equal. A group takes
/// about 100 bytes per column of numbers.
class seed_means {
 public:
  /// The study must outlive this.
  explicit seed_means(const study& s) : m_study(s) {}

  /// Adds a row of results.csv. Repetitions of a case have equal results, so only the first one counts.
  void add(const nlohmann::ordered_json& row);

  /// The columns of a row that are not parameters.
  static constexpr std::array own_columns{"column", "cases", "mean", "standard_error"};
  using row_callback = std::function<void(const nlohmann::ordered_json&)>;

  /// Calls f with a row for each group and column of numbers, with groups in the order of their first cases. A row
  /// contains the group's parameters, the column's name, the number of cases with a value, their mean, and its standard
  /// error, which is null for a single case.
  void for_each_row(const row_callback& f) const;

 private:
  /// The mean, and the sum of squared differences from the mean (Welford 1962, doi 10.1080/00401706.1962.10490022).
  struct sample {
    std::uint64_t count = 0;
    double mean = 0;
    double squares = 0;

    void add(double value);
    [[nodiscard]] std::optional<double> standard_error() const;
  };
  struct group {
    nlohmann::ordered_json parameters;
    std::vector<std::pair<std::string, sample>> columns;

    [[nodiscard]] sample& sample_of(const std::string& column);
  };

  [[nodiscard]] group& group_of(nlohmann::ordered_json parameters);

  const study& m_study;
  std::vector<group> m_groups;
  std::map<std::string, std::size_t> m_indices;  ///< [parameters as text]: index in `m_groups`
};

}  // namespace zermelo
