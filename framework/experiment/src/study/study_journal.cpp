// SPDX-License-Identifier: MIT
// Lines that are there as a whole, whatever ends the program.
#include "study_journal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/storage/file/write_all.hpp>

#include "../base/bounded_json.hpp"
#include "study_columns.hpp"

namespace zermelo::experiment {
namespace {

using ordered_json = nlohmann::ordered_json;

constexpr int permissions = 0666;
constexpr int journal_version = 2;
constexpr std::string_view digest_beginning = R"(,"digest":")";
constexpr std::string_view digest_end = R"("})";

/// Messages may quote what is no UTF-8.
std::string line_of(const ordered_json& object) {
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

/// An object's text with a digest of itself as its last member.
std::string with_digest(std::string object) {
  const std::string digest = text_digest().add(object).text();
  object.pop_back();
  return fmt::format("{}{}{}{}", object, digest_beginning, digest, digest_end);
}
/// Whether a line is what `with_digest` makes of an object.
bool has_own_digest(const std::string& line) {
  const std::size_t at = line.rfind(digest_beginning);
  return at != std::string::npos && with_digest(line.substr(0, at) + '}') == line;
}

std::string first_line_of(const std::string& study_digest, int format_version = journal_version) {
  return ordered_json({{"format", "zermelo-journal"}, {"format_version", format_version}, {"study", study_digest}})
      .dump();
}

/// The whole lines of a file. One that is longer than any journal's is refused before it is in memory.
class line_reader {
 public:
  line_reader(int file, const std::filesystem::path& path) : m_file(file), m_path(path) {}

  /// The next line without its end; nothing behind the last whole one.
  [[nodiscard]] std::optional<std::string> next() {
    ++m_number;
    std::string line;
    while (true) {
      const std::string_view unused = std::string_view(m_block).substr(m_used);
      const std::size_t end = unused.find('\n');
      line += unused.substr(0, end);
      if (line.size() > longest_line) {
        throw input_error(fmt::format("{}:{}: longer than {} bytes", m_path.string(), m_number, longest_line));
      }
      m_used = end == std::string_view::npos ? m_block.size() : m_used + end + 1;
      if (end != std::string_view::npos) return line;
      if (read_more()) continue;
      m_cut_off = std::move(line);
      return std::nullopt;
    }
  }
  [[nodiscard]] std::uint64_t number() const noexcept { return m_number; }
  /// What is behind the last whole line.
  [[nodiscard]] const std::string& cut_off() const noexcept { return m_cut_off; }

 private:
  /// A histogram of some million distances.
  static constexpr std::size_t longest_line = std::size_t{64} << 20;

  [[nodiscard]] bool read_more() {
    constexpr std::size_t block_bytes = std::size_t{1} << 16;
    m_block.resize(block_bytes);
    m_used = 0;
    const ssize_t got = ::pread(m_file, m_block.data(), m_block.size(), m_at);
    if (got < 0) {
      throw input_error(fmt::format("{}: cannot read: {}", m_path.string(), std::generic_category().message(errno)));
    }
    m_block.resize(static_cast<std::size_t>(got));
    m_at += got;
    return got > 0;
  }

  int m_file;
  const std::filesystem::path& m_path;
  std::string m_block;
  std::size_t m_used = 0;
  off_t m_at = 0;
  std::uint64_t m_number = 0;
  std::string m_cut_off;
};

/// Nothing if a line is no object, or one that is nested deeper than any journal's.
std::optional<ordered_json> parse_object(const std::string& line) {
  constexpr int deepest_line = 8;
  auto object = parse_bounded_json(line, deepest_line);
  if (object && !object->is_object()) return std::nullopt;
  return object;
}

/// Whether a file's beginning can be that of a journal whose first line was cut off.
bool is_cut_off_first_line(std::string_view text) {
  const std::string line = first_line_of("");
  const std::string_view whatever_study =
      std::string_view(line).substr(0, line.size() - std::string_view("\"}").size());
  const std::size_t common = std::min(text.size(), whatever_study.size());
  return text.substr(0, common) == whatever_study.substr(0, common);
}

/// What the first line of a journal says.
struct journal_head {
  int format_version = journal_version;
  std::string study_digest;
};

/// Nothing if it is no such line, or that of a version which this program does not read.
std::optional<journal_head> parse_first_line(const std::string& line) {
  const auto object = parse_object(line);
  if (!object || !object->contains("study") || !(*object)["study"].is_string()) return std::nullopt;
  std::string digest = (*object)["study"].get<std::string>();
  for (int one = 1; one <= journal_version; ++one) {
    if (line == first_line_of(digest, one)) return journal_head{one, std::move(digest)};
  }
  return std::nullopt;
}

struct read_line {
  std::string key;
  bool has_failed = false;
  recorded_table table;
};

/// What the line of a case that is done says of its table. Nothing if it says what no run writes.
std::optional<recorded_table> table_of(const ordered_json& line) {
  recorded_table table;
  if (const auto bytes = line.find(table_bytes_column); bytes != line.end()) {
    if (!bytes->is_number_unsigned()) return std::nullopt;
    table.bytes = bytes->get<std::uint64_t>();
  }
  const auto signature = line["results"].find("signature");
  if (signature != line["results"].end() && signature->is_string()) table.signature = signature->get<std::string>();
  return table;
}

/// Nothing if the line is no case.
std::optional<read_line> parse_line(const std::string& line) {
  const auto parsed = parse_object(line);
  if (!parsed) return std::nullopt;
  const ordered_json& object = *parsed;
  const auto is = [&object](const char* name, const auto& right) {
    return object.contains(name) && right(object[name]);
  };
  const auto is_text = [](const ordered_json& value) { return value.is_string(); };
  const auto is_object = [](const ordered_json& value) { return value.is_object(); };
  if (!is("key", is_text) || !is("timings", is_object)) return std::nullopt;
  const bool has_failed =
      is("error", [](const ordered_json& value) { return value.is_string() && !value.get<std::string>().empty(); });
  if (!has_failed && (object.contains("error") || !is("results", is_object))) return std::nullopt;
  const std::optional<recorded_table> table = has_failed ? recorded_table() : table_of(object);
  if (!table) return std::nullopt;
  return read_line{object["key"].get<std::string>(), has_failed, *table};
}

}  // namespace

