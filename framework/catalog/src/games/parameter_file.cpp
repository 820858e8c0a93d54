// SPDX-License-Identifier: MIT
#include <zermelo/catalog/games/parameter_file.hpp>

#include <algorithm>
#include <cstddef>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>

namespace zermelo {

std::optional<parameter_file> find_parameter_file(std::string_view value) {
  const std::size_t at = value.find('@');
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view form = value.substr(0, at);
  const auto is_of_name = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  const bool is_form =
      form.empty() || (form.size() > 1 && form.back() == ':' && std::all_of(form.begin(), form.end() - 1, is_of_name));
  if (!is_form) return std::nullopt;
  return parameter_file{std::string(form), std::string(value.substr(at + 1))};
}

std::string name_in_value(std::string_view parameter, std::string_view value) {
  const std::optional<parameter_file> file = find_parameter_file(value);
  if (!file) return std::string(value);
  if (file->form.empty()) return file->name;
  throw input_error(fmt::format("{}={}: {} takes a file name without a form; write @{}", parameter, excerpt(value),
                                parameter, excerpt(file->name)));
}

}  // namespace zermelo
