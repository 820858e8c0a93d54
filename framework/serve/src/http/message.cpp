// SPDX-License-Identifier: MIT
#include "message.hpp"

#include <zermelo/core/base/shown_text.hpp>
#include <zermelo/experiment/report/report_json.hpp>

namespace zermelo::serve {

http_response error_response(unsigned status, const std::string& message, std::vector<http_header> headers) {
  return {status, "application/json", experiment::json_text({{"error", shown_text(message)}}) + '\n',
          std::move(headers)};
}

}  // namespace zermelo::serve
