// SPDX-License-Identifier: MIT
// Who may ask: requests that name this server as their host, and come from its own page or an allowed one. A browser on
// this machine can reach the server on behalf of any page, also under a name that the page's owner makes lead here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "message.hpp"

namespace zermelo::serve {

/// The address and port of a server as people write them: brackets around an address with colons. @param port  in
/// decimal
[[nodiscard]] std::string host_text(std::string_view address, std::uint16_t port);

/// A host as the header `Host` names it.
struct named_host {
  std::string name;              ///< in brackets if it is an address with colons
  std::optional<unsigned> port;  ///< of an allowed host, nothing stands for any port
};

/// What a request says of its source, by headers of which scripts can write none.
struct request_source {
  http_method method = http_method::get;
  std::string_view target;
  std::string_view host;    ///< has been checked
  std::string_view origin;  ///< empty: none
  std::string_view site;    ///< `Sec-Fetch-Site`, which browsers send by https and to this machine; empty: none
  std::string_view mode;    ///< `Sec-Fetch-Mode`; empty: none
};

class allowed_hosts {
 public:
  /// @param origins  of other pages, such as "https://example.org"
  /// @param hosts  further names of this server, such as "localhost:9000", or without a port for any port
  /// @throws input_error for a malformed one
  explicit allowed_hosts(const std::vector<std::string>& origins = {}, const std::vector<std::string>& hosts = {});

  /// Checks the header `Host`: the address at which the request has arrived, or localhost, with the port, or an allowed
  /// host. Ports 80 and 443 may be left out. @throws refusal (421)
  void expect_host(std::string_view host, std::string_view address, std::uint16_t port) const;
  /// Checks that the server's own page, an allowed one or no page has caused a request. Other pages may only lead to
  /// the page. The files of the page are for any `Origin`: browsers name a proxy's in requests for scripts.
  /// @throws refusal (403)
  /// @returns the origin that the response has to allow; empty: none
  [[nodiscard]] std::string expect_source(const request_source& source) const;

 private:
  std::vector<std::string> m_origins;
  std::vector<named_host> m_hosts;
};

}  // namespace zermelo::serve
