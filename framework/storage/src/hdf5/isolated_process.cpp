// SPDX-License-Identifier: MIT
// The child sends its answer through a pipe: one character for the kind, followed by bytes. The exit status of the
// child indicates whether the answer is complete.
#include "isolated_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include <fcntl.h>
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

/// Signals that are sent to all processes of a terminal or session to make them exit.
constexpr std::array stop_signals{SIGINT, SIGTERM, SIGHUP};

/// Returns the address space of this process in bytes. @throws resource_error if the system does not report it.
rlim_t address_space_bytes() {
  rlim_t pages = 0;
  if (!(std::ifstream("/proc/self/statm") >> pages)) {
    throw resource_error("cannot read /proc/self/statm, which is needed to limit memory");
  }
  return pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

/// Returns the soft limit of this process.
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

/// The data that parent and child use.
struct fork_request {
  const isolation_limits& limits;
  const std::function<std::vector<std::byte>()>& work;
  rlim_t max_address_space_bytes = 0;  ///< the limit for the child
  file_descriptor answers{-1};         ///< the reading end of the pipe
  pid_t child = -1;
  int error = 0;  ///< errno if the child could not be started
};

/// Makes signals terminate the child, except those that the parent ignores. The child starts with all signals blocked,
/// so that no handler of the parent runs in it; crashes still terminate the child.
void reset_signals() {
  std::signal(SIGABRT, SIG_DFL);  // abort() unblocks it
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

/// Sets the limits of the child. The child is also killed when its parent exits, and writes no core file.
void confine(const fork_request& request) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_DUMPABLE, 0);
  reset_signals();
  lower_limit(RLIMIT_CPU, request.limits.cpu_seconds, request.limits.cpu_seconds + 1);  // SIGXCPU, then SIGKILL
#ifdef ZERMELO_HAS_ADDRESS_SANITIZER  // AddressSanitizer needs the address space and prints reports
  sanitizer::exit_on_library_error();
#else
  lower_limit(RLIMIT_AS, request.max_address_space_bytes, request.max_address_space_bytes);
  // The parent reports crashes, so messages of the C library are discarded.
  const int null_device = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (null_device >= 0) ::dup2(null_device, STDERR_FILENO);
#endif
}

/// Writes an answer to the pipe, and exits the child.
[[noreturn]] void answer(int pipe, answer_kind kind, std::string_view bytes) {
  const auto first = static_cast<char>(kind);
  const bool is_sent = write_all(pipe, {&first, 1}) && write_all(pipe, bytes);
  ::_exit(is_sent ? EXIT_SUCCESS : EXIT_FAILURE);
}

/// Runs the work in the child, sends the answer, and exits.
[[noreturn]] void work_and_exit(int pipe, const fork_request& request) {
  try {
    confine(request);
    const std::vector<std::byte> bytes = request.work();
    answer(pipe, answer_kind::bytes, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  } catch (const hdf5::library_failure& rejected) {
    answer(pipe, answer_kind::library_failure, rejected.what());
  } catch (const hdf5::failure& rejected) {
    answer(pipe, answer_kind::failure, rejected.what());
  } catch (const std::bad_alloc&) {
    answer(pipe, answer_kind::out_of_memory, "");
  } catch (const std::exception& rejected) {
    answer(pipe, answer_kind::failure, std::string("damaged: ") + rejected.what());
  }
}

/// Forks the child. Sets `child` and `answers`, or `error`.
void fork_child(fork_request& request) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    request.error = errno;
    return;
  }
  request.answers = file_descriptor(ends[0]);
  const file_descriptor to_parent(ends[1]);
  sigset_t all;
  sigset_t previous;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &previous);
  request.child = ::fork();
  if (request.child == 0) work_and_exit(to_parent.get(), request);
  if (request.child < 0) request.error = errno;
  ::pthread_sigmask(SIG_SETMASK, &previous, nullptr);
}

/// Forks in a callback of HDF5, during which this thread holds the lock of the library. Otherwise another thread, which
/// does not exist in the child, might hold the lock forever in the child.
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

