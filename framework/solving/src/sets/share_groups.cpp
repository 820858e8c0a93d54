// SPDX-License-Identifier: MIT
// Messages are JSON objects. Requests to rank 0, by their member "ask":
//
//   next   "known", the number of done slices that the rank knows. The answer has "next" (solve, wait or end), "groups"
//          (begin and end) and "slices" (the done slices from `known` on)
//   done   a group with its report and its slices, which are done unless the group was rejected
//   warn   "text"
//   close  the rank has failed: no more groups are assigned
#include "share_groups.hpp"

#include <algorithm>
#include <cstdint>
#include <thread>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <zermelo/core/base/error.hpp>

#include "group_schedule.hpp"

namespace zermelo {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(outcome_counts, win, loss, tie, draw)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(solution_summary, counts, by_distance, by_margin, positions, winners, signature)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(slice_report, name, summary)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(done_slice, slice, signature, share, has_distances)

namespace {

using nlohmann::json;

[[nodiscard]] json json_of(const group_report& report) {
  json object = {{"name", report.name},
                 {"slices", report.slices},
                 {"was_done", report.was_done},
                 {"solver", report.solver},
                 {"seconds", report.seconds},
                 {"peak_bytes", report.peak_bytes},
                 {"input_bytes", report.input_bytes},
                 {"table_bytes", report.table_bytes}};
  if (report.edges) object["edges"] = *report.edges;
  if (report.verified) object["verified"] = {report.verified->checked, report.verified->wrong};
  return object;
}

[[nodiscard]] group_report report_of(const json& object) {
  group_report report;
  report.name = object.at("name");
  object.at("slices").get_to(report.slices);
  report.was_done = object.at("was_done");
  report.solver = object.at("solver");
  object.at("seconds").get_to(report.seconds);
  report.peak_bytes = object.at("peak_bytes");
  report.input_bytes = object.at("input_bytes");
  report.table_bytes = object.at("table_bytes");
  report.edges = object.contains("edges") ? std::optional<std::uint64_t>(object.at("edges")) : std::nullopt;
  if (object.contains("verified")) {
    report.verified.emplace();
    report.verified->checked = object.at("verified").at(0);
    report.verified->wrong = object.at("verified").at(1);
  }
  return report;
}

/// Rank 0: assigns groups to ranks, and collects their results.
class group_office {
 public:
  group_office(const solve_plan& plan, std::vector<done_slice> done, const set_store::group_callback& record,
               const warning_callback& warn)
      : m_plan(plan), m_schedule(plan.groups), m_done(std::move(done)), m_record(record), m_warn(warn) {}

  /// The answer to `next` that assigns no more groups.
  [[nodiscard]] static std::string last_answer() { return json_of({}, {}).dump(); }
  [[nodiscard]] std::string answer(const std::string& request) {
    const json object = json::parse(request);
    const std::string what = object.at("ask");
    if (what == "next") return assign(object.at("known")).dump();
    if (what == "done") finish(object);
    if (what == "warn") m_warn(object.at("text"));
    if (what == "close") m_schedule.close();
    return "";
  }

 private:
  [[nodiscard]] json assign(std::size_t known) {
    const group_schedule::assignment next = m_schedule.assign();
    return json_of(next, {m_done.begin() + static_cast<std::ptrdiff_t>(known), m_done.end()});
  }
  [[nodiscard]] static json json_of(const group_schedule::assignment& next, const std::vector<done_slice>& slices) {
    return {{"next", next.next}, {"groups", {next.groups.begin, next.groups.end}}, {"slices", slices}};
  }
  void finish(const json& object) {
    const std::size_t group = object.at("group");
    const group_report report = report_of(object.at("report"));
    const std::vector<done_slice> slices = object.at("slices");
    m_record(m_plan.groups[group], report, slices);
    if (!report.is_accepted()) return m_schedule.close();
    if (!report.was_done) m_done.insert(m_done.end(), slices.begin(), slices.end());
    m_schedule.finish(group);
  }

  const solve_plan& m_plan;
  group_schedule m_schedule;
  std::vector<done_slice> m_done;
  const set_store::group_callback& m_record;
  const warning_callback& m_warn;
};

}  // namespace

std::optional<group_desk::assignment> group_desk::next() {
  constexpr std::chrono::milliseconds longest_pause(50);
  m_monitor.check_stop();
  std::this_thread::sleep_for(m_pause);
  const json answer = json::parse(m_ask(json({{"ask", "next"}, {"known", m_num_known}}).dump()));
  if (answer.at("next") == group_schedule::action::end) return std::nullopt;
  assignment next{{answer.at("groups").at(0), answer.at("groups").at(1)}, answer.at("slices")};
  m_num_known += next.slices.size();
  m_pause = next.groups.begin == next.groups.end ? std::clamp(2 * m_pause, std::chrono::milliseconds(1), longest_pause)
                                                 : std::chrono::milliseconds(0);
  return next;
}

void group_desk::record(const planned_group& planned, const group_report& report,
                        const std::vector<done_slice>& slices) const {
  const std::string answer = m_ask(json({{"ask", "done"},
                                         {"group", &planned - m_plan.groups.data()},
                                         {"report", json_of(report)},
                                         {"slices", slices}})
                                       .dump());
  // Otherwise the set would lose the keys and the checkpoint of a group that its index does not list.
  if (!answer.empty()) throw resource_error(fmt::format("slice {} was not added to the set", planned.name));
}

void group_desk::warn(const std::string& what) const { (void)m_ask(json({{"ask", "warn"}, {"text", what}}).dump()); }

void group_desk::close() const { (void)m_ask(json({{"ask", "close"}}).dump()); }

void share_groups(block_exchange& ranks, const solve_plan& plan, std::vector<done_slice> done,
                  const set_store::group_callback& record, const warning_callback& warn, const work_monitor& monitor,
                  const std::function<void(group_desk& desk)>& work) {
  group_office office(plan, std::move(done), record, warn);
  share_work(
      ranks, [&](const std::string& request) { return office.answer(request); }, group_office::last_answer(),
      [&](const work_request& ask) {
        group_desk desk(ask, plan, monitor);
        try {
          work(desk);
        } catch (...) {
          desk.close();
          throw;
        }
      });
}

}  // namespace zermelo
