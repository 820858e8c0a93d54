// SPDX-License-Identifier: MIT
// The parameters of a request's query; each route supports some of them.
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
  /// @param names     parameters that may be given once
  /// @param repeated  parameters that may be given several times
  /// @throws http_error (400) for any other parameter, and for a parameter that is given too often
  query_parameters(const http_request& request, const std::vector<std::string>& names,
                   const std::vector<std::string>& repeated = {});

  /// The value of a parameter; nothing if it is missing.
  [[nodiscard]] std::optional<std::string> find(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> all(std::string_view name) const;
  /// Whether a flag is given. @throws http_error (400) for a value other than an empty one and 1
  [[nodiscard]] bool has_flag(std::string_view name) const;
  /// The value of a number; nothing if it is missing. @throws http_error (400) unless it is an integer from `min` to
  /// `max`
  [[nodiscard]] std::optional<std::uint64_t> number(std::string_view name, std::uint64_t min, std::uint64_t max) const;

 private:
  const http_request& m_request;
};

}  // namespace zermelo::serve
