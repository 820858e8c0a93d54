// SPDX-License-Identifier: MIT
#include "connection.hpp"

#include <array>
#include <cstddef>
#include <ctime>
#include <exception>
#include <utility>

#include <poll.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/base/text.hpp>

#include "server.hpp"
#include "status.hpp"
#include "target.hpp"

namespace zermelo::serve {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

constexpr std::string_view page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

[[nodiscard]] std::string address_text(asio::ip::address address) {
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    address = asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
  }
  return address.to_string();
}

[[nodiscard]] std::string_view view_of(boost::beast::string_view text) { return {text.data(), text.size()}; }

[[nodiscard]] http_method method_of(http::verb verb) {
  if (verb == http::verb::get || verb == http::verb::head) return http_method::get;
  return verb == http::verb::post ? http_method::post : http_method::other;
}

/// The value of a header; empty if the header is missing. @throws http_error if there are several values
[[nodiscard]] std::string_view only_value(const http::fields& fields, http::field name) {
  if (fields.count(name) > 1) {
    throw http_error(status::bad_request, fmt::format("duplicate header {}", view_of(http::to_string(name))));
  }
  const auto found = fields.find(name);
  return found == fields.end() ? std::string_view{} : view_of(found->value());
}

/// Checks that the library finds the end of the body where proxies do; it treats unknown codings as an empty body.
/// @throws http_error
void expect_known_length(const http::request_header<>& head) {
  const std::string_view length = only_value(head, http::field::content_length);
  if (head.count(http::field::transfer_encoding) == 0) return;
  const std::string_view coding = only_value(head, http::field::transfer_encoding);
  if (!boost::beast::iequals(coding, "chunked")) {
    throw http_error(status::not_implemented,
                     fmt::format("Transfer-Encoding: expected chunked, got '{}'", excerpt(coding)));
  }
  constexpr unsigned first_version_with_codings = 11;
  if (!length.empty() || head.version() < first_version_with_codings) {
    throw http_error(status::bad_request, "Transfer-Encoding cannot be combined with Content-Length or HTTP/1.0");
  }
}

[[nodiscard]] std::string seconds_text(std::chrono::milliseconds time) {
  return fmt::format("{} s", std::chrono::duration<double>(time).count());
}

/// The response with the methods and headers that pages of an allowed origin may send.
[[nodiscard]] http_response preflight_response() {
  return {status::no_content,
          "",
          "",
          {{"Access-Control-Allow-Methods", "GET, HEAD, POST"}, {"Access-Control-Allow-Headers", "*"}}};
}

}  // namespace

connection::connection(asio::ip::tcp::socket socket, http_server& server, admission admitted)
    : m_socket(std::move(socket)),
      m_server(server),
      m_admission(admitted),
      m_timer(m_socket.get_executor()),
      m_buffer(server.limits().max_head_bytes) {
  error_code ignored;
  m_socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  m_client = address_text(m_socket.remote_endpoint(ignored).address());
  m_local_address = address_text(m_socket.local_endpoint(ignored).address());
}

connection::~connection() {
  end_body();
  end_response();
  m_server.remove(this);
}

void connection::start() {
  asio::dispatch(m_socket.get_executor(), [self = shared_from_this()] {
    if (self->m_server.is_stopping()) return self->close();
    if (!self->is_served()) {
      self->m_request_start = clock::now();
      return self->reject(unavailable(fmt::format("the server has reached its limit of {} connections; try again later",
                                                  self->m_server.limits().max_connections)));
    }
    self->read_head();
  });
}

void connection::request_stop() {
  // The server calls this function under its lock, so the connection must not be destroyed here.
  asio::post(m_socket.get_executor(), [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (self == nullptr) return;
    self->m_stops = true;
    if (self->m_stage < stage::work || self->m_stage == stage::close) self->close();
  });
}

void connection::enter(stage next, std::chrono::milliseconds max_time) {
  m_stage = next;
  m_is_overdue = false;
  m_deadline = clock::now() + max_time;
  wait_until(m_deadline);
}

void connection::wait_until(clock::time_point time) {
  m_timer.expires_at(time);
  m_timer.async_wait([weak = weak_from_this()](error_code failure) {
    const auto self = weak.lock();
    if (self != nullptr && !failure) self->on_time();
  });
}

void connection::on_time() {
  // The timer may have been set in an earlier stage.
  if (m_stage == stage::work || clock::now() < m_deadline) return;
  m_is_overdue = true;
  error_code ignored;
  if (m_stage != stage::head && m_stage != stage::body) {
    m_socket.close(ignored);
    return;
  }
  // The client still needs a response. Cancelling has no effect between two steps of a read, so several tries may be
  // necessary.
  m_socket.cancel(ignored);
  constexpr std::chrono::milliseconds time_between_tries{10};
  wait_until(clock::now() + time_between_tries);
}

void connection::wait_for_request() {
  if (m_stops) return close();
  if (m_buffer.size() > 0) return read_head();
  enter(stage::idle, m_server.limits().max_idle_time);
  constexpr std::size_t first_bytes = 4096;
  m_socket.async_read_some(m_buffer.prepare(first_bytes),
                           [self = shared_from_this()](error_code failure, std::size_t bytes) {
                             if (failure) return self->close();
                             self->m_buffer.commit(bytes);
                             self->read_head();
                           });
}

