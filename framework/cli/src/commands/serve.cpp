// SPDX-License-Identifier: MIT
// zermelo serve: tables by HTTP, and a page that shows them.
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <iostream>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <stdlib.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/experiment/base/memory.hpp>
#include <zermelo/experiment/job/solve_job.hpp>
#include <zermelo/serve/serve.hpp>

#include "../commands.hpp"
#include "../process/error_line.hpp"
#include "../process/interrupt_guard.hpp"

namespace zermelo::cli {
namespace {

namespace fs = std::filesystem;

struct serve_arguments {
  std::vector<std::string> tables;
  std::string host = "127.0.0.1";
  std::uint64_t port = serve::serve_options::default_port;
  std::string cache = "256M";
  std::vector<std::string> allowed_origins;
  bool log = false;

  void declare(command_line& command);
};

/// A folder for temporary files, removed by the destructor with all that is in it.
class temporary_folder {
 public:
  temporary_folder() {
    std::string name = (fs::temp_directory_path() / "zermelo-serve-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw resource_error(fmt::format("cannot make the folder {}: {}", name, std::generic_category().message(errno)));
    }
    m_path = name;
  }
  ~temporary_folder() {
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;

  [[nodiscard]] const fs::path& path() const noexcept { return m_path; }

 private:
  fs::path m_path;
};

/// A game that is solved if no table is named.
struct founding_game {
  const char* table;
  const char* game;
  std::vector<std::string> words;
};

/// The problems that the founding games come from, with their own instances, and a larger grid.
[[nodiscard]] std::vector<founding_game> founding_games() {
  return {
      {"graph", "cat_and_mouse", {"graph=[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"}},
      {"grid", "cat_and_mouse_ii", {"grid=####F/#C.../M....", "cat_jump=1", "mouse_jump=2"}},
      {"large_grid", "cat_and_mouse_ii", {"rows=24", "cols=24", "walls=0.1", "seed=7", "cat_jump=2", "mouse_jump=2"}}};
}

/// Solves the founding games, and returns the files of their tables. @throws input_error if the program has none
[[nodiscard]] std::vector<std::string> solve_founding_games(const fs::path& folder, session& s) {
  std::vector<std::string> tables;
  interrupt_monitor interrupt;
  progress shown(nullptr, interrupt_guard::stop_requested());
  for (const founding_game& founding : founding_games()) {
    const auto& games = s.games.games();
    if (std::none_of(games.begin(), games.end(), [&](const auto& game) { return game.name == founding.game; }))
      continue;
    const auto game = s.games.build(founding.game, founding.words, {.monitor = &interrupt});
    const fs::path file = folder / fmt::format("{}.h5", founding.table);
    experiment::solve_job_options options;
    options.table = file;
    options.program = s.program_text();
    experiment::solve_job job(*game, std::move(options), [](const std::string&) {});
    const auto result = job.finish(job.solve(shown), shown);
    if (result.write_failure) std::rethrow_exception(result.write_failure);
    tables.push_back(file.string());
  }
  if (tables.empty()) throw input_error("name a table; see zermelo solve --help for how to make one");
  return tables;
}

exit_status run_server(const serve_arguments& arguments, session& s) {
  serve::serve_options options{.tables = arguments.tables,
                               .host = arguments.host,
                               .port = static_cast<std::uint16_t>(arguments.port),
                               .cache_bytes = experiment::parse_bytes(arguments.cache),
                               .allowed_origins = arguments.allowed_origins};
  std::optional<temporary_folder> folder;
  if (options.tables.empty()) {
    folder.emplace();
    options.tables = solve_founding_games(folder->path(), s);
  }
  std::mutex log_guard;
  if (arguments.log) {
    options.log = [&log_guard](std::string_view line) {
      const std::lock_guard lock(log_guard);
      std::cerr << line << '\n';
    };
  }
  const auto started = [&s](const serve::serving& serving) {
    s.print(fmt::format("{} at {}\n",
                        serving.num_tables == 1 ? "1 table" : fmt::format("{} tables", serving.num_tables),
                        serving.address));
    if (!serving.is_loopback)
      s.warn("whoever reaches this address can read the tables; 127.0.0.1 is for this machine alone");
  };
  serve::serve(options, s.games, started, interrupt_monitor());
  return exit_status::done;
}

void serve_arguments::declare(command_line& command) {
  command.add_option("TABLE", tables,
                     "Table files, folders of table sets, and folders with tables (default: the founding games, solved "
                     "into a temporary folder)");
  command.add_option("--port", port, "Listen at this port; 0: at any free one (default: 8913)")
      ->between(0, std::numeric_limits<std::uint16_t>::max())
      ->type_name("N");
  command.add_option("--host", host, "Listen at this address of this machine (default: 127.0.0.1, for it alone)")
      ->type_name("ADDRESS");
  command.add_option("--cache", cache, "Memory for parts of tables, such as 256M or 2G (default: 256M)")
      ->type_name("BYTES");
  command
      .add_option("--allow-origin", allowed_origins,
                  "Answer pages from there, too, such as https://example.org; may be given several times")
      ->allow_extra_args(false)
      ->type_name("ORIGIN");
  command.add_flag("--log", log, "Write a line on standard error for each request");
  command.footer(
      "The page is at the address that is printed, the interface in JSON below /api/tables. Ctrl-C ends the server.\n"
      "Examples:\n"
      "  {program} serve\n"
      "  {program} serve t.h5\n"
      "  {program} serve t.h5 krk.h5 set --port 8080 --cache 2G --log");
}

}  // namespace

const command_definition serve_command{"serve", "Serves tables by HTTP, with a page to look at them",
                                       command_reach::one_process, declare_command<serve_arguments, run_server>};

}  // namespace zermelo::cli
