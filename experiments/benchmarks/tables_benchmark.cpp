// SPDX-License-Identifier: MIT
// Tables on disk against plain calls of HDF5 with the same chunks and filters: writing a table of 10^8 positions,
// random probes, and a batch of ascending ones. The file is then in memory.
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>
#include <hdf5.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/board/random_grid.hpp>
#include <zermelo/core/product/product_solver.hpp>
#include <zermelo/core/progress/visitor.hpp>
#include <zermelo/core/value/load_values.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/core/value/value_table.hpp>
#include <zermelo/storage/table/endgame_table.hpp>
#include <zermelo/testkit/temporary_folder.hpp>

#include "benchmarks.hpp"
#include "instances.hpp"

namespace zermelo::benchmarks {
namespace {

constexpr std::size_t num_random_probes = 4000;
constexpr std::size_t num_sorted_probes = 1'000'000;
constexpr unsigned deflate_level = 4;

void expect(bool done) {
  if (!done) throw std::runtime_error("an HDF5 call failed");
}

/// An instance of 101.7 M positions, its table, and queries.
class tables_workload {
 public:
  tables_workload() : game(make_game()) {
    solve_visitor silent;
    auto solved = solve_product(game, resolve_threads(0), silent);
    const auto run_at = [&solved](position p) { return solved.run_at(p); };
    metadata.game = "cat_and_mouse_ii";
    metadata.player_names = {"mouse", "cat"};
    metadata.axes = game.axes();
    metadata.summary = summarize(solved, run_at, 0, silent);
    metadata.engine = "product";
    values = load_values(solved, run_at, 0, silent);
    storage::write_endgame_table(path(), metadata, values, silent);
    random_generator random(1);
    for (std::size_t i = 0; i < num_random_probes; ++i) random_probes.push_back(random.below(values.size()));
    for (std::size_t i = 0; i < num_sorted_probes; ++i) sorted_probes.push_back(random.below(values.size()));
    std::sort(sorted_probes.begin(), sorted_probes.end());
  }

  [[nodiscard]] std::filesystem::path path() const { return folder.path() / "t.h5"; }

  testkit::temporary_folder folder;
  games::cat_and_mouse_ii game;
  storage::table_metadata metadata;
  value_table values;
  std::vector<position> random_probes;
  std::vector<position> sorted_probes;

