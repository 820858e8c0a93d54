// SPDX-License-Identifier: MIT
// Who may ask: requests that name this server as their host, and come from its own page or an allowed one. A browser on
// this machine can reach the server on behalf of any page, also under a name that the page's owner makes lead here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace zermelo::serve {

/// The address and port of a server as people write them: brackets around an address with colons. @param port  in
/// decimal
[[nodiscard]] std::string host_text(std::string_view address, std::uint16_t port);

class allowed_hosts {
 public:
  /// @param origins  of other pages, such as "https://example.org" @throws input_error for a malformed one
  explicit allowed_hosts(std::vector<std::string> origins);

  /// Checks the header `Host`: the address at which the request has arrived, or localhost, with the port, which may be
  /// left out if it is 80. @throws refusal (421)
  static void expect_host(std::string_view host, std::string_view address, std::uint16_t port);
  /// Whether a request may be answered that has this header `Origin`; empty: none. `host` has been checked.
  /// @throws refusal (403) for an origin that is neither that of `host` nor an allowed one.
  /// @returns the origin that the response has to allow; empty: none
  [[nodiscard]] std::string expect_origin(std::string_view origin, std::string_view host) const;

  /// Checks what a browser says of the page that has caused a request without `Origin`, such as one for an image: the
  /// headers `Sec-Fetch-Site` and `Sec-Fetch-Mode`. Other pages may only lead to this server's page.
  /// @param target  of the request  @throws refusal (403)
  static void expect_site(std::string_view site, std::string_view mode, std::string_view target);

 private:
  std::vector<std::string> m_origins;
};

}  // namespace zermelo::serve
