// SPDX-License-Identifier: MIT
#include "termination_guard.hpp"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>

#include <unistd.h>

#include <zermelo/core/base/error.hpp>

#include "exit_status.hpp"

namespace zermelo::cli {
namespace {

// A terminate handler has no context argument, so these are global.
std::array<char, 64> program_name{};  ///< a copy, since the handler outlives the program's string
constexpr int not_concluded = -1;
std::atomic<int> concluded_status{not_concluded};

/// Whether an exception is about a resource. If oneTBB cannot start a thread, it throws a plain std::runtime_error
/// whose message begins with the name of the failed function, such as pthread_create.
bool is_about_resource(const std::exception& failure) {
  if (dynamic_cast<const resource_error*>(&failure) != nullptr) return true;
  if (const auto* rejected = dynamic_cast<const std::system_error*>(&failure)) {  // by std::thread
    return rejected->code() == std::errc::resource_unavailable_try_again ||
           rejected->code() == std::errc::not_enough_memory;
  }
  return typeid(failure) == typeid(std::runtime_error) && std::string_view(failure.what()).starts_with("pthread_");
}

/// Prints an error line. Does not allocate memory, which may be exhausted.
void print_line(const char* prefix, const char* why) {
  std::fprintf(stderr, "%s: %s%s\n", program_name.data(), prefix, why);
}

[[noreturn]] void exit_for_resource(const char* why) {
  // Several threads may fail at the same time; one of them prints the line.
  static std::atomic_flag is_reported;
  if (is_reported.test_and_set()) {
    while (true) ::pause();
  }
  const int status = concluded_status;
  if (status == not_concluded) print_line("", why);
  // Without destructors: other threads are still working.
  _exit(status == not_concluded ? static_cast<int>(exit_status::out_of_resource) : status);
}

[[noreturn]] void abort_for_mistake(const char* mistake) {
  print_line("internal error: ", mistake);
  std::abort();
}

[[noreturn]] void terminate_with_line() {
  try {
    if (const auto reason = std::current_exception()) std::rethrow_exception(reason);
  } catch (const std::bad_alloc&) {
    exit_for_resource("out of memory");
  } catch (const std::exception& failure) {
    if (is_about_resource(failure)) exit_for_resource(failure.what());
    abort_for_mistake(failure.what());
  } catch (...) {
    abort_for_mistake("an exception of an unknown type");
  }
  abort_for_mistake("std::terminate was called");
}

}  // namespace

void guard_termination(std::string_view program) {
  program_name = {};
  program.copy(program_name.data(), program_name.size() - 1);
  concluded_status = not_concluded;
  std::set_terminate(&terminate_with_line);
}

void conclude_work(int status) noexcept { concluded_status = status; }

}  // namespace zermelo::cli
