// SPDX-License-Identifier: MIT
#include "query_parameters.hpp"
#include "../http/status.hpp"

#include <algorithm>

#include <fmt/core.h>

#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo::serve {

query_parameters::query_parameters(const http_request& request, const std::vector<std::string>& names,
                                   const std::vector<std::string>& repeated)
    : m_request(request) {
  std::vector<std::string> known = names;
  known.insert(known.end(), repeated.begin(), repeated.end());
  for (const auto& [name, value] : request.query) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw http_error(status::bad_request,
                       known.empty()
                           ? fmt::format("unknown parameter '{}'; this path takes no parameters", excerpt(name))
                           : fmt::format("unknown parameter '{}'; {}", excerpt(name), suggest(name, known)));
    }
    if (std::find(repeated.begin(), repeated.end(), name) == repeated.end() && all(name).size() > 1) {
      throw http_error(status::bad_request, fmt::format("duplicate parameter '{}'", name));
    }
  }
}

std::optional<std::string> query_parameters::find(std::string_view name) const {
  for (const query_parameter& given : m_request.query) {
    if (given.name == name) return given.value;
  }
  return std::nullopt;
}

std::vector<std::string> query_parameters::all(std::string_view name) const {
  std::vector<std::string> values;
  for (const query_parameter& given : m_request.query) {
    if (given.name == name) values.push_back(given.value);
  }
  return values;
}

bool query_parameters::has_flag(std::string_view name) const {
  const auto value = find(name);
  if (value && !value->empty() && *value != "1") {
    throw http_error(status::bad_request, fmt::format("{}: expected no value, got '{}'", name, excerpt(*value)));
  }
  return value.has_value();
}

std::optional<std::uint64_t> query_parameters::number(std::string_view name, std::uint64_t min,
                                                      std::uint64_t max) const {
  const auto text = find(name);
  if (!text) return std::nullopt;
  const auto value = parse_number<std::uint64_t>(*text);
  if (value && min <= *value && *value <= max) return value;
  throw http_error(status::bad_request,
                   fmt::format("{}: expected an integer from {} to {}, got '{}'", name, min, max, excerpt(*text)));
}

}  // namespace zermelo::serve
