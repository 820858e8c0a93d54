// SPDX-License-Identifier: MIT
// The child sends its answer through a pipe. An answer begins with its kind and the number of its bytes, so that the
// parent notices an incomplete one.
#include "isolated_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/storage/file/write_all.hpp>

#include "../file/file_descriptor.hpp"
#include "hdf5.hpp"
#include "sanitizer_report.hpp"

namespace zermelo::storage {
namespace {

enum class answer_kind : char { bytes = 'b', failure = 'f', library_failure = 'l', out_of_memory = 'm' };
constexpr std::size_t head_bytes = sizeof(answer_kind) + sizeof(std::uint64_t);

/// Signals that ask all processes of a terminal or a session to end.
constexpr std::array stop_signals{SIGINT, SIGTERM, SIGHUP};

std::string system_message(int number) { return std::generic_category().message(number); }

/// The address space of this process in bytes. @throws resource_error if the system does not tell.
rlim_t address_space_bytes() {
  constexpr const char* path = "/proc/self/statm";
  std::FILE* const file = std::fopen(path, "re");
  if (file == nullptr) {
    throw resource_error(fmt::format("cannot limit the memory to read it in: {}: {}", path, system_message(errno)));
  }
  unsigned long pages = 0;
  const bool has_number = std::fscanf(file, "%lu", &pages) == 1;
  std::fclose(file);
  if (!has_number) throw resource_error(fmt::format("cannot limit the memory to read it in: {} has no number", path));
  return static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

/// The soft limit of this process.
rlim_t soft_limit(__rlimit_resource resource) {
  rlimit limit{};
  return ::getrlimit(resource, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

void lower_limit(__rlimit_resource resource, rlim_t soft, rlim_t hard) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return;
  limit.rlim_max = std::min(limit.rlim_max, hard);
  limit.rlim_cur = std::min({limit.rlim_cur, limit.rlim_max, soft});
  ::setrlimit(resource, &limit);
}

/// What parent and child need.
struct fork_request {
  const isolation_limits& limits;
  const std::function<std::vector<std::byte>()>& work;
  rlim_t max_address_space_bytes = 0;  ///< of the child
  file_descriptor answers{-1};         ///< the reading end of the pipe
  pid_t child = -1;
  int error = 0;  ///< errno, if no child was started
};

/// Replaces the parent's signal handlers by the default actions, except for ignored signals. The child starts with all
/// signals blocked, so that no handler of the parent runs in the child.
void reset_signals() {
#ifdef ZERMELO_HAS_ADDRESS_SANITIZER
  sanitizer::exit_on_library_error();
  constexpr std::array crash_signals{SIGABRT, SIGTRAP, SIGSYS};  // the sanitizer handles the others
#else
  constexpr std::array crash_signals{SIGABRT, SIGTRAP, SIGSYS, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
#endif
  for (const int crash : crash_signals) std::signal(crash, SIG_DFL);
  sigset_t ending;
  ::sigemptyset(&ending);
  ::sigaddset(&ending, SIGXCPU);
  std::signal(SIGXCPU, SIG_DFL);
  for (const int stop : stop_signals) {
    if (std::signal(stop, SIG_DFL) == SIG_IGN) std::signal(stop, SIG_IGN);
    ::sigaddset(&ending, stop);
  }
  ::pthread_sigmask(SIG_UNBLOCK, &ending, nullptr);
}

/// Sets the limits of the child. It also ends with its parent, and writes no core file.
void confine(const fork_request& request) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_DUMPABLE, 0);
  reset_signals();
  lower_limit(RLIMIT_CORE, 0, 0);
  lower_limit(RLIMIT_CPU, request.limits.cpu_seconds, request.limits.cpu_seconds + 1);  // SIGXCPU, then SIGKILL
#ifndef ZERMELO_HAS_ADDRESS_SANITIZER  // the sanitizer needs the address space, and prints its reports
  lower_limit(RLIMIT_AS, request.max_address_space_bytes, request.max_address_space_bytes);
  // The parent reports crashes, so the messages of the C library are dropped.
  const int null_device = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (null_device >= 0) ::dup2(null_device, STDERR_FILENO);
#endif
}

/// Writes an answer to the pipe, and ends the child.
[[noreturn]] void answer(int pipe, answer_kind kind, std::string_view bytes) {
  std::array<char, head_bytes> head{static_cast<char>(kind)};
  const std::uint64_t length = bytes.size();
  std::memcpy(head.data() + sizeof(kind), &length, sizeof(length));
  const bool is_sent = write_all(pipe, {head.data(), head.size()}) && write_all(pipe, bytes);
  ::_exit(is_sent ? EXIT_SUCCESS : EXIT_FAILURE);
}

/// Runs in the child.
[[noreturn]] void work_and_exit(int pipe, const fork_request& request) {
  try {
    confine(request);
    const std::vector<std::byte> bytes = request.work();
    answer(pipe, answer_kind::bytes, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  } catch (const hdf5::library_failure& refused) {
    answer(pipe, answer_kind::library_failure, refused.what());
  } catch (const hdf5::failure& refused) {
    answer(pipe, answer_kind::failure, refused.what());
  } catch (const std::bad_alloc&) {
    answer(pipe, answer_kind::out_of_memory, "");
  } catch (const std::exception& refused) {
    answer(pipe, answer_kind::failure, std::string("damaged: ") + refused.what());
  }
}

/// Sets `child` and `answers`, or `error`.
void fork_child(fork_request& request) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    request.error = errno;
    return;
  }
  request.answers = beyond_standard_streams(file_descriptor(ends[0]));
  const file_descriptor to_parent = beyond_standard_streams(file_descriptor(ends[1]));
  if (request.answers.get() < 0 || to_parent.get() < 0) {
    request.error = errno;
    return;
  }
  sigset_t all;
  sigset_t previous;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &previous);
  request.child = ::fork();
  if (request.child == 0) work_and_exit(to_parent.get(), request);
  if (request.child < 0) request.error = errno;
  ::pthread_sigmask(SIG_SETMASK, &previous, nullptr);
}

/// Forks while this thread holds the lock of the HDF5 library, as during a callback. Otherwise another thread, which
/// the child does not have, might hold the lock for ever in the child.
void fork_under_library_lock(fork_request& request) {
  hdf5::expect_memory();
  const hdf5::property_list any_list(H5Pcreate(H5P_DATASET_XFER));
  constexpr herr_t stop = 1;
  const auto fork_once = [](hid_t /*list*/, const char* /*name*/, void* data) -> herr_t {
    fork_child(*static_cast<fork_request*>(data));
    return stop;
  };
  int first = 0;
  hdf5::check(H5Piterate(any_list, &first, fork_once, &request));
}

/// The bytes that have come through the pipe.
struct child_answer {
  enum class progress { incomplete, complete, too_long };
  std::string bytes;
  bool is_overdue = false;  ///< incomplete after the longest time to wait

