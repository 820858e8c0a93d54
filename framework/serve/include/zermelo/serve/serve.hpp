// SPDX-License-Identifier: MIT
// Serves tables over HTTP: a JSON interface below /api/tables, and a page at / that uses it. The interface is described
// in framework/docs/serve.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <zermelo/catalog/games/catalog.hpp>
#include <zermelo/core/base/work_monitor.hpp>

namespace zermelo::serve {

struct serve_options {
  static constexpr std::size_t default_cache_bytes = std::size_t{256} << 20;
  static constexpr std::uint16_t default_port = 8913;

  /// Table files, folders of table sets, and folders that contain these; folders are scanned again later.
  std::vector<std::string> tables;
  std::string host = "127.0.0.1";                 ///< an address of this machine, or "localhost"
  std::uint16_t port = default_port;              ///< 0: any free port
  std::size_t cache_bytes = default_cache_bytes;  ///< for the chunks of all tables together
  std::vector<std::string> allowed_origins{};     ///< origins of other pages that may send requests, such as
                                                  ///< "https://example.org"
  std::vector<std::string> allowed_hosts{};       ///< further names of this server, such as "localhost:9000"
  std::function<void(std::string_view)> log{};    ///< called with a line for each request, on any thread; may be empty
};

/// The address and tables of a server.
struct serving {
  std::string address;      ///< such as "http://127.0.0.1:8913/"
  std::size_t num_tables;   ///< including tables that cannot be read
  bool is_loopback = true;  ///< whether the address is not reachable from other machines
};

/// Serves until `stop` requests a stop; then accepts no more connections, and finishes pending responses within five
/// seconds. Requests for a table that cannot be read get its error; the other tables are served. Threads: two that read
/// requests and probe, one that opens tables and reads lists and slices of positions, one that scans tables.
/// @param started  called when connections are accepted
/// @throws input_error for a table or a folder that does not exist or contains no table, a malformed origin or host,
/// and an address that does not belong to this machine or is in use; resource_error if the system cannot start threads
/// or open sockets
void serve(const serve_options& options, const catalog& games, const std::function<void(const serving&)>& started,
           const work_monitor& stop);

}  // namespace zermelo::serve
