// SPDX-License-Identifier: MIT
#include "termination_guard.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <typeinfo>

#include <unistd.h>

#include <zermelo/core/base/error.hpp>

#include "exit_status.hpp"
#include "print_error.hpp"

namespace zermelo::cli {
namespace {

/// Whether oneTBB was refused a thread. It then throws a plain std::runtime_error whose message begins with the name of
/// the function that has failed, such as pthread_create.
bool is_refused_thread(const std::runtime_error& failure) {
  return typeid(failure) == typeid(std::runtime_error) && std::string_view(failure.what()).starts_with("pthread_");
}

// A terminate handler is given no object, so these are global.
std::array<char, 64> program_name{};  ///< a copy, since it outlives the guard
std::atomic<std::thread::id> guarded_thread{};
constexpr int not_concluded = -1;
std::atomic<int> concluded_status{not_concluded};

[[nodiscard]] std::string_view terminated_program() { return program_name.data(); }

/// Prints an error line, a fixed one if there is no memory for another.
void print_line(std::string_view prefix, const char* why) noexcept {
  try {
    print_error(terminated_program(), std::string(prefix) + why);
  } catch (...) {
    constexpr std::string_view line = ": out of memory\n";
    for (const std::string_view part : {terminated_program(), line}) {
      if (::write(STDERR_FILENO, part.data(), part.size()) < 0) return;
    }
  }
}

/// The terminate handler, see termination_guard.
[[noreturn]] void terminate_with_line() {
  const auto end = [](const char* why) {
    // Several threads may be refused at once, of which one prints the line.
    static std::atomic_flag is_reported;
    if (is_reported.test_and_set()) {
      while (true) ::pause();
    }
    const bool is_worker = std::this_thread::get_id() != guarded_thread.load();
    const int status = is_worker ? concluded_status.load() : not_concluded;
    if (status == not_concluded) print_line("", why);
    // Without destructors: other threads are still working.
    _exit(status == not_concluded ? static_cast<int>(exit_status::out_of_resource) : status);
  };
  const auto abort_with = [](const char* mistake) {
    print_line("a mistake in the program: ", mistake);
    std::abort();
  };
  try {
    if (const auto reason = std::current_exception()) std::rethrow_exception(reason);
  } catch (const std::bad_alloc&) {
    end("out of memory");
  } catch (const resource_error& failure) {
    end(failure.what());
  } catch (const std::system_error& refused) {
    const std::error_code& code = refused.code();
    if (code == std::errc::resource_unavailable_try_again) end(refused.what());  // std::thread
    if (code == std::errc::not_enough_memory) end(refused.what());
    abort_with(refused.what());
  } catch (const std::runtime_error& refused) {
    if (is_refused_thread(refused)) end(refused.what());
    abort_with(refused.what());
  } catch (const std::exception& other) {
    abort_with(other.what());
  } catch (...) {
    abort_with("an exception of an unknown type");
  }
  abort_with("std::terminate was called");
  std::abort();  // never reached
}

}  // namespace

termination_guard::termination_guard(std::string_view program) {
  program_name = {};
  program.copy(program_name.data(), program_name.size() - 1);
  guarded_thread = std::this_thread::get_id();
  concluded_status = not_concluded;
  std::set_terminate(&terminate_with_line);
}

void termination_guard::conclude(int status) noexcept { concluded_status = status; }

}  // namespace zermelo::cli
