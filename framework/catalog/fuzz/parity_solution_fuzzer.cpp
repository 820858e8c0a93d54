// SPDX-License-Identifier: MIT
// The input is a file. Whatever its content, the reader of solutions of parity games must either reject it with one
// line or read a claim, which must be equal when it is written and read again.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <zermelo/catalog/query/parity_solution.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/verify/verify_regions.hpp>

#include "use_table.hpp"

namespace zermelo::fuzz {
namespace {

using storage::fuzz::require;

constexpr std::uint64_t num_positions = 100;

/// Returns the claim in a file, or nothing if the file is rejected.
std::optional<claimed_regions> read_claim(std::span<const std::uint8_t> bytes) {
  const storage::fuzz::temporary_file file(bytes);
  const work_monitor silent;
  try {
    return read_parity_solution(file.path(), num_positions, silent).claim;
  } catch (const input_error& rejected) {
    const std::string message = rejected.what();
    require(message.starts_with(file.path()), "the error lacks the path");
    require(message.find('\n') == std::string::npos, "the error message spans several lines");
  }
  return std::nullopt;
}

/// Formats a claim.
std::string text_of(const claimed_regions& claim) {
  std::string text;
  for (position p = 0; p < claim.size(); ++p) {
    if (!claim.has(p)) continue;
    text += std::to_string(p) + ' ' + std::to_string(index_of(claim.winner(p)));
    if (claim.move(p) != claimed_regions::no_move) {
      require(claim.move(p) < claim.size(), "invalid stored move");
      text += ' ' + std::to_string(claim.move(p));
    }
    text += ";\n";
  }
  return text;
}

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// Returns whether the file was read.
bool use_solution(std::span<const std::uint8_t> bytes) {
  const auto claim = read_claim(bytes);
  if (!claim) return false;
  const std::string text = text_of(*claim);
  const auto again = read_claim(bytes_of(text));
  require(again && text_of(*again) == text, "reading a written claim returns another claim");
  return true;
}

}  // namespace
}  // namespace zermelo::fuzz

// NOLINTBEGIN(readability-identifier-naming): libFuzzer asks for these names.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  namespace fuzz = zermelo::fuzz;
  fuzz::require(fuzz::use_solution(fuzz::bytes_of("paritysol 1;\n0 1;\n1 0 0;\n")),
                "the reader rejects a valid solution");
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)zermelo::fuzz::use_solution({data, size});
  return 0;
}
// NOLINTEND(readability-identifier-naming)
