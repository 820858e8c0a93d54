// SPDX-License-Identifier: MIT
// Commands that games add to the program. Each answers the lines of standard input in order, on all cores.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/ordered_blocks.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/game/parameters.hpp>

#include "../commands.hpp"
#include "../process/interrupt_guard.hpp"

namespace zermelo::cli {
namespace {

struct line_arguments {
  std::map<std::string, std::optional<std::string>> strings;  ///< by the name of an option that is not a flag
  std::map<std::string, bool> flags;                          ///< by the name of an option that is a flag
  std::uint64_t skip = 0;                                     ///< number of input lines to skip
  work_options work;
};

/// Whether the option is a flag, that is, a choice between "no", the default, and "yes", which the flag sets.
bool is_flag(const parameter& option) {
  constexpr std::array yes_or_no{"no", "yes"};
  return option.type == parameter_type::choice && option.default_value == yes_or_no.front() &&
         std::equal(option.choices.begin(), option.choices.end(), yes_or_no.begin(), yes_or_no.end());
}

std::string option_name(const parameter& option) {
  std::string name = "--" + option.name;
  for (char& c : name) c = c == '_' ? '-' : c;
  return name;
}

parameter_values values_of(const line_command& command, const line_arguments& arguments) {
  std::map<std::string, parameter_values::value> values;
  for (const auto& [name, text] : arguments.strings) {
    if (text) values[name] = {*text, "", true};
  }
  for (const auto& [name, is_set] : arguments.flags) {
    if (is_set) values[name] = {"yes", "", true};
  }
  return {command.options, values};
}

/// Batches of lines. A batch ends where reading would block, so that a program can wait for the answer to a line.
class line_batches {
 public:
  explicit line_batches(session& s) : m_session(s) {}

  /// Reads the batch after the first `begin` lines, and returns the number of lines read so far; `at_end` at the end of
  /// the input. Not thread-safe. @throws what reading a line throws.
  std::uint64_t read(std::uint64_t begin) {
    constexpr std::size_t max_lines = 32;  // a small number, so that a short list of large graphs uses all cores
    std::vector<std::string> lines;
    do {
      std::optional<std::string> line = m_session.read_line();
      if (!line) {
        m_is_at_end = true;
        break;
      }
      lines.push_back(std::move(*line));
    } while (lines.size() < max_lines && m_session.has_line());
    const std::uint64_t end = begin + lines.size();
    const std::lock_guard lock(m_mutex);
    m_lines.emplace(begin, std::move(lines));
    return m_is_at_end ? at_end : end;
  }
  /// Removes and returns the batch that was read with this `begin`. Thread-safe.
  [[nodiscard]] std::vector<std::string> take(std::uint64_t begin) {
    const std::lock_guard lock(m_mutex);
    auto found = m_lines.extract(begin);
    return std::move(found.mapped());
  }

  static constexpr std::uint64_t at_end = std::numeric_limits<std::uint64_t>::max();

 private:
  session& m_session;
  bool m_is_at_end = false;
  std::mutex m_mutex;
  std::map<std::uint64_t, std::vector<std::string>> m_lines;  ///< [begin]: batches that have not been taken
};

struct answered_batch {
  line_answer answer{};          ///< reused for further batches, since it may own memory
  std::string text{};            ///< the answers
  std::uint64_t num_lines = 0;   ///< number of input lines up to the last answered one
  std::exception_ptr failure{};  ///< the error in the next line
};

exit_status answer_lines(const line_command& command, const line_arguments& arguments, session& s) {
  const parameter_values values = values_of(command, arguments);
  (void)command.make(values);  // rejects wrong options before input is read
  const std::string header = command.header(values);
  if (arguments.skip == 0 && !header.empty()) s.print(header);
  std::uint64_t num_answered = 0;
  interrupt_monitor monitor;  // displays no progress, since the number of lines is unknown
  line_batches batches(s);
  const auto message_of = [](const error& failure, std::uint64_t line) {
    return fmt::format("standard input, line {}: {}", line, failure.what());
  };
  const auto make = [&](const index_range& block, answered_batch& batch) {
    if (!batch.answer) batch.answer = command.make(values);
    batch.text.clear();
    batch.num_lines = block.begin;
    for (const std::string& line : batches.take(block.begin)) {
      if (batch.num_lines >= arguments.skip) {
        try {
          batch.answer(line, batch.text);
        } catch (const input_error& failure) {
          batch.failure = std::make_exception_ptr(input_error(message_of(failure, batch.num_lines + 1)));
          return;
        } catch (const resource_error& failure) {
          batch.failure = std::make_exception_ptr(resource_error(message_of(failure, batch.num_lines + 1)));
          return;
        }
      }
      ++batch.num_lines;
    }
  };
  const auto take = [&](const answered_batch& batch) {
    if (!batch.text.empty()) s.print(batch.text);
    num_answered = batch.num_lines;
    if (batch.failure) std::rethrow_exception(batch.failure);
    return s.out ? sweep_step::proceed : sweep_step::stop;  // the reader has closed the pipe
  };
  try {
    for_each_block_in_order<answered_batch>(
        line_batches::at_end, resolve_threads(arguments.work.threads), monitor,
        [&batches](std::uint64_t begin) { return batches.read(begin); }, make, take);
  } catch (const interrupted&) {
    throw interrupted(fmt::format("interrupted; resume with --skip {}", std::max(num_answered, arguments.skip)));
  }
  return exit_status::done;
}

void add_line_command(command_line& program, session& s, const line_command& definition) {
  const auto arguments = std::make_shared<line_arguments>();
  command_line& command = *program.add_subcommand(definition.name, definition.summary);
  for (const parameter& option : definition.options) {
    if (is_flag(option)) {
      command.add_flag(option_name(option), arguments->flags[option.name], option.help);
      continue;
    }
    std::string values;
    for (const std::string& choice : option.choices) values += (values.empty() ? "one of " : ", ") + choice;
    if (option.default_value) values += fmt::format("{}default: {}", values.empty() ? "" : "; ", *option.default_value);
    const std::string help = values.empty() ? option.help : fmt::format("{} ({})", option.help, values);
    const bool is_number = option.type == parameter_type::integer;
    command.add_option(option_name(option), arguments->strings[option.name], help)->type_name(is_number ? "N" : "TEXT");
  }
  command
      .add_option("--skip", arguments->skip, "Skip the first N lines of the input, empty lines included (default: 0)")
      ->type_name("N")
      ->between(0, std::uint64_t{1} << 40);
  arguments->work.declare(command);
  command.footer(
      "Each line of standard input is answered by one line of output, in order. Lines without an answer, such as\n"
      "empty lines, print nothing.\n\nExamples:\n" +
      definition.examples);
  command.callback([arguments, &definition, &s] {
    s.action = {[arguments, &definition, &s] { return answer_lines(definition, *arguments, s); }};
  });
}

}  // namespace

void add_line_commands(command_line& program, session& s) {
  for (const game_entry& game : s.games.games()) {
    for (const line_command& command : game.commands) {
      try {
        add_line_command(program, s, command);
      } catch (const contract_error& broken) {
        throw contract_error(fmt::format("game '{}', command '{}': {}", game.name, command.name, broken.what()));
      }
    }
  }
}

}  // namespace zermelo::cli
