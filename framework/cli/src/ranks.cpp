// SPDX-License-Identifier: MIT
#include "ranks.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/core/base/parallel.hpp>

namespace zermelo::cli {
namespace {

/// Returns the numbers that all ranks pass, indexed by rank. A collective call.
std::vector<std::uint64_t> gather(block_exchange& blocks, std::uint64_t number) {
  std::vector<std::uint64_t> numbers(blocks.num_blocks());
  numbers[blocks.number()] = number;
  blocks.sum(numbers);
  return numbers;
}

/// Returns the default number of threads of a rank: the cores to which it is bound, otherwise its share of the
/// machine's cores.
unsigned threads_per_rank(std::uint64_t num_local_blocks) {
  const unsigned usable = resolve_threads(0);
  const long num_cores = sysconf(_SC_NPROCESSORS_ONLN);
  const bool is_bound = num_cores > 0 && usable < static_cast<unsigned long>(num_cores);
  if (is_bound) return usable;
  return std::max(1U, static_cast<unsigned>(usable / num_local_blocks));
}

}  // namespace

work_options options_for_rank(const work_options& options, const block_exchange& blocks) {
  work_options own = options;
  own.quiet = options.quiet || !is_first_block(&blocks);
  if (options.threads == 0) own.threads = threads_per_rank(blocks.num_local_blocks());
  return own;
}

report_part report_ranks(block_exchange& blocks) {
  const exchange_traffic traffic = blocks.traffic();
  const std::vector<std::uint64_t> peaks = gather(blocks, peak_bytes());
  const std::vector<std::uint64_t> sent = gather(blocks, traffic.sent_bytes);
  const std::uint64_t max_peak = *std::max_element(peaks.begin(), peaks.end());
  report_part part;
  part.add("ranks",
           fmt::format("{}, at most {} each, {} sent in waves", peaks.size(), format_bytes(max_peak),
                       format_bytes(std::accumulate(sent.begin(), sent.end(), std::uint64_t{0}))),
           {{"ranks", peaks.size()},
            {"peak_bytes", max_peak},
            {"peak_bytes_by_rank", peaks},
            {"sent_bytes_by_rank", sent},
            {"rounds", traffic.rounds}});
  return part;
}

}  // namespace zermelo::cli
