// SPDX-License-Identifier: MIT
// Restricts the sources of requests. A request must name this server as its host, and must come from the server's own
// page or an allowed page. Without this check, any page in a browser on this machine could reach the server, even under
// a host name that the owner of the page resolves to this machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "message.hpp"

namespace zermelo::serve {

/// The text ADDRESS:PORT, with brackets around an address that contains colons. @param port  in decimal
[[nodiscard]] std::string host_text(std::string_view address, std::uint16_t port);

/// A host as in the header `Host`.
struct named_host {
  std::string name;              ///< a name, or an address, in brackets if it contains colons
  std::optional<unsigned> port;  ///< nothing if no port is given, which allows any port in an allowed host
};

/// The source of a request, read from its headers. Scripts cannot set some of them.
struct request_source {
  http_method method = http_method::get;
  std::string_view target;
  std::string_view host;    ///< `Host`, already checked by `expect_host`
  std::string_view origin;  ///< `Origin`; may be empty
  std::string_view site;    ///< `Sec-Fetch-Site`, which browsers send over https and to this machine; may be empty
  std::string_view mode;    ///< `Sec-Fetch-Mode`; may be empty
};

class allowed_hosts {
 public:
  /// @param origins  allowed origins of other pages, such as "https://example.org"
  /// @param hosts  additional names of this server, such as "localhost:9000"; without a port, any port is allowed
  /// @throws input_error if an origin or a host is malformed
  explicit allowed_hosts(const std::vector<std::string>& origins = {}, const std::vector<std::string>& hosts = {});

  /// Checks that the header `Host` is an allowed host, or has the port and either localhost or the address at which the
  /// request arrived. Ports 80 and 443 may be omitted. @throws http_error (421)
  void expect_host(std::string_view host, std::string_view address, std::uint16_t port) const;
  /// Checks that a request comes from the server's own page, an allowed page or no page. Other pages may only link to
  /// the page. Requests for the files of the page may have any `Origin`, since browsers send the origin of a proxy in
  /// requests for scripts.
  /// @throws http_error (403)
  /// @returns the origin that the response must allow; may be empty
  [[nodiscard]] std::string expect_source(const request_source& source) const;

 private:
  std::vector<std::string> m_origins;
  std::vector<named_host> m_hosts;
};

}  // namespace zermelo::serve
