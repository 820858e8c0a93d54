// SPDX-License-Identifier: MIT
#include "progress.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <unistd.h>

#include "bindings.hpp"
#include "released_gil.hpp"

namespace py = pybind11;

namespace zermelo::python {
namespace {

using clock = std::chrono::steady_clock;

/// The interval between two checks for signals.
constexpr std::chrono::milliseconds check_interval{50};

/// The state shared by the calling thread and the threads of the work.
class shared_work final : public calling_thread {
 public:
  void phase(std::string_view name, std::uint64_t total) override {
    const std::lock_guard lock(m_guard);
    m_phase = name;
    m_total = total;
    m_done.store(0, std::memory_order_relaxed);
  }
  // Relaxed, since the numbers are only displayed, and no other data depends on the flag.
  void advance(std::uint64_t amount) override { m_done.fetch_add(amount, std::memory_order_relaxed); }
  [[nodiscard]] bool stop_requested() const override { return m_stops.load(std::memory_order_relaxed); }

  void call(const std::function<void()>& f) override {
    waiting_call waiting{&f};
    std::unique_lock lock(m_guard);
    m_calls.push_back(&waiting);
    m_for_caller.notify_one();
    m_for_work.wait(lock, [&] { return waiting.has_ended; });
    if (waiting.failure) std::rethrow_exception(waiting.failure);
  }

  /// Requests the work to stop. Any thread may call it.
  void stop() noexcept { m_stops.store(true, std::memory_order_relaxed); }
  /// Must be called when the work has finished. @param failure  its exception, or null on success
  void end(std::exception_ptr failure) {
    const std::lock_guard lock(m_guard);
    m_failure = std::move(failure);
    m_has_ended = true;
    m_for_caller.notify_one();
  }
  [[nodiscard]] const std::exception_ptr& failure() const noexcept { return m_failure; }

  /// On the calling thread: runs calls until the work has finished, and checks for signals and progress meanwhile.
  /// @param raised  receives the first Python exception
  void serve(const py::object& progress, released_gil& gil, std::exception_ptr& raised) {
    auto next_check = clock::now() + check_interval;
    std::unique_lock lock(m_guard);
    while (true) {
      m_for_caller.wait_until(lock, next_check, [this] { return m_has_ended || !m_calls.empty(); });
      if (m_has_ended) return;
      waiting_call* waiting = nullptr;
      if (!m_calls.empty()) {
        waiting = m_calls.front();
        m_calls.pop_front();
      }
      const bool looks = clock::now() >= next_check;
      lock.unlock();
      std::exception_ptr failure;
      gil.call_with_gil([&] {
        if (waiting != nullptr) failure = run(*waiting->f, raised);
        if (looks && !raised) call_progress(progress, raised);
      });
      if (looks) next_check = clock::now() + check_interval;
      lock.lock();
      if (waiting == nullptr) continue;
      waiting->failure = std::move(failure);
      waiting->has_ended = true;
      m_for_work.notify_all();
    }
  }

 private:
  struct waiting_call {
    const std::function<void()>* f;
    std::exception_ptr failure{};
    bool has_ended = false;
  };

  /// Returns the exception that the waiting thread must throw.
  [[nodiscard]] std::exception_ptr run(const std::function<void()>& f, std::exception_ptr& raised) {
    const auto stopped = [] { return std::make_exception_ptr(interrupted("interrupted")); };
    if (stop_requested()) return stopped();
    try {
      f();
    } catch (const py::error_already_set&) {
      keep(raised);
      return stopped();
    } catch (const abi::__forced_unwind&) {
      throw;
    } catch (...) {
      return std::current_exception();
    }
    return nullptr;
  }
  void call_progress(const py::object& progress, std::exception_ptr& raised) {
    try {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (!progress.is_none()) report(progress);
    } catch (const py::error_already_set&) {
      keep(raised);
    }
  }
  void report(const py::object& progress) {
    std::string phase;
    std::uint64_t total = 0;
    {
      const std::lock_guard lock(m_guard);
      phase = m_phase;
      total = m_total;
    }
    if (!phase.empty()) progress(phase, m_done.load(std::memory_order_relaxed), total);
  }
  /// Stores the current exception, and requests the work to stop.
  void keep(std::exception_ptr& raised) {
    if (!raised) raised = std::current_exception();
    stop();
  }

