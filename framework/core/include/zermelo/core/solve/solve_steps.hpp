// SPDX-License-Identifier: MIT
// The loop of a solve in steps. Each step is a group of a game's slices, and is solved after the groups to which it
// leads. The loop does not access files: a store reports which steps are finished, returns the inputs of a step, and
// stores its results, in memory or in a folder of tables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/progress/named_phases.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/slices/slice_order.hpp>

namespace zermelo {

/// A unit of solving. Derived types may add members.
struct solve_step {
  slice_group group;
  std::string name;  ///< for people, such as "KQvK+KQvKB"
  /// True if the step is small, and is solved on a separate thread at the same time as the previous step. The step must
  /// not lead to any step that is solved at the same time.
  bool is_parallel_to_previous = false;
};

/// The end of the range of steps, starting at `first`, that can be solved at the same time.
template <class Step>
[[nodiscard]] std::size_t end_of_side_by_side(std::span<const Step> steps, std::size_t first) noexcept {
  std::size_t end = first + 1;
  while (end < steps.size() && steps[end].is_parallel_to_previous) ++end;
  return end;
}

/// The conditions under which a step is solved and its results are stored.
struct step_conditions {
  unsigned threads = 0;
  bool is_parallel = false;  ///< other steps are solved at the same time
};

/// The store of the results of steps. All members are called on one thread at a time, in the order of the steps.
/// @tparam Inputs  the inputs of a step @tparam Solved  the result of a step
template <class Step, class Inputs, class Solved>
class step_store {
 public:
  virtual ~step_store() = default;

  /// Whether the results of the step exist, so that it need not be solved.
  [[nodiscard]] virtual bool is_done(const Step& /*step*/) { return false; }
  /// Whether the step may be solved at the same time as others.
  [[nodiscard]] virtual bool may_be_parallel(const Step& /*step*/) { return true; }
  /// Frees memory for steps that are about to be solved at the same time. Returns whether all their inputs fit.
  virtual bool make_space(std::span<const Step> /*steps*/) { return true; }
  [[nodiscard]] virtual Inputs inputs_of(const Step& step, solve_visitor& visitor) = 0;
  /// Stores the results of a step. Returns whether to continue.
  [[nodiscard]] virtual bool keep(const Step& step, Solved solved, const step_conditions& conditions,
                                  solve_visitor& visitor) = 0;
};

namespace detail {

/// The visitor of one of several solves that run at the same time: forwards stop requests, and reports no progress.
class silent_visitor final : public solve_visitor {
 public:
  explicit silent_visitor(const solve_visitor& common) : m_common(common) {}
  [[nodiscard]] bool stop_requested() const override { return m_common.stop_requested(); }

 private:
  const solve_visitor& m_common;
};

/// Solves steps at the same time, each on one thread, and stores their results in order. Returns whether to continue.
/// Phase "solve".
template <class Step, class Inputs, class Solved, class Solve>
[[nodiscard]] bool solve_side_by_side(std::span<const Step> steps, step_store<Step, Inputs, Solved>& store,
                                      const Solve& solve, unsigned threads, solve_visitor& visitor) {
  std::vector<Inputs> inputs;
  std::vector<std::uint64_t> ends;  // the ends of the steps, with positions numbered one step after another
  for (const Step& step : steps) {
    inputs.push_back(store.inputs_of(step, visitor));
    ends.push_back((ends.empty() ? 0 : ends.back()) + step.group.size);
  }
  const auto step_at = [&ends](std::uint64_t p) {
    return static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), p) - ends.begin());
  };
  struct result {
    std::size_t step;
    Solved solved;
  };
  silent_visitor silent(visitor);
  constexpr step_conditions conditions{.threads = 1, .is_parallel = true};
  bool continues = true;
  visitor.phase("solve", ends.back());
  for_each_block_in_order<std::unique_ptr<result>>(
      ends.back(), threads, visitor, [&](std::uint64_t p) { return ends[step_at(p)]; },
      [&](const index_range& block, std::unique_ptr<result>& found) {
        const std::size_t i = step_at(block.begin);
        found = std::make_unique<result>(result{i, solve(steps[i], inputs[i], conditions, silent)});
      },
      [&](const std::unique_ptr<result>& found) {
        continues = store.keep(steps[found->step], std::move(found->solved), conditions, silent);
        return continues ? sweep_step::proceed : sweep_step::stop;
      });
  return continues;
}

}  // namespace detail

/// Solves steps in order, with the given store. Names of phases include the names of steps.
/// @param steps    non-empty groups; each step is after the steps to which it leads
/// @param solve    `Solved solve(const Step&, const Inputs&, const step_conditions&, solve_visitor&)`; for steps that
///   are solved at the same time, called by several threads at once
/// @param threads  0: all of the machine
/// @throws interrupted, and what `solve` and the store throw; the store then has the results of the earlier steps.
template <class Step, class Inputs, class Solved, class Solve>
void solve_steps(std::span<const Step> steps, step_store<Step, Inputs, Solved>& store, const Solve& solve,
                 unsigned threads, solve_visitor& visitor) {
  threads = resolve_threads(threads);
  for (std::size_t begin = 0; begin < steps.size();) {
    const Step& first = steps[begin];
    if (store.is_done(first)) {
      ++begin;
      continue;
    }
    std::size_t end = begin + 1;
    const std::size_t last = end_of_side_by_side(steps, begin);
    while (end < last && store.may_be_parallel(first) && store.may_be_parallel(steps[end])) ++end;
    // Several steps are solved at the same time only if all their inputs are in memory, since only one thread at a time
    // reads a file.
    if (!store.make_space(steps.subspan(begin, end - begin)) && end - begin > 1) {
      end = begin + 1;
      (void)store.make_space(steps.subspan(begin, 1));
    }
    const std::string name = end - begin > 1 ? fmt::format("{} to {}", first.name, steps[end - 1].name) : first.name;
    named_phases progress(visitor, name, end, steps.size());
    bool continues = true;
    if (end - begin > 1) {
      continues = detail::solve_side_by_side(steps.subspan(begin, end - begin), store, solve, threads, progress);
    } else {
      const step_conditions conditions{.threads = threads};
      Solved solved = solve(first, store.inputs_of(first, progress), conditions, progress);
      continues = store.keep(first, std::move(solved), conditions, progress);
    }
    if (!continues) return;
    begin = end;
  }
}

}  // namespace zermelo
