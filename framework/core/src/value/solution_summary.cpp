// SPDX-License-Identifier: MIT
#include <zermelo/core/value/solution_summary.hpp>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

solution_summary summarize(const value_table& values, const position_lookup& positions_at, unsigned threads) {
  constexpr std::uint64_t entries_per_call = 256;  // enough to make the cost of a call negligible
  per_thread<summary_builder> found;
  work_monitor silent;
  for_each_block(values.size(), resolve_threads(threads), silent, [&](std::uint64_t begin, std::uint64_t end) {
    summary_builder& sum = found.local();
    std::array<position, entries_per_call> positions;
    for (std::uint64_t first = begin; first < end; first += entries_per_call) {
      const std::uint64_t count = std::min(entries_per_call, end - first);
      positions_at(first, std::span(positions).first(count));
      for (std::uint64_t i = 0; i < count; ++i) {
        sum.add(positions[i], values[first + i], values.to_move(first + i));
      }
    }
  });
  solution_summary whole;
  for (const summary_builder& part : found) whole += part.summary();
  return whole;
}

solution_summary summarize(const value_table& values, unsigned threads) {
  const auto all = [](std::uint64_t begin, std::span<position> positions) {
    std::iota(positions.begin(), positions.end(), begin);
  };
  return summarize(values, all, threads);
}

struct summarizing_entries::sums {
  per_thread<summary_builder> of_threads;
};

summarizing_entries::summarizing_entries(const solution_entries& entries, run_lookup run_at)
    : m_entries(entries), m_run_at(std::move(run_at)), m_sums(std::make_unique<sums>()) {}

summarizing_entries::~summarizing_entries() = default;

void summarizing_entries::read(position first, std::span<position_value> entries) const {
  m_entries.read(first, entries);
  summary_builder& sum = m_sums->of_threads.local();
  to_move_run run;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const position p = first + i;
    if (p >= run.end) run = m_run_at(p);
    sum.add(p, entries[i], run.to_move);
  }
}

solution_summary summarizing_entries::summary() const {
  solution_summary whole;
  for (const summary_builder& sum : m_sums->of_threads) whole += sum.summary();
  return whole;
}

solution_summary summarize(const solution_entries& values, const run_lookup& run_at, unsigned threads,
                           work_monitor& monitor) {
  const summarizing_entries summed(values, run_at);
  per_thread<std::vector<position_value>> buffers;
  const std::vector<index_range> ranges = values.local_ranges();
  monitor.phase("summarize", total_size(ranges));
  constexpr std::uint64_t block_size = 1 << 16;  // entries; 512 KiB per thread
  for (const index_range resident : ranges) {
    const auto read_block = [&](std::uint64_t begin, std::uint64_t end) {
      std::vector<position_value>& buffer = buffers.local();
      buffer.resize(end - begin);
      summed.read(resident.begin + begin, buffer);
    };
    for_each_block(resident.end - resident.begin, resolve_threads(threads), monitor, read_block, block_size);
  }
  return summed.summary();
}

}  // namespace zermelo
