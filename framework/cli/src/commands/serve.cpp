// SPDX-License-Identifier: MIT
// zermelo serve: serves tables over HTTP, and a page that displays them.
#include <cstdint>
#include <iostream>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/serve/serve.hpp>

#include "../commands.hpp"
#include "../process/interrupt_guard.hpp"
#include "../process/temporary_folder.hpp"
#include "demo_games.hpp"

namespace zermelo::cli {
namespace {

struct serve_arguments {
  std::vector<std::string> tables;
  std::string host = "127.0.0.1";
  std::uint64_t port = serve::serve_options::default_port;
  std::string cache = "256M";
  std::vector<std::string> allowed_origins;
  std::vector<std::string> allowed_hosts;
  bool log = false;

  void declare(command_line& command);
};

exit_status run_server(const serve_arguments& arguments, session& s) {
  serve::serve_options options{.tables = arguments.tables,
                               .host = arguments.host,
                               .port = static_cast<std::uint16_t>(arguments.port),
                               .cache_bytes = parse_bytes(arguments.cache),
                               .allowed_origins = arguments.allowed_origins,
                               .allowed_hosts = arguments.allowed_hosts};
  std::optional<temporary_folder> folder;
  if (options.tables.empty()) {
    folder.emplace("zermelo-serve");
    options.tables = solve_demo_games(folder->path(), s);
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
      s.warn("anyone who can reach this address can read the tables; use --host 127.0.0.1 for this machine only");
  };
  serve::serve(options, s.games, started, interrupt_monitor());
  return exit_status::done;
}

void serve_arguments::declare(command_line& command) {
  command.add_option("TABLE", tables,
                     "Table files, folders of table sets, and folders with tables (default: demo games, solved into a "
                     "temporary folder)");
  command.add_option("--port", port, "Port to listen on; 0 picks a free one (default: 8913)")
      ->between(0, std::numeric_limits<std::uint16_t>::max())
      ->type_name("N");
  command.add_option("--host", host, "Address to listen on (default: 127.0.0.1, for this machine only)")
      ->type_name("ADDRESS");
  command.add_option("--cache", cache, "Memory for cached parts of tables, such as 256M or 2G (default: 256M)")
      ->type_name("BYTES");
  command
      .add_option("--allow-origin", allowed_origins,
                  "Also answer pages of this origin, such as https://example.org; may be given several times")
      ->allow_extra_args(false)
      ->type_name("ORIGIN");
  command
      .add_option(
          "--allow-host", allowed_hosts,
          "Also answer requests for this host, such as localhost:9000; without a port, any port matches; may be given "
          "several times")
      ->allow_extra_args(false)
      ->type_name("NAME");
  command.add_flag("--log", log, "Print a line to standard error for each request");
  command.footer(
      "The page is at the printed address, the JSON interface under /api/tables. Ctrl-C stops the server.\n"
      "Examples:\n"
      "  {program} serve\n"
      "  {program} serve t.h5\n"
      "  {program} serve t.h5 krk.h5 set --port 8080 --cache 2G --log");
}

}  // namespace

const command_definition serve_command{"serve", "Serve tables over HTTP, with a page to browse them",
                                       command_reach::one_process, declare_command<serve_arguments, run_server>};

}  // namespace zermelo::cli
