// SPDX-License-Identifier: MIT
// The exceptions that Zermelo throws. A message is one line: it names the value, the place and the allowed
// range. The command line turns the type into its exit status.
#pragma once

#include <stdexcept>

namespace zermelo {

/// Base of everything that Zermelo throws on purpose.
class error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Bad input: a malformed instance, an unknown parameter, a damaged file (exit status 2).
class input_error : public error {
  using error::error;
};

/// Out of a resource: memory or disk (exit status 3).
class resource_error : public error {
  using error::error;
};

/// The caller asked to stop (exit status 130).
class interrupted : public error {
  using error::error;
};

/// A game or graph that breaks its own contract, such as a predecessor without its successor.
class contract_error : public error {
  using error::error;
};

}  // namespace zermelo
