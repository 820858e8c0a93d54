// SPDX-License-Identifier: MIT
// How fast the engines solve a game: every engine and number of threads in turn, several times over, so that the
// ratios within one run hold on a machine that is shared and noisy.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/experiment/catalog/engine.hpp>

namespace zermelo::experiment {

class any_game;

struct benchmark_options {
  std::vector<engine> engines;    ///< empty: all that the game has and that fit
  std::vector<unsigned> threads;  ///< the baselines run on 1 thread, whatever stands here. Precondition: none is 0
  unsigned repeat = 3;            ///< runs of each engine and number of threads
  std::uint64_t memory_limit_bytes = 0;  ///< 0: what the machine and its cgroup have available
};

/// Seconds, over the runs.
struct timing {
  double median = 0;
  double min = 0;
  double max = 0;
};

/// @throws std::invalid_argument if there are no runs.
[[nodiscard]] timing timing_of(std::vector<double> seconds);

/// One engine on one number of threads.
struct benchmark_result {
  experiment::engine engine;
  unsigned threads = 0;
  std::map<std::string, timing> seconds;  ///< by phase, and "solve": all that the engine's algorithm did
  double positions_per_second = 0;        ///< by the median of "solve", as are the other figures
  double edges_per_second = 0;
  /// The most that any run had resident above what the process held before it; nothing where the system does not tell.
  std::optional<double> bytes_per_position;
  std::optional<double> bytes_per_edge;
  std::optional<double> ratio_to_textbook;  ///< how many times faster than that engine in this run
  std::optional<double> ratio_to_queue;
  std::optional<double> ratio_to_stream_limit;  ///< how many times longer propagation takes than the kernel
  std::optional<double> ratio_to_gather_limit;
  std::uint64_t signature = 0;  ///< of every run
};

/// The limit kernels on one number of threads.
struct limit_result {
  unsigned threads = 0;
  timing stream;
  timing gather;
};

struct benchmark_report {
  std::uint64_t positions = 0;
  std::uint64_t edges = 0;
  std::vector<benchmark_result> results;  ///< in the order of the engines, then of the threads
  std::vector<limit_result> limits;       ///< none if the stored graph does not fit the memory
  std::uint64_t planned_bytes = 0;        ///< the peak that was expected of all of it
};

/// Solves the game over and over. The first solution is put before the verifier, and every other one must have
/// its signature: a wrong result is never timed. Phases of the visitor: those of the runs.
/// @throws contract_error if a result is wrong or differs; input_error and resource_error as `plan`;
///   interrupted.
[[nodiscard]] benchmark_report run_benchmark(const any_game& game, const benchmark_options& options,
                                             solve_visitor& visitor);

/// What the figures depend on.
struct machine_description {
  std::string processor;
  unsigned cores = 0;
  std::uint64_t memory_bytes = 0;
  std::string compiler;
  std::string flags;
  std::string program_version;
  std::string git_revision;
  std::string program;  ///< name and version of another program that Zermelo is a part of, empty if there is none
};

[[nodiscard]] machine_description describe_machine();

}  // namespace zermelo::experiment
