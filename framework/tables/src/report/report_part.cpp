// SPDX-License-Identifier: MIT
#include <zermelo/tables/report/report_part.hpp>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/core/base/escaped_text.hpp>

namespace zermelo {

std::string json_text(const json& object, int indent) {
  return escaped_lines(object.dump(indent, ' ', false, json::error_handler_t::replace));
}

void report_part::add(std::string_view label, std::string_view line, const json& of_line) {
  text += labelled_line(label, line);
  members.update(of_line);
}

void report_part::append(const report_part& part) {
  text += part.text;
  members.update(part.members);
}

void report_part::append_as(const std::string& name, const report_part& part) {
  text += part.text;
  members[name] = part.members;
}

}  // namespace zermelo
