// SPDX-License-Identifier: MIT
// Reads and writes the journal of a run, which has a line of JSON per finished case, in the order of finishing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include <zermelo/study/case_outcome.hpp>
#include <zermelo/study/study.hpp>

namespace zermelo {

/// Returns a case's line, without line end: a JSON object whose last member is a digest of the other members. For `key`
/// see `case_key`.
[[nodiscard]] std::string journal_line(const std::string& key, const case_outcome& outcome);

/// Returns the outcome in a case's line, with the case's number in this study. Precondition: the line comes from
/// `journal_line`, or `study_journal::expect_fitting` has accepted it.
[[nodiscard]] case_outcome outcome_of_line(const std::string& line, std::uint64_t number);

/// The record of a case's table in a line.
struct recorded_table {
  std::optional<std::uint64_t> bytes{};  ///< nothing: no table was retained, or an earlier version did not record its
                                         ///< size
  std::string signature{};               ///< signature of the solution; empty: not recorded
};

/// The journal file of one run. An incomplete line of a killed run is removed when the run is resumed. Only one run at
/// a time may have the file open. Format version 2; version 1, whose lines have no digest, can also be read.
class study_journal {
 public:
  static constexpr const char* file_name = "journal.jsonl";

  explicit study_journal(const std::filesystem::path& folder) : m_path(folder / file_name) {}
  ~study_journal();
  study_journal(const study_journal&) = delete;
  study_journal& operator=(const study_journal&) = delete;

  /// The line of a case.
  struct entry {
    std::string text{};
    bool has_failed = false;   ///< whether the case has failed
    std::uint64_t number = 0;  ///< number of the line in the file, from 1
    recorded_table table{};
  };
  using lines_by_key = std::map<std::string, entry>;

  /// Opens or creates the file, and returns the last line of each case in the file. Since the file may be untrusted,
  /// every line is checked.
  /// @throws input_error if the file is damaged, not a journal, a link, open in another run, or cannot be read;
  /// resource_error if it cannot be written.
  [[nodiscard]] lines_by_key open();

  /// Checks the line of a solved case against the study. Returns the name of a result that is missing from the line, as
  /// in lines of other versions of the program; nothing if the line is complete. @throws input_error, naming file and
  /// line, if the line has columns or values that this study never writes.
  [[nodiscard]] std::optional<std::string> expect_fitting(const entry& line, const study& s) const;

  /// Whether the file is new, or belongs to the study with this digest.
  [[nodiscard]] bool is_of(const std::string& study_digest) const;

  /// Assigns the file to the study with this digest. @param lines  the result of `open`
  /// @throws resource_error.
  void begin(const std::string& study_digest, const lines_by_key& lines);

  /// @throws resource_error; the file is then unchanged
  void append(const std::string& line);

 private:
  /// Writes a new file, which replaces the old file when it is complete.
  void replace(const std::string& first_line, const lines_by_key& lines);
  [[noreturn]] void reject_line(std::uint64_t number, const std::string& why) const;
  [[noreturn]] void fail(const std::filesystem::path& path) const;

  std::filesystem::path m_path;
  int m_file = -1;
  int m_replaced_file = -1;   ///< stays locked, so that a run that has already opened it cannot use it
  std::uint64_t m_bytes = 0;  ///< size of the complete lines, including line ends
  bool m_is_of_version_1 = false;
  std::optional<std::string> m_study_digest{};  ///< nothing: the file is new
};

}  // namespace zermelo
