// SPDX-License-Identifier: MIT
// A study as TOML, and its digest.
#pragma once

#include <string>

#include <zermelo/study/study.hpp>

namespace zermelo {

/// The study as TOML, with its defaults, but for those of options that came later, and with the names of all files that
/// match a pattern; ranges and lists of graphs stay as they are. Read from the study's folder, the text gives an equal
/// study.
[[nodiscard]] std::string effective_text(const study& s);

/// A digest of the effective text and of the contents of all files: 16 hexadecimal digits.
[[nodiscard]] std::string study_digest(const study& s);

}  // namespace zermelo
