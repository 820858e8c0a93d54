// SPDX-License-Identifier: MIT
#include "termination_guard.hpp"

#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>

#include <unistd.h>

#include <zermelo/core/base/error.hpp>

#include "error_line.hpp"
#include "exit_status.hpp"

namespace zermelo::cli {
namespace {

/// Whether oneTBB was refused a thread. It then throws a plain std::runtime_error whose message begins with the name of
/// the function that has failed, such as pthread_create.
bool is_refused_thread(const std::runtime_error& failure) {
  return typeid(failure) == typeid(std::runtime_error) && std::string_view(failure.what()).starts_with("pthread_");
}

// A terminate handler is given no object, so the name is global.
std::string_view terminated_program;

/// The terminate handler: prints one line and exits if the exception is about a resource, else aborts.
[[noreturn]] void terminate_with_line() {
  const auto end = [](const char* why) {
    // Several threads may be refused at once, of which one prints the line.
    static std::atomic_flag is_reported;
    if (is_reported.test_and_set()) {
      while (true) ::pause();
    }
    print_error(terminated_program, why);
    _exit(static_cast<int>(exit_status::out_of_resource));  // without destructors: other threads are still working
  };
  try {
    if (const auto reason = std::current_exception()) std::rethrow_exception(reason);
  } catch (const std::bad_alloc&) {
    end("out of memory");
  } catch (const resource_error& failure) {
    end(failure.what());
  } catch (const std::system_error& refused) {
    if (refused.code() == std::errc::resource_unavailable_try_again) end(refused.what());  // std::thread
  } catch (const std::runtime_error& refused) {
    if (is_refused_thread(refused)) end(refused.what());
  } catch (...) {  // a programmer's mistake, as other exceptions are
  }
  std::abort();
}

}  // namespace

termination_guard::termination_guard(std::string_view program)
    : m_previous_handler(std::set_terminate(&terminate_with_line)) {
  terminated_program = program;
}
termination_guard::~termination_guard() { std::set_terminate(m_previous_handler); }

}  // namespace zermelo::cli
