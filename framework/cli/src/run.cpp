// SPDX-License-Identifier: MIT
#include <zermelo/cli/run.hpp>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <oneapi/tbb/task_arena.h>
#include <CLI/CLI.hpp>

#include <zermelo/catalog/base/version.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/suggest.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/core/blocks/block_exchange.hpp>

#include "command_line.hpp"
#include "commands.hpp"
#include "process/interrupt_guard.hpp"
#include "process/print_error.hpp"
#include "process/standard_input.hpp"
#include "process/standard_streams.hpp"
#include "process/termination_guard.hpp"
#include "process/thread_allowance.hpp"

namespace zermelo::cli {
namespace {

block_end failed(exit_status status, std::string_view message) {
  return {static_cast<int>(status), message.empty() ? "failed" : std::string(message)};
}

input_error unknown_option(const CLI::App& command, const std::string& argument) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return input_error(fmt::format("unknown option '{}'; {}", excerpt(argument), suggest(argument, names)));
}

/// @throws input_error unless the first argument is a command, or an option of the program.
void expect_first_argument(const CLI::App& program, int argc, const char* const* argv) {
  if (argc < 2) throw input_error(fmt::format("expected a command; see {} --help", program.get_name()));
  const std::string argument = argv[1];
  if (argument.starts_with('-')) {
    if (program.get_option_no_throw(argument) == nullptr) throw unknown_option(program, argument);
    return;
  }
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands(nullptr)) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), argument) == names.end()) {
    throw input_error(fmt::format("unknown command '{}'; {}", excerpt(argument), suggest(argument, names)));
  }
}

/// Returns the error about unexpected arguments.
input_error unexpected_argument(const CLI::App& program) {
  const auto extras = program.remaining(true);
  const auto option =
      std::find_if(extras.begin(), extras.end(), [](const auto& argument) { return argument.starts_with('-'); });
  if (option != extras.end()) return unknown_option(*program.get_subcommands().front(), *option);
  return input_error(fmt::format("unexpected argument '{}'; see --help", excerpt(extras.front())));
}

/// Returns the arguments of the command line. A blank, which JSON ignores, prevents CLI11 from splitting an argument in
/// brackets.
std::vector<std::string> arguments_of(int argc, const char* const* argv) {
  std::vector<std::string> arguments(argv, argv + argc);
  for (std::string& argument : arguments) {
    if (argument.starts_with('[') && argument.ends_with(']')) argument += ' ';
  }
  return arguments;
}

/// Replaces the verb in a message of CLI11 on two options by the verb in messages of this program.
std::string with_verb(std::string message, std::string_view verb, std::string_view own_verb) {
  const std::size_t at = message.find(verb);
  if (at != std::string::npos) message.replace(at, verb.size(), own_verb);
  return message;
}

void parse_arguments(CLI::App& program, int argc, const char* const* argv) {
  expect_first_argument(program, argc, argv);
  try {
    const std::vector<std::string> arguments = arguments_of(argc, argv);
    std::vector<const char*> pointers;
    for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
    program.parse(argc, pointers.data());
  } catch (const CLI::ExtrasError&) {
    throw unexpected_argument(program);
  } catch (const CLI::Success&) {
    throw;  // --help and --version
  } catch (const CLI::ExcludesError& failure) {
    throw input_error(with_verb(failure.what(), " excludes ", " cannot be combined with "));
  } catch (const CLI::RequiresError& failure) {
    throw input_error(with_verb(failure.what(), " requires ", " needs "));
  } catch (const CLI::ParseError& failure) {
    throw input_error(failure.what());
  }
}

/// Returns the number of threads in a value of `--threads`, which has been checked.
unsigned threads_of(const std::string& argument) { return parse_number<unsigned>(argument).value_or(1); }

/// Returns the greatest value of the option `--threads`; all cores if the option is missing.
unsigned max_threads(const CLI::Option& option) {
  if (option.empty()) return resolve_threads(0);
  unsigned threads = 1;
  for (const std::string& argument : option.results()) threads = std::max(threads, threads_of(argument));
  return threads;
}

/// Lowers the values of the option `--threads` to at most the number of threads that the system grants.
void lower_threads(CLI::Option& option, unsigned num_granted) {
  if (option.empty()) return;
  const std::vector<std::string> arguments = option.results();
  option.clear();
  for (const std::string& argument : arguments)
    option.add_result(std::to_string(std::min(num_granted, threads_of(argument))));
  option.run_callback();
}