  std::mutex m_guard;  ///< guards all members that are not atomic
  std::condition_variable m_for_caller;
  std::condition_variable m_for_work;
  std::deque<waiting_call*> m_calls;
  std::exception_ptr m_failure;
  bool m_has_ended = false;
  std::string m_phase;
  std::uint64_t m_total = 0;
  std::atomic<std::uint64_t> m_done{0};
  std::atomic<bool> m_stops{false};
};

/// The calls of this process that have not returned. The GIL guards all members. If a daemon thread is in such a call
/// when the interpreter shuts down, the call is stopped, so that its work does not continue while the process exits.
class running_calls {
 public:
  /// The only instance of this class.
  [[nodiscard]] static running_calls& all() {
    static running_calls calls;
    return calls;
  }

  /// Registers a call for the lifetime of the object.
  class entry {
   public:
    /// @throws the exceptions of expect_no_shutdown
    explicit entry(shared_work& work) : m_work(work) {
      all().expect_no_shutdown();
      all().m_works.push_back({&work, getpid()});
    }
    entry(const entry&) = delete;
    entry& operator=(const entry&) = delete;
    ~entry() {
      std::erase_if(all().m_works, [this](const work_of_process& one) { return one.work == &m_work; });
    }

   private:
    shared_work& m_work;
  };

  /// @throws SystemExit, which ends the thread without a message, if another thread is shutting the interpreter down.
  void expect_no_shutdown() const {
    if (!m_last_thread || *m_last_thread == std::this_thread::get_id()) return;
    PyErr_SetNone(PyExc_SystemExit);
    throw py::error_already_set();
  }

  /// Stops the calls of other threads and waits until they have returned. Afterwards only this thread may make calls.
  void shut_down() {
    m_last_thread = std::this_thread::get_id();
    // The wait is limited, since a Python function that a call runs may never return.
    constexpr std::chrono::seconds longest_wait{2};
    constexpr std::chrono::milliseconds between_looks{2};
    const auto latest_end = clock::now() + longest_wait;
    while (stop_all() && clock::now() < latest_end) {
      const released_gil released;
      std::this_thread::sleep_for(between_looks);
    }
  }

 private:
  struct work_of_process {
    shared_work* work;
    pid_t process;  ///< a forked child does not have the threads of its parent
  };

  /// Returns whether there are any calls to stop.
  bool stop_all() const {
    bool are_any = false;
    for (const work_of_process& one : m_works) {
      if (one.process != getpid()) continue;
      one.work->stop();
      are_any = true;
    }
    return are_any;
  }

  std::vector<work_of_process> m_works;
  std::optional<std::thread::id> m_last_thread;  ///< during a shutdown of the interpreter, the thread that performs it
};

}  // namespace

void bind_progress(py::module_& /*module*/) {
  const py::cpp_function shut_down([] { running_calls::all().shut_down(); });
  py::module_::import("atexit").attr("register")(shut_down);
}

void run_with_progress(const py::object& progress, const std::function<void(calling_thread&)>& work) {
  shared_work shared;
  std::exception_ptr raised;  // released while this thread holds the GIL
  {
    const running_calls::entry entry(shared);
    released_gil released;
    std::thread worker([&] {
      try {
        work(shared);
        shared.end(nullptr);
      } catch (...) {
        shared.end(std::current_exception());
      }
    });
    shared.serve(progress, released, raised);
    worker.join();
  }
  running_calls::all().expect_no_shutdown();
  if (raised) std::rethrow_exception(raised);
  if (shared.failure()) std::rethrow_exception(shared.failure());
}

}  // namespace zermelo::python
