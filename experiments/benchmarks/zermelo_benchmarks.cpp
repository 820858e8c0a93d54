// SPDX-License-Identifier: MIT
// The microbenchmarks' main().
#include <benchmark/benchmark.h>

#include "benchmarks.hpp"

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  zermelo::benchmarks::register_hooks();
  zermelo::benchmarks::register_kernels();
  zermelo::benchmarks::register_margins();
  zermelo::benchmarks::register_studies();
  zermelo::benchmarks::register_tables();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
