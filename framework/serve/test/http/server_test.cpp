// SPDX-License-Identifier: MIT
// Tests requests over loopback, in the forms of all kinds of clients.
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>

#include "echo_server.hpp"

namespace zermelo::serve::server_test {
namespace {

using ::testing::IsNotSubstring;
using ::testing::IsSubstring;

TEST_F(http_server_test, responds_with_body_and_security_headers) {
  start();
  const std::string response = response_to(request("GET /a/b?x=1&y=a+b%3D%C3%A9"));
  EXPECT_TRUE(response.starts_with("HTTP/1.1 200 OK\r\n")) << response;
  EXPECT_TRUE(response.ends_with("\r\n\r\nGET /a /b x=1 y=a b=\xc3\xa9")) << response;
  for (const char* header :
       {"Content-Type: text/plain\r\n",
        "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src "
        "'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n",
        "X-Content-Type-Options: nosniff\r\n", "Referrer-Policy: no-referrer\r\n",
        "Cross-Origin-Resource-Policy: same-origin\r\n"}) {
    EXPECT_PRED_FORMAT2(IsSubstring, header, response);
  }
  EXPECT_PRED_FORMAT2(IsNotSubstring, "Access-Control", response);
}

TEST_F(http_server_test, answers_pipelined_requests_on_one_connection) {
  start();
  client asking(port());
  asking.send(request("GET /1") + request("GET /2") + request("POST /3", "Content-Length: 2\r\n") + "xy" +
              request("GET /4", "Connection: close\r\n"));
  EXPECT_TRUE(asking.receive().ends_with("GET /1"));
  EXPECT_TRUE(asking.receive().ends_with("GET /2"));
  EXPECT_TRUE(asking.receive().ends_with("POST /3 body 2"));
  const std::string last = asking.receive_all();
  EXPECT_TRUE(last.ends_with("GET /4")) << last;
  EXPECT_PRED_FORMAT2(IsSubstring, "Connection: close\r\n", last);
}

TEST_F(http_server_test, answers_head_without_body) {
  start();
  client asking(port());
  asking.send(request("HEAD /a", "Connection: close\r\n"));
  const std::string response = asking.receive_all();
  EXPECT_PRED_FORMAT2(IsSubstring, "Content-Length: 6\r\n", response);
  EXPECT_TRUE(response.ends_with("\r\n\r\n")) << response;
}

TEST_F(http_server_test, reads_chunked_body_and_expect_continue) {
  start();
  EXPECT_TRUE(response_to(request("POST /a", "Transfer-Encoding: chunked\r\n") + "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
                  .ends_with("POST /a body 5"));
  client asking(port());
  asking.send(request("POST /a", "Content-Length: 3\r\nExpect: 100-continue\r\n"));
  EXPECT_EQ(asking.receive(), "HTTP/1.1 100 Continue\r\n\r\n");
  asking.send("abc");
  EXPECT_TRUE(asking.receive().ends_with("POST /a body 3"));
}

TEST_F(http_server_test, rejects_malformed_requests) {
  start();
  for (const std::string& bytes : {std::string("\r\n\r\n\r\n"),
                                   std::string("hello\r\n\r\n"),
                                   std::string("GET / HTTP/1.1\r\n\r\n"),
                                   std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 tls\r\n\r\n", 19),
                                   fmt::format("GET / HTTP/2.0\r\nHost: 127.0.0.1:{}\r\n\r\n", port()),
                                   fmt::format("GET  / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", port()),
                                   fmt::format("GET / HTTP/1.1\r\nHost : 127.0.0.1:{}\r\n\r\n", port()),
                                   request("GET /", fmt::format("Host: 127.0.0.1:{}\r\n", port())),
                                   request("GET *"),
                                   request(fmt::format("GET http://127.0.0.1:{}/", port())),
                                   request("GET /%"),
                                   request("GET /%zz"),
                                   request("GET /%00"),
                                   request("GET /?a=%00"),
                                   request("GET /?a=%ff"),
                                   request("GET /%c0%af"),
                                   request("GET /%ed%a0%80"),
                                   request("GET /\x80"),
                                   request("GET /?%e2%82"),
                                   request("GET /#a"),
                                   request("POST /", "Content-Length: x\r\n"),
                                   request("POST /", "Content-Length: -1\r\n"),
                                   request("POST /", "Content-Length: 1\r\nContent-Length: 2\r\n"),
                                   request("POST /", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"),
                                   request("POST /", "Transfer-Encoding: chunked\r\n") + "zz\r\n"}) {
    const std::string response = response_to(bytes);
    EXPECT_EQ(status_of(response), "400") << bytes << "\n" << response;
    EXPECT_PRED_FORMAT2(IsSubstring, "\r\n\r\n{\"error\":\"", response);
  }
}

TEST_F(http_server_test, rejects_bodies_of_unknown_length) {
  start();
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  const std::string length = "Content-Length: 5\r\n";
  const std::string body = "5\r\nabcde\r\n0\r\n\r\n";
  const std::string old =
      fmt::format("POST / HTTP/1.0\r\nHost: 127.0.0.1:{}\r\nConnection: keep-alive\r\n{}\r\n", port(), chunked);
  std::vector<std::string> heads{request("POST /", chunked + chunked),
                                 request("POST /", chunked + "Transfer-Encoding: identity\r\n"),
                                 request("POST /", "Transfer-Encoding: identity\r\n" + chunked),
                                 request("POST /", chunked + length),
                                 request("POST /", length + chunked),
                                 request("POST /", length + length),
                                 request("POST /", "Content-Length: 5, 6\r\n"),
                                 old};
  for (const char* coding : {"", "xchunked", "chunked-x", "gzip", "identity", "chunked, gzip", "gzip, chunked",
                             "chunked, chunked", "chunked, identity", "\"chunked\"", "chunked;a=b", ",chunked"}) {
    const std::string header = fmt::format("Transfer-Encoding: {}\r\n", coding);
    for (const std::string& headers : {header, header + length, length + header}) {
      heads.push_back(request("POST /", headers));
      heads.push_back(request("GET /", headers));
    }
  }
  for (const std::string& head : heads) {
    client asking(port());
    asking.send(head + body + request("GET /second"));
    const std::string response = asking.receive_all();
    EXPECT_TRUE(status_of(response) == "400" || status_of(response) == "501") << head << response;
    EXPECT_PRED_FORMAT2(IsNotSubstring, "/second", response);
    EXPECT_TRUE(asking.is_ended()) << head;
  }
  EXPECT_EQ(status_to(request("POST /", "Transfer-Encoding: gzip\r\n")), "501");
  EXPECT_TRUE(response_to(request("POST /a", "transfer-encoding:\tCHUNKED \r\n") + body).ends_with("POST /a body 5"));
}

TEST_F(http_server_test, rejects_too_large_requests) {
  start({.max_body_bytes = 1000});
  EXPECT_EQ(status_to(request("GET /" + std::string(9000, 'a'))), "414");
  EXPECT_EQ(status_to("GET /" + std::string(40'000, 'a')), "414");
  EXPECT_EQ(status_to(request("GET /", "A: " + std::string(17'000, 'a') + "\r\n")), "431");
  std::string many;
  for (int i = 0; i < 3000; ++i) many += fmt::format("A{}: 1\r\n", i);
  EXPECT_EQ(status_to(request("GET /", many)), "431");
  EXPECT_EQ(status_to(request("POST /", "Content-Length: 1001\r\n")), "413");
  EXPECT_EQ(status_to(request("POST /", "Content-Length: 1001\r\nExpect: 100-continue\r\n")), "413");
  EXPECT_EQ(status_to(request("POST /", "Content-Length: 99999999999999999999\r\n")), "400");
  EXPECT_EQ(status_to(request("POST /", "Content-Length: 999999999999999\r\n")), "413");
  EXPECT_EQ(status_to(request("POST /", "Transfer-Encoding: chunked\r\n") + "800\r\n" + std::string(0x800, 'a')),
            "413");
  EXPECT_EQ(status_to(request("POST /", "Content-Length: 2000000\r\n") + std::string(2'000'000, 'a')), "413");
  EXPECT_TRUE(
      response_to(request("POST /", "Content-Length: 1000\r\n") + std::string(1000, 'a')).ends_with(" body 1000"));
}

TEST_F(http_server_test, accepts_only_its_own_host_names) {
  start();
  const auto status_of_host = [this](const std::string& host) {
    return status_to(fmt::format("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", host));
  };
  EXPECT_EQ(status_of_host(fmt::format("localhost:{}", port())), "200");
  EXPECT_EQ(status_of_host(fmt::format("LocalHost:{}", port())), "200");
  EXPECT_EQ(status_of_host(fmt::format("127.0.0.1:{}", port())), "200");
  for (const std::string& host :
       {std::string("localhost"), std::string("127.0.0.1"), std::string("evil.example"),
        fmt::format("evil.example:{}", port()), fmt::format("127.0.0.1:{}", port() + 1),
        fmt::format("localhost.evil.example:{}", port()), fmt::format("127.0.0.2:{}", port()),
        fmt::format("[::1]:{}", port()), fmt::format("localhost:{}/", port()), fmt::format("x@localhost:{}", port())}) {
    EXPECT_EQ(status_of_host(host), "421") << host;
  }
}

TEST_F(http_server_test, answers_requests_to_allowed_hosts) {
  start({}, {}, {"localhost:9000", "Tables.Example", "named.example:80", "tls.example:443", "[::1]", "[fd00::1]:9000"});
  const auto status_of_host = [this](const std::string& host, const std::string& more = "") {
    return status_to(fmt::format("GET /api/a HTTP/1.1\r\nHost: {}\r\n{}\r\n", host, more));
  };
  for (const std::string& host :
       {std::string("localhost:9000"), std::string("LOCALHOST:9000"), std::string("tables.example"),
        std::string("tables.example:1"), std::string("tables.example:65535"), std::string("named.example"),
        std::string("named.example:80"), std::string("tls.example"), std::string("[::1]"), std::string("[::1]:8000"),
        std::string("[fd00::1]:9000"), fmt::format("127.0.0.1:{}", port())}) {
    EXPECT_EQ(status_of_host(host), "200") << host;
    EXPECT_EQ(status_of_host(host, fmt::format("Origin: http://{}\r\n", host)), "200") << host;
    EXPECT_EQ(status_of_host(host, "Origin: http://evil.example\r\n"), "403") << host;
  }
  for (const char* host : {"localhost", "localhost:9001", "localhost:90000", "localhost:09000x", "evil.tables.example",
                           "tables.example.evil", "tables.example:", "tables.example:0", "tables.example:65536",
                           "tables.example:1:2", "tables.example:1/", "x@tables.example", "named.example:81", "[::1",
                           "[::1]x", "::1", "[::2]", "[fd00::1]", ""}) {
    EXPECT_NE(status_of_host(host), "200") << host;
  }
}

TEST_F(http_server_test, rejects_invalid_allowed_hosts) {
  for (const char* host :
       {"", "*", "*.example", "http://localhost:9000", "localhost:", "localhost:0", "localhost:65536", "localhost:http",
        "localhost/", "a b", "a,b", "user@host", "::1", "[]", "[::1", "[::1]9000", "[a/b]", "m\xc3\xbcnchen"}) {
    EXPECT_THROW(allowed_hosts({}, {host}), input_error) << host;
  }
}

TEST_F(http_server_test, accepts_requests_of_own_and_allowed_origins) {
  start({}, {"https://example.org"});
  const auto response_for = [this](const std::string& origin) {
    return response_to(request("POST /", fmt::format("Content-Length: 1\r\nOrigin: {}\r\n", origin)) + "x");
  };
  EXPECT_EQ(status_of(response_for(fmt::format("http://127.0.0.1:{}", port()))), "200");
  const std::string allowed = response_for("https://example.org");
  EXPECT_EQ(status_of(allowed), "200");
  EXPECT_PRED_FORMAT2(IsSubstring, "Access-Control-Allow-Origin: https://example.org\r\n", allowed);
  EXPECT_PRED_FORMAT2(IsSubstring, "Vary: Origin\r\n", allowed);
  for (const std::string& origin :
       {std::string("null"), std::string("https://example.com"), std::string("http://example.org"),
        std::string("https://example.org.evil.example"), fmt::format("http://localhost:{}", port()),
        fmt::format("https://127.0.0.1:{}", port()), fmt::format("http://127.0.0.1:{}", port() + 1)}) {
    const std::string response = response_for(origin);
    EXPECT_EQ(status_of(response), "403") << origin;
    EXPECT_PRED_FORMAT2(IsNotSubstring, "Access-Control", response);
  }
  EXPECT_THROW(allowed_hosts({"*"}), input_error);
  EXPECT_THROW(allowed_hosts({"https://example.org/"}), input_error);
  EXPECT_THROW(allowed_hosts({"example.org"}), input_error);
}

TEST_F(http_server_test, rejects_cross_site_requests_without_origin) {
  start({}, {"https://example.org"});
  const auto status_for = [this](const std::string& target, const std::string& site, const std::string& mode,
                                 const std::string& more = "") {
    return status_to(
        request("GET " + target, fmt::format("Sec-Fetch-Site: {}\r\nSec-Fetch-Mode: {}\r\n{}", site, mode, more)));
  };
  for (const char* site : {"same-origin", "none"}) EXPECT_EQ(status_for("/a", site, "cors"), "200");
  for (const char* site : {"cross-site", "same-site"}) {
    EXPECT_EQ(status_for("/a", site, "no-cors"), "403");
    EXPECT_EQ(status_for("/", site, "no-cors"), "403");
    EXPECT_EQ(status_for("/a", site, "navigate"), "403");
    EXPECT_EQ(status_for("/", site, "navigate"), "200");
    EXPECT_EQ(status_for("/?a=1", site, "navigate"), "200");
    EXPECT_EQ(status_for("/a", site, "cors", "Origin: https://example.org\r\n"), "200");
  }
}

TEST_F(http_server_test, accepts_requests_of_own_page_behind_proxy) {
  start();
  const auto status_for = [this](const std::string& line, const std::string& more) {
    return status_to(request(line, "Origin: https://tables.example\r\n" + more));
  };
  const std::string own = "Sec-Fetch-Site: same-origin\r\n";
  EXPECT_EQ(status_for("POST /api/a", own), "200");
  EXPECT_EQ(status_for("GET /page.js", own), "200");
  EXPECT_EQ(status_for("GET /page.js?a", ""), "200");  // over http a browser sends no other headers
  EXPECT_EQ(status_for("HEAD /", "Connection: close\r\n"), "200");
  for (const char* line : {"GET /api/a", "GET /%61pi/a", "POST /page.js", "POST /", "OPTIONS /page.js"}) {
    EXPECT_EQ(status_for(line, ""), "403") << line;
  }
  for (const char* site : {"cross-site", "same-site"}) {
    EXPECT_EQ(status_for("GET /page.js", fmt::format("Sec-Fetch-Site: {}\r\n", site)), "403") << site;
  }
  const std::string rebound = "GET /page.js HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n";
  EXPECT_EQ(status_to(rebound + own + "\r\n"), "421");
}

TEST_F(http_server_test, answers_preflight_requests_of_allowed_origins) {
  start({}, {"https://example.org"});
  const auto response_for = [this](const std::string& origin, const std::string& more) {
    return response_to(request("OPTIONS /api/a", fmt::format("Origin: {}\r\n{}", origin, more)) + request("GET /b"));
  };
  const std::string preflight =
      "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: content-type\r\n"
      "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: cors\r\n";
  const std::string response = response_for("https://example.org", preflight);
  EXPECT_EQ(status_of(response), "204");
  EXPECT_TRUE(response.ends_with("\r\n\r\n")) << response;
  for (const char* header :
       {"Access-Control-Allow-Origin: https://example.org\r\n", "Access-Control-Allow-Methods: GET, HEAD, POST\r\n",
        "Access-Control-Allow-Headers: *\r\n", "Vary: Origin\r\n"}) {
    EXPECT_PRED_FORMAT2(IsSubstring, header, response);
  }
  EXPECT_PRED_FORMAT2(IsNotSubstring, "Content-Length", response);
  EXPECT_TRUE(response_for("https://example.org", "").ends_with("? /api /a"));  // no preflight
  for (const char* origin : {"https://evil.example", "null", "http://example.org"}) {
    const std::string rejected = response_for(origin, preflight);
    EXPECT_EQ(status_of(rejected), "403") << origin;
    EXPECT_PRED_FORMAT2(IsNotSubstring, "Access-Control", rejected);
  }
}

TEST_F(http_server_test, logs_one_line_per_request) {
  start();
  EXPECT_EQ(status_to(request("GET /a?b=\x1b%1b")), "400");
  EXPECT_EQ(status_to(request("GET /a?b=1", "Connection: close\r\n")), "200");
  stop();
  auto lines = log();
  ASSERT_EQ(lines.size(), 2U);
  // A line is written after the client has received its answer, and the client may send another request before.
  if (lines[0].find(" GET ") != std::string::npos) std::swap(lines[0], lines[1]);
  EXPECT_PRED_FORMAT2(IsSubstring, "Z 127.0.0.1 - - 400 ", lines[0]);
  EXPECT_PRED_FORMAT2(IsSubstring, "Z 127.0.0.1 GET /a?b=1 200 ", lines[1]);
}

TEST_F(http_server_test, continues_when_log_cannot_be_written) {
  echo handler;
  http_server server({.log = [](std::string_view) { throw std::runtime_error("no room"); }}, handler);
  const std::string requested = fmt::format("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", server.port());
  for (int i = 0; i < 5; ++i) {
    client asking(server.port());
    asking.send(requested);
    EXPECT_EQ(status_of(asking.receive()), "200");
    EXPECT_TRUE(asking.is_ended());
  }
}

TEST_F(http_server_test, rejects_addresses_of_other_machines_and_used_ports) {
  start();
  echo other;
  EXPECT_THROW(http_server({.host = "example.org"}, other), input_error);
  EXPECT_THROW(http_server({.host = "192.0.2.1"}, other), input_error);
  EXPECT_THROW(http_server({.port = port()}, other), input_error);
  EXPECT_EQ(http_server({.host = "localhost"}, other).is_loopback(), true);
  EXPECT_EQ(http_server({.host = "0.0.0.0"}, other).is_loopback(), false);
}

}  // namespace
}  // namespace zermelo::serve::server_test
