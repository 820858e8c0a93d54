// SPDX-License-Identifier: MIT
// Writes and reads the metadata of a table. `exchange_attributes` lists the attributes for all writers and readers.
#include "metadata_attributes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include <zermelo/core/value/outcome.hpp>

#include "../hdf5/attribute_archive.hpp"
#include "../hdf5/attribute_text.hpp"
#include "../hdf5/hdf5.hpp"

namespace zermelo::storage {
namespace {

constexpr const char* phases_attribute = "phases";
constexpr const char* seconds_attribute = "seconds";

/// The winner of infinite play. The keywords do not depend on the names that a game gives its players.
constexpr vocabulary<std::optional<player>, 3> infinite_play_keywords{
    {{"nobody", std::nullopt}, {"first", player::first}, {"second", player::second}}};

constexpr vocabulary<metric, 2> metric_keywords{
    {{to_string(metric::end), metric::end}, {to_string(metric::conversion), metric::conversion}}};

/// The attributes for `by_distance`, one per outcome that has a distance.
constexpr std::array<std::pair<const char*, std::uint64_t outcome_counts::*>, 3> histogram_attributes{
    {{"histogram_wins", &outcome_counts::win},
     {"histogram_losses", &outcome_counts::loss},
     {"histogram_ties", &outcome_counts::tie}}};

constexpr const char* wrong_margin_counts = "the counts by margin do not add up to the counts";

/// The attributes with the counts by margin, one per outcome that has a margin.
constexpr std::array<std::pair<const char*, std::uint64_t outcome_counts::*>, 2> margin_attributes{
    {{"margin_wins", &outcome_counts::win}, {"margin_losses", &outcome_counts::loss}}};

class table_attribute_writer : public attribute_writer {
 public:
  using attribute_writer::attribute_writer;

  void histogram(const std::vector<outcome_counts>& by_distance) {
    for (const auto& [name, member] : histogram_attributes) {
      // If no position has a distance, the list has a single zero, since lists cannot be empty.
      std::vector<std::int64_t> counts(std::max<std::size_t>(by_distance.size(), 1), 0);
      for (std::size_t d = 0; d < by_distance.size(); ++d) counts[d] = to_signed(name, by_distance[d].*member);
      hdf5::write_list<std::int64_t>(m_file, name, counts);
    }
  }
  void margins(const outcome_histogram& counted) {
    const std::vector<outcome_counts> by_margin = counted.counts_by_margin();
    for (const auto& [name, member] : margin_attributes) {
      std::vector<std::int64_t> counts;
      for (const outcome_counts& here : by_margin) counts.push_back(to_signed(name, here.*member));
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
    hdf5::write_text(m_file, phases_attribute, format::join_tokens(names));
    hdf5::write_list<double>(m_file, seconds_attribute, values);
  }
};

class table_attribute_reader : public attribute_reader {
 public:
  using attribute_reader::attribute_reader;

