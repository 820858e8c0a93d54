// SPDX-License-Identifier: MIT
// Counts threads by starting them, and turns a refused one into an error line.
#include "thread_allowance.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iterator>
#include <latch>
#include <new>
#include <optional>
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

/// The threads that this process has; nothing where the system does not say.
std::optional<std::size_t> num_threads_here() {
  std::error_code unknown;
  const std::filesystem::directory_iterator tasks("/proc/self/task", unknown);
  if (unknown) return std::nullopt;
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

/// A thread that has been joined still counts for the system until it is gone, a moment later.
void await_end_of_threads(std::optional<std::size_t> before) {
  constexpr std::chrono::microseconds between_looks{50};
  constexpr std::chrono::seconds most{2};
  const auto deadline = std::chrono::steady_clock::now() + most;
  while (before && num_threads_here() > before && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(between_looks);
  }
}

/// How many threads there can be beside this one, at once, up to `wanted`.
std::size_t count_threads(std::size_t wanted) {
  const auto before = num_threads_here();
  std::latch counted(1);
  std::vector<std::thread> threads;
  try {
    threads.reserve(wanted);
    while (threads.size() < wanted) threads.emplace_back([&counted] { counted.wait(); });
  } catch (const std::system_error&) {  // no more of them
  } catch (const std::bad_alloc&) {}
  counted.count_down();
  for (std::thread& one : threads) one.join();
  await_end_of_threads(before);
  return threads.size();
}

/// Has oneTBB make its threads while there is room for them, where that is scarce: what the work takes later might
/// leave none. They stay.
void start_workers(unsigned threads) {
  worker_arena arena(threads);
  std::atomic<unsigned> here{0};
  constexpr std::chrono::seconds most{1};  // where fewer come, more are made when there is work for them
  const auto deadline = std::chrono::steady_clock::now() + most;
  for_each_index(arena, threads, threads, [&](std::uint64_t) {
    ++here;
    while (here < threads && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  });
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
    // Several threads may be refused at once: one of them says so.
    static std::atomic_flag is_reported;
    if (is_reported.test_and_set()) {
      while (true) ::pause();
    }
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

unsigned threads_per_rank(std::uint64_t num_local_blocks) {
  const unsigned usable = resolve_threads(0);
  const long all = sysconf(_SC_NPROCESSORS_ONLN);
  if (all > 0 && usable < static_cast<unsigned long>(all)) return usable;
  return std::max(1U, static_cast<unsigned>(usable / num_local_blocks));
}

thread_allowance::thread_allowance(unsigned wanted) : m_threads(wanted) {
  if (wanted == 1) return;
  // One is left for whatever else needs a process for a moment.
  constexpr std::size_t spare = 1;
  const std::size_t granted = count_threads(wanted - 1 + spare);
  if (granted < wanted - 1 + spare) {
    m_threads = static_cast<unsigned>(1 + granted - std::min(granted, spare));
    m_fewer.emplace(tbb::global_control::max_allowed_parallelism, m_threads);
    if (m_threads > 1) start_workers(m_threads);
  }
}

last_resort::last_resort(std::string_view program) : m_before(std::set_terminate(&end_with_a_line)) {
  ending_program = program;
}
last_resort::~last_resort() { std::set_terminate(m_before); }

}  // namespace zermelo::cli
