// SPDX-License-Identifier: MIT
// A client that sends raw bytes over plain sockets.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
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
    constexpr timeval max_wait{60, 0};  // so that an unresponsive server fails a test instead of blocking it
    ::setsockopt(m_socket, SOL_SOCKET, SO_RCVTIMEO, &max_wait, sizeof(max_wait));
    m_is_connected = ::connect(m_socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  }
  ~client() { ::close(m_socket); }
  client(const client&) = delete;
  client& operator=(const client&) = delete;

  [[nodiscard]] bool is_connected() const { return m_is_connected; }
  /// Sends bytes; fewer if the server has closed the connection.
  void send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t count = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  /// Whether the server has closed the connection, or does so within the waiting time.
  [[nodiscard]] bool is_ended() {
    while (receive_more()) continue;
    return !m_has_waited_in_vain;
  }
  /// Closes the sending side; data can still be received.
  void end() const { ::shutdown(m_socket, SHUT_WR); }
  /// Waits for bytes; false if there are no more.
  bool receive_more() {
    std::string bytes(1 << 16, '\0');
    const ssize_t count = ::recv(m_socket, bytes.data(), bytes.size(), 0);
    m_has_waited_in_vain = count < 0 && errno == EAGAIN;
    if (count <= 0) return false;
    m_received.append(bytes, 0, static_cast<std::size_t>(count));
    return true;
  }
  /// Returns the next response, head and body; only the received part if the connection ends early.
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
  /// All data until the server closes the connection.
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

  int m_socket;
  bool m_is_connected;
  bool m_has_waited_in_vain = false;
  std::string m_received;
};

}  // namespace zermelo::serve
