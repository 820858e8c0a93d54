// SPDX-License-Identifier: MIT
#include <zermelo/serve/serve.hpp>

#include <chrono>
#include <thread>

#include "api/table_api.hpp"
#include "http/server.hpp"
#include "tables/served_tables.hpp"

namespace zermelo::serve {

void serve(const serve_options& options, const catalog& games, const std::function<void(const serving&)>& started,
           const work_monitor& stop) {
  served_tables tables(options.tables, games, options.cache_bytes);
  table_api api(tables);
  http_server server({.host = options.host,
                      .port = options.port,
                      .hosts = allowed_hosts(options.allowed_origins, options.allowed_hosts),
                      .log = options.log},
                     api);
  started({server.address(), tables.all().size(), server.is_loopback()});
  // A signal handler can only set a flag, so this loop polls the flag.
  constexpr std::chrono::milliseconds time_between_looks{50};
  while (!stop.stop_requested()) std::this_thread::sleep_for(time_between_looks);
  server.stop();
}

}  // namespace zermelo::serve