/// Reads the kind and the bytes of the answer until the child closes the pipe, or the answer exceeds `max_bytes`.
std::string read_answer(int pipe, std::uint64_t max_bytes) {
  std::string answer;
  std::array<char, 1 << 16> buffer{};
  while (answer.size() <= max_bytes) {
    const ssize_t count = ::read(pipe, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    answer.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return answer;
}

/// Waits for a child to exit and returns its status, or success if other code of this process has already waited for it
/// or ignores SIGCHLD.
int wait_for_child(pid_t child) {
  int status = EXIT_SUCCESS;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

/// Whether the address-space limit of this process is below that of the child.
bool is_short_of_memory(const fork_request& request) { return soft_limit(RLIMIT_AS) < request.max_address_space_bytes; }

/// Throws the reason for insufficient memory.
[[noreturn]] void fail_for_memory(const fork_request& request) {
  if (is_short_of_memory(request)) {
    throw resource_error(fmt::format("reading the file may need {} more bytes, above the limit of {} bytes (ulimit -v)",
                                     request.limits.memory_bytes, soft_limit(RLIMIT_AS)));
  }
  throw hdf5::failure(
      fmt::format("damaged: HDF5 needs more than {} bytes of memory to read it", request.limits.memory_bytes));
}

/// Throws the reason why a child exited without an answer.
[[noreturn]] void fail_for_exit(const fork_request& request, int status) {
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  if (signal == SIGXCPU) {
    throw hdf5::failure(fmt::format("damaged: HDF5 needs more than {} seconds to read it", request.limits.cpu_seconds));
  }
  if (std::find(stop_signals.begin(), stop_signals.end(), signal) != stop_signals.end()) {
    throw interrupted("interrupted");
  }
  if (signal == SIGKILL) throw resource_error("the system killed the file's reader; free memory");
#ifdef ZERMELO_HAS_ADDRESS_SANITIZER
  if (WIFEXITED(status) && WEXITSTATUS(status) == sanitizer::sanitizer_exit_status) std::abort();  // after its report
#endif
  if (is_short_of_memory(request)) fail_for_memory(request);
  throw hdf5::failure(signal == 0 ? "damaged: HDF5 crashes when reading it"
                                  : fmt::format("damaged: HDF5 crashes when reading it (signal {})", signal));
}

}  // namespace

std::vector<std::byte> run_isolated(const isolation_limits& limits,
                                    const std::function<std::vector<std::byte>()>& work) {
  fork_request request{limits, work};
  request.max_address_space_bytes = address_space_bytes() + limits.memory_bytes;
  fork_under_library_lock(request);
  if (request.child < 0) {
    throw resource_error(
        fmt::format("cannot start a process to read the file: {}", std::generic_category().message(request.error)));
  }
  const std::uint64_t max_bytes = sizeof(answer_kind) + limits.memory_bytes;
  std::string answer;
  try {
    answer = read_answer(request.answers.get(), max_bytes);
  } catch (...) {
    ::kill(request.child, SIGKILL);
    (void)wait_for_child(request.child);
    throw;
  }
  if (answer.size() > max_bytes) ::kill(request.child, SIGKILL);
  const int status = wait_for_child(request.child);
  if (answer.size() > max_bytes) fail_for_memory(request);
  if (answer.empty() || status != EXIT_SUCCESS) fail_for_exit(request, status);
  const std::string_view payload = std::string_view(answer).substr(sizeof(answer_kind));
  switch (static_cast<answer_kind>(answer.front())) {
    case answer_kind::bytes: {
      const auto bytes = std::as_bytes(std::span(payload));
      return {bytes.begin(), bytes.end()};
    }
    case answer_kind::failure: throw hdf5::failure(std::string(payload));
    case answer_kind::library_failure:
      if (is_short_of_memory(request)) fail_for_memory(request);
      throw hdf5::library_failure(std::string(payload));
    case answer_kind::out_of_memory: fail_for_memory(request);
  }
  throw hdf5::failure("damaged: HDF5 crashes when reading it");
}

}  // namespace zermelo::storage
