// SPDX-License-Identifier: MIT
#include "built_game.hpp"

#include <string_view>

#include <zermelo/core/base/work_monitor.hpp>

#include "process/progress.hpp"

namespace zermelo::cli {
namespace {

/// The progress of building, whose phases count bytes or positions: their numbers are not shown.
class build_monitor final : public work_monitor {
 public:
  build_monitor(const session& s, const work_options& work) : m_session(s), m_shown(work.make_progress("")) {}

  void phase(std::string_view name, std::uint64_t total) override { m_shown.phase(name, total); }
  void advance(std::uint64_t amount) override { m_shown.advance(amount); }
  void note(std::string_view remark) const override {
    m_shown.erase();
    m_session.warn(remark);
  }
  [[nodiscard]] bool stop_requested() const override { return m_shown.stop_requested(); }

 private:
  const session& m_session;
  mutable progress m_shown;  ///< also a note erases its line
};

}  // namespace

std::unique_ptr<experiment::any_game> build_game(const session& s, const std::string& name,
                                                 const std::vector<std::string>& words, const work_options& work,
                                                 std::uint64_t memory_limit_bytes) {
  build_monitor monitor(s, work);
  return s.games.build(name, words,
                       {.memory_limit_bytes = memory_limit_bytes, .monitor = &monitor, .threads = work.threads});
}

}  // namespace zermelo::cli
