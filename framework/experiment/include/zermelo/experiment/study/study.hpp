// SPDX-License-Identifier: MIT
// A study: many instances of one game, or a list of instances of any games, solved alike, from one file in TOML.
// framework/docs/studies.md describes the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <zermelo/experiment/catalog/catalog.hpp>
#include <zermelo/experiment/catalog/engine.hpp>

namespace zermelo::experiment {

/// A parameter's value in a study.
struct study_value {
  std::string label;  ///< as results have it: the value itself, a file's name, or FILE:LINE of a list of graphs
  std::string text;   ///< the value, the file's text or the graph
  /// Of the text, if the label does not say it all; else 0.
  std::uint64_t contents_digest = 0;
};

/// What can be swept over, or stand in a listed case, besides the game's parameters (no game may have a parameter of
/// this name).
inline constexpr const char* engine_key = "engine";
/// What a listed case has besides the same (no game may have a parameter of this name).
inline constexpr const char* game_key = "game";

/// How many combinations of values a study may have, before its filters.
inline constexpr std::uint64_t most_combinations = 10'000'000;

/// Parameters that advance together. The sweeps of a study are crossed with one another.
struct sweep {
  std::vector<std::string> names;
  std::vector<std::vector<study_value>> values;  ///< [step][name]; at least one step
  std::vector<std::string> made_by;              ///< [name]; the range or list of graphs as TOML, or empty
};

/// A case that stands in the file by itself, with a game of its own.
struct listed_case {
  std::string game;
  /// By parameter, in the file's order; the engine among them, if the case has its own.
  std::vector<std::pair<std::string, study_value>> values;
};

/// A comparison of two parameters, or of one with a value, that a case must pass.
struct case_filter {
  std::string left;
  std::string comparison;  ///< one of = != < <= > >=
  std::string right;
};

/// A share of a table that is recorded: the positions that match `count` of those that match `of`, both as zermelo find
/// takes conditions.
struct study_statistic {
  std::string name;
  std::string count;
  std::string of;
  std::uint64_t line = 0;  ///< of the study's file
};

/// What a study's file says, defaults included. Text is checked where it can be without an instance.
struct study {
  std::filesystem::path file;
  std::string source;    ///< the file's text as it was read
  std::string name;      ///< the file's, without folder and ending
  std::string question;  ///< what is asked, for the report
  /// Instead of `game`, `fixed`, `sweeps`, `where` and `keep_tables`, which are empty then.
  std::vector<listed_case> listed;
  std::string game;
  std::map<std::string, study_value> fixed;
  std::vector<sweep> sweeps;
  std::vector<case_filter> where;
  std::uint64_t where_line = 0;  ///< of the file
  std::uint64_t repetitions = 1;
  std::optional<experiment::engine> engine;
  unsigned threads_per_case = 0;         ///< 0: 1 for cases that run side by side, all for one that runs alone
  std::uint64_t memory_limit_bytes = 0;  ///< of all cases together; 0: what is available
  bool one_at_a_time = false;            ///< so that times and memory are those of a case that has the machine
  std::string verify;                    ///< as solve --verify: empty, "all" or "sample:N"
  bool records_histogram = false;
  bool records_groups = false;
  std::vector<study_statistic> statistics;
  std::vector<case_filter> keep_tables;  ///< the cases whose tables are kept: all filters hold
  bool keeps_tables = false;
};

/// Reads a study. Names of files in it are relative to its own folder.
/// @throws input_error `FILE:LINE: ...` for what is no TOML, an unknown key (with the nearest one), a value of the
///   wrong type or out of range, an unknown game or parameter, a file that cannot be read, an empty sweep, lists of
///   different lengths in one sweep, steps of a sweep or listed cases that are the same, and for listed cases beside a
///   game of the study's own.
[[nodiscard]] study read_study(const std::filesystem::path& file, const catalog& games);

/// Whether the engine is swept over like a parameter.
[[nodiscard]] bool sweeps_over_engine(const study& s);

/// Whether its cases stand in the file one by one, each with a game of its own.
[[nodiscard]] bool lists_cases(const study& s);

}  // namespace zermelo::experiment
