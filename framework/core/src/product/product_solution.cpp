// SPDX-License-Identifier: MIT
#include <zermelo/core/product/product_solution.hpp>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/solve_signature.hpp>

namespace zermelo {

solution_summary product_solution::summarize(unsigned threads, work_monitor& monitor) const {
  per_thread<group_summary> sums;
  monitor.phase("summarize", m_num_positions);
  worker_arena arena(threads);
  for_each_index(arena, threads, m_groups.size(), [&](std::uint64_t i) {
    monitor.check_stop();
    add_group(i / m_num_groups, i % m_num_groups, sums.local());
    monitor.advance(group_size(i % m_num_groups));
  });
  solution_summary whole;
  for (const group_summary& local : sums) whole += local.sum.summary();
  return whole;
}

void product_solution::add_group(std::size_t turn, std::uint64_t group, group_summary& local) const {
  const detail::group_entries& entries = m_groups[turn * m_num_groups + group];
  const player to_move = m_turns[turn];
  const position first = first_position(turn, rows_of(group).first);
  const std::uint64_t size = group_size(group);
  if (entries.is_log()) {
    local.offsets.resize(size + detail::bit_kernels::list_slack);
    std::uint32_t* const begin = local.offsets.data();
    std::uint32_t* end = begin;  // the end of the positions with `value`
    position_value value;
    std::uint64_t in_log = 0;
    const auto add_found = [&] {
      local.sum.add(first, {begin, end}, value, to_move);
      in_log += static_cast<std::uint64_t>(end - begin);
      end = begin;
    };
    for_each_wave_row(turn, group, [&](const detail::wave_row& nodes) {
      const position_value value_of_row{outcome_of(nodes.kind, to_move), nodes.distance_plies};
      if (value != value_of_row) add_found();
      value = value_of_row;
      const auto row_begin = static_cast<std::uint32_t>(nodes.row * m_row_length);
      end = m_kernels->list_values(nodes.bits, m_node_of_bit.data(), row_begin, end);
    });
    add_found();
    if (in_log == size) return;
  }
  local.values.resize(size);
  read_group(turn, group, 0, local.values);
  for (std::uint64_t i = 0; i < size; ++i) {
    if (!entries.is_log() || local.values[i].outcome == outcome::draw)
      local.sum.add(first + i, local.values[i], to_move);
  }
}

}  // namespace zermelo
