// SPDX-License-Identifier: MIT
// One list of attributes, `exchange`, that a writer and a reader walk alike; see metadata_attributes.hpp.
#include "metadata_attributes.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "hdf5.hpp"
#include "table_format.hpp"

namespace zermelo::storage {

namespace {

constexpr const char* format_attribute = "format";
constexpr const char* version_attribute = "format_version";
constexpr const char* complete_attribute = "complete";
constexpr const char* parameters_attribute = "parameters";
constexpr const char* checksum_attribute = "parameters_checksum";
constexpr const char* phases_attribute = "phases";
constexpr const char* seconds_attribute = "seconds";

std::string parameter_attribute(const std::string& name) { return "parameter_" + name; }

/// Who wins endless play, in words; the rule's own, since a game may call its players anything.
constexpr std::array<std::pair<std::string_view, std::optional<player>>, 3> infinite_play_words{
    {{"nobody", std::nullopt}, {"first", player::first}, {"second", player::second}}};

/// The attributes that hold by_distance, one per outcome that has a distance.
constexpr std::array<std::pair<const char*, std::uint64_t outcome_counts::*>, 3> histogram_attributes{
    {{"histogram_wins", &outcome_counts::win},
     {"histogram_losses", &outcome_counts::loss},
     {"histogram_ties", &outcome_counts::tie}}};

// Numbers are stored signed, since tools in the tradition of netCDF handle unsigned 64-bit numbers badly.
std::int64_t to_signed(const std::string& name, std::uint64_t count) {
  if (!std::in_range<std::int64_t>(count)) {
    throw hdf5::failure(fmt::format("attribute '{}': {} is over 2^63 - 1", name, count));
  }
  return static_cast<std::int64_t>(count);
}

template <std::unsigned_integral Count>
Count to_count(const std::string& name, std::int64_t number) {
  if (!std::in_range<Count>(number)) {
    throw hdf5::failure(
        fmt::format("attribute '{}': {} is not in 0 to {}", name, number, std::numeric_limits<Count>::max()));
  }
  return static_cast<Count>(number);
}

class attribute_writer {
 public:
  explicit attribute_writer(hid_t file) : m_file(file) {}

  void text(const std::string& name, const std::string& value) { hdf5::write_text(m_file, name, value); }
  void count(const std::string& name, std::uint64_t value) {
    hdf5::write_number<std::int64_t>(m_file, name, to_signed(name, value));
  }
  void derived_count(const std::string& name, std::uint64_t value) { count(name, value); }
  void optional_count(const std::string& name, const std::optional<std::uint64_t>& value) {
    if (value) count(name, *value);
  }
  void hex(const std::string& name, std::uint64_t value) { hdf5::write_text(m_file, name, format::to_hex(value)); }
  void infinite_play(const std::string& name, const std::optional<player>& value) {
    const auto entry = std::find_if(infinite_play_words.begin(), infinite_play_words.end(),
                                    [&](const auto& known) { return known.second == value; });
    hdf5::write_text(m_file, name, entry->first);
  }
  void parameters(const format::parameters& values) {
    std::vector<std::string> names;
    for (const auto& [name, value] : values) {
      names.push_back(name);
      hdf5::write_text(m_file, parameter_attribute(name), value);
    }
    hdf5::write_text(m_file, parameters_attribute, format::join_words(names));
    hex(checksum_attribute, format::checksum(values));
  }
  void histogram(const std::vector<outcome_counts>& by_distance) {
    for (const auto& [name, member] : histogram_attributes) {
      // One zero where no position has a distance: a list cannot be empty.
      std::vector<std::int64_t> counts(std::max<std::size_t>(by_distance.size(), 1), 0);
      for (std::size_t d = 0; d < by_distance.size(); ++d) counts[d] = to_signed(name, by_distance[d].*member);
      hdf5::write_list<std::int64_t>(m_file, name, counts);
    }
  }
  void seconds(const std::map<std::string, double>& by_phase) {
    if (by_phase.empty()) return;
    std::vector<std::string> names;
    std::vector<double> values;
    for (const auto& [name, value] : by_phase) {
      names.push_back(name);
      values.push_back(value);
    }
    hdf5::write_text(m_file, phases_attribute, format::join_words(names));
    hdf5::write_list<double>(m_file, seconds_attribute, values);
  }

 private:
  hid_t m_file;
};

class attribute_reader {
 public:
  explicit attribute_reader(hid_t file) : m_file(file) {}

