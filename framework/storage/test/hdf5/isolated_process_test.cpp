// SPDX-License-Identifier: MIT
// Tests that an isolated process affects this process only through its answer.
#include "../../src/hdf5/isolated_process.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <oneapi/tbb/cache_aligned_allocator.h>
#include <oneapi/tbb/parallel_for.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/thread_order.hpp>
#include <zermelo/testkit/error_of.hpp>

#include "../../src/hdf5/hdf5.hpp"
#include "../../src/hdf5/sanitizer_report.hpp"
#include "open_hdf5.hpp"
#include "temporary_folder.hpp"

namespace zermelo::storage::test::isolated_process_test {
namespace {

constexpr isolation_limits ample{.memory_bytes = std::uint64_t{256} << 20, .cpu_seconds = 60};

std::vector<std::byte> bytes_of(const std::string& text) {
  std::vector<std::byte> bytes(text.size());
  std::transform(text.begin(), text.end(), bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
  return bytes;
}

template <class Work>
std::string failure_of(const isolation_limits& limits, const Work& work) {
  return testkit::error_of<hdf5::failure>([&] { (void)run_isolated(limits, work); });
}

void expect_no_child_left() {
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(isolated_process, returns_answers_of_any_length) {
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{70'000}, std::size_t{20} << 20}) {
    std::string text(length, '.');
    for (std::size_t i = 0; i < length; i += 251) text[i] = static_cast<char>(i);
    EXPECT_TRUE(run_isolated(ample, [&] { return bytes_of(text); }) == bytes_of(text)) << length;
  }
  expect_no_child_left();
}

TEST(isolated_process, does_not_change_the_calling_process) {
  int number = 1;
  (void)run_isolated(ample, [&] {
    number = 2;
    return std::vector<std::byte>();
  });
  EXPECT_EQ(number, 1);
}

TEST(isolated_process, forwards_exceptions) {
  EXPECT_EQ(failure_of(ample, []() -> std::vector<std::byte> { throw hdf5::failure("no table"); }), "no table");
  const auto rejected_by_library = []() -> std::vector<std::byte> { throw hdf5::library_failure("HDF5: no"); };
  EXPECT_THROW((void)run_isolated(ample, rejected_by_library), hdf5::library_failure);
}

#ifndef ZERMELO_HAS_ADDRESS_SANITIZER  // the sanitizer reports the signal as an error
TEST(isolated_process, reports_crash_as_failure) {
  for (const int signal : {SIGSEGV, SIGFPE, SIGABRT, SIGBUS}) {
    const auto message = failure_of(ample, [&]() -> std::vector<std::byte> {
      ::raise(signal);
      // The child blocks all signals; the signal is delivered when it is unblocked.
      sigset_t none;
      ::sigemptyset(&none);
      ::sigprocmask(SIG_SETMASK, &none, nullptr);
      ::_exit(0);
    });
    EXPECT_PRED_FORMAT2(testkit::matches_pattern, "damaged: HDF5 crashes ... (signal " + std::to_string(signal) + ")",
                        message);
  }
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "damaged: HDF5 crashes ...",
                      failure_of(ample, []() -> std::vector<std::byte> { ::_exit(0); }));
  EXPECT_EQ(failure_of(ample, []() -> std::vector<std::byte> { throw std::logic_error("?"); }), "damaged: ?");
  expect_no_child_left();
}

#endif

TEST(isolated_process, stops_at_cpu_time_limit) {
  const isolation_limits short_time{.memory_bytes = std::uint64_t{64} << 20, .cpu_seconds = 1};
  const auto message = failure_of(short_time, []() -> std::vector<std::byte> {
    std::atomic<unsigned> turns = 0;
    while (true) ++turns;
  });
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "damaged: HDF5 ... 1 seconds ...", message);
}

#if !defined(ZERMELO_HAS_ADDRESS_SANITIZER) && !defined(ZERMELO_THREAD_SANITIZER)  // sanitizers use all addresses
TEST(isolated_process, reports_excess_memory_as_failure) {
  const isolation_limits little{.memory_bytes = std::uint64_t{64} << 20, .cpu_seconds = 60};
  const auto message = failure_of(little, [] { return std::vector<std::byte>(std::size_t{1} << 30, std::byte{1}); });
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "damaged: HDF5 ... 67108864 bytes ...", message);
}
#endif

TEST(isolated_process, returns_answer_while_threads_use_hdf5_and_allocate) {
  const temporary_folder folder;
  const std::string path = folder.path() / "f.h5";
  H5Fclose(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  std::atomic<bool> done = false;
  std::vector<std::thread> busy;
  for (int t = 0; t < 3; ++t) {
    busy.emplace_back([&] {
      while (!done) {
        const hdf5::file file = open_hdf5(path);
        const std::vector<std::string> garbage(100, std::string(100, 'x'));
      }
    });
  }
  const auto open_file = [&] {
    const hdf5::file file = open_hdf5(path);
    return bytes_of(std::to_string(H5Fget_intent(file, std::array<unsigned, 1>{}.data())));
  };
  std::vector<std::thread> askers;
  std::atomic<int> answered = 0;
  for (int t = 0; t < 2; ++t) {
    askers.emplace_back([&] {
      for (int i = 0; i < 50; ++i) answered += static_cast<int>(run_isolated(ample, open_file) == bytes_of("0"));
    });
  }
  for (std::thread& asker : askers) asker.join();
  done = true;
  for (std::thread& thread : busy) thread.join();
  EXPECT_EQ(answered, 100);
}

TEST(isolated_process, rejects_answer_over_memory_limit) {
  const isolation_limits little{.memory_bytes = 1000, .cpu_seconds = 60};
  // A forked process may exceed the limit that it could not request.
  const std::vector<std::byte> much(1001);
  EXPECT_PRED_FORMAT2(testkit::matches_pattern, "damaged: HDF5 ... 1000 bytes ...",
                      failure_of(little, [&] { return much; }));
}

TEST(isolated_process, returns_answer_while_threads_use_onetbb) {
  std::atomic<bool> done = false;
  std::vector<std::thread> busy;
  for (int t = 0; t < 2; ++t) {
    busy.emplace_back([&] {
      while (!done) {
        std::vector<int, tbb::cache_aligned_allocator<int>> numbers(1000);
        tbb::parallel_for(std::size_t{0}, numbers.size(), [&](std::size_t i) { numbers[i] = static_cast<int>(i); });
      }
    });
  }
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(run_isolated(ample, [] { return bytes_of("there"); }) == bytes_of("there"));
  done = true;
  for (std::thread& thread : busy) thread.join();
}

TEST(isolated_process, forwards_keyboard_interrupt) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto before = ::signal(signal, [](int) {});  // in this process, not in the child
    EXPECT_THROW((void)run_isolated(ample,
                                    [&] {
                                      ::raise(signal);
                                      return bytes_of("not stopped");
                                    }),
                 interrupted);
    ::signal(signal, SIG_IGN);  // like nohup
    EXPECT_TRUE(run_isolated(ample, [&] {
                  ::raise(signal);
                  return bytes_of("there");
                }) == bytes_of("there"));
    ::signal(signal, before);
  }
}

