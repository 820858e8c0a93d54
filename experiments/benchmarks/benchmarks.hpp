// SPDX-License-Identifier: MIT
// The groups of microbenchmarks. Each function registers its group with Google Benchmark.
#pragma once

namespace zermelo::benchmarks {

void register_hooks();
void register_kernels();
void register_margins();
void register_studies();
void register_tables();

}  // namespace zermelo::benchmarks
