// SPDX-License-Identifier: MIT
// Tests reading the graph of a game: threads, phases, and whether the graph belongs to a table.
#include <zermelo/catalog/games/graph_reader.hpp>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/testkit/error_of.hpp>

namespace zermelo::test::graph_reader_test {
namespace {

const std::vector<parameter>& schema() {
  static const std::vector<parameter> parameters{{.name = "file", .type = parameter_type::file_name, .help = ""},
                                                 {.name = "digest", .help = ""}};
  return parameters;
}

/// Writes a parity game of some megabytes, large enough for many threads.
std::string written_graph() {
  constexpr int num_vertices = 200'000;
  std::string path = testing::TempDir() + "zermelo_graph_reader_test." + std::to_string(getpid()) + ".pg";
  std::ofstream file(path);
  for (int v = 0; v < num_vertices; ++v) file << fmt::format("{} 0 0 {};\n", v, (v + 1) % num_vertices);
  return path;
}

/// Records the phases and threads of a reader.
class recorder final : public work_monitor {
 public:
  void phase(std::string_view name, std::uint64_t /*total*/) override { phases.emplace_back(name); }
  void advance(std::uint64_t /*amount*/) override {
    const std::lock_guard lock(m_guard);
    threads.insert(std::this_thread::get_id());
  }

  std::vector<std::string> phases{};
  std::set<std::thread::id> threads{};

 private:
  std::mutex m_guard;
};

TEST(graph_reader, reads_graph_on_given_threads_and_reports_phases) {
  const std::string path = written_graph();
  recorder monitor;
  const parameter_values values(schema(), {{"file", {path, "", true}}});
  const graph_instance read = read_graph_instance(schema(), values, {.monitor = &monitor, .threads = 1});
  std::filesystem::remove(path);
  EXPECT_EQ(read.size.positions, 200'000U);
  EXPECT_EQ(monitor.phases, (std::vector<std::string>{"count", "read", "check", "digest"}));
  EXPECT_EQ(monitor.threads, std::set{std::this_thread::get_id()});
}

TEST(graph_reader, rejects_graph_that_differs_from_table) {
  const std::string path = written_graph();
  const auto read = [&path](const std::string& digest) {
    return read_graph_instance(schema(), {schema(), {{"file", {path, "", true}}, {"digest", {digest, "", true}}}}, {});
  };
  const std::string digest =
      read_graph_instance(schema(), {schema(), {{"file", {path, "", true}}}}, {}).parameters.text("digest");
  EXPECT_EQ(read(digest).parameters.text("digest"), digest);
  const auto rejection = [&](const std::string& other) { return testkit::error_of([&] { (void)read(other); }); };
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, path + ": ... " + digest + ", expected 0123456789abcdef; ...",
                      rejection("0123456789abcdef"));
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "digest: ... 16 ... '0123'", rejection("0123"));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace zermelo::test::graph_reader_test
