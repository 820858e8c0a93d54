// SPDX-License-Identifier: MIT
// The input is the data that a client sends before it closes its side of a connection. For any input, the server must
// send valid responses or nothing, close the connection, and answer the next client.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include "../src/http/server.hpp"
#include "../test/http/client.hpp"
#include "use_table.hpp"

namespace zermelo::serve {
namespace {

using storage::fuzz::require;

/// Answers with the size of the request; every second path is that of a task.
class sizes final : public request_handler {
 public:
  [[nodiscard]] prepared_answer prepare(http_request request) override {
    const work_kind kind = request.path.size() % 2 == 0 ? work_kind::task : work_kind::probe;
    return {kind, [text = fmt::format("{} {}", request.query.size(), request.body.size())](work_monitor& /*monitor*/) {
              return http_response{200, "text/plain", text};
            }};
  }
};

struct running_server {
  sizes handler;
  http_server server{{}, handler};
};

/// The input with the server's port in place of PORT, so that its host may be right.
[[nodiscard]] std::string with_port(std::string_view input, std::uint16_t port) {
  std::string text(input);
  constexpr std::string_view placeholder = "PORT";
  const std::string digits = fmt::format("{}", port);
  for (std::size_t at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder, at)) {
    text.replace(at, placeholder.size(), digits);
  }
  return text;
}

}  // namespace
}  // namespace zermelo::serve

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer asks for this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zermelo::serve;
  static running_server running;
  const std::uint16_t port = running.server.port();
  client sending(port);
  require(sending.is_connected(), "the server does not accept connections");
  sending.send(with_port({reinterpret_cast<const char*>(data), size}, port));
  sending.end();
  const std::string answer = sending.receive_all();
  require(answer.empty() || answer.starts_with("HTTP/1."), "the server sent an invalid response");
  return 0;
}
