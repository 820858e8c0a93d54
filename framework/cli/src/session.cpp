// SPDX-License-Identifier: MIT
#include "session.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <utility>

#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>

#include "process/interrupt_guard.hpp"
#include "process/print_error.hpp"

namespace zermelo::cli {

void session::print(std::string_view text) {
  if (!out) return;
  errno = 0;
  out << escaped_lines(text) << std::flush;
  if (out || errno == EPIPE) return;
  if (errno == EINTR) throw interrupted("interrupted");
  throw resource_error(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

void session::print_json(const json& object) {
  constexpr int indent = 2;
  print(json_text(object, indent) + '\n');
}

void session::print_report(const report_part& report, bool as_json) {
  as_json ? print_json(report.members) : print(report.text);
}

void session::warn(std::string_view message) const {
  if (is_first()) print_error(program.name, message);
}

bool session::is_first() const { return is_first_block(blocks); }

std::string session::program_text() const {
  constexpr std::array own_names{program_identity{}.name, std::string_view("zermelo-mpi")};
  const bool is_own = std::find(own_names.begin(), own_names.end(), program.name) != own_names.end();
  if (program.version.empty() && is_own) return "";
  if (program.version.empty()) return std::string(program.name);
  return fmt::format("{} {}", program.name, program.version);
}

void work_options::declare(command_line& command) {
  command.add_option("--threads", threads, "Number of threads (default: all cores)")
      ->between(1, max_threads)
      ->type_name("N");
  command.add_flag("--quiet", quiet, "Do not print progress to standard error");
}

progress work_options::make_progress(const std::string& unit, std::function<void(std::string_view)> take_note) const {
  const bool is_displayed = !quiet && isatty(STDERR_FILENO) != 0;
  return progress(is_displayed ? &std::cerr : nullptr, interrupt_guard::stop_requested(), unit, std::move(take_note));
}

player parse_player(const any_game& game, const std::string& option, const std::string& name) {
  const auto names = game.player_names();
  for (const player p : {player::first, player::second}) {
    if (name == names[index_of(p)]) return p;
  }
  throw input_error(fmt::format("{}: {} has no player '{}'; {}", option, game.name(), excerpt(name),
                                suggest(name, {names[0], names[1]})));
}

void declare_table(command_line& command, std::string& file, const std::string& name) {
  command.add_option(name, file, "A table file, or the folder of a table set")->required();
}

command_option* declare_json(command_line& command, bool& json) {
  return command.add_flag("--json", json, "Print the report as one JSON object");
}

}  // namespace zermelo::cli
