// SPDX-License-Identifier: MIT
#include "message.hpp"

#include <zermelo/core/base/shown_text.hpp>
#include <zermelo/experiment/report/report_json.hpp>

namespace zermelo::serve {

http_response error_response(const refusal& reason) {
  return {reason.status(), "application/json", experiment::json_text({{"error", shown_text(reason.what())}}) + '\n',
          reason.headers()};
}

}  // namespace zermelo::serve
