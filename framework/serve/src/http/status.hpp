// SPDX-License-Identifier: MIT
// HTTP status codes (RFC 9110).
#pragma once

namespace zermelo::serve::status {

inline constexpr unsigned ok = 200;
inline constexpr unsigned no_content = 204;
inline constexpr unsigned not_modified = 304;
inline constexpr unsigned bad_request = 400;
inline constexpr unsigned forbidden = 403;
inline constexpr unsigned not_found = 404;
inline constexpr unsigned method_not_allowed = 405;
inline constexpr unsigned request_timeout = 408;
inline constexpr unsigned body_too_large = 413;
inline constexpr unsigned target_too_long = 414;
inline constexpr unsigned misdirected = 421;
inline constexpr unsigned head_too_large = 431;
inline constexpr unsigned internal_error = 500;
inline constexpr unsigned not_implemented = 501;
inline constexpr unsigned unavailable = 503;

}  // namespace zermelo::serve::status
