// SPDX-License-Identifier: MIT
// A study written down.
#pragma once

#include <string>

#include <zermelo/experiment/study/study.hpp>

namespace zermelo::experiment {

/// The study as TOML, with every default and every file; ranges and lists of graphs stay what they are. Read from the
/// same folder, it gives the same study.
[[nodiscard]] std::string effective_text(const study& s);

/// A digest of all that the study says, contents of files included: 16 hexadecimal digits.
[[nodiscard]] std::string study_digest(const study& s);

}  // namespace zermelo::experiment
