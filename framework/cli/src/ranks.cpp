// SPDX-License-Identifier: MIT
#include "ranks.hpp"

#include <algorithm>

#include <fmt/core.h>
#include <unistd.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/experiment/memory.hpp>
#include <zermelo/experiment/report_text.hpp>

namespace zermelo::cli {
namespace {

/// The threads of one of several processes: its share of the machine's cores, or those to which it is bound.
unsigned threads_beside(std::uint64_t num_neighbours) {
  const unsigned usable = resolve_threads(0);
  const long all = sysconf(_SC_NPROCESSORS_ONLN);
  if (all > 0 && usable < static_cast<unsigned long>(all)) return usable;
  return std::max(1U, static_cast<unsigned>(usable / num_neighbours));
}

}  // namespace

work_options options_beside(const work_options& given, const block_exchange& blocks) {
  work_options own = given;
  own.quiet = given.quiet || !speaks_for_all(&blocks);
  if (given.threads == 0) own.threads = threads_beside(blocks.num_neighbours());
  return own;
}

std::vector<std::uint64_t> peaks_of_ranks(block_exchange& blocks) {
  std::vector<std::uint64_t> peaks(blocks.num_blocks());
  peaks[blocks.number()] = experiment::peak_bytes();
  blocks.add_up(peaks);
  return peaks;
}

void add_ranks(experiment::json& object, const std::vector<std::uint64_t>& peaks) {
  object["ranks"] = peaks.size();
  object["peak_bytes"] = *std::max_element(peaks.begin(), peaks.end());
  object["peak_bytes_by_rank"] = peaks;
}

std::string ranks_line(const std::vector<std::uint64_t>& peaks) {
  const std::uint64_t most = *std::max_element(peaks.begin(), peaks.end());
  return experiment::labelled_line("ranks",
                                   fmt::format("{}, at most {} each", peaks.size(), experiment::format_bytes(most)));
}

}  // namespace zermelo::cli
