// SPDX-License-Identifier: MIT
// The query parameters of a request, checked against those that the route supports.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../http/message.hpp"

namespace zermelo::serve {

class query_parameters {
 public:
  /// @param names     parameters that may occur once
  /// @param repeated  parameters that may occur several times
  /// @throws http_error (400) for any other parameter, and for a duplicate of one in `names`
  query_parameters(const http_request& request, const std::vector<std::string>& names,
                   const std::vector<std::string>& repeated = {});

  /// The value of a parameter; nothing if the parameter is missing.
  [[nodiscard]] std::optional<std::string> find(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> all(std::string_view name) const;
  /// Whether the flag `name` is set. @throws http_error (400) unless its value is empty or 1
  [[nodiscard]] bool has_flag(std::string_view name) const;
  /// The value of an integer parameter; nothing if the parameter is missing. @throws http_error (400) unless the value
  /// is an integer from `min` to `max`
  [[nodiscard]] std::optional<std::uint64_t> number(std::string_view name, std::uint64_t min, std::uint64_t max) const;

 private:
  const http_request& m_request;
};

}  // namespace zermelo::serve
