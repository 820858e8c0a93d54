// SPDX-License-Identifier: MIT
// Writes the results of a study as CSV and as HDF5, with means over seeds.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <zermelo/study/study.hpp>
#include <zermelo/study/study_cases.hpp>

namespace zermelo {

inline constexpr const char* results_csv = "results.csv";
inline constexpr const char* timings_csv = "timings.csv";
inline constexpr const char* columns_json = "columns.json";
inline constexpr const char* seed_means_csv = "seed_means.csv";
inline constexpr const char* results_h5 = "results.h5";

/// The files that `write_results` writes, `seed_means_csv` only for a study that sweeps over seeds.
inline constexpr std::array result_files{results_csv, timings_csv, columns_json, seed_means_csv, results_h5};

/// Writes `result_files`, in which cases have the order of `cases`.
/// @param lines    [case]: the journal's line. Precondition: they contain only columns of the study, see
/// `study_journal::expect_fitting`
/// @param program  see study_options
/// @throws resource_error, input_error if a file cannot be written.
void write_results(const study& s, const std::vector<study_case>& cases, std::vector<std::string> lines,
                   const std::filesystem::path& folder, const std::string& program);

}  // namespace zermelo
