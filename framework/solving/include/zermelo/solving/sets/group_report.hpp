// SPDX-License-Identifier: MIT
// Defines a job's report on a group of slices that it has explored or solved.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/verify/verify_report.hpp>

namespace zermelo {

struct slice_report {
  std::string name;
  solution_summary summary;  ///< summary of its table
};

/// The report on one solved group.
struct group_report {
  std::string name;
  std::vector<slice_report> slices;
  bool was_done = false;                   ///< solved before this job
  std::string solver;                      ///< the engine, or `outcomes_engine`; empty if it was done
  std::optional<std::uint64_t> edges = 0;  ///< nothing if not counted
  std::map<std::string, double> seconds;   ///< by phase, and "total"
  std::uint64_t peak_bytes = 0;            ///< peak of the process while the group was solved
  std::uint64_t input_bytes = 0;           ///< size of finished slices in memory
  std::uint64_t table_bytes = 0;           ///< size of the tables on disk
  std::optional<verify_report> verified;

  [[nodiscard]] bool is_accepted() const { return !verified || verified->accepted(); }
};

/// The report on one explored group of a game without a ranking.
struct exploration_report {
  std::string name;
  bool was_done = false;                  ///< explored before this job
  std::uint64_t positions = 0;            ///< positions of its slices
  std::uint64_t moves = 0;                ///< moves out of these positions; 0 if it was done
  std::map<std::string, double> seconds;  ///< by phase, and "total"; empty if it was done
  std::uint64_t peak_bytes = 0;           ///< peak of the process while the group was explored
};

}  // namespace zermelo
