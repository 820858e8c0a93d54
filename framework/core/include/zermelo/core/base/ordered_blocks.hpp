// SPDX-License-Identifier: MIT
// A parallel sweep over blocks that uses the results of the blocks in ascending order, for example to write a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/work_monitor.hpp>

namespace zermelo {

/// Whether a sweep proceeds to the next block.
enum class sweep_step : bool { proceed, stop };

namespace detail {

/// The number of buffers of a sweep.
[[nodiscard]] std::size_t num_sweep_buffers(unsigned threads);

/// Implements `for_each_block_in_order` for buffers that the caller owns and that are identified by index, so that the
/// sweep is compiled once for all buffer types.
void sweep_in_order(std::uint64_t size, unsigned threads, work_monitor& monitor,
                    const std::function<std::uint64_t(std::uint64_t)>& end_of,
                    const std::function<void(index_range, std::size_t)>& make,
                    const std::function<sweep_step(std::size_t)>& take);

}  // namespace detail

/// Splits 0 .. size - 1 into blocks. Calls `make(block, buffer)` for several blocks at the same time, and
/// `take(buffer)` for one block at a time in ascending order, on any thread, until `take` returns `sweep_step::stop`.
/// The block that begins at p ends before `end_of(p)`. A buffer may contain the result of an earlier block when it is
/// passed to `make`. Reports the progress of the current phase. Memory: 4 buffers per thread, or one for one thread.
/// @param threads  at least 1
/// @throws interrupted, and what the functions throw.
template <class Buffer, class EndOf, class Make, class Take>
void for_each_block_in_order(std::uint64_t size, unsigned threads, work_monitor& monitor, const EndOf& end_of,
                             const Make& make, const Take& take) {
  std::vector<Buffer> buffers(detail::num_sweep_buffers(threads));
  detail::sweep_in_order(
      size, threads, monitor, end_of, [&](const index_range& block, std::size_t at) { make(block, buffers[at]); },
      [&](std::size_t at) { return take(std::as_const(buffers[at])); });
}

}  // namespace zermelo
