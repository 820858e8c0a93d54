// SPDX-License-Identifier: MIT
// Declares the arguments of commands with CLI11, using CLI11's names. Commands do not include CLI11, whose headers take
// longer to compile than most commands.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace zermelo::cli {

/// An option, a flag or a positional argument.
class command_option {
 public:
  explicit command_option(CLI::Option& option) : m_option(&option) {}

  command_option* required();
  /// Sets the placeholder of the value in the help; empty: no placeholder.
  command_option* type_name(const std::string& name);
  /// Sets the separator of several values in one argument.
  command_option* delimiter(char separator);
  /// Sets whether further values may follow as separate arguments.
  command_option* allow_extra_args(bool allowed);
  /// Accepts only integers from `min` to `max`.
  command_option* between(std::uint64_t min, std::uint64_t max);
  /// Accepts only values for which `find_error` returns an empty string; any other string is the error message.
  command_option* check(const std::function<std::string(const std::string&)>& find_error);
  /// Rejects an empty file name.
  command_option* names_output();
  /// Rejects the combination of this option with another option, which must have been declared before.
  command_option* excludes(const std::string& other_name);
  /// Requires another option, which must have been declared before.
  command_option* needs(const std::string& other_name);
  /// Rejects this option if several ranks run the command.
  command_option* on_one_machine(bool is_on_ranks);

 private:
  CLI::Option* m_option;
};

/// The variable that receives the value of an option or argument; a vector accepts several values.
using option_value =
    std::variant<std::reference_wrapper<std::string>, std::reference_wrapper<unsigned>,
                 std::reference_wrapper<std::uint64_t>, std::reference_wrapper<std::optional<std::string>>,
                 std::reference_wrapper<std::optional<std::uint64_t>>, std::reference_wrapper<std::optional<double>>,
                 std::reference_wrapper<std::vector<std::string>>, std::reference_wrapper<std::vector<unsigned>>>;

/// The program or one of its commands. Variables of options must live until the command has run. Returned pointers live
/// as long as this object. Declarations throw contract_error if the name is taken or invalid.
class command_line {
 public:
  /// @param app      must outlive this
  /// @param program  the program's name, which replaces {program} in help texts
  command_line(CLI::App& app, std::string program) : m_app(&app), m_program(std::move(program)) {}
  command_line(const command_line&) = delete;
  command_line& operator=(const command_line&) = delete;

  command_line* add_subcommand(const std::string& name, const std::string& help);

  /// Declares an option, or, if the name has no hyphens, a positional argument, which has no placeholder.
  command_option* add_option(const std::string& name, option_value value, const std::string& help);
  command_option* add_flag(const std::string& name, bool& is_set, const std::string& help);
  /// Declares a flag with an optional value. @param name  `--flag{VALUE}`, with the value for a flag without one
  command_option* add_flag(const std::string& name, std::string& value, const std::string& help);

  /// Sets the text at the end of the help.
  void footer(const std::string& text);
  /// Sets a function that is called after the command has been parsed.
  void callback(const std::function<void()>& f);

 private:
  command_option* store_option(CLI::Option* option);
  /// Replaces {program} in a help text by the program's name.
  [[nodiscard]] std::string with_program(std::string text) const;

  CLI::App* m_app;
  std::string m_program;
  std::deque<command_option> m_options;  ///< a deque, since returned pointers must remain valid
  std::vector<std::unique_ptr<command_line>> m_commands;
};

}  // namespace zermelo::cli
