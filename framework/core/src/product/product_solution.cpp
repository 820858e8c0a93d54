// SPDX-License-Identifier: MIT
#include <zermelo/core/product/product_solution.hpp>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/solve_signature.hpp>

namespace zermelo {

solution_summary product_solution::summarize(unsigned threads, work_monitor& monitor) const {
  struct thread_sum {
    summary_builder sum;
    std::vector<position_value> buffer;
  };
  per_thread<thread_sum> sums;
  monitor.phase("summarize", m_num_positions);
  worker_arena arena(threads);
  for_each_index(arena, threads, m_groups.size(), [&](std::uint64_t i) {
    monitor.check_stop();
    thread_sum& local = sums.local();
    add_group(i / m_num_groups, i % m_num_groups, local.sum, local.buffer);
    monitor.advance(group_size(i % m_num_groups));
  });
  solution_summary whole;
  for (const thread_sum& local : sums) whole += local.sum.summary();
  return whole;
}

void product_solution::add_group(std::size_t turn, std::uint64_t group, summary_builder& sum,
                                 std::vector<position_value>& buffer) const {
  const detail::group_entries& entries = m_groups[turn * m_num_groups + group];
  const player to_move = m_turns[turn];
  const position first = first_position(turn, rows_of(group).first);
  std::uint64_t in_log = 0;
  if (entries.is_log()) {
    entries.log().for_each([&](const detail::wave_row& nodes) {
      const position_value value{outcome_of(nodes.kind, to_move), nodes.distance_plies};
      const std::uint64_t word = signature_word(value);
      std::uint64_t decided = 0;
      reader().for_each_node(nodes, [&](std::uint64_t i) {
        sum.sign(first + i, word);
        ++decided;
      });
      sum.count(value, to_move, decided);
      in_log += decided;
    });
    if (in_log == group_size(group)) return;
  }
  buffer.resize(group_size(group));
  read_group(turn, group, 0, buffer);
  for (std::uint64_t i = 0; i < buffer.size(); ++i) {
    if (!entries.is_log() || buffer[i].outcome == outcome::draw) sum.add(first + i, buffer[i], to_move);
  }
}

}  // namespace zermelo
