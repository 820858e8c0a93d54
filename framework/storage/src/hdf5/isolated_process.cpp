// SPDX-License-Identifier: MIT
// Fork, limits, a pipe for the answer; see isolated_process.hpp.
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

/// What an answer is. It begins with this and the number of its bytes: who has only a part of it knows.
enum class answer_kind : char { bytes = 'b', failure = 'f', library_failure = 'l', out_of_memory = 'm' };
constexpr std::size_t head_bytes = sizeof(answer_kind) + sizeof(std::uint64_t);

/// Those that ask all processes of a terminal or a session to end.
constexpr std::array stop_signals{SIGINT, SIGTERM, SIGHUP};

std::string system_message(int number) { return std::generic_category().message(number); }

/// The address space that this process has, in bytes. @throws resource_error where the system does not say.
rlim_t address_space() {
  constexpr const char* place = "/proc/self/statm";
  std::FILE* const file = std::fopen(place, "re");
  if (file == nullptr) {
    throw resource_error(fmt::format("cannot limit the memory to read it in: {}: {}", place, system_message(errno)));
  }
  unsigned long pages = 0;
  const bool found = std::fscanf(file, "%lu", &pages) == 1;
  std::fclose(file);
  if (!found) throw resource_error(fmt::format("cannot limit the memory to read it in: {} has no number", place));
  return static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

rlim_t limit_of(__rlimit_resource resource) {
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

/// What is needed on both sides of the fork.
struct fork_request {
  const isolation_limits& limits;
  const std::function<std::vector<std::byte>()>& work;
  rlim_t address_space_bytes = 0;  ///< that the child may have
  file_descriptor answers{-1};     ///< the end of the pipe that the parent reads
  pid_t child = -1;
  int error = 0;  ///< errno, if there is no child
};

/// The child is born with all signals blocked, so that no handler of the parent's ever runs in it. Those that end it do
/// so as they do by default, unless they are ignored.
void take_default_signals() {
#ifdef ZERMELO_HAS_ADDRESS_SANITIZER
  sanitizer::tell_apart();
  constexpr std::array crash_signals{SIGABRT, SIGTRAP, SIGSYS};  // the others are the sanitizer's
#else
  constexpr std::array crash_signals{SIGABRT, SIGTRAP, SIGSYS, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
#endif
  for (const int crash : crash_signals) std::signal(crash, SIG_DFL);
  sigset_t ends;
  ::sigemptyset(&ends);
  ::sigaddset(&ends, SIGXCPU);
  std::signal(SIGXCPU, SIG_DFL);
  for (const int stop : stop_signals) {
    if (std::signal(stop, SIG_DFL) == SIG_IGN) std::signal(stop, SIG_IGN);
    ::sigaddset(&ends, stop);
  }
  ::pthread_sigmask(SIG_UNBLOCK, &ends, nullptr);
}

/// Makes this process one that ends quietly, soon, and with its parent.
void confine(const fork_request& request) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_DUMPABLE, 0);
  take_default_signals();
  lower_limit(RLIMIT_CORE, 0, 0);
  lower_limit(RLIMIT_CPU, request.limits.cpu_seconds, request.limits.cpu_seconds + 1);  // first comes SIGXCPU
#ifndef ZERMELO_HAS_ADDRESS_SANITIZER  // it has all of the address space, and says itself what is wrong
  lower_limit(RLIMIT_AS, request.address_space_bytes, request.address_space_bytes);
  // What the C library has to say of a crash is said by the parent.
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
#endif
}

[[noreturn]] void answer(int pipe, answer_kind kind, std::string_view bytes) {
  std::array<char, head_bytes> head{static_cast<char>(kind)};
  const std::uint64_t length = bytes.size();
  std::memcpy(head.data() + sizeof(kind), &length, sizeof(length));
  const bool is_sent = write_all(pipe, {head.data(), head.size()}) && write_all(pipe, bytes);
  ::_exit(is_sent ? EXIT_SUCCESS : EXIT_FAILURE);
}

/// All that the child does.
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
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  request.child = ::fork();
  if (request.child == 0) work_and_exit(to_parent.get(), request);
  if (request.child < 0) request.error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// Forks while this thread holds the lock of the HDF5 library, as a callback of the library's does: else the child
/// might find it locked by a thread that it does not have.
void fork_under_library_lock(fork_request& request) {
  hdf5::expect_memory();
  const hdf5::property_list any(H5Pcreate(H5P_DATASET_XFER));
  constexpr herr_t stop = 1;
  const auto fork_once = [](hid_t /*list*/, const char* /*name*/, void* data) -> herr_t {
    fork_child(*static_cast<fork_request*>(data));
    return stop;
  };
  int first = 0;
  hdf5::check(H5Piterate(any, &first, fork_once, &request));
}

/// What came through the pipe.
struct child_answer {
  enum class state { part, whole, too_long };
  std::string bytes;
  bool is_overdue = false;  ///< and not whole

  [[nodiscard]] state has_come(std::uint64_t longest) const {
    if (bytes.size() < head_bytes) return state::part;
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data() + sizeof(answer_kind), sizeof(length));
    if (length > longest) return state::too_long;
    return bytes.size() - head_bytes < length ? state::part : state::whole;
  }
  [[nodiscard]] answer_kind kind() const { return static_cast<answer_kind>(bytes.front()); }
  [[nodiscard]] std::string_view payload() const { return std::string_view(bytes).substr(head_bytes); }
};

