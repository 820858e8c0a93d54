// SPDX-License-Identifier: MIT
#include "server.hpp"

#include <exception>
#include <utility>

#include <boost/asio/post.hpp>
#include <boost/asio/socket_base.hpp>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

#include "connection.hpp"

namespace zermelo::serve {
namespace {

namespace asio = boost::asio;
using tcp = asio::ip::tcp;

[[nodiscard]] asio::ip::address address_of(const std::string& host) {
  if (host == "localhost") return asio::ip::address_v4::loopback();
  boost::system::error_code failure;
  asio::ip::address address = asio::ip::make_address(host, failure);
  if (failure) {
    throw input_error(fmt::format(
        "host: expected an address of this machine, such as 127.0.0.1, or localhost, got '{}'", excerpt(host)));
  }
  return address;
}

}  // namespace

http_server::http_server(server_setup setup, request_handler& handler)
    : m_setup(std::move(setup)),
      m_handler(handler),
      m_tasks(m_setup.limits.max_waiting_tasks, m_setup.limits.max_work_time),
      m_scans(m_setup.limits.max_waiting_scans, m_setup.limits.max_work_time) {
  listen();
  accept();
  m_threads.reserve(m_setup.limits.num_threads);
  try {
    for (unsigned i = 0; i < m_setup.limits.num_threads; ++i) m_threads.push_back(start_thread([this] { run(); }));
  } catch (const resource_error&) {
    stop();
    throw;
  }
}

http_server::~http_server() { stop(); }

std::string http_server::address() const {
  return fmt::format("http://{}/", host_text(m_setup.host == "localhost" ? "127.0.0.1" : m_setup.host, m_port));
}

void http_server::listen() {
  const tcp::endpoint wanted(address_of(m_setup.host), m_setup.port);
  try {
    m_acceptor.open(wanted.protocol());
    m_acceptor.set_option(asio::socket_base::reuse_address(true));
    m_acceptor.bind(wanted);
    m_acceptor.listen();
    m_port = m_acceptor.local_endpoint().port();
  } catch (const boost::system::system_error& failure) {
    throw input_error(
        fmt::format("cannot listen on {}: {}", host_text(m_setup.host, m_setup.port), failure.code().message()));
  }
  m_is_loopback = wanted.address().is_loopback();
}

void http_server::accept() {
  m_acceptor.async_accept(asio::make_strand(m_context), [this](boost::system::error_code failure, tcp::socket socket) {
    if (is_stopping() || failure == asio::error::operation_aborted) return;
    if (!failure) {
      accept();  // before `add`, which may run out of memory
      return add(std::move(socket));
    }
    // There may be too many open files. Try again when connections have ended.
    constexpr std::chrono::milliseconds pause{100};
    m_retry.expires_after(pause);
    m_retry.async_wait([this](boost::system::error_code) {
      if (!is_stopping()) accept();
    });
  });
}

void http_server::run() {
  while (true) {
    try {
      m_context.run();
      return;
    } catch (const std::exception&) {  // such as bad_alloc; the connection is destroyed with its handler
    }
  }
}

void http_server::add(tcp::socket socket) {
  const http_limits& limits = m_setup.limits;
  const auto admitted = [&] {
    const std::lock_guard lock(m_guard);
    return m_num_served < limits.max_connections ? admission::served : admission::rejected;
  }();
  const auto added = std::make_shared<connection>(std::move(socket), *this, admitted);
  {
    const std::lock_guard lock(m_guard);
    const bool has_space = added->is_served() || m_connections.size() - m_num_served < limits.max_rejected_connections;
    if (!has_space) return;
    m_connections.insert(added.get());
    if (added->is_served()) ++m_num_served;
  }
  added->start();
}

bool http_server::begin_body() {
  if (m_num_bodies.fetch_add(1, std::memory_order_relaxed) < m_setup.limits.max_bodies) return true;
  end_body();
  return false;
}

bool http_server::begin_response(std::size_t bytes) {
  const std::size_t before = m_response_bytes.fetch_add(bytes, std::memory_order_relaxed);
  if (before + bytes <= m_setup.limits.max_response_bytes) return true;
  end_response(bytes);
  return false;
}

void http_server::remove(connection* closed) {
  {
    const std::lock_guard lock(m_guard);
    if (m_connections.erase(closed) > 0 && closed->is_served()) --m_num_served;
  }
  m_removed.notify_all();
}

bool http_server::wait_for_connections(std::chrono::milliseconds time) {
  std::unique_lock lock(m_guard);
  return m_removed.wait_for(lock, time, [this] { return m_connections.empty(); });
}

void http_server::stop() {
  if (m_threads.empty()) return;
  m_is_stopping.store(true, std::memory_order_release);
  asio::post(m_acceptor.get_executor(), [this] {
    boost::system::error_code ignored;
    m_acceptor.close(ignored);
    m_retry.cancel();
  });
  {
    const std::lock_guard lock(m_guard);
    for (connection* const open : m_connections) open->request_stop();
  }
  constexpr int parts_of_stop_time = 5;  // the last part is for the responses to stopped requests
  const auto last_part = m_setup.limits.max_stop_time / parts_of_stop_time;
  if (!wait_for_connections(m_setup.limits.max_stop_time - last_part)) {
    m_tasks.cancel_all();
    m_scans.cancel_all();
    (void)wait_for_connections(last_part);
  }
  m_context.stop();
  for (std::thread& thread : m_threads) thread.join();
  m_threads.clear();
}

}  // namespace zermelo::serve