std::string journal_line(const std::string& key, const case_outcome& outcome) {
  ordered_json object{{"key", key}};
  if (!outcome.error.empty()) object["error"] = outcome.error;
  object["results"] = outcome.results;
  object["timings"] = outcome.timings;
  if (outcome.table_bytes) object[table_bytes_column] = *outcome.table_bytes;
  return with_digest(line_of(object));
}

case_outcome outcome_of_line(const std::string& line, std::uint64_t number) {
  ordered_json object = ordered_json::parse(line);
  case_outcome outcome{number, object.value("error", ""), std::move(object["results"]), std::move(object["timings"])};
  outcome.timings["case"] = number;
  if (object.contains(table_bytes_column)) outcome.table_bytes = object[table_bytes_column].get<std::uint64_t>();
  return outcome;
}

study_journal::~study_journal() {
  for (const int file : {m_file, m_replaced_file}) {
    if (file >= 0) ::close(file);
  }
}

study_journal::lines_by_key study_journal::open() {
  // Not by way of a link: what it leads to may be anything.
  m_file = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, permissions);
  if (m_file < 0 && errno == ELOOP) throw input_error(fmt::format("{}: is a symbolic link", m_path.string()));
  if (m_file < 0) fail(m_path);
  struct stat status{};
  if (::fstat(m_file, &status) != 0 || !S_ISREG(status.st_mode)) {
    throw input_error(fmt::format("{}: is not a regular file", m_path.string()));
  }
  if (::flock(m_file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw input_error(fmt::format("{}: another run is at work in this folder", m_path.string()));
  }
  lines_by_key lines;
  line_reader file(m_file, m_path);
  while (auto line = file.next()) {
    m_bytes += line->size() + 1;
    if (file.number() == 1) {
      const auto head = parse_first_line(*line);
      if (!head) refuse_line(1, "not the first line of a journal");
      m_is_of_version_1 = head->format_version == 1;
      m_study_digest = head->study_digest;
      continue;
    }
    const auto read = parse_line(*line);
    if (!read) refuse_line(file.number(), "not a case");
    if (m_is_of_version_1) {
      line = with_digest(line_of(parse_object(*line).value()));
    } else if (!has_own_digest(*line)) {
      refuse_line(file.number(), "it has been altered: its digest is another one");
    }
    lines[read->key] = {*std::move(line), read->has_failed, file.number(), read->table};
  }
  // What has no end was cut off.
  if (m_bytes == 0 && !is_cut_off_first_line(file.cut_off())) refuse_line(1, "not the first line of a journal");
  return lines;
}

std::optional<std::string> study_journal::expect_result(const entry& line, const study& s) const {
  const ordered_json object = parse_object(line.text).value();
  if (const auto fault = find_line_fault(s, object["results"], object["timings"])) refuse_line(line.number, *fault);
  return find_missing_column(s, object["results"]);
}

void study_journal::refuse_line(std::uint64_t number, const std::string& why) const {
  throw input_error(fmt::format("{}:{}: {}", m_path.string(), number, why));
}

bool study_journal::is_of(const std::string& study_digest) const {
  return !m_study_digest || *m_study_digest == study_digest;
}

void study_journal::begin(const std::string& study_digest, const lines_by_key& lines) {
  const std::string first_line = first_line_of(study_digest);
  if (!is_of(study_digest) || m_is_of_version_1) return replace(first_line, lines);
  if (::ftruncate(m_file, static_cast<off_t>(m_bytes)) != 0) fail(m_path);
  if (m_bytes == 0) append(first_line);
}

/// A new file takes the place of the old one when it is complete.
void study_journal::replace(const std::string& first_line, const lines_by_key& lines) {
  const std::filesystem::path path = m_path.string() + ".new";
  std::error_code ignored;
  std::filesystem::remove(path, ignored);  // left by a run that was killed: no other run works in this folder
  m_replaced_file =
      std::exchange(m_file, ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, permissions));
  if (m_file < 0 || ::flock(m_file, LOCK_EX | LOCK_NB) != 0) fail(path);
  struct stat status{};
  if (::fstat(m_replaced_file, &status) == 0) (void)::fchmod(m_file, status.st_mode);
  m_bytes = 0;
  const auto write_line = [this](const std::string& line) {
    m_bytes += line.size() + 1;
    return storage::write_all(m_file, line + '\n');
  };
  bool is_written = write_line(first_line);
  for (const auto& [key, line] : lines) is_written = is_written && write_line(line.text);
  if (!is_written || ::fsync(m_file) != 0 || std::rename(path.c_str(), m_path.c_str()) != 0) {
    const int why = errno;
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
