// SPDX-License-Identifier: MIT
// Each process verifies its share; see verify_on_blocks.hpp.
#include <zermelo/experiment/job/verify_on_blocks.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/saturating.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/blocks/block_partition.hpp>
#include <zermelo/core/blocks/summarize_block.hpp>
#include <zermelo/core/progress/forwarding_visitor.hpp>
#include <zermelo/core/value/entry_reader.hpp>
#include <zermelo/core/value/load_values.hpp>
#include <zermelo/core/value/packed_word.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/core/verify/verify_scope.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/base/text.hpp>
#include <zermelo/experiment/job/planning.hpp>
#include <zermelo/experiment/job/verifying.hpp>
#include <zermelo/experiment/question/one_position.hpp>

namespace zermelo::experiment {
namespace {

/// Parts of one work, for people: one phase "verify" over all of them.
class verify_phase final : public forwarding_visitor {
 public:
  verify_phase(solve_visitor& next, std::uint64_t num_positions) : forwarding_visitor(next) {
    next.phase(name, num_positions);
  }
  void phase(std::string_view next, std::uint64_t total) override {
    if (next != name) forwarding_visitor::phase(next, total);
  }

 private:
  static constexpr std::string_view name = "verify";
};

/// What is held here is verified here.
std::vector<verify_report> verify_where_held(const any_game& game, const solution_entries& values,
                                             const verify_scope& scope, solve_visitor& visitor) {
  const std::vector<index_range> all_held = values.held_here();
  const std::uint64_t num_held = total_size(all_held);
  std::vector<verify_scope> parts;
  std::uint64_t num_checked = 0;
  for (const index_range& held : all_held) {
    verify_scope part = scope;
    part.stretch = held;
    if (num_held < values.size()) {
      part.memory_bytes = std::min(scope.memory_bytes, most_bytes_to_verify_beside(num_held));
    }
    const std::uint64_t size = held.end - held.begin;
    if (is_sample(values.size(), scope)) {
      part.sample = share_of_sample(values.size(), scope.sample, held);
      if (part.sample == 0) continue;
    }
    num_checked += num_to_check(size, part);
    parts.push_back(part);
  }
  verify_phase one_phase(visitor, num_checked);
  std::vector<verify_report> found;
  for (const verify_scope& part : parts) found.push_back(verify(game, values, part, one_phase));
  return found;
}

/// The report on all blocks, the same in each.
verify_report joined_reports(const any_game& game, const solution_entries& values, block_exchange& blocks,
                             const std::vector<verify_report>& found, solve_visitor& visitor) {
  verify_report whole;
  std::vector<position> wrong;
  std::vector<std::uint64_t> sums(4);
  for (const verify_report& part : found) {
    sums[0] += part.checked;
    sums[1] += part.wrong;
    sums[2] += part.edges.value_or(0);
    if (!part.edges) sums[3] = 1;
    for (const verify_failure& failure : part.first) wrong.push_back(failure.at);
  }
  std::sort(wrong.begin(), wrong.end());
  blocks.sum(sums);
  whole.checked = sums[0];
  whole.wrong = sums[1];
  if (sums[3] == 0) whole.edges = sums[2];
  for (auto next = wrong.begin(); whole.first.size() < verify_report::max_reported;) {
    const auto first = blocks.least(next == wrong.end() ? std::nullopt : std::optional(*next));
    if (!first) break;
    verify_scope one(1);
    one.stretch = {*first, *first + 1};
    for (const verify_failure& failure : verify(game, values, one, visitor).first) whole.first.push_back(failure);
    if (next != wrong.end() && *next == *first) ++next;
  }
  return whole;
}

/// @throws input_error unless all processes have opened the same table.
void expect_same_table(const storage::stored_table& table, block_exchange& blocks) {
  const storage::table_metadata& said = table.metadata();
  text_digest digest;
  digest.add(said.game);
  for (const auto& [name, value] : said.parameters) digest.add(name).add(value);
  digest.add(std::to_string(said.summary.positions)).add(std::to_string(said.summary.signature));
  digest.add(std::to_string(said.summary.by_distance.size()));
  if (!blocks.all_equal(digest.value())) throw input_error("the ranks were given different tables");
}

/// What verifying may take beside what it needs at least. A round of all. @throws resource_error if that is too much.
[[nodiscard]] std::uint64_t room_beside(const storage::stored_table& table, std::uint64_t num_held, unsigned threads,
                                        std::uint64_t limit_bytes, block_exchange& blocks) {
  const std::uint64_t num_threads = resolve_threads(threads);
  const bool is_narrow = table.distance_bound() <= packed_word<std::uint16_t>::max_low;
  const std::uint64_t words = saturating_product(num_held, is_narrow ? sizeof(std::uint16_t) : sizeof(std::uint32_t));
  constexpr std::uint64_t reserved = verify_cache_bytes + (std::uint64_t{2} << 20);  // and stacks and lists
  constexpr std::uint64_t chunks_at_once = 3;                                        // packed, unpacked, and as entries
  const std::uint64_t run = table.read_together(0).end * sizeof(position_value);
  const std::uint64_t buffers = reserved + num_threads * (chunks_at_once + entry_reader::max_runs) * run;
  give_back_memory();
  const std::uint64_t used = resident_bytes();
  const std::uint64_t limit = limit_bytes != 0 ? limit_bytes : saturating_sum(used, available_to(&blocks));
  const std::uint64_t needed = saturating_sum(used, words, buffers);
  if (needed <= limit) return limit - needed;
  throw resource_error(
      fmt::format("{} positions: verifying them on {} ranks needs about {} each, the memory limit is {}",
                  counted(table.num_positions()), blocks.num_blocks(), format_bytes(needed), format_bytes(limit)));
}

}  // namespace

verify_report verify_on_blocks(const any_game& game, const solution_entries& values, const verify_scope& scope,
                               block_exchange& blocks, solve_visitor& visitor) {
  const std::vector<verify_report> found = verify_where_held(game, values, scope, visitor);
  return joined_reports(game, values, blocks, found, visitor);
}

table_verification verify_table_on_blocks(const any_game& game, const storage::stored_table& table,
                                          const verify_scope& scope, std::uint64_t limit_bytes, block_exchange& blocks,
                                          solve_visitor& visitor) {
  expect_same_table(table, blocks);
  verify_scope here = scope;
  if (is_sample(table.num_positions(), scope)) {
    (void)room_beside(table, 0, scope.threads, limit_bytes, blocks);
    const block_partition shares(scope.sample, 1, blocks.num_blocks());
    const std::vector<index_range> own = shares.block(blocks.number()).stretches();
    here.numbers = own.empty() ? index_range{0, 0} : own.front();
    return {joined_reports(game, table, blocks, {verify(game, table, here, visitor)}, visitor), {}};
  }
  const block_partition partition = cut_to_verify(game, blocks.num_blocks());
  const std::vector<index_range> own = partition.block(blocks.number()).stretches();
  here.memory_bytes = room_beside(table, partition.max_block_size(), scope.threads, limit_bytes, blocks);
  table_verification found;
  const auto runs = [&game](position p) { return run_at(game, p); };
  const summarizing_entries summed(table, runs);
  value_table words = load_values(summed, own, runs, scope.threads, visitor);
  found.computed = summed.summary();
  std::uint64_t nothing = 0;
  summarize_blocks(blocks, found.computed, nothing);
  const auto values = blocks.share(partition, std::make_unique<value_table>(std::move(words)));
  found.report = verify_on_blocks(game, *values, here, blocks, visitor);
  return found;
}

}  // namespace zermelo::experiment