  void text(const std::string& name, std::string& value) { value = hdf5::read_text(m_file, name); }
  template <std::unsigned_integral Count>
  void count(const std::string& name, Count& value) {
    value = to_count<Count>(name, hdf5::read_number<std::int64_t>(m_file, name));
  }
  void derived_count(const std::string& name, std::uint64_t expected) {
    std::uint64_t stored = 0;
    count(name, stored);
    if (stored != expected) throw hdf5::failure(fmt::format("attribute '{}': {} is not {}", name, stored, expected));
  }
  void optional_count(const std::string& name, std::optional<std::uint64_t>& value) {
    if (hdf5::has_attribute(m_file, name)) count(name, value.emplace());
  }
  void hex(const std::string& name, std::uint64_t& value) { value = format::parse_hex(hdf5::read_text(m_file, name)); }
  void infinite_play(const std::string& name, std::optional<player>& value) {
    const std::string word = hdf5::read_text(m_file, name);
    const auto entry = std::find_if(infinite_play_words.begin(), infinite_play_words.end(),
                                    [&](const auto& known) { return known.first == word; });
    if (entry == infinite_play_words.end()) {
      throw hdf5::failure(fmt::format("attribute '{}': '{}' is not nobody, first or second", name, word));
    }
    value = entry->second;
  }
  void parameters(format::parameters& values) {
    for (const auto& name : format::split_words(hdf5::read_text(m_file, parameters_attribute))) {
      values.emplace_back(name, hdf5::read_text(m_file, parameter_attribute(name)));
    }
    std::uint64_t stored_checksum = 0;
    hex(checksum_attribute, stored_checksum);
    if (stored_checksum != format::checksum(values)) {
      throw hdf5::failure("the parameters do not agree with their checksum");
    }
  }
  void histogram(std::vector<outcome_counts>& by_distance) {
    for (const auto& [name, member] : histogram_attributes) {
      const auto stored = hdf5::read_list<std::int64_t>(m_file, name);
      if (by_distance.empty()) by_distance.resize(stored.size());
      if (by_distance.size() != stored.size()) throw hdf5::failure("the histograms differ in length");
      for (std::size_t d = 0; d < stored.size(); ++d) by_distance[d].*member = to_count<std::uint64_t>(name, stored[d]);
    }
    while (!by_distance.empty() && by_distance.back() == outcome_counts{}) by_distance.pop_back();
  }
  void seconds(std::map<std::string, double>& by_phase) {
    if (!hdf5::has_attribute(m_file, phases_attribute)) return;
    const auto names = format::split_words(hdf5::read_text(m_file, phases_attribute));
    const auto values = hdf5::read_list<double>(m_file, seconds_attribute);
    if (names.size() != values.size()) throw hdf5::failure("attributes 'phases' and 'seconds' differ in length");
    for (std::size_t i = 0; i < names.size(); ++i) by_phase.emplace(names[i], values[i]);
  }

 private:
  hid_t m_file;
};

/// The attributes of format version 1. `Metadata` is const for a writer.
template <class Archive, class Metadata>
void exchange(Archive&& archive, Metadata& metadata) {
  archive.text("game", metadata.game);
  archive.parameters(metadata.parameters);
  archive.text("first_player", metadata.player_names[0]);
  archive.text("second_player", metadata.player_names[1]);

  auto& summary = metadata.summary;
  archive.count("positions", summary.positions);
  archive.count("wins", summary.counts.win);
  archive.count("losses", summary.counts.loss);
  archive.count("ties", summary.counts.tie);
  archive.count("draws", summary.counts.draw);
  archive.derived_count("legal_positions", summary.legal_positions());
  archive.count("first_player_wins", summary.winners[0]);
  archive.count("second_player_wins", summary.winners[1]);
  archive.histogram(summary.by_distance);
  archive.hex("signature", summary.signature);

  archive.optional_count("start", metadata.start);
  archive.text("start_text", metadata.start_text);
  archive.infinite_play("infinite_play", metadata.infinite_play);
  archive.optional_count("move_limit", metadata.move_limit);

  archive.count("edges", metadata.edges);
  archive.text("engine", metadata.engine);
  archive.count("threads", metadata.threads);
  archive.seconds(metadata.seconds);
  archive.text("program_version", metadata.program_version);
  archive.text("git_revision", metadata.git_revision);
}

void expect_consistent(const solution_summary& summary) {
  const outcome_counts& counts = summary.counts;
  if (summary.legal_positions() > summary.positions) throw hdf5::failure("more legal positions than positions");
  if (summary.winners[0] + summary.winners[1] != counts.win + counts.loss) {
    throw hdf5::failure("the wins by player do not add up to the wins and losses");
  }
  outcome_counts with_distance;
  for (const outcome_counts& at : summary.by_distance) with_distance += at;
  if (with_distance != outcome_counts{counts.win, counts.loss, counts.tie, 0}) {
    throw hdf5::failure("the histograms do not add up to the counts");
  }
}

}  // namespace

void write_metadata(hid_t file, const table_metadata& metadata) {
  hdf5::write_text(file, format_attribute, format::name);
  hdf5::write_number<std::int64_t>(file, version_attribute, format::version);
  exchange(attribute_writer(file), metadata);
}

void write_complete_mark(hid_t file) { hdf5::write_number<std::int64_t>(file, complete_attribute, 1); }

table_metadata read_metadata(hid_t file) {
  if (!hdf5::has_attribute(file, format_attribute) || hdf5::read_text(file, format_attribute) != format::name) {
    throw hdf5::failure("an HDF5 file, but no endgame table");
  }
  const auto version = hdf5::read_number<std::int64_t>(file, version_attribute);
  if (version != format::version) {
    throw hdf5::failure(
        fmt::format("table format version {}, this program reads version {}", version, format::version));
  }
  if (!hdf5::has_attribute(file, complete_attribute) ||
      hdf5::read_number<std::int64_t>(file, complete_attribute) != 1) {
    throw hdf5::failure("an incomplete table");
  }
  table_metadata metadata;
  exchange(attribute_reader(file), metadata);
  expect_consistent(metadata.summary);
  if (metadata.start && *metadata.start >= metadata.summary.positions) {
    throw hdf5::failure(fmt::format("the start, {}, is not a position", *metadata.start));
  }
  return metadata;
}

}  // namespace zermelo::storage
