// SPDX-License-Identifier: MIT
#include "ranks.hpp"

#include <algorithm>
#include <numeric>

#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/core/base/parallel.hpp>

namespace zermelo::cli {
namespace {

/// [rank]: the numbers of all ranks. A collective call.
std::vector<std::uint64_t> gather(block_exchange& blocks, std::uint64_t number) {
  std::vector<std::uint64_t> numbers(blocks.num_blocks());
  numbers[blocks.number()] = number;
  blocks.sum(numbers);
  return numbers;
}

std::uint64_t max_peak_bytes(const rank_figures& figures) {
  return *std::max_element(figures.peak_bytes.begin(), figures.peak_bytes.end());
}

/// The default number of threads of a rank: the cores to which it is bound, or else its share of the machine's cores.
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

rank_figures gather_rank_figures(block_exchange& blocks) {
  const exchange_traffic traffic = blocks.traffic();
  return {gather(blocks, peak_bytes()), gather(blocks, traffic.sent_bytes), traffic.rounds};
}

void add_rank_figures(json& object, const rank_figures& figures) {
  object["ranks"] = figures.peak_bytes.size();
  object["peak_bytes"] = max_peak_bytes(figures);
  object["peak_bytes_by_rank"] = figures.peak_bytes;
  object["sent_bytes_by_rank"] = figures.sent_bytes;
  object["rounds"] = figures.rounds;
}

std::string rank_figures_text(const rank_figures& figures) {
  const std::uint64_t sent_bytes =
      std::accumulate(figures.sent_bytes.begin(), figures.sent_bytes.end(), std::uint64_t{0});
  return labelled_line("ranks", fmt::format("{}, at most {} each, {} sent in waves", figures.peak_bytes.size(),
                                            format_bytes(max_peak_bytes(figures)), format_bytes(sent_bytes)));
}

}  // namespace zermelo::cli
