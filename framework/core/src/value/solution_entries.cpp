// SPDX-License-Identifier: MIT
#include <zermelo/core/value/solution_entries.hpp>

#include <algorithm>
#include <cstddef>

#include <zermelo/core/base/parallel.hpp>

namespace zermelo {

void solution_entries::look_up(std::span<const position> positions, std::span<position_value> entries, unsigned threads,
                               const work_monitor& monitor) const {
  const entry_words in_memory = words();
  const std::uint64_t num_blocks = (positions.size() + sweep_block_size - 1) / sweep_block_size;
  for_each_index(threads, num_blocks, [&](std::uint64_t block) {
    monitor.check_stop();
    const std::size_t begin = block * sweep_block_size;
    const std::size_t end = std::min<std::size_t>(positions.size(), begin + sweep_block_size);
    for (std::size_t i = begin; i < end; ++i) {
      entries[i] = in_memory.empty() ? (*this)[positions[i]] : in_memory.value(positions[i]);
    }
  });
}

}  // namespace zermelo
