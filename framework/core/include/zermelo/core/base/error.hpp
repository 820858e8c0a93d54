// SPDX-License-Identifier: MIT
// The exceptions that Zermelo throws. A message is one line that names the value, the location and the allowed range.
// The command line chooses its exit status by the type.
#pragma once

#include <stdexcept>
#include <string>

namespace zermelo {

/// The base class of Zermelo's exceptions. Misuse of an interface and lack of process memory throw exceptions of the
/// standard library, such as std::out_of_range and std::bad_alloc.
class error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Bad input: a malformed instance, an unknown parameter, a damaged file.
class input_error : public error {
  using error::error;
};

/// A resource of the machine, such as memory, disk or stack, is too small.
class resource_error : public error {
  using error::error;
};

/// The caller requested a stop.
class interrupted : public error {
  using error::error;
};

/// A game or graph breaks its contract, for example by a predecessor without the matching successor.
class contract_error : public error {
  using error::error;
};

/// Returns f(). If f throws an input_error, prefixes its message with `place` and a colon. @throws what f throws
template <class F>
decltype(auto) at_place(const std::string& place, const F& f) {
  try {
    return f();
  } catch (const input_error& wrong) {
    throw input_error(place + ": " + wrong.what());
  }
}

}  // namespace zermelo
