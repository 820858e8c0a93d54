// SPDX-License-Identifier: MIT
// Restricts the sources of requests: they must name this server as their host, and come from its own page or an allowed
// one. A browser on this machine can reach the server on behalf of any page, also under a name that the page's owner
// resolves to this machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "message.hpp"

namespace zermelo::serve {

/// The address and port of a server in the usual notation, with brackets around an address with colons. @param port  in
/// decimal
[[nodiscard]] std::string host_text(std::string_view address, std::uint16_t port);

/// The host in the header `Host`.
struct named_host {
  std::string name;              ///< in brackets if it is an address with colons
  std::optional<unsigned> port;  ///< for an allowed host, nothing means any port
};

/// The source of a request, from headers, some of which scripts cannot set.
struct request_source {
  http_method method = http_method::get;
  std::string_view target;
  std::string_view host;    ///< already checked
  std::string_view origin;  ///< may be empty
  std::string_view site;    ///< `Sec-Fetch-Site`, which browsers send over https and to this machine; may be empty
  std::string_view mode;    ///< `Sec-Fetch-Mode`; may be empty
};

class allowed_hosts {
 public:
  /// @param origins  origins of other pages, such as "https://example.org"
  /// @param hosts  further names of this server, such as "localhost:9000", or without a port for any port
  /// @throws input_error for a malformed origin or host
  explicit allowed_hosts(const std::vector<std::string>& origins = {}, const std::vector<std::string>& hosts = {});

  /// Checks the header `Host`: the address at which the request has arrived, or localhost, with the port, or an allowed
  /// host. Ports 80 and 443 may be omitted. @throws http_error (421)
  void expect_host(std::string_view host, std::string_view address, std::uint16_t port) const;
  /// Checks that a request comes from the server's own page, an allowed page or no page. Other pages may only link to
  /// the page. The files of the page are available for any `Origin`: browsers send a proxy's origin in requests for
  /// scripts.
  /// @throws http_error (403)
  /// @returns the origin that the response must allow; may be empty
  [[nodiscard]] std::string expect_source(const request_source& source) const;

 private:
  std::vector<std::string> m_origins;
  std::vector<named_host> m_hosts;
};

}  // namespace zermelo::serve
