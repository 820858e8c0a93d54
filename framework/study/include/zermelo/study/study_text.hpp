// SPDX-License-Identifier: MIT
// Formats a study as TOML, and computes its digest.
#pragma once

#include <string>

#include <zermelo/study/study.hpp>

namespace zermelo {

/// Returns the study as TOML, with its defaults except those of newer options, and with the names of all files that
/// match a pattern; ranges and lists of graphs are not expanded. Parsed in the study's folder, the text results in an
/// equal study.
[[nodiscard]] std::string effective_text(const study& s);

/// Returns a digest of the effective text and of the contents of all files: 16 hexadecimal digits.
[[nodiscard]] std::string study_digest(const study& s);

}  // namespace zermelo