void connection::read_head() {
  m_parser.emplace();
  m_parser->header_limit(m_server.limits().max_head_bytes);
  m_parser->body_limit(m_server.limits().max_body_bytes);
  m_request_start = clock::now();
  m_allowed_origin.clear();
  m_keeps_alive = false;
  enter(stage::head, m_server.limits().max_head_time);
  http::async_read_header(m_socket, m_buffer, *m_parser, then(&connection::on_head));
}

void connection::on_head(error_code failure) {
  if (failure) return reject_head(failure);
  try {
    check_head();
  } catch (const http_error& reason) {
    return reject(reason);
  }
  if (m_parser->is_done()) return answer();
  m_has_body = m_server.begin_body();
  if (!m_has_body) return reject(unavailable("too many simultaneous requests with a body; try again later"));
  if (!boost::beast::iequals(m_parser->get()[http::field::expect], "100-continue")) return read_body();
  enter(stage::body, m_server.limits().max_body_time);
  constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
  asio::async_write(m_socket, asio::buffer(go_on), [self = shared_from_this()](error_code error, std::size_t) {
    if (error) return self->close();
    self->read_body();
  });
}

void connection::reject_head(error_code failure) {
  const http_limits& limits = m_server.limits();
  const std::string_view received(static_cast<const char*>(m_buffer.data().data()), m_buffer.size());
  if (m_is_overdue && !received.empty()) {
    return reject({status::request_timeout,
                   fmt::format("timeout: the head took more than {}", seconds_text(limits.max_head_time))});
  }
  if (failure == http::error::header_limit || failure == http::error::buffer_overflow) {
    const bool has_target =
        m_parser->get().method() != http::verb::unknown || received.find('\n') != std::string_view::npos;
    if (!has_target) {
      return reject(
          {status::target_too_long, fmt::format("target: expected at most {} bytes", limits.max_target_bytes)});
    }
    return reject(
        {status::head_too_large, fmt::format("request head: expected at most {} bytes", limits.max_head_bytes)});
  }
  if (failure == http::error::body_limit) {
    return reject({status::body_too_large, fmt::format("body: expected at most {} bytes", limits.max_body_bytes)});
  }
  const bool is_malformed = failure.category() == make_error_code(http::error::bad_target).category() &&
                            failure != http::error::end_of_stream && failure != http::error::partial_message;
  if (!is_malformed) return close();
  reject({status::bad_request, fmt::format("invalid HTTP request: {}", failure.message())});
}

void connection::check_head() {
  const auto& head = m_parser->get();
  if (head.target().size() > m_server.limits().max_target_bytes) {
    throw http_error(status::target_too_long,
                     fmt::format("target: expected at most {} bytes", m_server.limits().max_target_bytes));
  }
  const std::string_view host = only_value(head, http::field::host);
  if (host.empty()) throw http_error(status::bad_request, "the header Host is missing");
  m_server.hosts().expect_host(host, m_local_address, m_server.port());
  m_allowed_origin = m_server.hosts().expect_source({.method = method_of(head.method()),
                                                     .target = view_of(head.target()),
                                                     .host = host,
                                                     .origin = only_value(head, http::field::origin),
                                                     .site = view_of(head["Sec-Fetch-Site"]),
                                                     .mode = view_of(head["Sec-Fetch-Mode"])});
  expect_known_length(head);
}

void connection::read_body() {
  enter(stage::body, m_server.limits().max_body_time);
  http::async_read(m_socket, m_buffer, *m_parser, then(&connection::on_body));
}

void connection::end_body() {
  if (std::exchange(m_has_body, false)) m_server.end_body();
}

void connection::end_response() { m_server.end_response(std::exchange(m_response_bytes, 0)); }

void connection::on_body(error_code failure) {
  if (!failure) return answer();
  if (m_is_overdue) {
    return reject({status::request_timeout,
                   fmt::format("timeout: the body took more than {}", seconds_text(m_server.limits().max_body_time))});
  }
  reject_head(failure);
}

void connection::answer() {
  m_keeps_alive = m_parser->keep_alive();
  auto& message = m_parser->get();
  const bool is_preflight = message.method() == http::verb::options && !m_allowed_origin.empty() &&
                            message.count(http::field::access_control_request_method) > 0;
  if (is_preflight) return respond(preflight_response());
  http_request request;
  request.method = method_of(message.method());
  try {
    request_target target = parse_target(view_of(message.target()));
    request.path = std::move(target.path);
    request.query = std::move(target.query);
    request.if_none_match = view_of(message[http::field::if_none_match]);
  } catch (const http_error& reason) {
    return respond(error_response(reason));
  }
  request.body = std::move(message.body());
  prepared_answer prepared = m_server.handler().prepare(std::move(request));
  if (prepared.kind != work_kind::probe) return work_on(std::move(prepared));
  job_monitor monitor;
  monitor.start(m_server.limits().max_probe_time);
  respond(prepared.respond(monitor));
}

