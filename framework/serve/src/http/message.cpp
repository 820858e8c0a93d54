// SPDX-License-Identifier: MIT
#include "message.hpp"

#include <nlohmann/json.hpp>

#include <zermelo/core/base/error_line.hpp>

namespace zermelo::serve {

http_response error_response(const http_error& reason) {
  const nlohmann::json object = {{"error", error_line(reason.what())}};
  return {reason.status(), "application/json", object.dump() + '\n', reason.headers()};
}

}  // namespace zermelo::serve
