// SPDX-License-Identifier: MIT
// The journal of a run: a line of JSON for each case that has ended, in the order of their ends.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include <zermelo/experiment/study/case_outcome.hpp>
#include <zermelo/experiment/study/study.hpp>

namespace zermelo::experiment {

/// A case's line, without its end: a JSON object whose last member is a digest of the others. `key`: see `case_key`.
[[nodiscard]] std::string journal_line(const std::string& key, const case_outcome& outcome);

/// What a line says of a case, which has this number now. Precondition: `journal_line` made it, or
/// `study_journal::expect_result` has accepted it.
[[nodiscard]] case_outcome outcome_of_line(const std::string& line, std::uint64_t number);

/// What a line says of the table of its case.
struct recorded_table {
  std::optional<std::uint64_t> bytes{};  ///< nothing: the case has none, or the line is of before sizes were recorded
  std::string signature{};               ///< empty: the line has none
};

/// Each line is in the file as a whole, or is cut off when the run is resumed. One run at a time may have it open.
/// Format version 2; version 1 is read, too: its lines have no digest.
class study_journal {
 public:
  static constexpr const char* file_name = "journal.jsonl";

  explicit study_journal(const std::filesystem::path& folder) : m_path(folder / file_name) {}
  ~study_journal();
  study_journal(const study_journal&) = delete;
  study_journal& operator=(const study_journal&) = delete;

  struct entry {
    std::string text;
    bool has_failed = false;
    std::uint64_t number = 0;  ///< of the line in the file, from 1
    recorded_table table{};
  };
  using lines_by_key = std::map<std::string, entry>;

  /// Opens or makes the file, and returns the lines of the cases that are in it, the last one of each.
  /// The file may come from anywhere: it must be a journal, and every line that of a case, with its own digest.
  /// @throws input_error if it is damaged, no journal, a link, or open in another run; resource_error if it cannot be
  ///   written.
  [[nodiscard]] lines_by_key open();

  /// Holds the line of a case that is done against the study. Returns a result that it lacks, since another version of
  /// the program recorded fewer; nothing if it has all. @throws input_error, naming file and line, if it has what no
  /// run of this study writes.
  [[nodiscard]] std::optional<std::string> expect_result(const entry& line, const study& s) const;

  /// Whether the file is new, or of the study with this digest.
  [[nodiscard]] bool is_of(const std::string& study_digest) const;

  /// Makes the file this study's; `lines`: what `open` has returned. @throws resource_error.
  void begin(const std::string& study_digest, const lines_by_key& lines);

  /// @throws resource_error; the file then has what it had.
  void append(const std::string& line);

 private:
  void replace(const std::string& first_line, const lines_by_key& lines);
  [[noreturn]] void refuse_line(std::uint64_t number, const std::string& why) const;
  [[noreturn]] void fail(const std::filesystem::path& path) const;

  std::filesystem::path m_path;
  int m_file = -1;
  int m_replaced_file = -1;   ///< keeps its lock: who has opened it before it was replaced must not go on with it
  std::uint64_t m_bytes = 0;  ///< of whole lines
  bool m_is_of_version_1 = false;
  std::optional<std::string> m_study_digest{};  ///< nothing: the file is new
};

}  // namespace zermelo::experiment
