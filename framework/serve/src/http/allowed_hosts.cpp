// SPDX-License-Identifier: MIT
#include "allowed_hosts.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

#include "message.hpp"
#include "status.hpp"

namespace zermelo::serve {
namespace {

constexpr std::array default_ports{80U, 443U};  ///< ports that browsers omit in the header Host

[[nodiscard]] char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

[[nodiscard]] bool are_equal_names(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char one, char other) { return lower_case(one) == lower_case(other); });
}

/// @throws input_error unless the text is an origin: a scheme and a host, without a path.
void expect_origin_text(const std::string& origin) {
  const std::size_t colon = origin.find("://");
  const std::string_view scheme = std::string_view(origin).substr(0, colon);
  const bool has_scheme = scheme == "http" || scheme == "https";
  const bool is_plain = std::all_of(origin.begin(), origin.end(), [](char c) { return c > ' ' && c < '\x7f'; });
  const std::string_view host =
      colon == std::string::npos ? std::string_view{} : std::string_view(origin).substr(colon + 3);
  if (has_scheme && is_plain && !host.empty() && host.find_first_of("/?#@*,") == std::string_view::npos) return;
  throw input_error(
      fmt::format("--allow-origin: expected an origin, such as https://example.org, got '{}'", excerpt(origin)));
}

/// Parses a name or an address in brackets, optionally with a port. Returns nothing if the text is malformed.
[[nodiscard]] std::optional<named_host> parse_host(std::string_view text) {
  constexpr std::string_view digits = "0123456789";
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._";
  constexpr unsigned max_port = 65535;
  const bool has_brackets = text.starts_with('[');
  const std::size_t end = has_brackets ? text.find(']') : text.find(':');
  if (has_brackets && end == std::string_view::npos) return std::nullopt;
  const std::string_view name = text.substr(0, has_brackets ? end + 1 : end);
  const std::string_view inside = has_brackets ? name.substr(1, name.size() - 2) : name;
  const bool is_name = std::all_of(inside.begin(), inside.end(), [&](char c) {
    return digits.find(c) != std::string_view::npos || letters.find(c) != std::string_view::npos ||
           (has_brackets && c == ':');
  });
  if (inside.empty() || !is_name) return std::nullopt;
  const std::string_view rest = text.substr(name.size());
  if (rest.empty()) return named_host{std::string(name), std::nullopt};
  const auto port = rest.starts_with(':') ? parse_number<unsigned>(rest.substr(1)) : std::nullopt;
  if (!port || *port == 0 || *port > max_port) return std::nullopt;
  return named_host{std::string(name), port};
}

/// Whether a request is for a file of the page and not for the JSON interface.
[[nodiscard]] bool is_for_page(const request_source& source) {
  const std::string_view path = source.target.substr(0, source.target.find('?'));
  const bool is_encoded = path.find('%') != std::string_view::npos;
  return source.method == http_method::get && !is_encoded && !path.starts_with("/api/");
}

[[nodiscard]] std::string bracketed(std::string_view address) {
  return address.find(':') == std::string_view::npos ? std::string(address) : fmt::format("[{}]", address);
}

}  // namespace

std::string host_text(std::string_view address, std::uint16_t port) {
  return fmt::format("{}:{}", bracketed(address), port);
}

allowed_hosts::allowed_hosts(const std::vector<std::string>& origins, const std::vector<std::string>& hosts)
    : m_origins(origins) {
  for (const std::string& origin : m_origins) expect_origin_text(origin);
  for (const std::string& host : hosts) {
    auto parsed = parse_host(host);
    if (!parsed) {
      throw input_error(fmt::format(
          "--allow-host: expected NAME or NAME:PORT with a port from 1 to 65535, such as localhost:9000, got '{}'",
          excerpt(host)));
    }
    m_hosts.push_back(std::move(*parsed));
  }
}

void allowed_hosts::expect_host(std::string_view host, std::string_view address, std::uint16_t port) const {
  const auto requested = parse_host(host);
  const auto is_requested = [&requested](const named_host& allowed) {
    const bool may_be_left_out = std::ranges::find(default_ports, allowed.port) != default_ports.end();
    const bool has_port = !allowed.port || allowed.port == requested->port || (!requested->port && may_be_left_out);
    return has_port && are_equal_names(requested->name, allowed.name);
  };
  const std::array own{named_host{bracketed(address), port}, named_host{"localhost", port}};
  if (requested && (std::any_of(own.begin(), own.end(), is_requested) ||
                    std::any_of(m_hosts.begin(), m_hosts.end(), is_requested))) {
    return;
  }
  throw http_error(status::misdirected,
                   fmt::format("unknown host '{}'; use {} or localhost with that port, or add it by --allow-host",
                               excerpt(host), host_text(address, port)));
}

std::string allowed_hosts::expect_source(const request_source& source) const {
  const auto is_origin = [&source](std::string_view origin) { return are_equal_names(source.origin, origin); };
  if (std::any_of(m_origins.begin(), m_origins.end(), is_origin)) return std::string(source.origin);
  const bool is_foreign = source.site == "cross-site" || source.site == "same-site";
  const bool leads_to_page = source.mode == "navigate" && source.target.substr(0, source.target.find('?')) == "/";
  if (is_foreign && !leads_to_page) {
    throw http_error(status::forbidden,
                     "requests from pages of other origins are rejected; add an origin by --allow-origin");
  }
  const bool is_own =
      source.origin.empty() || source.site == "same-origin" || is_origin(fmt::format("http://{}", source.host));
  if (is_own || is_for_page(source)) return "";
  throw http_error(status::forbidden, fmt::format("requests from pages of '{}' are rejected; add it by --allow-origin",
                                                  excerpt(source.origin)));
}

}  // namespace zermelo::serve
