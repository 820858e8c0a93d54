// SPDX-License-Identifier: MIT
// The cases of a study: which there are, what they are called, and the games that they are.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/experiment/catalog/catalog.hpp>
#include <zermelo/experiment/catalog/engine.hpp>
#include <zermelo/experiment/study/study.hpp>

namespace zermelo::experiment {

/// One instance. What its parameters are, `values_of` says.
struct study_case {
  std::uint64_t number = 0;  ///< from 1, in the order of the sweeps, the last one fastest, or in that of the list
  /// Of the steps of the sweeps, from 0, counting those that do not pass the filters; or the place in the list.
  std::uint64_t combination = 0;
  std::uint64_t repetition = 0;  ///< from 1
};

/// The cases that pass the filters: 24 bytes each.
/// @throws input_error if there are none, more than a million, or more than 10 million combinations to filter.
[[nodiscard]] std::vector<study_case> list_cases(const study& s);

/// The name of a case's game.
[[nodiscard]] const std::string& game_of(const study& s, const study_case& one);

/// All values of a case by parameter, fixed, swept and listed; `engine`, too, if the case has its own. They are the
/// study's own.
[[nodiscard]] std::map<std::string_view, const study_value*> values_of(const study& s, const study_case& one);

/// Whether all filters hold for a case.
[[nodiscard]] bool passes(const study& s, const std::vector<case_filter>& filters, const study_case& one);

/// Builds the game of a case. @throws as catalog::build.
[[nodiscard]] std::unique_ptr<any_game> build_case(const study& s, const study_case& one, const catalog& games,
                                                   const build_conditions& conditions = {});

/// The engine that a case is solved with.
[[nodiscard]] std::optional<experiment::engine> engine_of(const study& s, const study_case& one);

/// "n=4 board=@b.txt": a listed case as words of the command line, without its game and its engine.
[[nodiscard]] std::string instance_text(const listed_case& one);

/// "rows=8 cols=8 seed=3": the swept values of a case, as labels; of a listed case "quixo n=4". With its engine, if
/// it has its own, and its repetition if there are several.
[[nodiscard]] std::string case_text(const study& s, const study_case& one);

/// What makes an instance this one, in whatever study it stands and under whatever number: game, all values, contents
/// of files included, and repetition.
[[nodiscard]] std::string instance_key(const study& s, const study_case& one);

/// The same, and what is recorded of it.
[[nodiscard]] std::string case_key(const study& s, const study_case& one);

}  // namespace zermelo::experiment
