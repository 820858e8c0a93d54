// SPDX-License-Identifier: MIT
// Measures how fast the engines solve a game. Each round runs every engine with every number of threads, so that ratios
// within one benchmark are reliable even on a noisy machine.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/catalog/games/engine.hpp>
#include <zermelo/core/progress/visitor.hpp>

namespace zermelo {

class any_game;

struct benchmark_options {
  std::vector<engine> engines;    ///< empty: all engines that are available and fit the limit
  std::vector<unsigned> threads;  ///< for all engines but baselines, which use 1 thread. Precondition: all at least 1
  unsigned repeat = 3;            ///< rounds, at least 1
  std::uint64_t memory_limit_bytes = 0;  ///< 0: the memory available to the machine and its cgroup
};

/// The time of several runs, in seconds.
struct timing {
  double median = 0;
  double min = 0;
  double max = 0;
};

/// @throws std::invalid_argument if `seconds` is empty.
[[nodiscard]] timing timing_of(std::vector<double> seconds);

/// The result of one engine with one number of threads.
struct benchmark_result {
  zermelo::engine engine;
  unsigned threads = 0;
  std::map<std::string, timing> seconds;  ///< by phase, "total", and "solve": without summarizing and converting
  double positions_per_second = 0;        ///< computed from the median of "solve", like all rates and ratios
  double edges_per_second = 0;
  /// The maximum, over the runs, of the growth of the resident size; nothing if the system does not report it.
  std::optional<double> bytes_per_position;
  std::optional<double> bytes_per_edge;
  std::optional<double> ratio_to_textbook;  ///< speedup over the engine textbook in the same benchmark
  std::optional<double> ratio_to_queue;
  std::optional<double> ratio_to_stream_limit;  ///< propagation time divided by the time of this kernel
  std::optional<double> ratio_to_gather_limit;
  std::uint64_t signature = 0;  ///< equal for all runs
};

/// The times of the limit kernels with one number of threads.
struct limit_result {
  unsigned threads = 0;
  timing stream;
  timing gather;
};

struct benchmark_report {
  std::uint64_t positions = 0;
  std::uint64_t edges = 0;
  std::vector<benchmark_result> results;  ///< sorted by the order of the engines, then of the threads
  std::vector<limit_result> limits;       ///< empty if the stored graph does not fit in memory
  std::uint64_t planned_bytes = 0;        ///< the estimated peak memory of the whole benchmark
};

/// Measures the engines. The first solution is verified, and every other solution must have the same signature. Has
/// the phases of the solves, and phase "limits".
/// @throws contract_error if a solution is wrong or has another signature; what `plan` throws; interrupted.
[[nodiscard]] benchmark_report run_benchmark(const any_game& game, const benchmark_options& options,
                                             solve_visitor& visitor);

/// The machine and the build, which determine the measured times.
struct machine_description {
  std::string processor;
  unsigned cores = 0;  ///< hardware threads that this process may use
  std::uint64_t memory_bytes = 0;
  std::string compiler;
  std::string flags;
  std::string program_version;
  std::string git_revision;
  std::string program;  ///< name and version of the program that contains Zermelo; empty if there is none
};

/// Describes this machine; leaves `program` empty.
[[nodiscard]] machine_description describe_machine();

}  // namespace zermelo
