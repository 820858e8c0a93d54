// SPDX-License-Identifier: MIT
// Serves tables over HTTP: a JSON interface under /api/tables, and a page at / that uses it. framework/docs/serve.md
// describes the interface.
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

  /// Table files, folders of table sets, and folders that contain these. Folders are scanned for new tables later.
  std::vector<std::string> tables;
  std::string host = "127.0.0.1";                 ///< an address of this machine, or "localhost"
  std::uint16_t port = default_port;              ///< 0 picks a free port
  std::size_t cache_bytes = default_cache_bytes;  ///< size of the cache that all tables share
  std::vector<std::string> allowed_origins{};     ///< origins of other pages that may send requests, such as
                                                  ///< "https://example.org"
  std::vector<std::string> allowed_hosts{};       ///< additional names of this server, such as "localhost:9000"
  std::function<void(std::string_view)> log{};    ///< called with a line for each request, on any thread; may be empty
};

/// The address and the number of tables of a running server.
struct serving {
  std::string address;      ///< such as "http://127.0.0.1:8913/"
  std::size_t num_tables;   ///< including tables that cannot be read
  bool is_loopback = true;  ///< whether only this machine can reach the address
};

/// Serves until `stop` requests a stop, then stops accepting connections and finishes pending responses within five
/// seconds. A request for a table that cannot be read gets an error response; other tables are served. Uses two threads
/// to read requests and probe, one to open tables and read lists and slices of positions, and one to scan tables.
/// @param started  called when the server accepts connections
/// @throws input_error if a table does not exist, a folder contains no table, an origin or a host is malformed, or the
/// address is in use or does not belong to this machine; resource_error if the system cannot start threads or open
/// sockets
void serve(const serve_options& options, const catalog& games, const std::function<void(const serving&)>& started,
           const work_monitor& stop);

}  // namespace zermelo::serve
