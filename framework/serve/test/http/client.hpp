// SPDX-License-Identifier: MIT
// A client that sends bytes as they are, by plain sockets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace zermelo::serve {

/// One connection to a server on this machine.
class client {
 public:
  explicit client(std::uint16_t port) : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    m_is_connected = ::connect(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  }
  ~client() { ::close(m_socket); }
  client(const client&) = delete;
  client& operator=(const client&) = delete;

  [[nodiscard]] bool is_connected() const { return m_is_connected; }
  /// Sends bytes; less if the server has closed the connection.
  void send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  /// Sends nothing more; what comes can still be received.
  void end() const { ::shutdown(m_socket, SHUT_WR); }
  /// The next response, head and body by its Content-Length; what has come if the connection ends before.
  [[nodiscard]] std::string receive() {
    while (true) {
      const std::size_t end_of_head = m_received.find("\r\n\r\n");
      if (end_of_head != std::string::npos) {
        const std::size_t length = end_of_head + 4 + body_bytes(m_received.substr(0, end_of_head));
        if (m_received.size() >= length) {
          const std::string response = m_received.substr(0, length);
          m_received.erase(0, length);
          return response;
        }
      }
      if (!receive_more()) return std::exchange(m_received, "");
    }
  }
  /// All that comes until the server closes the connection.
  [[nodiscard]] std::string receive_all() {
    while (receive_more()) continue;
    return std::exchange(m_received, "");
  }

 private:
  [[nodiscard]] static std::size_t body_bytes(const std::string& head) {
    constexpr std::string_view field = "Content-Length: ";
    const std::size_t at = head.find(field);
    return at == std::string::npos ? 0 : std::stoul(head.substr(at + field.size()));
  }
  bool receive_more() {
    std::string bytes(1 << 16, '\0');
    const ssize_t count = ::recv(m_socket, bytes.data(), bytes.size(), 0);
    if (count <= 0) return false;
    m_received.append(bytes, 0, static_cast<std::size_t>(count));
    return true;
  }

  int m_socket;
  bool m_is_connected;
  std::string m_received;
};

}  // namespace zermelo::serve
