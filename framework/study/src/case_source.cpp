// SPDX-License-Identifier: MIT
// The other ranks send these requests to rank 0: "next", answered by the number of a case, or by an empty string if no
// case is left; "close"; "warn MESSAGE"; and "NUMBER LINE", a case and its line of the journal, which is empty if the
// case was too large. All requests except "next" are answered by an empty string.
#include "case_source.hpp"

#include <exception>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/blocks/share_work.hpp>

#include "study_journal.hpp"

namespace zermelo {
namespace {

constexpr std::string_view next_request = "next";
constexpr std::string_view close_request = "close";
constexpr std::string_view warn_request = "warn ";  ///< the prefix of the request

/// The cases that rank 0 assigns to another rank.
class remote_case_source final : public case_source {
 public:
  explicit remote_case_source(work_request ask) : m_ask(std::move(ask)) {}

  [[nodiscard]] std::optional<std::uint64_t> next() override {
    return parse_number<std::uint64_t>(m_ask(std::string(next_request)));
  }
  void deliver(std::uint64_t number, std::optional<case_outcome> outcome) override {
    (void)m_ask(fmt::format("{} {}", number, outcome ? journal_line("", *outcome) : ""));
  }
  void close() noexcept override {
    try {
      (void)m_ask(std::string(close_request));
    } catch (const std::exception&) {  // out of memory: the next round reports this to the other ranks
    }
  }

 private:
  work_request m_ask;
};

std::string answer_to(const std::string& request, case_source& source, const warning_callback& warn) {
  if (request == next_request) {
    const auto number = source.next();
    return number ? std::to_string(*number) : "";
  }
  if (request == close_request) {
    source.close();
  } else if (request.starts_with(warn_request)) {
    warn(request.substr(warn_request.size()));
  } else {
    const std::size_t space = request.find(' ');
    const std::uint64_t number = parse_number<std::uint64_t>(request.substr(0, space)).value();
    const std::string line = request.substr(space + 1);
    source.deliver(number, line.empty() ? std::nullopt : std::optional(outcome_of_line(line, number)));
  }
  return "";
}

}  // namespace

void run_cases(case_source& source, const std::vector<study_case>& cases, unsigned at_a_time,
               const run_case_callback& run) {
  worker_arena arena(at_a_time);
  for_each_index(arena, at_a_time, at_a_time, [&](std::uint64_t) {
    try {
      while (const auto number = source.next()) source.deliver(*number, run(cases[*number - 1]));
    } catch (...) {
      source.close();
      throw;
    }
  });
}

void share_cases(block_exchange& blocks, case_source& source, const warning_callback& warn,
                 const std::function<void()>& work) {
  const auto answer = [&](const std::string& request) {
    try {
      return answer_to(request, source, warn);
    } catch (...) {
      source.close();
      throw;
    }
  };
  share_work(blocks, answer, "", [&work](const work_request&) { work(); });
}

void help_with_cases(block_exchange& blocks,
                     const std::function<void(case_source& source, const warning_callback& warn)>& work) {
  share_work(blocks, {}, "", [&work](const work_request& ask) {
    remote_case_source source(ask);
    work(source, [&ask](const std::string& what) { (void)ask(std::string(warn_request) + what); });
  });
}

}  // namespace zermelo