void connection::work_on(prepared_answer prepared) {
  m_stage = stage::work;
  m_timer.cancel();
  const auto monitor = std::make_shared<job_monitor>();
  auto run = [self = shared_from_this(), make_response = std::move(prepared.respond), monitor] {
    auto response = std::make_shared<http_response>(make_response(*monitor));
    asio::post(self->m_socket.get_executor(), [self, response] {
      if (self->m_stage == stage::work) self->respond(std::move(*response));
    });
  };
  if (!m_server.queue(prepared.kind).add({monitor, std::move(run)})) {
    return respond(error_response(unavailable("the server has too many waiting requests; try again later")));
  }
  watch_client(monitor);
}

void connection::watch_client(std::shared_ptr<job_monitor> monitor) {
  constexpr std::chrono::milliseconds time_between_looks{250};
  m_timer.expires_after(time_between_looks);
  m_timer.async_wait([weak = weak_from_this(), monitor = std::move(monitor)](error_code failure) {
    const auto self = weak.lock();
    // The timer may have been set for an earlier job.
    if (self == nullptr || failure || self->m_stage != stage::work || clock::now() < self->m_timer.expiry()) return;
    // Bytes of the next request may already have arrived, so poll only for the end of the connection.
    pollfd end{self->m_socket.native_handle(), POLLRDHUP, 0};
    if (::poll(&end, 1, 0) <= 0) return self->watch_client(monitor);
    monitor->cancel();
    self->close();
  });
}

void connection::reject(const http_error& reason) {
  m_keeps_alive = false;
  respond(error_response(reason));
}

void connection::respond(http_response response) {
  if (m_server.begin_response(response.body.size())) {
    m_response_bytes = response.body.size();
  } else {
    response = error_response(unavailable("other clients are reading large responses; try again later"));
  }
  const bool has_request = m_parser && m_parser->is_header_done();
  const unsigned version = has_request ? m_parser->get().version() : 11;
  m_response.emplace(static_cast<http::status>(response.status), version);
  if (m_stops || m_server.is_stopping()) m_keeps_alive = false;
  m_response->keep_alive(m_keeps_alive);
  m_response->set(http::field::date, fmt::format("{:%a, %d %b %Y %H:%M:%S GMT}", fmt::gmtime(std::time(nullptr))));
  for (const http_header& header : response.headers) m_response->insert(header.name, header.value);
  m_response->set("Content-Security-Policy", page_policy);
  m_response->set("X-Content-Type-Options", "nosniff");
  m_response->set("Referrer-Policy", "no-referrer");
  m_response->set("Cross-Origin-Resource-Policy", "same-origin");
  if (!m_allowed_origin.empty()) m_response->set("Access-Control-Allow-Origin", m_allowed_origin);
  m_response->set(http::field::vary, "Origin");
  if (response.status != status::not_modified && response.status != status::no_content) {
    m_response->set(http::field::content_type, response.content_type);
    m_response->content_length(response.body.size());
    const bool is_head = has_request && m_parser->get().method() == http::verb::head;
    if (!is_head) m_response->body() = std::move(response.body);
  }
  write();
}

void connection::write() {
  enter(stage::write, m_server.limits().max_write_time);
  m_serializer.emplace(*m_response);
  http::async_write(m_socket, *m_serializer, then(&connection::on_written));
}

void connection::on_written(error_code failure) {
  if (m_server.has_log()) write_log(m_response->body().size());
  if (failure) return close();
  m_serializer.reset();
  m_response.reset();
  end_body();
  end_response();
  if (m_stops) return close();
  if (!m_keeps_alive) return close_slowly();
  m_parser.reset();
  wait_for_request();
}

void connection::write_log(std::size_t bytes) const {
  const bool has_request = m_parser && m_parser->is_header_done();
  const double milliseconds = std::chrono::duration<double, std::milli>(clock::now() - m_request_start).count();
  m_server.log(escaped_text(fmt::format(
      "{:%Y-%m-%dT%H:%M:%SZ} {} {} {} {} {} bytes {:.1f} ms", fmt::gmtime(std::time(nullptr)), m_client,
      has_request ? view_of(m_parser->get().method_string()) : "-",
      has_request ? view_of(m_parser->get().target()) : "-", m_response->result_int(), bytes, milliseconds)));
}

void connection::close_slowly() {
  // Closing a socket with unread bytes resets the connection, and the client may lose the response.
  error_code ignored;
  m_socket.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  m_buffer.clear();
  enter(stage::close, m_server.limits().max_close_time);
  discard();
}

void connection::discard() {
  m_buffer.clear();
  constexpr std::size_t bytes_at_once = 4096;
  m_socket.async_read_some(m_buffer.prepare(bytes_at_once),
                           [self = shared_from_this()](error_code failure, std::size_t) {
                             if (failure || self->m_stops) return self->close();
                             self->discard();
                           });
}

void connection::close() {
  m_stage = stage::close;
  m_timer.cancel();
  error_code ignored;
  m_socket.close(ignored);
}

}  // namespace zermelo::serve