  [[nodiscard]] progress state(std::uint64_t max_bytes) const {
    if (bytes.size() < head_bytes) return progress::incomplete;
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data() + sizeof(answer_kind), sizeof(length));
    if (length > max_bytes) return progress::too_long;
    return bytes.size() - head_bytes < length ? progress::incomplete : progress::complete;
  }
  [[nodiscard]] answer_kind kind() const { return static_cast<answer_kind>(bytes.front()); }
  [[nodiscard]] std::string_view payload() const { return std::string_view(bytes).substr(head_bytes); }
};

/// Whether the child has ended. Does not wait, and leaves its status for waitpid.
bool has_ended(pid_t child) {
  siginfo_t ended{};
  if (::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) != 0) return errno == ECHILD;
  return ended.si_pid == child;
}

/// Reads until the answer is complete, the child has ended without one, or so much time has passed that it must hang.
/// The end of the child need not close the pipe: children that other code of this process starts may have inherited it.
child_answer read_answer(const fork_request& request) {
  using clock = std::chrono::steady_clock;
  // On a busy machine the child may take many times its processor time. The limit of processor time ends a child that
  // computes, this one a child that waits.
  constexpr unsigned max_seconds_per_cpu_second = 100;
  constexpr int poll_milliseconds = 100;
  const auto deadline = clock::now() + std::chrono::seconds(max_seconds_per_cpu_second * request.limits.cpu_seconds);
  child_answer answer;
  std::array<char, 1 << 16> buffer{};
  bool child_has_ended = false;
  while (answer.state(request.limits.memory_bytes) == child_answer::progress::incomplete) {
    answer.is_overdue = clock::now() >= deadline;
    if (answer.is_overdue) break;
    pollfd waiting{request.answers.get(), POLLIN, 0};
    const int num_ready = ::poll(&waiting, 1, child_has_ended ? 0 : poll_milliseconds);
    if (num_ready < 0) continue;
    if (num_ready == 0) {
      if (child_has_ended) break;
      child_has_ended = has_ended(request.child);  // the pipe may still have bytes of the child
      continue;
    }
    const ssize_t count = ::read(request.answers.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    answer.bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return answer;
}

/// Waits for the end of a child, and returns its status; nothing if other code of this process has taken the status, or
/// ignores SIGCHLD.
std::optional<int> wait_for_child(pid_t child) {
  int status = 0;
  pid_t ended = -1;
  while ((ended = ::waitpid(child, &status, 0)) < 0 && errno == EINTR) continue;
  if (ended != child) return std::nullopt;
  return status;
}

/// Whether the system allows this process less address space than the child was to have.
bool is_short_of_memory(const fork_request& request) { return soft_limit(RLIMIT_AS) < request.max_address_space_bytes; }

/// Throws the reason why the memory did not suffice.
[[noreturn]] void refuse_for_memory(const fork_request& request) {
  if (is_short_of_memory(request)) {
    throw resource_error(
        fmt::format("reading it takes up to {} bytes of memory more, which the limit of {} bytes of "
                    "address space does not leave",
                    request.limits.memory_bytes, soft_limit(RLIMIT_AS)));
  }
  throw hdf5::failure(fmt::format("damaged: HDF5 takes more than {} bytes of memory to read what it holds",
                                  request.limits.memory_bytes));
}

/// Throws the reason why a child has ended without an answer.
[[noreturn]] void refuse_for_end(const fork_request& request, int status, bool is_overdue) {
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (is_overdue || signal == SIGXCPU) {
    throw hdf5::failure(fmt::format("damaged: HDF5 does not get through it in {} seconds", request.limits.cpu_seconds));
  }
  if (std::find(stop_signals.begin(), stop_signals.end(), signal) != stop_signals.end()) {
    throw interrupted("interrupted");
  }
  if (signal == SIGKILL) throw resource_error("the process that reads it was ended by the system");
#ifdef ZERMELO_HAS_ADDRESS_SANITIZER
  if (WIFEXITED(status) && WEXITSTATUS(status) == sanitizer::sanitizer_exit_status) std::abort();  // after its report
#endif
  if (is_short_of_memory(request)) refuse_for_memory(request);
  throw hdf5::failure(signal == 0 ? "damaged: HDF5 crashes on it"
                                  : fmt::format("damaged: HDF5 crashes on it (signal {})", signal));
}

}  // namespace

std::vector<std::byte> run_isolated(const isolation_limits& limits,
                                    const std::function<std::vector<std::byte>()>& work) {
  fork_request request{limits, work};
  request.max_address_space_bytes = address_space_bytes() + limits.memory_bytes;
  fork_under_library_lock(request);
  if (request.child < 0) {
    throw resource_error(fmt::format("no process can be started to read it in: {}", system_message(request.error)));
  }
  child_answer read;
  try {
    read = read_answer(request);
  } catch (...) {
    ::kill(request.child, SIGKILL);
    (void)wait_for_child(request.child);
    throw;
  }
  const auto state = read.state(limits.memory_bytes);
  if (read.is_overdue || state == child_answer::progress::too_long) ::kill(request.child, SIGKILL);
  const int status = wait_for_child(request.child).value_or(EXIT_SUCCESS);
  if (state == child_answer::progress::too_long) refuse_for_memory(request);
  if (state != child_answer::progress::complete || status != EXIT_SUCCESS) {
    refuse_for_end(request, status, read.is_overdue);
  }
  const std::string_view payload = read.payload();
  switch (read.kind()) {
    case answer_kind::bytes: {
      const auto bytes = std::as_bytes(std::span(payload));
      return {bytes.begin(), bytes.end()};
    }
    case answer_kind::failure: throw hdf5::failure(std::string(payload));
    case answer_kind::library_failure:
      if (is_short_of_memory(request)) refuse_for_memory(request);
      throw hdf5::library_failure(std::string(payload));
    case answer_kind::out_of_memory: refuse_for_memory(request);
  }
  throw hdf5::failure("damaged: HDF5 crashes on it");
}

}  // namespace zermelo::storage
