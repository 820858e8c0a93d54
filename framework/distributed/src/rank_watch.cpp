// SPDX-License-Identifier: MIT
// The ranks stand in a ring. A beat is a byte: 1 if it is the last one, else 0. Silence is counted by ticks of the
// watching thread: while this process was stopped, or had no core, it has not listened either.
#include "rank_watch.hpp"

#include <algorithm>
#include <utility>

namespace zermelo::distributed {
namespace {

using std::chrono::milliseconds;
constexpr milliseconds longest_tick{1000};
constexpr milliseconds short_tick{1};
constexpr int beats_of_patience = 8;

}  // namespace

/// What goes to the rank behind, and comes from the one before.
class rank_watch::pulse {
 public:
  explicit pulse(MPI_Comm beats) : m_beats(beats) {
    int own = 0;
    int size = 1;
    MPI_Comm_rank(beats, &own);
    MPI_Comm_size(beats, &size);
    m_behind = (own + 1) % size;
    m_before = (own + size - 1) % size;
    listen();
  }

  [[nodiscard]] int rank_before() const noexcept { return m_before; }
  [[nodiscard]] bool has_sent_last() { return m_sent == last && is_done(m_sending); }
  [[nodiscard]] bool has_heard_last() const noexcept { return m_listening == MPI_REQUEST_NULL; }

  /// Lets the rank behind hear something, unless it has not yet taken what was sent before.
  void send(bool is_last) {
    if (m_sent == last || !is_done(m_sending)) return;
    m_sent = is_last ? last : another;
    MPI_Isend(&m_sent, 1, MPI_BYTE, m_behind, 0, m_beats, &m_sending);
  }
  /// Whether the rank before was heard since this was last asked.
  [[nodiscard]] bool hears() {
    bool has_heard = false;
    while (m_listening != MPI_REQUEST_NULL && is_done(m_listening)) {
      has_heard = true;
      if (m_heard != last) listen();
    }
    return has_heard;
  }

 private:
  static constexpr unsigned char another = 0;
  static constexpr unsigned char last = 1;

  void listen() { MPI_Irecv(&m_heard, 1, MPI_BYTE, m_before, 0, m_beats, &m_listening); }
  [[nodiscard]] static bool is_done(MPI_Request& request) {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  }

  MPI_Comm m_beats;
  int m_before = 0;
  int m_behind = 0;
  unsigned char m_sent = another;
  unsigned char m_heard = another;
  MPI_Request m_sending = MPI_REQUEST_NULL;
  MPI_Request m_listening = MPI_REQUEST_NULL;
};

rank_watch::rank_watch(MPI_Comm beats, std::chrono::seconds patience, alarm f)
    : m_beats(beats),
      m_patience(patience),
      m_tick(std::clamp(m_patience / beats_of_patience, short_tick, longest_tick)),
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
  pulse beats(m_beats);
  auto looked = std::chrono::steady_clock::now();
  milliseconds silence{0};
  for (bool is_ending = false; !beats.has_sent_last() || !beats.has_heard_last(); is_ending = sleep()) {
    beats.send(is_ending);
    const auto now = std::chrono::steady_clock::now();
    silence += std::min(std::chrono::duration_cast<milliseconds>(now - looked), 2 * m_tick);
    looked = now;
    if (beats.hears() || beats.has_heard_last()) silence = milliseconds{0};
    if (silence > m_patience) m_alarm(beats.rank_before());
  }
}

bool rank_watch::sleep() {
  std::unique_lock lock(m_guard);
  if (m_is_ending) {
    m_wake.wait_for(lock, short_tick);
  } else {
    m_wake.wait_for(lock, m_tick, [this] { return m_is_ending; });
  }
  return m_is_ending;
}

}  // namespace zermelo::distributed
