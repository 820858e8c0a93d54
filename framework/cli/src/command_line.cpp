// SPDX-License-Identifier: MIT
// Passes declarations on to CLI11.
#include "command_line.hpp"

#include <cstddef>
#include <string_view>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo::cli {
namespace {

/// What `declare` returns. A name that cannot be declared is a mistake of the author of the program or of a game.
template <class Declare>
auto declared(const std::string& name, const Declare& declare) {
  try {
    return declare();
  } catch (const CLI::OptionAlreadyAdded&) {
    throw contract_error(fmt::format("the name '{}' is taken", name));
  } catch (const CLI::ConstructionError& refused) {
    throw contract_error(fmt::format("the name '{}' is none: {}", name, refused.what()));
  }
}

}  // namespace

command_option* command_option::required() {
  m_option->required();
  return this;
}
command_option* command_option::type_name(const std::string& name) {
  m_option->type_name(name);
  return this;
}
command_option* command_option::delimiter(char between) {
  m_option->delimiter(between);
  return this;
}
command_option* command_option::allow_extra_args(bool allowed) {
  m_option->allow_extra_args(allowed);
  return this;
}
command_option* command_option::between(std::uint64_t least, std::uint64_t most) {
  const auto problem = [least, most](const std::string& word) {
    const auto number = parse_number<std::uint64_t>(word);
    if (number && least <= *number && *number <= most) return std::string();
    return fmt::format("'{}' is not a whole number from {} to {}", excerpt(word), least, most);
  };
  m_option->check(CLI::Validator(problem, fmt::format("UINT in [{} - {}]", least, most)));
  return this;
}
command_option* command_option::check(const std::function<std::string(const std::string&)>& problem) {
  m_option->check(CLI::Validator([problem](std::string& word) { return problem(word); }, ""));
  return this;
}
command_option* command_option::excludes(const std::string& other) {
  m_option->excludes(other);
  return this;
}
command_option* command_option::needs(const std::string& other) {
  m_option->needs(other);
  return this;
}

command_line* command_line::add_subcommand(const std::string& name, const std::string& help) {
  CLI::App* const added = declared(name, [&] { return m_app->add_subcommand(name, help); });
  return m_commands.emplace_back(std::make_unique<command_line>(*added, m_program)).get();
}

std::string command_line::named(std::string text) const {
  constexpr std::string_view placeholder = "{program}";
  for (std::size_t at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder, at)) {
    text.replace(at, placeholder.size(), m_program);
    at += m_program.size();
  }
  return text;
}

command_option* command_line::keep(CLI::Option* option) { return &m_options.emplace_back(*option); }

template <class Value>
command_option* command_line::add_option(const std::string& name, Value& value, const std::string& help) {
  CLI::Option* const added = declared(name, [&] { return m_app->add_option(name, value, named(help)); });
  if (added->get_positional()) added->type_name("");
  return keep(added);
}
template <class Value>
command_option* command_line::add_flag(const std::string& name, Value& value, const std::string& help) {
  return keep(declared(name, [&] { return m_app->add_flag(name, value, named(help)); }));
}

template command_option* command_line::add_option(const std::string&, std::string&, const std::string&);
template command_option* command_line::add_option(const std::string&, unsigned&, const std::string&);
template command_option* command_line::add_option(const std::string&, std::uint64_t&, const std::string&);
template command_option* command_line::add_option(const std::string&, std::optional<std::string>&, const std::string&);
template command_option* command_line::add_option(const std::string&, std::optional<std::uint64_t>&,
                                                  const std::string&);
template command_option* command_line::add_option(const std::string&, std::optional<double>&, const std::string&);
template command_option* command_line::add_option(const std::string&, std::vector<std::string>&, const std::string&);
template command_option* command_line::add_option(const std::string&, std::vector<unsigned>&, const std::string&);
template command_option* command_line::add_flag(const std::string&, bool&, const std::string&);
template command_option* command_line::add_flag(const std::string&, std::string&, const std::string&);

void command_line::footer(const std::string& text) { m_app->footer(named(text)); }
void command_line::callback(const std::function<void()>& f) { m_app->callback(f); }

}  // namespace zermelo::cli