/// @throws input_error unless all processes run the same build with the same arguments.
void expect_same_arguments(int argc, const char* const* argv, block_exchange& blocks) {
  text_digest build;
  build.add(program_version()).add(git_revision());
  if (!blocks.all_equal(build.value())) throw input_error("the ranks run different versions; use one build on all");
  text_digest arguments;
  for (int i = 1; i < argc; ++i) arguments.add(argv[i]);
  if (!blocks.all_equal(arguments.value()))
    throw input_error("the ranks have different arguments; use the same on all");
}

/// @throws input_error if the command cannot run on several ranks.
void expect_reach(const CLI::App& program, const session& s) {
  if (s.blocks == nullptr || s.reach == command_reach::ranks) return;
  throw input_error(
      fmt::format("{0}: not supported under mpirun; use zermelo {0}", program.get_subcommands().front()->get_name()));
}

exit_status parse_and_run(int argc, const char* const* argv, session& s) {
  s.games.check_names();
  CLI::App program("Solve finite two-player games completely, and analyse the tables.", std::string(s.program.name));
  const std::string other = s.program_text();
  program.set_version_flag("--version", fmt::format("{}{}zermelo {} ({})", other, other.empty() ? "" : ", ",
                                                    program_version(), git_revision()));
  program.require_subcommand(1);
  command_line commands(program, std::string(s.program.name));
  commands.footer(
      "{program} COMMAND --help explains a command. Exit status: 0 success, 1 check failed or tables differ,\n"
      "2 usage or input error, 3 out of memory or disk, 130 interrupted.");
  add_commands(commands, s);
  add_line_commands(commands, s);
  try {
    parse_arguments(program, argc, argv);
  } catch (const CLI::CallForVersion& version) {
    s.print(std::string(version.what()) + "\n");
    return exit_status::done;
  } catch (const CLI::Success&) {
    s.print(program.help());
    return exit_status::done;
  }
  expect_reach(program, s);
  CLI::Option* const threads = program.get_subcommands().front()->get_option_no_throw("--threads");
  if (threads == nullptr || s.action.is_sequential()) return s.action.run();
  const thread_allowance allowance(max_threads(*threads));
  lower_threads(*threads, allowance.threads());
  // Limits loops that use all threads of the current arena, such as the loop that writes a checkpoint.
  tbb::task_arena arena(static_cast<int>(std::min(allowance.threads(), resolve_threads(0))));
  return arena.execute([&s] { return s.action.run(); });
}

/// Runs a command, and turns exceptions into an exit status and a message.
template <class Command>
block_end end_of(const Command& command) {
  try {
    return {static_cast<int>(command()), ""};
  } catch (const interrupted& stopped) {
    return failed(exit_status::interrupted, stopped.what());
  } catch (const resource_error& failure) {
    return failed(exit_status::out_of_resource, failure.what());
  } catch (const std::bad_alloc&) {
    return failed(exit_status::out_of_resource, "out of memory");
  } catch (const std::filesystem::filesystem_error& failure) {
    return failed(exit_status::bad_input, failure.what());
  } catch (const error& failure) {
    return failed(exit_status::bad_input, failure.what());
  } catch (const std::runtime_error& failure) {
    return failed(exit_status::out_of_resource, failure.what());  // a thread could not be started
  } catch (const std::exception& failure) {
    return failed(exit_status::bad_input, failure.what());
  }
}

}  // namespace

int run(int argc, const char* const* argv, const catalog& games, const program_identity& program,
        block_exchange* blocks) {
  const interrupt_guard at_signals;
  guard_termination(program.name);
  const bool is_first = is_first_block(blocks);
  block_end end = end_of([&] {
    open_standard_streams();
    standard_input input;
    std::ostream nowhere(nullptr);
    session s{games,   [&input] { return input.read_line(); }, is_first ? std::cout : nowhere,
              program, [&input] { return input.has_line(); },  blocks};
    if (blocks != nullptr) expect_same_arguments(argc, argv, *blocks);
    return parse_and_run(argc, argv, s);
  });
  if (blocks != nullptr) end = blocks->conclude(std::move(end));
  if (!end.failure.empty() && is_first) print_error(program.name, end.failure);
  conclude_work(end.status);
  return end.status;
}

}  // namespace zermelo::cli
