// SPDX-License-Identifier: MIT
// What lies in the folder of a study's results, and under which names.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/experiment/catalog/engine.hpp>
#include <zermelo/experiment/study/study.hpp>
#include <zermelo/experiment/study/study_cases.hpp>
#include <zermelo/experiment/study/study_runner.hpp>

namespace zermelo::experiment {

struct recorded_table;

// Folders within that of the results.
inline constexpr const char* tables_folder = "tables";
inline constexpr const char* checkpoints_folder = "checkpoints";
inline constexpr const char* logs_folder = "logs";

/// "tables/rows=8,cols=8-0123456789abcdef.h5", below the folder of the results: where a case's table is kept, in
/// whatever study the case stands; empty if none is kept.
[[nodiscard]] std::string table_name(const study& s, const study_case& one);
/// "logs/rows=8,cols=8-0123456789abcdef.csv".
[[nodiscard]] std::string log_name(const study& s, const study_case& one);
/// "checkpoints/rows=8,cols=8-0123456789abcdef.implicit.checkpoint": what a solve on this engine saves.
[[nodiscard]] std::string checkpoint_name(const study& s, const study_case& one, engine by);

/// Makes the folder: it is empty, or one that is to be gone on with. @throws input_error.
void prepare_folder(const study_options& options);
/// Keeps the study as it was read. @throws resource_error, input_error.
void write_study(const study& s, const std::filesystem::path& folder);
/// Results of another study must not be taken for this one's.
void remove_results(const std::filesystem::path& folder);
/// Whether the table of a case that is done is there, if one is to be kept: a file of the recorded size, in which the
/// game, the parameters and the signature are those of the case.
[[nodiscard]] bool has_table(const study& s, const study_case& one, const std::filesystem::path& folder,
                             const recorded_table& recorded);

/// What a case that was not done has saved.
struct case_checkpoint {
  std::filesystem::path file;
  experiment::engine engine;  ///< that it was solved on
};

/// Of the engine that the study names for the case; where it names none, of the first in the order of preference that
/// has saved the case. Nothing if there is none.
[[nodiscard]] std::optional<case_checkpoint> find_checkpoint(const study& s, const study_case& one,
                                                             const std::filesystem::path& folder);
/// Removes all that a case has saved.
void remove_checkpoints(const study& s, const study_case& one, const std::filesystem::path& folder);
/// Removes what others have saved than these cases, which are still to be solved.
void keep_checkpoints(const study& s, const std::vector<const study_case*>& cases, const std::filesystem::path& folder);
/// Removes the folder of checkpoints unless something is in it.
void remove_empty_checkpoints_folder(const std::filesystem::path& folder);

}  // namespace zermelo::experiment
