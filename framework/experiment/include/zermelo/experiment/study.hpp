// SPDX-License-Identifier: MIT
// A study: many instances of one game, solved alike, from one file in TOML. framework/docs/studies.md describes the
// file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/experiment/catalog.hpp>
#include <zermelo/experiment/engine.hpp>

namespace zermelo::experiment {

/// A parameter's value in a study.
struct study_value {
  std::string label;  ///< as results have it: the value itself, a file's name, or FILE:LINE of a list of graphs
  std::string text;   ///< the value, the file's text or the graph
  /// Of the text, if the label does not say it all; else 0.
  std::uint64_t contents_digest = 0;
};

/// What can be swept over besides the game's parameters (no game may have a parameter of this name).
inline constexpr const char* engine_key = "engine";

/// Parameters that advance together. The sweeps of a study are crossed with one another.
struct sweep {
  std::vector<std::string> names;
  std::vector<std::vector<study_value>> values;  ///< [step][name]; at least one step
  std::vector<std::string> made_by;              ///< [name]; the range or list of graphs as TOML, or empty
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
  std::vector<study_statistic> statistics;
  std::vector<case_filter> keep_tables;  ///< the cases whose tables are kept: all filters hold
  bool keeps_tables = false;
};

/// One instance. What its parameters are, `values_of` says.
struct study_case {
  std::uint64_t number = 0;       ///< from 1, in the order of the sweeps, the last one fastest
  std::uint64_t combination = 0;  ///< of the steps of the sweeps, from 0, counting those that do not pass the filters
  std::uint64_t repetition = 0;   ///< from 1
};

/// Reads a study. Names of files in it are relative to its own folder.
/// @throws input_error `FILE:LINE: ...` for what is no TOML, an unknown key (with the nearest one), a value of the
/// wrong
///   type or out of range, an unknown game or parameter, a file that cannot be read, an empty sweep, lists of different
///   lengths in one sweep, and steps of a sweep that are the same.
[[nodiscard]] study read_study(const std::filesystem::path& file, const catalog& games);

/// The cases that pass the filters: 24 bytes each.
/// @throws input_error if there are none, more than a million, or more than 10 million combinations to filter.
[[nodiscard]] std::vector<study_case> list_cases(const study& s);

/// All values of a case by parameter, fixed and swept; `engine`, too, if it is swept. They are the study's own.
[[nodiscard]] std::map<std::string_view, const study_value*> values_of(const study& s, const study_case& one);

/// Whether all filters hold for a case.
[[nodiscard]] bool passes(const study& s, const std::vector<case_filter>& filters, const study_case& one);

/// Builds the game of a case. @throws input_error naming the parameter.
[[nodiscard]] std::unique_ptr<any_game> build_case(const study& s, const study_case& one, const catalog& games);

/// The engine that a case is solved with.
[[nodiscard]] std::optional<experiment::engine> engine_of(const study& s, const study_case& one);

/// "rows=8 cols=8 seed=3": the swept values of a case, as labels, and its repetition if there are several.
[[nodiscard]] std::string case_text(const study& s, const study_case& one);

/// What makes an instance this one, in whatever study it stands and under whatever number: game, all values, contents
/// of files included, and repetition.
[[nodiscard]] std::string instance_key(const study& s, const study_case& one);

/// The same, and what is recorded of it.
[[nodiscard]] std::string case_key(const study& s, const study_case& one);

/// The study as TOML, with every default and every file; ranges and lists of graphs stay what they are. Read from the
/// same folder, it gives the same study.
[[nodiscard]] std::string effective_text(const study& s);

/// A digest of all that the study says, contents of files included: 16 hexadecimal digits.
[[nodiscard]] std::string study_digest(const study& s);

}  // namespace zermelo::experiment
