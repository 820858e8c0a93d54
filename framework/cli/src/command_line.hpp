// SPDX-License-Identifier: MIT
// How commands declare their arguments. It stands before CLI11, whose headers cost more to compile than most commands:
// only command_line.cpp and run.cpp include them. Names and meanings are CLI11's.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
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
  /// The placeholder of the value in the help; none if it is empty.
  command_option* type_name(const std::string& name);
  /// The character between values that are given in one word.
  command_option* delimiter(char between);
  /// Whether values may follow in words of their own.
  command_option* allow_extra_args(bool allowed);
  command_option* between(std::uint64_t least, std::uint64_t most);
  /// @param problem returns what is wrong with a word; empty if nothing is
  command_option* check(const std::function<std::string(const std::string&)>& problem);
  // By name, of an option that has been declared before.
  command_option* excludes(const std::string& other);
  command_option* needs(const std::string& other);

 private:
  CLI::Option* m_option;
};

/// The program or one of its commands. What a declaration fills must live until the command has run; what it returns
/// lives as long as this. A declaration throws contract_error for a name that is taken, or cannot be one.
class command_line {
 public:
  /// @param app     must outlive this
  /// @param program the program's name, which stands in help texts wherever they say {program}
  command_line(CLI::App& app, std::string program) : m_app(&app), m_program(std::move(program)) {}
  command_line(const command_line&) = delete;
  command_line& operator=(const command_line&) = delete;

  command_line* add_subcommand(const std::string& name, const std::string& help);

  /// `Value`: text or a whole number, a list of these, or an optional that may be a real number, too; see the source.
  /// A name without hyphens is that of a positional argument, which has no placeholder.
  template <class Value>
  command_option* add_option(const std::string& name, Value& value, const std::string& help);
  /// `Value`: bool; or text, for a flag that may be given a value: `name{value}` declares the value of the flag alone.
  template <class Value>
  command_option* add_flag(const std::string& name, Value& value, const std::string& help);

  /// The text at the end of the help.
  void footer(const std::string& text);
  /// Called when the command has been parsed.
  void callback(const std::function<void()>& f);

 private:
  command_option* keep(CLI::Option* option);
  [[nodiscard]] std::string named(std::string text) const;

  CLI::App* m_app;
  std::string m_program;
  std::deque<command_option> m_options;  // a deque leaves its elements where they are
  std::vector<std::unique_ptr<command_line>> m_commands;
};

}  // namespace zermelo::cli
