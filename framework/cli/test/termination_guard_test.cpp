// SPDX-License-Identifier: MIT
// Tests how an uncaught exception terminates the process.
#include "../src/process/termination_guard.hpp"

#include <csignal>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>

namespace zermelo::cli::termination_guard_test {
namespace {

using ::testing::ExitedWithCode;
using ::testing::KilledBySignal;

constexpr int out_of_resource = 3;

template <class Failure>
[[noreturn]] void end_by(const Failure& failure) {
  guard_termination("mygames");
  try {
    throw failure;
  } catch (...) {
    std::terminate();
  }
}

TEST(termination_guard, reports_exhausted_resource) {
  EXPECT_EXIT(end_by(std::bad_alloc()), ExitedWithCode(out_of_resource), "^mygames: out of memory\n$");
  EXPECT_EXIT(end_by(resource_error("disk full")), ExitedWithCode(out_of_resource), "^mygames: disk full\n$");
  EXPECT_EXIT(end_by(std::runtime_error("pthread_create has failed: Resource temporarily unavailable")),
              ExitedWithCode(out_of_resource), "^mygames: pthread_create has failed: ");
  EXPECT_EXIT(end_by(std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again))),
              ExitedWithCode(out_of_resource), "^mygames: Resource temporarily unavailable\n$");
}

TEST(termination_guard, reports_other_errors_as_program_errors) {
  const std::string mistake = "^mygames: internal error: ";
  EXPECT_EXIT(end_by(std::runtime_error("never")), KilledBySignal(SIGABRT), mistake + "never\n$");
  EXPECT_EXIT(end_by(contract_error("pthread_create")), KilledBySignal(SIGABRT), mistake + "pthread_create\n$");
  EXPECT_EXIT(end_by(std::system_error(std::make_error_code(std::errc::invalid_argument))), KilledBySignal(SIGABRT),
              mistake + "Invalid argument\n$");
  EXPECT_EXIT(end_by(std::logic_error("never")), KilledBySignal(SIGABRT), mistake + "never\n$");
  EXPECT_EXIT(end_by(1), KilledBySignal(SIGABRT), mistake + "an exception of an unknown type\n$");
  EXPECT_EXIT(
      {
        guard_termination("mygames");
        std::terminate();
      },
      KilledBySignal(SIGABRT), mistake + "std::terminate was called\n$");
}

TEST(termination_guard, keeps_status_of_finished_work) {
  const auto end_late = [] {
    guard_termination("mygames");
    conclude_work(7);
    std::thread([] { throw std::bad_alloc(); }).join();
  };
  EXPECT_EXIT(end_late(), ExitedWithCode(7), "^$") << "threads of oneTBB may start other threads at this point";
}

}  // namespace
}  // namespace zermelo::cli::termination_guard_test
