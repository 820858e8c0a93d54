// SPDX-License-Identifier: MIT
// Fork, limits, a pipe for the answer; see isolated_process.hpp.
#include "isolated_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
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
#include <zermelo/storage/write_all.hpp>

#include "file_descriptor.hpp"
#include "hdf5.hpp"

namespace zermelo::storage {

namespace {

/// What an answer begins with, and ends with: a child that dies while it answers has not answered.
enum class answer_kind : char { bytes = 'b', failure = 'f', library_failure = 'l', out_of_memory = 'm' };
constexpr char answer_end = '.';

/// The child's signals: none reaches it but those that end it, as they do by default.
constexpr std::array crash_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};

std::string system_message() { return std::generic_category().message(errno); }

/// The address space that this process has, in bytes; nothing where the system does not say.
std::optional<rlim_t> address_space() {
  std::FILE* const file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return std::nullopt;
  unsigned long pages = 0;
  const bool found = std::fscanf(file, "%lu", &pages) == 1;
  std::fclose(file);
  if (!found) return std::nullopt;
  return static_cast<rlim_t>(pages) * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

void lower_limit(__rlimit_resource resource, rlim_t value) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return;
  limit.rlim_max = std::min(limit.rlim_max, value);
  limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
  ::setrlimit(resource, &limit);
}

/// Makes this process one that ends quietly, soon, and with its parent.
void confine(const isolation_limits& limits) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_DUMPABLE, 0);
  for (const int crash : crash_signals) std::signal(crash, SIG_DFL);
  lower_limit(RLIMIT_CORE, 0);
  lower_limit(RLIMIT_CPU, limits.cpu_seconds);
  if (const auto used = address_space()) lower_limit(RLIMIT_AS, *used + limits.memory_bytes);
  // What the library or a sanitizer has to say of a crash is said by the parent.
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
}

void answer(int pipe, answer_kind kind, std::string_view bytes) {
  const char head = static_cast<char>(kind);
  const bool sent = write_all(pipe, {&head, 1}) && write_all(pipe, bytes) && write_all(pipe, {&answer_end, 1});
  ::_exit(sent ? 0 : 1);
}

/// All that the child does.
[[noreturn]] void work_and_exit(int pipe, const isolation_limits& limits,
                                const std::function<std::vector<std::byte>()>& work) {
  try {
    confine(limits);
    const std::vector<std::byte> bytes = work();
    answer(pipe, answer_kind::bytes, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  } catch (const hdf5::library_failure& refused) {
    answer(pipe, answer_kind::library_failure, refused.what());
  } catch (const hdf5::failure& refused) {
    answer(pipe, answer_kind::failure, refused.what());
  } catch (const std::bad_alloc&) {
    answer(pipe, answer_kind::out_of_memory, "");
  } catch (...) {
    ::_exit(1);
  }
  ::_exit(1);
}

/// What is needed on both sides of the fork.
struct fork_request {
  const isolation_limits& limits;
  const std::function<std::vector<std::byte>()>& work;
  file_descriptor answers{-1};  ///< the end of the pipe that the parent reads
  pid_t child = -1;
  int error = 0;  ///< errno, if there is no child
};

void fork_child(fork_request& request) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    request.error = errno;
    return;
  }
  request.answers = file_descriptor(ends[0]);
  const file_descriptor to_parent(ends[1]);
  // The child is born with all signals blocked, so that no handler of the parent's ever runs in it.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  request.child = ::fork();
  if (request.child == 0) work_and_exit(to_parent.get(), request.limits, request.work);
  if (request.child < 0) request.error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// Forks while this thread holds the lock of the HDF5 library, as a callback of the library's does: else the child
/// might find it locked by a thread that it does not have.
void fork_under_library_lock(fork_request& request) {
  const hdf5::property_list any(H5Pcreate(H5P_DATASET_XFER));
  constexpr herr_t stop = 1;
  const auto fork_once = [](hid_t /*list*/, const char* /*name*/, void* data) -> herr_t {
    fork_child(*static_cast<fork_request*>(data));
    return stop;
  };
  int first = 0;
  hdf5::check(H5Piterate(any, &first, fork_once, &request));
}

/// Why a child ended that has not answered.
std::string describe_end(const fork_request& request, bool was_in_time, int status) {
  if (!was_in_time || (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))) {
    return fmt::format("damaged: HDF5 does not get through it in {} seconds", request.limits.cpu_seconds);
  }
  if (WIFSIGNALED(status)) return fmt::format("damaged: HDF5 crashes on it (signal {})", WTERMSIG(status));
  return "damaged: HDF5 crashes on it";
}

/// Everything that the child writes, until it closes the pipe. Nothing if that takes so long that it must be stuck.
std::optional<std::string> read_answer(const fork_request& request) {
  using clock = std::chrono::steady_clock;
  // A busy machine may take many times the time of the processor; the limit for that ends all but a child that waits.
  constexpr unsigned busy = 100;
  const auto deadline = clock::now() + std::chrono::seconds(busy * request.limits.cpu_seconds);
  std::string bytes;
  std::array<char, 1 << 16> buffer{};
  while (true) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - clock::now()).count();
    if (left <= 0) return std::nullopt;
    pollfd waiting{request.answers.get(), POLLIN, 0};
    if (::poll(&waiting, 1, static_cast<int>(left)) <= 0) continue;
    const ssize_t count = ::read(request.answers.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

/// The child's status when it has ended; 0 if somebody else has asked for it, as a program may that takes no interest
/// in its children.
int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 0;
  }
  return status;
}

}  // namespace

std::vector<std::byte> run_isolated(const isolation_limits& limits,
                                    const std::function<std::vector<std::byte>()>& work) {
  fork_request request{limits, work};
  fork_under_library_lock(request);
  if (request.child < 0) {
    errno = request.error;
    throw resource_error(fmt::format("no process can be started to read it in: {}", system_message()));
  }
  std::optional<std::string> read;
  try {
    read = read_answer(request);
  } catch (...) {
    ::kill(request.child, SIGKILL);
    (void)wait_for(request.child);
    throw;
  }
  if (!read) ::kill(request.child, SIGKILL);
  const int status = wait_for(request.child);
  if (!read || read->size() < 2 || read->back() != answer_end) {
    throw hdf5::failure(describe_end(request, read.has_value(), status));
  }
  const std::string_view payload = std::string_view(*read).substr(1, read->size() - 2);
  switch (static_cast<answer_kind>(read->front())) {
    case answer_kind::bytes: {
      const auto bytes = std::as_bytes(std::span(payload));
      return {bytes.begin(), bytes.end()};
    }
    case answer_kind::failure: throw hdf5::failure(std::string(payload));
    case answer_kind::library_failure: throw hdf5::library_failure(std::string(payload));
    case answer_kind::out_of_memory: break;
  }
  throw hdf5::failure(
      fmt::format("damaged: HDF5 takes more than {} bytes of memory to read what it holds", limits.memory_bytes));
}

}  // namespace zermelo::storage
