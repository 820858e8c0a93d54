// SPDX-License-Identifier: MIT
#include "ranks.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/core.h>

#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/base/text.hpp>

#include "process/thread_allowance.hpp"

namespace zermelo::cli {
namespace {

/// The number of every rank; a collective call. [rank]
std::vector<std::uint64_t> gathered(block_exchange& blocks, std::uint64_t number) {
  std::vector<std::uint64_t> all(blocks.num_blocks());
  all[blocks.number()] = number;
  blocks.sum(all);
  return all;
}

std::uint64_t most_of(const std::vector<std::uint64_t>& numbers) {
  return *std::max_element(numbers.begin(), numbers.end());
}

}  // namespace

work_options options_for_rank(const work_options& given, const block_exchange& blocks) {
  work_options own = given;
  own.quiet = given.quiet || !is_first_block(&blocks);
  if (given.threads == 0) own.threads = threads_per_rank(blocks.num_local_blocks());
  return own;
}

numbers_by_rank numbers_of_ranks(block_exchange& blocks) {
  const exchange_traffic traffic = blocks.traffic();
  return {gathered(blocks, experiment::peak_bytes()), gathered(blocks, traffic.sent_bytes), traffic.rounds};
}

void add_ranks(experiment::json& object, const numbers_by_rank& ranks) {
  object["ranks"] = ranks.peak_bytes.size();
  object["peak_bytes"] = most_of(ranks.peak_bytes);
  object["peak_bytes_by_rank"] = ranks.peak_bytes;
  object["sent_bytes_by_rank"] = ranks.sent_bytes;
  object["rounds"] = ranks.rounds;
}

std::string ranks_line(const numbers_by_rank& ranks) {
  const std::uint64_t sent = std::accumulate(ranks.sent_bytes.begin(), ranks.sent_bytes.end(), std::uint64_t{0});
  return experiment::labelled_line(
      "ranks", fmt::format("{}, at most {} each, {} sent in waves", ranks.peak_bytes.size(),
                           experiment::format_bytes(most_of(ranks.peak_bytes)), experiment::format_bytes(sent)));
}

}  // namespace zermelo::cli
