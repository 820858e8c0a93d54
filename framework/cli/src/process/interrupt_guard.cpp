// SPDX-License-Identifier: MIT
#include "interrupt_guard.hpp"

#include <cstddef>

namespace zermelo::cli {
namespace {

// A signal handler has no context argument, so the flag is global. The handler may only access lock-free atomics.
std::atomic<bool> stop_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void request_stop(int) { stop_flag.store(true); }

}  // namespace

interrupt_guard::interrupt_guard() {
  stop_flag.store(false);
  for (std::size_t i = 0; i < m_signals.size(); ++i) {
    struct sigaction action{};
    const bool is_ignored = m_signals[i] == SIGPIPE || m_signals[i] == SIGXFSZ;
    action.sa_handler = is_ignored ? SIG_IGN : &request_stop;
    sigemptyset(&action.sa_mask);
    // Without SA_RESTART, so that Ctrl-C interrupts a wait for input.
    sigaction(m_signals[i], &action, &m_previous_actions[i]);
  }
}

interrupt_guard::~interrupt_guard() {
  for (std::size_t i = 0; i < m_signals.size(); ++i) sigaction(m_signals[i], &m_previous_actions[i], nullptr);
}

const std::atomic<bool>& interrupt_guard::stop_requested() { return stop_flag; }

}  // namespace zermelo::cli
