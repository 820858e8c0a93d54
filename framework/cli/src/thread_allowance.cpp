// SPDX-License-Identifier: MIT
// Threads that wait for each other, and what becomes of a refusal.
#include "thread_allowance.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <latch>
#include <new>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>
#include <typeinfo>
#include <vector>

#include <unistd.h>

#include <oneapi/tbb/global_control.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>

#include "error_line.hpp"
#include "exit_status.hpp"

namespace zermelo::cli {
namespace {

/// How many threads there can be beside this one, at once, up to `wanted`.
std::size_t count_threads(std::size_t wanted) {
  std::latch counted(1);
  std::vector<std::thread> threads;
  try {
    threads.reserve(wanted);
    while (threads.size() < wanted) threads.emplace_back([&counted] { counted.wait(); });
  } catch (const std::system_error&) {  // no more of them
  } catch (const std::bad_alloc&) {}
  counted.count_down();
  for (std::thread& one : threads) one.join();
  return threads.size();
}

/// oneTBB's word for a thread that it does not get: a plain std::runtime_error that begins with the function that has
/// failed, such as pthread_create.
bool is_refused_thread(const std::runtime_error& failure) {
  return typeid(failure) == typeid(std::runtime_error) && std::string_view(failure.what()).starts_with("pthread_");
}

// A handler of the process's end reaches nothing but globals.
std::string_view ending_program;

[[noreturn]] void end_with_a_line() {
  const auto end = [](const char* why) {
    print_error(ending_program, why);
    _exit(static_cast<int>(exit_status::out_of_resource));  // other threads are at work: nothing can be tidied up
  };
  try {
    if (const auto reason = std::current_exception()) std::rethrow_exception(reason);
  } catch (const std::bad_alloc&) {
    end("out of memory");
  } catch (const resource_error& failure) {
    end(failure.what());
  } catch (const std::system_error& refused) {
    if (refused.code() == std::errc::resource_unavailable_try_again) end(refused.what());  // so does std::thread
  } catch (const std::runtime_error& refused) {
    if (is_refused_thread(refused)) end(refused.what());
  } catch (...) {  // a programmer's mistake, as all others
  }
  std::abort();
}

}  // namespace

unsigned threads_beside(std::uint64_t num_neighbours) {
  const unsigned usable = resolve_threads(0);
  const long all = sysconf(_SC_NPROCESSORS_ONLN);
  if (all > 0 && usable < static_cast<unsigned long>(all)) return usable;
  return std::max(1U, static_cast<unsigned>(usable / num_neighbours));
}

thread_allowance::thread_allowance(unsigned wanted) : m_threads(wanted) {
  const std::size_t others = wanted - std::size_t{1};
  const std::size_t granted = count_threads(others);
  if (granted == others) return;
  // One is left for whatever else needs a process for a moment.
  constexpr std::size_t spare = 1;
  m_threads = static_cast<unsigned>(1 + granted - std::min(granted, spare));
  m_fewer.emplace(tbb::global_control::max_allowed_parallelism, m_threads);
}

last_resort::last_resort(std::string_view program) : m_before(std::set_terminate(&end_with_a_line)) {
  ending_program = program;
}
last_resort::~last_resort() { std::set_terminate(m_before); }

}  // namespace zermelo::cli
