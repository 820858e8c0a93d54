// SPDX-License-Identifier: MIT
// The ranks form a ring. A heartbeat is a byte: 1 if it is the last one, otherwise 0. Silence is measured in ticks of
// the watching thread, since a process that is stopped, or has no core, receives nothing either.
#include "rank_watch.hpp"

#include <algorithm>
#include <utility>

#include "mpi_calls.hpp"

namespace zermelo::distributed {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds max_tick{1000};
constexpr milliseconds min_tick{1};
constexpr int ticks_per_timeout = 8;  // a single late heartbeat does not raise the alarm

}  // namespace

/// Sends heartbeats to the next rank, and receives those of the previous one.
class rank_watch::ring_link {
 public:
  explicit ring_link(MPI_Comm heartbeats) : m_heartbeats(heartbeats) {
    int own = 0;
    int size = 1;
    MPI_Comm_rank(heartbeats, &own);
    MPI_Comm_size(heartbeats, &size);
    m_next = (own + 1) % size;
    m_previous = (own + size - 1) % size;
    listen();
  }

  [[nodiscard]] int previous_rank() const noexcept { return m_previous; }
  [[nodiscard]] bool has_sent_last() { return m_sent == last && is_complete(m_sending); }
  [[nodiscard]] bool has_heard_last() const noexcept { return m_listening == MPI_REQUEST_NULL; }

  /// Sends a heartbeat, unless an earlier one is still in transit.
  void send(bool is_last) {
    if (m_sent == last || !is_complete(m_sending)) return;
    m_sent = is_last ? last : not_last;
    MPI_Isend(&m_sent, 1, MPI_BYTE, m_next, 0, m_heartbeats, &m_sending);
  }
  /// Whether a heartbeat has arrived since the last call.
  [[nodiscard]] bool hears() {
    bool has_heard = false;
    while (m_listening != MPI_REQUEST_NULL && is_complete(m_listening)) {
      has_heard = true;
      if (m_heard != last) listen();
    }
    return has_heard;
  }

 private:
  static constexpr unsigned char not_last = 0;
  static constexpr unsigned char last = 1;

  void listen() { MPI_Irecv(&m_heard, 1, MPI_BYTE, m_previous, 0, m_heartbeats, &m_listening); }

  MPI_Comm m_heartbeats;
  int m_previous = 0;
  int m_next = 0;
  unsigned char m_sent = not_last;
  unsigned char m_heard = not_last;
  MPI_Request m_sending = MPI_REQUEST_NULL;
  MPI_Request m_listening = MPI_REQUEST_NULL;  ///< null: the last heartbeat has arrived
};

rank_watch::rank_watch(MPI_Comm heartbeats, std::chrono::seconds timeout, alarm f)
    : m_heartbeats(heartbeats),
      m_timeout(timeout),
      m_tick(std::clamp(m_timeout / ticks_per_timeout, min_tick, max_tick)),
      m_alarm(std::move(f)),
      m_thread([this] { watch(); }) {}

rank_watch::~rank_watch() {
  {
    const std::lock_guard lock(m_guard);
    m_is_ending = true;
  }
  m_wake.notify_one();
  m_thread.join();
}

void rank_watch::watch() {
  ring_link link(m_heartbeats);
  auto last_check = std::chrono::steady_clock::now();
  milliseconds silence{0};
  for (bool is_ending = false; !link.has_sent_last() || !link.has_heard_last(); is_ending = sleep()) {
    link.send(is_ending);
    const auto now = std::chrono::steady_clock::now();
    silence += std::min(std::chrono::duration_cast<milliseconds>(now - last_check), 2 * m_tick);
    last_check = now;
    if (link.hears() || link.has_heard_last()) silence = milliseconds{0};
    if (silence > m_timeout) m_alarm(link.previous_rank());
  }
}

bool rank_watch::sleep() {
  std::unique_lock lock(m_guard);
  if (m_is_ending) {
    m_wake.wait_for(lock, min_tick);
  } else {
    m_wake.wait_for(lock, m_tick, [this] { return m_is_ending; });
  }
  return m_is_ending;
}

}  // namespace zermelo::distributed
