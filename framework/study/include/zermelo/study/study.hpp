// SPDX-License-Identifier: MIT
// A study: many instances of one game, or a list of instances of any games, solved with the same settings, from one
// file in TOML. framework/docs/studies.md describes the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/catalog/games/engine.hpp>

namespace zermelo {

/// A parameter's value in a study.
struct study_value {
  std::string label;  ///< for results: the value, a file's name, or FILE:LINE in a list of graphs
  std::string text;   ///< the value, the file's text or the graph
  /// The digest of the file's text or of the graph's line; 0 if the label is the value.
  std::uint64_t contents_digest = 0;
  /// The values of other parameters that the text sets, such as an instance in the form of the original problem.
  std::vector<std::pair<std::string, std::string>> brought{};
};

/// The key of the engine in sweeps and listed cases. No game may have a parameter of this name.
inline constexpr const char* engine_key = "engine";
/// The key of the game in a study and in listed cases. No game may have a parameter of this name.
inline constexpr const char* game_key = "game";

/// A study has at most this many combinations of values, before its filters.
inline constexpr std::uint64_t max_combinations = 10'000'000;

/// Parameters that advance together. All combinations of a study's sweeps are run.
struct sweep {
  std::vector<std::string> names;
  std::vector<std::vector<study_value>> values;  ///< [step][name]; at least one step
  /// [name]: the range or the list of graphs that defines the values, as TOML; empty: the values are listed.
  std::vector<std::string> generators;
};

/// A case that the file lists explicitly, with its own game.
struct listed_case {
  std::string game;
  /// By parameter, in the file's order; includes the engine if the case names it.
  std::vector<std::pair<std::string, study_value>> values;
};

/// A comparison of two parameters, or of a parameter with a value, that a case must pass.
struct case_filter {
  std::string left;        ///< a parameter
  std::string comparison;  ///< one of = != < <= > >=
  std::string right;       ///< a parameter or a value
};

/// The kind of number that a statistic records.
enum class statistic_kind : std::uint8_t {
  share,    ///< the share of the positions matching `base_condition` that also match `condition`
  mean,     ///< the mean of a field over the positions that match `base_condition`
  quantile  ///< a quantile of a field over these positions, interpolated linearly between two values
};

/// A number that is recorded for each case's positions. Conditions are those of `zermelo find`.
struct study_statistic {
  std::string name;
  std::string condition;  ///< for a share
  std::string base_condition;
  std::uint64_t line = 0;  ///< line in the study's file, from 1
  statistic_kind kind = statistic_kind::share;
  std::string field{};  ///< for a mean or quantile: `plies`, `moves`, or a numeric axis field, such as `cat.row`
  double quantile = 0;  ///< from 0, the minimum, to 1, the maximum; the median is 0.5
};

/// The contents of a study's file, with defaults filled in. `expect_statistics` checks conditions of statistics.
struct study {
  std::filesystem::path file;
  std::string source;    ///< the file's text
  std::string name;      ///< the file's name without folder and extension; "study" for standard input
  std::string question;  ///< the question that the study answers, for reports
  /// If cases are listed, `game`, `fixed_values`, `sweeps`, `brought_names`, `filters` and `table_filters` are empty.
  std::vector<listed_case> listed_cases;
  std::string game;
  std::map<std::string, study_value> fixed_values;  ///< by parameter
  std::vector<sweep> sweeps;
  std::set<std::string> brought_names;  ///< the parameters that the files of fixed and swept values set
  std::vector<case_filter> filters;     ///< a case must pass all of them
  std::uint64_t filters_line = 0;       ///< line in the file, from 1; 0: no filters
  std::uint64_t repetitions = 1;
  std::optional<zermelo::engine> engine;  ///< nothing: chosen for each case
  unsigned threads_per_case = 0;          ///< 0: 1 for cases that run at the same time, all for a case that runs alone
  std::uint64_t memory_limit_bytes = 0;   ///< for all cases together; 0: the available memory
  bool runs_one_at_a_time = false;        ///< so that times and memory are measured while the case runs alone on the
                                          ///< machine
  std::string verify;                     ///< "all" or "sample:N"; empty: no verification
  bool records_histogram = false;
  bool records_groups = false;
  std::vector<study_statistic> statistics;
  std::vector<case_filter> table_filters;  ///< tables are retained for the cases that pass all of them
  bool keeps_tables = false;
};

/// Reads a study. File names in the study are relative to its folder.
/// @param file  `-` is standard input
/// @throws input_error if the file cannot be read; `FILE:LINE: ...` for a text that is not TOML, an unknown key (with
/// the nearest known one), a value of the wrong type or out of range, an unknown game or parameter, a file of values
/// that cannot be read, an empty sweep, lists of different lengths in one sweep, duplicate steps of a sweep or listed
/// cases, and listed cases combined with a game of the study; resource_error and interrupted, from reading files.
[[nodiscard]] study read_study(const std::filesystem::path& file, const catalog& games);

/// Whether the engine is swept like a parameter.
[[nodiscard]] bool sweeps_over_engine(const study& s);

/// Whether the file lists the cases one by one, each with its own game.
[[nodiscard]] bool lists_cases(const study& s);

/// Whether a listed case names its engine.
[[nodiscard]] bool lists_engines(const study& s);

}  // namespace zermelo