/// Whether the child has ended. It can still be waited for.
bool has_ended(pid_t child) {
  siginfo_t ended{};
  if (::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) != 0) return errno == ECHILD;
  return ended.si_pid == child;
}

/// Reads until the answer is whole, or the child has ended without one, or so much time has passed that it must be
/// stuck. The pipe may stay open behind it: another child of this process may have it, which is none of ours.
child_answer read_answer(const fork_request& request) {
  using clock = std::chrono::steady_clock;
  // A busy machine may take many times the time of the processor; the limit for that ends all but a child that waits.
  constexpr unsigned busy = 100;
  constexpr int look_milliseconds = 100;
  const auto deadline = clock::now() + std::chrono::seconds(busy * request.limits.cpu_seconds);
  child_answer read;
  std::array<char, 1 << 16> buffer{};
  bool is_last = false;
  while (read.has_come(request.limits.memory_bytes) == child_answer::state::part) {
    read.is_overdue = clock::now() >= deadline;
    if (read.is_overdue) break;
    pollfd waiting{request.answers.get(), POLLIN, 0};
    const int ready = ::poll(&waiting, 1, is_last ? 0 : look_milliseconds);
    if (ready < 0) continue;
    if (ready == 0) {
      if (is_last) break;
      is_last = has_ended(request.child);  // what it has written is read before
      continue;
    }
    const ssize_t count = ::read(request.answers.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    read.bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return read;
}

/// How a child has ended; nothing if somebody else asked, as a program may that has no interest in its children.
std::optional<int> end_child(pid_t child, bool kills) {
  if (kills) ::kill(child, SIGKILL);
  int status = 0;
  pid_t ended = -1;
  while ((ended = ::waitpid(child, &status, 0)) < 0 && errno == EINTR) continue;
  if (ended != child) return std::nullopt;
  return status;
}

/// Whether this process may not have as much as the child was to have.
bool is_short_of_memory(const fork_request& request) { return limit_of(RLIMIT_AS) < request.address_space_bytes; }

[[noreturn]] void refuse_for_memory(const fork_request& request) {
  if (is_short_of_memory(request)) {
    throw resource_error(
        fmt::format("reading it takes up to {} bytes of memory more, which the limit of {} bytes of "
                    "address space does not leave",
                    request.limits.memory_bytes, limit_of(RLIMIT_AS)));
  }
  throw hdf5::failure(fmt::format("damaged: HDF5 takes more than {} bytes of memory to read what it holds",
                                  request.limits.memory_bytes));
}

/// Says why a child ended that has not answered.
[[noreturn]] void refuse_for_end(const fork_request& request, std::optional<int> end, bool is_overdue) {
  const int status = end.value_or(0);
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (is_overdue || signal == SIGXCPU) {
    throw hdf5::failure(fmt::format("damaged: HDF5 does not get through it in {} seconds", request.limits.cpu_seconds));
  }
  if (std::find(stop_signals.begin(), stop_signals.end(), signal) != stop_signals.end()) {
    throw interrupted("interrupted");
  }
  if (signal == SIGKILL) throw resource_error("the process that reads it was ended by the system");
#ifdef ZERMELO_HAS_ADDRESS_SANITIZER
  if (WIFEXITED(status) && WEXITSTATUS(status) == sanitizer::exit_of_sanitizer)
    std::abort();  // it has said what is wrong
#endif
  if (is_short_of_memory(request)) refuse_for_memory(request);
  throw hdf5::failure(signal == 0 ? "damaged: HDF5 crashes on it"
                                  : fmt::format("damaged: HDF5 crashes on it (signal {})", signal));
}

}  // namespace

std::vector<std::byte> run_isolated(const isolation_limits& limits,
                                    const std::function<std::vector<std::byte>()>& work) {
  fork_request request{limits, work};
  request.address_space_bytes = address_space() + limits.memory_bytes;
  fork_under_library_lock(request);
  if (request.child < 0) {
    throw resource_error(fmt::format("no process can be started to read it in: {}", system_message(request.error)));
  }
  child_answer read;
  try {
    read = read_answer(request);
  } catch (...) {
    (void)end_child(request.child, true);
    throw;
  }
  const auto come = read.has_come(limits.memory_bytes);
  const bool is_too_long = come == child_answer::state::too_long;
  const std::optional<int> end = end_child(request.child, read.is_overdue || is_too_long);
  if (is_too_long) refuse_for_memory(request);
  if (come == child_answer::state::part || end.value_or(0) != 0) refuse_for_end(request, end, read.is_overdue);
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