  void histogram(std::vector<outcome_counts>& by_distance) {
    for (const auto& [name, member] : histogram_attributes) {
      const auto stored = hdf5::read_list<std::int64_t>(m_file, name);
      if (by_distance.empty()) by_distance.resize(stored.size());
      if (by_distance.size() != stored.size()) throw hdf5::failure("the histograms differ in length");
      for (std::size_t d = 0; d < stored.size(); ++d) by_distance[d].*member = to_count<std::uint64_t>(name, stored[d]);
    }
    while (!by_distance.empty() && by_distance.back() == outcome_counts{}) by_distance.pop_back();
  }
  /// Precondition: the total counts have been read.
  void margins(outcome_histogram& counted) {
    std::vector<outcome_counts> stored;
    for (const auto& [name, member] : margin_attributes) {
      const auto counts = hdf5::read_list<std::int64_t>(m_file, name);
      if (stored.empty()) stored.resize(counts.size());
      if (stored.size() != counts.size()) throw hdf5::failure("the counts by margin differ in length");
      for (std::size_t m = 0; m < counts.size(); ++m) stored[m].*member = to_count<std::uint64_t>(name, counts[m]);
    }
    while (stored.size() > 2 && stored.back() == outcome_counts{}) stored.pop_back();
    if (stored.size() > 2) {
      counted.by_margin = stored;
      counted.by_margin[0] = counted.by_margin[1] = {};
    }
    std::vector<outcome_counts> expected = counted.counts_by_margin();
    expected[0] = {};
    if (stored != expected) throw hdf5::failure(wrong_margin_counts);
  }
  void seconds(std::map<std::string, double>& by_phase) {
    if (!hdf5::has_attribute(m_file, phases_attribute)) return;
    const auto names = format::split_tokens(hdf5::read_text(m_file, phases_attribute));
    const auto values = hdf5::read_list<double>(m_file, seconds_attribute);
    if (names.size() != values.size()) throw hdf5::failure("attributes 'phases' and 'seconds' differ in length");
    for (std::size_t i = 0; i < names.size(); ++i) by_phase.emplace(names[i], values[i]);
  }
};

/// Lists the attributes of format versions 1 and 2. Writers pass const metadata.
template <class Archive, class Metadata>
void exchange_attributes(Archive&& archive, Metadata& metadata) {
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
  archive.keyword("infinite_play", metadata.infinite_play, infinite_play_keywords);
  archive.optional_count("move_limit", metadata.move_limit);

  archive.optional_count("edges", metadata.edges);
  archive.text("engine", metadata.engine);
  archive.count("threads", metadata.threads);
  archive.seconds(metadata.seconds);
  archive.text("program_version", metadata.program_version);
  archive.text("git_revision", metadata.git_revision);
  archive.optional_text("program", metadata.program);
  archive.optional_text("slice", metadata.slice.name);
  archive.optional_count("first_position", metadata.slice.first);
  archive.flag("distances", metadata.has_distances, true);
  archive.keyword_default_first("metric", metadata.metric, metric_keywords);
  archive.flag("repeated_moves", metadata.counts_repeated_moves, false);
  archive.optional_count("max_margin", metadata.max_margin);
  if (metadata.max_margin) archive.margins(summary);
}

/// @throws hdf5::failure if the counts contradict each other.
void expect_consistent(const solution_summary& summary, bool has_distances) {
  // Each count is checked first, so that the sums below do not overflow.
  const auto expect_within = [&](std::initializer_list<std::uint64_t> numbers) {
    if (std::max(numbers) > summary.positions) throw hdf5::failure("a count is larger than the number of positions");
  };
  const auto expect_counts_within = [&](const outcome_counts& c) { expect_within({c.win, c.loss, c.tie, c.draw}); };
  const outcome_counts& counts = summary.counts;
  expect_counts_within(counts);
  expect_within({summary.winners[0], summary.winners[1]});
  if (summary.legal_positions() > summary.positions) throw hdf5::failure("the counts exceed the number of positions");
  if (summary.winners[0] + summary.winners[1] != counts.win + counts.loss) {
    throw hdf5::failure("the wins by player do not add up to the wins and losses");
  }
  outcome_counts with_distance;
  for (const outcome_counts& at : summary.by_distance) {
    expect_counts_within(at);
    with_distance += at;
  }
  if (with_distance != (has_distances ? outcome_counts{counts.win, counts.loss, counts.tie, 0} : outcome_counts{})) {
    throw hdf5::failure("the histograms do not add up to the counts");
  }
}

/// @throws hdf5::failure if the counts by margin contradict the maximum margin or the counts.
void expect_consistent_margins(const table_metadata& metadata) {
  const solution_summary& summary = metadata.summary;
  if (metadata.max_margin && !metadata.has_distances)
    throw hdf5::failure("margins without distances are not supported");
  const std::uint64_t bound = metadata.max_margin.value_or(1);
  if (bound < 1 || bound > std::uint64_t{result::largest_margin}) {
    throw hdf5::failure(
        fmt::format("attribute 'max_margin': expected 1 to {1}, got {0}", bound, result::largest_margin));
  }
  if (summary.max_margin() > bound) {
    throw hdf5::failure(
        fmt::format("a position is won by {} points, but attribute 'max_margin' is {}", summary.max_margin(), bound));
  }
  outcome_counts sum;
  for (std::size_t m = 0; m < summary.by_margin.size(); ++m) {
    const outcome_counts& here = summary.by_margin[m];
    const bool fits = m < 2 ? here == outcome_counts{}
                            : here.win <= summary.counts.win - sum.win && here.loss <= summary.counts.loss - sum.loss &&
                                  here.tie == 0 && here.draw == 0;
    if (!fits) throw hdf5::failure(wrong_margin_counts);
    sum += here;
  }
}

}  // namespace

void write_metadata(hid_t file, const table_metadata& metadata) {
  exchange_attributes(table_attribute_writer(file), metadata);
}

void exchange_metadata(byte_writer& archive, const table_metadata& metadata) { exchange_attributes(archive, metadata); }
void exchange_metadata(byte_reader& archive, table_metadata& metadata) { exchange_attributes(archive, metadata); }

table_metadata read_metadata(hid_t file) {
  table_metadata metadata;
  exchange_attributes(table_attribute_reader(file), metadata);
  return metadata;
}

void expect_consistent(const table_metadata& metadata) {
  expect_consistent(metadata.summary, metadata.has_distances);
  expect_consistent_margins(metadata);
  if (!metadata.edges && metadata.has_distances) throw hdf5::failure("attribute 'edges' is missing");
  if (metadata.start && *metadata.start >= metadata.summary.positions) {
    throw hdf5::failure(fmt::format("attribute 'start': {} is not a position", *metadata.start));
  }
  if (metadata.metric != metric::end && (metadata.slice.name.empty() || !metadata.has_distances)) {
    throw hdf5::failure("attribute 'metric': conversion needs a slice with distances");
  }
  if (metadata.slice.name.empty() == metadata.slice.first.has_value()) {
    throw hdf5::failure("only one of the attributes 'slice' and 'first_position' exists");
  }
  for (const auto& [phase, seconds] : metadata.seconds) {
    if (!std::isfinite(seconds) || seconds < 0) {
      throw hdf5::failure(fmt::format("attribute 'seconds': expected a number of at least 0, got {}", seconds));
    }
  }
}

}  // namespace zermelo::storage
