// SPDX-License-Identifier: MIT
// Lines that are there as a whole, whatever ends the program.
#include "study_journal.hpp"

#include <cerrno>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/storage/write_all.hpp>

namespace zermelo::experiment {
namespace {

using ordered_json = nlohmann::ordered_json;

constexpr int permissions = 0666;

/// Messages may quote what is no UTF-8.
std::string text_of(const ordered_json& object) {
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string first_line_of(const std::string& study_digest) {
  return ordered_json({{"format", "zermelo-journal"}, {"format_version", 1}, {"study", study_digest}}).dump();
}

struct read_line {
  std::string key;
  bool has_failed = false;
};

/// Nothing if the line is no case.
std::optional<read_line> parse_line(const std::string& line) {
  const auto object = ordered_json::parse(line, nullptr, false);
  const auto is = [&object](const char* name, const auto& right) {
    return object.contains(name) && right(object[name]);
  };
  const auto is_text = [](const ordered_json& value) { return value.is_string(); };
  const auto is_object = [](const ordered_json& value) { return value.is_object(); };
  if (!object.is_object() || !is("key", is_text) || !is("timings", is_object)) return std::nullopt;
  const bool has_failed =
      is("error", [](const ordered_json& value) { return value.is_string() && !value.get<std::string>().empty(); });
  if (!has_failed && (object.contains("error") || !is("results", is_object))) return std::nullopt;
  return read_line{object["key"].get<std::string>(), has_failed};
}

}  // namespace

std::string journal_line(const std::string& key, const case_outcome& outcome) {
  ordered_json object{{"key", key}};
  if (!outcome.error.empty()) object["error"] = outcome.error;
  object["results"] = outcome.results;
  object["timings"] = outcome.timings;
  return text_of(object);
}

case_outcome outcome_of_line(const std::string& line, std::uint64_t number) {
  ordered_json object = ordered_json::parse(line);
  case_outcome outcome{number, object.value("error", ""), std::move(object["results"]), std::move(object["timings"])};
  outcome.timings["case"] = number;
  return outcome;
}

study_journal::~study_journal() {
  for (const int file : {m_file, m_replaced_file}) {
    if (file >= 0) ::close(file);
  }
}

study_journal::lines_by_key study_journal::open() {
  m_file = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, permissions);
  if (m_file < 0) fail(m_path);
  if (::flock(m_file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw input_error(fmt::format("{}: another run is at work in this folder", m_path.string()));
  }
  lines_by_key lines;
  std::ifstream file(m_path, std::ios::binary);
  std::string line;
  for (std::uint64_t number = 1; std::getline(file, line) && !file.eof(); ++number) {  // what has no end was cut off
    m_bytes += line.size() + 1;
    if (number == 1) {
      m_first_line = line;
      continue;
    }
    const auto read = parse_line(line);
    if (!read) throw input_error(fmt::format("{}:{}: not a case", m_path.string(), number));
    lines[read->key] = {line, read->has_failed};
  }
  return lines;
}

bool study_journal::is_of(const std::string& study_digest) const {
  return m_first_line.empty() || m_first_line == first_line_of(study_digest);
}

void study_journal::begin(const std::string& study_digest, const lines_by_key& lines) {
  const std::string first_line = first_line_of(study_digest);
  if (!is_of(study_digest)) return replace(first_line, lines);
  if (::ftruncate(m_file, static_cast<off_t>(m_bytes)) != 0) fail(m_path);
  if (m_bytes == 0) append(first_line);
}

/// A new file takes the place of the old one when it is complete.
void study_journal::replace(const std::string& first_line, const lines_by_key& lines) {
  const std::filesystem::path path = m_path.string() + ".new";
  m_replaced_file =
      std::exchange(m_file, ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, permissions));
  if (m_file < 0 || ::flock(m_file, LOCK_EX | LOCK_NB) != 0) fail(path);
  m_bytes = 0;
  const auto write_line = [this](const std::string& line) {
    m_bytes += line.size() + 1;
    return storage::write_all(m_file, line + '\n');
  };
  bool is_written = write_line(first_line);
  for (const auto& [key, line] : lines) is_written = is_written && write_line(line.text);
  if (!is_written || ::fsync(m_file) != 0 || std::rename(path.c_str(), m_path.c_str()) != 0) {
    const int why = errno;
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    errno = why;
    fail(path);
  }
}

void study_journal::append(const std::string& line) {
  if (!storage::write_all(m_file, line + '\n')) {
    const int why = errno;
    // What has been written of the line goes; if even that fails, the next run cuts it off.
    (void)!::ftruncate(m_file, static_cast<off_t>(m_bytes));
    errno = why;
    fail(m_path);
  }
  m_bytes += line.size() + 1;
}

void study_journal::fail(const std::filesystem::path& path) const {
  throw resource_error(fmt::format("{}: cannot write: {}", path.string(), std::generic_category().message(errno)));
}

}  // namespace zermelo::experiment
