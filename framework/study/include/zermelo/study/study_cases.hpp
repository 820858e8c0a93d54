// SPDX-License-Identifier: MIT
// Lists the cases of a study, and provides their parameters, names, keys and games.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/catalog/games/engine.hpp>
#include <zermelo/study/study.hpp>

namespace zermelo {

/// A case by its index in the study. `values_of` returns its parameters.
struct study_case {
  std::uint64_t number =
      0;  ///< counted from 1, in the order of the list or of the sweeps; the last sweep varies fastest
  /// The index in the list, from 0, or the index of the case's values among all combinations of the sweeps' steps.
  std::uint64_t combination = 0;
  std::uint64_t repetition = 0;  ///< counted from 1
};

/// Returns the cases that pass the filters, 24 bytes each.
/// @throws input_error if no case passes, for more than 1,000,000 cases, or more than `max_combinations` combinations.
[[nodiscard]] std::vector<study_case> list_cases(const study& s);

/// Returns the name of a case's game.
[[nodiscard]] const std::string& game_of(const study& s, const study_case& one);

/// Returns all values of a case by parameter, fixed, swept or listed, and the engine's by `engine_key`, if it is swept
/// or the listed case names it. The study must outlive the pointers and the names.
[[nodiscard]] std::map<std::string_view, const study_value*> values_of(const study& s, const study_case& one);

/// Returns the columns of a case's results that identify the case: its number, then the values of its parameters,
/// including those that files set (for a listed case its game, instance and engine), then its repetition if the study
/// repeats cases.
[[nodiscard]] nlohmann::ordered_json parameters_of(const study& s, const study_case& one);

/// Whether a case passes all filters.
[[nodiscard]] bool passes(const study& s, const std::vector<case_filter>& filters, const study_case& one);

/// Builds the game of a case. @throws what catalog::build throws.
[[nodiscard]] std::unique_ptr<any_game> build_case(const study& s, const study_case& one, const catalog& games,
                                                   const build_conditions& conditions = {});

/// Returns the engine that the study names for a case; nothing if it names none.
[[nodiscard]] std::optional<zermelo::engine> engine_of(const study& s, const study_case& one);

/// Returns a listed case as command-line arguments, without its game and its engine, such as "n=4 board=@b.txt".
[[nodiscard]] std::string instance_text(const listed_case& one);

/// Returns the labels of a case's swept values, such as "rows=8 cols=8 seed=3"; for a listed case its game, instance
/// and engine, if named, such as "quixo n=4". The repetition follows if the study repeats cases.
[[nodiscard]] std::string case_text(const study& s, const study_case& one);

/// Returns a string that identifies an instance in all studies: game, all values including the contents of files, and
/// repetition.
[[nodiscard]] std::string instance_key(const study& s, const study_case& one);

/// Returns the instance key, and a digest of what the study records for its cases.
[[nodiscard]] std::string case_key(const study& s, const study_case& one);

}  // namespace zermelo
