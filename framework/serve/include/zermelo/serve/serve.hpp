// SPDX-License-Identifier: MIT
// Serves tables by HTTP: an interface in JSON below /api/tables, and a page at / that uses it. The interface is in
// framework/docs/serve.md.
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

  /// Table files, folders of table sets, and folders with such files and folders, which are looked into again later.
  std::vector<std::string> tables;
  std::string host = "127.0.0.1";                 ///< an address of this machine, or "localhost"
  std::uint16_t port = default_port;              ///< 0: any free port
  std::size_t cache_bytes = default_cache_bytes;  ///< for chunks of all tables together
  std::vector<std::string> allowed_origins{};     ///< of other pages that may ask, such as "https://example.org"
  std::vector<std::string> allowed_hosts{};       ///< further names of this server, such as "localhost:9000"
  std::function<void(std::string_view)> log{};    ///< called with a line for each request, on any thread; empty: no log
};

/// What is served, and where.
struct serving {
  std::string address;      ///< such as "http://127.0.0.1:8913/"
  std::size_t num_tables;   ///< those that cannot be read among them
  bool is_loopback = true;  ///< whether other machines cannot reach the address
};

/// Serves until `stop` asks to stop; then accepts no more connections, and finishes answers within five seconds. A
/// table that cannot be read has an error, which its requests are answered with, and the others are served. Threads:
/// two that read requests and probe, one that opens tables and reads lists and slices of positions, one that scans
/// tables.
/// @param started  called once connections are accepted
/// @throws input_error for a table or a folder that does not exist or holds no table, a malformed origin or host, and
/// an address that is not one of this machine or is in use; resource_error if the system rejects threads or sockets.
void serve(const serve_options& options, const catalog& games, const std::function<void(const serving&)>& started,
           const work_monitor& stop);

}  // namespace zermelo::serve
