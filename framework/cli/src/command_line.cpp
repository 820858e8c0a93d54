// SPDX-License-Identifier: MIT
#include "command_line.hpp"

#include <cstddef>
#include <string_view>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo::cli {
namespace {

/// Calls `declare`, and returns its result. @throws contract_error if CLI11 rejects the name.
template <class Declare>
auto declared(const std::string& name, const Declare& declare) {
  try {
    return declare();
  } catch (const CLI::OptionAlreadyAdded&) {
    throw contract_error(fmt::format("duplicate name '{}'", name));
  } catch (const CLI::ConstructionError& rejected) {
    throw contract_error(fmt::format("invalid name '{}': {}", name, rejected.what()));
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
command_option* command_option::delimiter(char separator) {
  m_option->delimiter(separator);
  return this;
}
command_option* command_option::allow_extra_args(bool allowed) {
  m_option->allow_extra_args(allowed);
  return this;
}
command_option* command_option::between(std::uint64_t min, std::uint64_t max) {
  const auto find_error = [min, max](const std::string& value) {
    const auto number = parse_number<std::uint64_t>(value);
    if (number && min <= *number && *number <= max) return std::string();
    return fmt::format("expected an integer from {} to {}, got '{}'", min, max, excerpt(value));
  };
  m_option->check(CLI::Validator(find_error, fmt::format("UINT in [{} - {}]", min, max)));
  return this;
}
command_option* command_option::check(const std::function<std::string(const std::string&)>& find_error) {
  m_option->check(CLI::Validator([find_error](std::string& value) { return find_error(value); }, ""));
  return this;
}
command_option* command_option::names_output() {
  return check(
      [](const std::string& value) { return value.empty() ? "expected the name of a file to write, got ''" : ""; });
}
command_option* command_option::excludes(const std::string& other_name) {
  m_option->excludes(other_name);
  return this;
}
command_option* command_option::needs(const std::string& other_name) {
  m_option->needs(other_name);
  return this;
}
command_option* command_option::on_one_machine(bool is_on_ranks) {
  return check(
      [is_on_ranks](const std::string&) { return is_on_ranks ? "not supported under mpirun; use zermelo" : ""; });
}

command_line* command_line::add_subcommand(const std::string& name, const std::string& help) {
  CLI::App* const added = declared(name, [&] { return m_app->add_subcommand(name, help); });
  return m_commands.emplace_back(std::make_unique<command_line>(*added, m_program)).get();
}

std::string command_line::with_program(std::string text) const {
  constexpr std::string_view placeholder = "{program}";
  for (std::size_t at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder, at)) {
    text.replace(at, placeholder.size(), m_program);
    at += m_program.size();
  }
  return text;
}

command_option* command_line::store_option(CLI::Option* option) { return &m_options.emplace_back(*option); }

command_option* command_line::add_option(const std::string& name, option_value value, const std::string& help) {
  CLI::Option* const added = declared(name, [&] {
    return std::visit([&](auto variable) { return m_app->add_option(name, variable.get(), with_program(help)); },
                      value);
  });
  if (added->get_positional()) added->type_name("");
  return store_option(added);
}
command_option* command_line::add_flag(const std::string& name, bool& is_set, const std::string& help) {
  return store_option(declared(name, [&] { return m_app->add_flag(name, is_set, with_program(help)); }));
}
command_option* command_line::add_flag(const std::string& name, std::string& value, const std::string& help) {
  return store_option(declared(name, [&] { return m_app->add_flag(name, value, with_program(help)); }));
}

void command_line::footer(const std::string& text) { m_app->footer(with_program(text)); }
void command_line::callback(const std::function<void()>& f) { m_app->callback(f); }

}  // namespace zermelo::cli