#if !defined(ZERMELO_HAS_ADDRESS_SANITIZER) && !defined(ZERMELO_THREAD_SANITIZER)  // sanitizers use all addresses
TEST(isolated_process_DeathTest, reports_insufficient_memory_of_the_system) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto query = [] {
    const rlimit little{std::uint64_t{1} << 30, std::uint64_t{1} << 30};
    ::setrlimit(RLIMIT_AS, &little);
    const isolation_limits much{.memory_bytes = std::uint64_t{2} << 30, .cpu_seconds = 60};
    try {
      (void)run_isolated(much, [] { return std::vector<std::byte>(std::size_t{1} << 30, std::byte{1}); });
    } catch (const resource_error& rejected) {
      std::fputs(rejected.what(), stderr);
      ::_exit(7);
    }
    ::_exit(8);
  };
  EXPECT_EXIT(query(), testing::ExitedWithCode(7), "2147483648 .*1073741824 ");
}
#endif

#ifdef ZERMELO_HAS_ADDRESS_SANITIZER
TEST(isolated_process_DeathTest, own_memory_errors_are_not_blamed_on_hdf5) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto query = [] {
    (void)run_isolated(ample, [] {
      std::vector<std::byte> bytes(8);
      const volatile std::byte* const behind = bytes.data() + bytes.size();
      bytes.front() = *behind;
      return bytes;
    });
  };
  EXPECT_DEATH(query(), "heap-buffer-overflow");
}

TEST(isolated_process, distinguishes_sanitizer_reports_of_hdf5_and_own_code) {
  EXPECT_TRUE(sanitizer::is_library_error(
      "==1==ERROR: AddressSanitizer: SEGV\n    #0 0x1 in H5O_x (/lib/libhdf5_serial.so.103)\n"));
  EXPECT_TRUE(
      sanitizer::is_library_error("==1==ERROR\n    #0 0x1 in memcpy\n    #1 0x2 in H5F_x (/lib/libhdf5.so+0x3)\n"));
  EXPECT_FALSE(sanitizer::is_library_error("==1==ERROR\n    #0 0x1 in read_text hdf5.cpp:3\n    #1 0x2 in main\n"));
}
#endif

TEST(isolated_process, returns_answer_when_sigchld_is_ignored) {
  const auto before = ::signal(SIGCHLD, SIG_IGN);  // the system reaps child processes automatically
  EXPECT_TRUE(run_isolated(ample, [] { return bytes_of("there"); }) == bytes_of("there"));
  ::signal(SIGCHLD, before);
}

}  // namespace
}  // namespace zermelo::storage::test::isolated_process_test