 private:
  [[nodiscard]] static games::cat_and_mouse_ii make_game() {
    constexpr std::uint32_t side = 89;
    constexpr double walls = 0.1;
    constexpr std::uint64_t seed = 7;
    games::cat_and_mouse_ii::instance from;
    from.grid = random_grid(side, side, walls, "CMF", seed).text('/');
    return games::cat_and_mouse_ii(from);
  }
};

void write_table(benchmark::State& state, const tables_workload& on) {
  solve_visitor silent;
  const auto file = on.folder.path() / "written.h5";
  for (auto _ : state) {
    storage::write_endgame_table(file, on.metadata, on.values, silent, static_cast<unsigned>(state.range(0)));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(on.values.size()) * state.iterations());
  state.counters["bytes"] = static_cast<double>(std::filesystem::file_size(file));
}

/// Writes the two arrays by H5Dwrite from memory, shuffled and deflated by HDF5.
void write_plain(benchmark::State& state, const tables_workload& on) {
  std::vector<std::uint8_t> outcomes(on.values.size());
  std::vector<std::uint16_t> distances(on.values.size());
  for (position p = 0; p < on.values.size(); ++p) {
    outcomes[p] = static_cast<std::uint8_t>(on.values[p].outcome);
    distances[p] = static_cast<std::uint16_t>(on.values[p].distance_plies);
  }
  std::array<hsize_t, 3> shape{};
  for (std::size_t a = 0; a < shape.size(); ++a) shape[a] = on.metadata.axes[a].size;
  const hid_t table = H5Fopen(on.path().c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t example = H5Dopen2(table, "outcome", H5P_DEFAULT);
  const hid_t example_creation = H5Dget_create_plist(example);
  std::array<hsize_t, 3> chunk{};
  expect(H5Pget_chunk(example_creation, 3, chunk.data()) == 3);
  H5Pclose(example_creation);
  H5Dclose(example);
  H5Fclose(table);

  const auto file = on.folder.path() / "plain.h5";
  for (auto _ : state) {
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
    const hid_t made = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
    const hid_t space = H5Screate_simple(3, shape.data(), nullptr);
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(creation, 3, chunk.data());
    H5Pset_shuffle(creation);
    H5Pset_deflate(creation, deflate_level);
    const auto write = [&](const char* name, hid_t stored, hid_t memory, const void* numbers) {
      const hid_t d = H5Dcreate2(made, name, stored, space, H5P_DEFAULT, creation, H5P_DEFAULT);
      expect(H5Dwrite(d, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) >= 0);
      H5Dclose(d);
    };
    write("outcome", H5T_STD_U8LE, H5T_NATIVE_UINT8, outcomes.data());
    write("distance", H5T_STD_U16LE, H5T_NATIVE_UINT16, distances.data());
    H5Pclose(creation);
    H5Sclose(space);
    H5Pclose(access);
    H5Fclose(made);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(on.values.size()) * state.iterations());
  state.counters["bytes"] = static_cast<double>(std::filesystem::file_size(file));
}

/// One H5Dread of one element for the outcome, and one for the distance.
void probe_plain(benchmark::State& state, const tables_workload& on, const std::vector<position>& queries) {
  const hid_t file = H5Fopen(on.path().c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const std::array<hid_t, 2> arrays{H5Dopen2(file, "outcome", H5P_DEFAULT), H5Dopen2(file, "distance", H5P_DEFAULT)};
  const std::array<hid_t, 2> types{H5T_NATIVE_UINT8, H5T_NATIVE_UINT16};
  const hid_t space = H5Dget_space(arrays[0]);
  const hid_t memory = H5Screate(H5S_SCALAR);
  const std::vector<axis>& axes = on.metadata.axes;
  for (auto _ : state) {
    for (position p : queries) {
      std::array<hsize_t, 3> at{};
      for (std::size_t a = at.size(); a-- > 0; p /= axes[a].size) at[a] = p % axes[a].size;
      expect(H5Sselect_elements(space, H5S_SELECT_SET, 1, at.data()) >= 0);
      std::uint16_t value = 0;
      for (std::size_t i = 0; i < arrays.size(); ++i) {
        expect(H5Dread(arrays[i], types[i], memory, space, H5P_DEFAULT, &value) >= 0);
        benchmark::DoNotOptimize(value);
      }
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(queries.size()) * state.iterations());
  H5Sclose(memory);
  H5Sclose(space);
  for (const hid_t array : arrays) H5Dclose(array);
  H5Fclose(file);
}

void probe_each(benchmark::State& state, const tables_workload& on) {
  const auto table = storage::endgame_table::open(on.path());
  for (auto _ : state) {
    for (const position p : on.random_probes) benchmark::DoNotOptimize(table.probe(p));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(on.random_probes.size()) * state.iterations());
}

void probe_batch(benchmark::State& state, const tables_workload& on) {
  std::vector<position_value> values(on.sorted_probes.size());
  for (auto _ : state) {
    // Opened again: nothing of the last round is cached.
    const auto table = storage::endgame_table::open(on.path());
    table.probe(on.sorted_probes, values, static_cast<unsigned>(state.range(0)));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(on.sorted_probes.size()) * state.iterations());
}

}  // namespace

void register_tables() {
  // Solved when the first of them runs.
  const auto on = std::make_shared<std::unique_ptr<const tables_workload>>();
  const auto add = [&on](const char* name, const auto& step) {
    return benchmark::RegisterBenchmark(name,
                                        [on, step](benchmark::State& state) {
                                          if (!*on) *on = std::make_unique<const tables_workload>();
                                          step(state, **on);
                                        })
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  };
  const unsigned all = resolve_threads(0);
  add("table/write/zermelo", write_table)->ArgName("threads")->Arg(1)->Arg(all);
  add("table/write/H5Dwrite", write_plain);
  add("table/probe_random/zermelo", probe_each);
  add("table/probe_random/H5Dread", [](auto& state, const auto& w) { probe_plain(state, w, w.random_probes); });
  add("table/probe_sorted/zermelo", probe_batch)->ArgName("threads")->Arg(1)->Arg(all);
  add("table/probe_sorted/H5Dread", [](auto& state, const auto& w) { probe_plain(state, w, w.sorted_probes); });
}

}  // namespace zermelo::benchmarks
