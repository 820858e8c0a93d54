// SPDX-License-Identifier: MIT
#include <zermelo/core/value/solve_signature.hpp>

#include <atomic>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/core/value/value_table.hpp>

namespace zermelo {

std::uint64_t solve_signature(const value_table& values, unsigned threads) {
  std::atomic<std::uint64_t> signature = 0;
  work_monitor silent;
  for_each_block(values.size(), resolve_threads(threads), silent, [&](position begin, position end) {
    std::uint64_t sum = 0;
    for (position p = begin; p != end; ++p) {
      const position_value value = values[p];
      if (value.outcome != outcome::illegal) sum += signature_term(p, value);
    }
    signature.fetch_add(sum, std::memory_order_relaxed);  // read after the loop, whose end orders it
  });
  return signature;
}

}  // namespace zermelo
