// SPDX-License-Identifier: MIT
#include "allowed_hosts.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

#include "message.hpp"
#include "status.hpp"

namespace zermelo::serve {
namespace {

constexpr std::uint16_t default_http_port = 80;

[[nodiscard]] char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

[[nodiscard]] bool are_equal_names(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char one, char other) { return lower_case(one) == lower_case(other); });
}

/// @throws input_error unless the text is the origin of pages: a scheme and a host, and no path.
void expect_origin_text(const std::string& origin) {
  const std::size_t colon = origin.find("://");
  const std::string_view scheme = std::string_view(origin).substr(0, colon);
  const bool has_scheme = scheme == "http" || scheme == "https";
  const bool is_plain = std::all_of(origin.begin(), origin.end(), [](char c) { return c > ' ' && c < '\x7f'; });
  const std::string_view host =
      colon == std::string::npos ? std::string_view{} : std::string_view(origin).substr(colon + 3);
  if (has_scheme && is_plain && !host.empty() && host.find_first_of("/?#@*,") == std::string_view::npos) return;
  throw input_error(fmt::format("'{}' is not the origin of a page, such as https://example.org", excerpt(origin)));
}

}  // namespace

std::string host_text(std::string_view address, std::uint16_t port) {
  const bool has_colons = address.find(':') != std::string_view::npos;
  return has_colons ? fmt::format("[{}]:{}", address, port) : fmt::format("{}:{}", address, port);
}

allowed_hosts::allowed_hosts(std::vector<std::string> origins) : m_origins(std::move(origins)) {
  for (const std::string& origin : m_origins) expect_origin_text(origin);
}

void allowed_hosts::expect_host(std::string_view host, std::string_view address, std::uint16_t port) {
  for (const std::string_view name : {address, std::string_view("localhost")}) {
    const std::string with_port = host_text(name, port);
    if (are_equal_names(host, with_port)) return;
    const bool needs_no_port = port == default_http_port;
    if (needs_no_port && are_equal_names(host, with_port.substr(0, with_port.rfind(':')))) return;
  }
  throw refusal(status::misdirected, fmt::format("this server is not '{}' but {}, or localhost with that port",
                                                 excerpt(host), host_text(address, port)));
}

std::string allowed_hosts::expect_origin(std::string_view origin, std::string_view host) const {
  if (origin.empty() || are_equal_names(origin, fmt::format("http://{}", host))) return "";
  const bool is_allowed = std::any_of(m_origins.begin(), m_origins.end(),
                                      [&](const std::string& allowed) { return are_equal_names(origin, allowed); });
  if (is_allowed) return std::string(origin);
  throw refusal(status::forbidden, fmt::format("pages of '{}' may not ask this server", excerpt(origin)));
}

void allowed_hosts::expect_site(std::string_view site, std::string_view mode, std::string_view target) {
  if (site != "cross-site" && site != "same-site") return;
  if (mode == "navigate" && target.substr(0, target.find('?')) == "/") return;
  throw refusal(status::forbidden, "pages of other origins may not ask this server");
}

}  // namespace zermelo::serve
