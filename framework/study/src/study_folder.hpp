// SPDX-License-Identifier: MIT
// Names, checks and removes the files in the folder of a study's results.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/catalog/games/engine.hpp>
#include <zermelo/study/study.hpp>
#include <zermelo/study/study_cases.hpp>
#include <zermelo/study/study_runner.hpp>

namespace zermelo {

struct recorded_table;

// Subfolders of the folder of the results.
inline constexpr const char* tables_folder = "tables";
inline constexpr const char* checkpoints_folder = "checkpoints";
inline constexpr const char* logs_folder = "logs";

/// Returns the path of a case's table within the folder of the results, which ends with a digest of the instance's key,
/// such as "tables/rows=8,cols=8-0123456789abcdef.h5"; empty if the table is not retained.
[[nodiscard]] std::string table_name(const study& s, const study_case& one);
/// Returns a path such as "logs/rows=8,cols=8-0123456789abcdef.csv".
[[nodiscard]] std::string log_name(const study& s, const study_case& one);
/// Returns the path of the checkpoint of a solve with this engine, such as
/// "checkpoints/rows=8,cols=8-0123456789abcdef.implicit.checkpoint".
[[nodiscard]] std::string checkpoint_name(const study& s, const study_case& one, engine by);

/// Creates the folder, or checks that it is empty or, for a resumed run, has a journal. @throws input_error.
void prepare_folder(const study_options& options);
/// Writes study.toml, the study as it was read. @throws resource_error, input_error.
void write_study(const study& s, const std::filesystem::path& folder);
/// Removes the result files of another study.
void remove_results(const std::filesystem::path& folder);
/// Whether a finished case has its table: a file of the recorded size with the game, the parameters and the signature
/// of the case. True if the study does not retain the case's table.
[[nodiscard]] bool has_table(const study& s, const study_case& one, const std::filesystem::path& folder,
                             const recorded_table& recorded);

/// The saved solve of a case.
struct case_checkpoint {
  std::filesystem::path file;
  zermelo::engine engine;  ///< the engine that has saved it
};

/// Returns the checkpoint of a case, for the engine that the study names; if the study names none, for the first
/// engine, in the order of preference, that has a checkpoint. Nothing if there is no checkpoint.
[[nodiscard]] std::optional<case_checkpoint> find_checkpoint(const study& s, const study_case& one,
                                                             const std::filesystem::path& folder);
/// Removes the checkpoints of a case, for all engines.
void remove_checkpoints(const study& s, const study_case& one, const std::filesystem::path& folder);
/// Removes all files in the folder of checkpoints except the checkpoints of these cases.
void keep_checkpoints(const study& s, const std::vector<const study_case*>& cases, const std::filesystem::path& folder);
/// Removes the folder of checkpoints if it is empty.
void remove_empty_checkpoints_folder(const std::filesystem::path& folder);

}  // namespace zermelo
