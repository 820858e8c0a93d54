// SPDX-License-Identifier: MIT
#include <zermelo/core/base/inclusive_scan.hpp>

#include <cstddef>
#include <cstdint>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_scan.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/thread_order.hpp>

namespace zermelo {

template <class Number>
void inclusive_scan(std::span<Number> numbers, unsigned threads) {
  using range = tbb::blocked_range<std::size_t>;
  worker_arena arena(threads);
  arena.execute([&] {
    thread_order::fork_join loop;
    tbb::parallel_scan(
        range(0, numbers.size()), Number{0},
        [&](const range& block, Number sum, bool is_final) {
          thread_order::fork_join::enter();
          const thread_order::fork_join::step here(loop);
          for (std::size_t i = block.begin(); i != block.end(); ++i) {
            sum = static_cast<Number>(sum + numbers[i]);
            if (is_final) numbers[i] = sum;
          }
          return sum;
        },
        [](Number a, Number b) { return static_cast<Number>(a + b); });
  });
}

template void inclusive_scan(std::span<std::uint32_t>, unsigned);
template void inclusive_scan(std::span<std::uint64_t>, unsigned);

}  // namespace zermelo
