// SPDX-License-Identifier: MIT
#include <zermelo/solving/job/verify_on_blocks.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/query/one_position.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/blocks/summarize_block.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/load_values.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_scope.hpp>
#include <zermelo/solving/job/verifying.hpp>
#include <zermelo/solving/plan/solve_plan.hpp>

#include "../plan/game_memory.hpp"

namespace zermelo {
namespace {

/// Returns the report on the local entries.
verify_report verify_local(const any_game& game, const solution_entries& values, const verify_scope& scope,
                           solve_visitor& visitor) {
  verify_scope resident = scope;
  resident.ranges = values.local_ranges();
  const std::uint64_t num_resident = total_size(resident.ranges);
  if (num_resident < values.size())
    resident.memory_bytes = std::min(scope.memory_bytes, max_verification_bytes(num_resident));
  if (is_sample(values.size(), scope)) {
    resident.sample = 0;
    for (const index_range& range : resident.ranges) {
      resident.sample += share_of_sample(values.size(), scope.sample, range);
    }
    if (resident.sample == 0) return {};
  }
  return verify(game, values, resident, visitor);
}

/// Returns the report on all blocks, equal in every process, from the report of this process.
verify_report join_reports(const any_game& game, const solution_entries& values, block_exchange& blocks,
                           const verify_report& own, solve_visitor& visitor) {
  const std::uint64_t uncounted = own.edges ? 0 : 1;
  std::vector<std::uint64_t> sums{own.checked, own.wrong, own.edges.value_or(0), uncounted};
  blocks.sum(sums);
  verify_report whole;
  whole.checked = sums[0];
  whole.wrong = sums[1];
  if (sums[3] == 0) whole.edges = sums[2];
  for (auto next = own.first.begin(); whole.first.size() < verify_report::max_reported;) {
    const auto first = blocks.least(next == own.first.end() ? std::nullopt : std::optional(next->at));
    if (!first) break;
    verify_scope single(1);
    single.ranges = {{*first, *first + 1}};
    for (const verify_failure& failure : verify(game, values, single, visitor).first) whole.first.push_back(failure);
    if (next != own.first.end() && next->at == *first) ++next;
  }
  return whole;
}

/// @throws input_error unless all processes have opened the same table.
void expect_same_table(const storage::stored_table& table, block_exchange& blocks) {
  const storage::table_metadata& metadata = table.metadata();
  text_digest digest;
  digest.add(metadata.game);
  for (const auto& [name, value] : metadata.parameters) digest.add(name).add(value);
  digest.add(std::to_string(metadata.summary.positions)).add(std::to_string(metadata.summary.signature));
  digest.add(std::to_string(metadata.summary.by_distance.size()));
  if (!blocks.all_equal(digest.value())) throw input_error("the ranks have different tables; use equal files");
}

/// Returns the memory that the limit leaves to a process in addition to its entries and buffers. All processes must
/// call.
/// @throws resource_error if the limit is too low for these.
[[nodiscard]] std::uint64_t bytes_left_for_checks(const storage::stored_table& table, std::uint64_t num_resident,
                                                  unsigned threads, std::uint64_t limit_bytes, block_exchange& blocks) {
  const std::uint64_t num_threads = resolve_threads(threads);
  const std::uint64_t words =
      saturating_product(num_resident, entry_bytes(table.distance_bound(), table.margin_bound()));
  constexpr std::uint64_t stack_and_list_bytes = std::uint64_t{2} << 20;
  const std::uint64_t chunk = table.read_together(0).end * sizeof(position_value);
  const std::uint64_t buffers =
      verify_cache_bytes + stack_and_list_bytes + num_threads * (chunks_per_reader + entry_reader::max_runs) * chunk;
  give_back_memory();
  const std::uint64_t used = resident_bytes();
  const std::uint64_t limit =
      limit_bytes != 0 ? limit_bytes : saturating_sum(used, available_bytes_per_process(&blocks));
  const std::uint64_t needed = saturating_sum(used, words, buffers);
  if (needed <= limit) return limit - needed;
  throw resource_error(fmt::format(
      "{} positions: verifying them on {} ranks needs about {} per rank; the memory limit is {}",
      grouped_digits(table.num_positions()), blocks.num_blocks(), format_bytes(needed), format_bytes(limit)));
}

}  // namespace

verify_report verify_on_blocks(const any_game& game, const solution_entries& values, const verify_scope& scope,
                               block_exchange& blocks, solve_visitor& visitor) {
  return join_reports(game, values, blocks, verify_local(game, values, scope, visitor), visitor);
}

verified_entries verify_table_on_blocks(const any_game& game, const storage::stored_table& table,
                                        const verify_scope& scope, std::uint64_t limit_bytes, block_exchange& blocks,
                                        solve_visitor& visitor) {
  expect_same_table(table, blocks);
  verify_scope own_scope = scope;
  if (is_sample(table.num_positions(), scope)) {
    (void)bytes_left_for_checks(table, 0, scope.threads, limit_bytes, blocks);
    const block_partition shares(scope.sample, 1, blocks.num_blocks());
    const std::vector<index_range> own = shares.block(blocks.number()).ranges();
    own_scope.numbers = own.empty() ? index_range{0, 0} : own.front();
    return {join_reports(game, table, blocks, verify(game, table, own_scope, visitor), visitor), {}};
  }
  const block_partition partition = cut_to_verify(game, blocks.num_blocks());
  const std::vector<index_range> own = partition.block(blocks.number()).ranges();
  own_scope.memory_bytes = bytes_left_for_checks(table, partition.max_block_size(), scope.threads, limit_bytes, blocks);
  verified_entries result;
  const auto runs = [&game](position p) { return run_at(game, p); };
  const summarizing_entries summed(table, runs);
  value_table words = load_values(summed, own, runs, scope.threads, visitor);
  result.computed = summed.summary();
  std::uint64_t no_edges = 0;
  summarize_blocks(blocks, result.computed, no_edges);
  const auto values = blocks.share(partition, std::make_unique<value_table>(std::move(words)));
  result.report = verify_on_blocks(game, *values, own_scope, blocks, visitor);
  return result;
}

}  // namespace zermelo
