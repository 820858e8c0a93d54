// SPDX-License-Identifier: MIT
// zermelo diff: compares two tables, and displays the first entries that differ.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/core/base/atomic_bounds.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/base/index_range.hpp>
#include <zermelo/core/base/parallel.hpp>
#include <zermelo/core/base/per_thread.hpp>
#include <zermelo/core/base/random.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/core/value/position_keys.hpp>
#include <zermelo/solving/job/table_metadata.hpp>
#include <zermelo/tables/report/position_forms.hpp>

#include "../commands.hpp"
#include "../opened_table.hpp"

namespace zermelo::cli {
namespace {

/// The parts of entries that are compared: outcome, margin and distance, or only outcome and margin.
enum class compared { values, outcomes };

constexpr std::uint64_t block_size = 1 << 16;  // positions

struct diff_arguments {
  std::string first;
  std::string second;
  std::size_t limit = 10;
  bool outcomes = false;
  bool json = false;
  work_options work;

  void declare(command_line& command);
};

/// A position with different entries in the two tables.
struct different_entry {
  position at = 0;
  position_value first;
  position_value second;
};

struct entry_differences {
  std::uint64_t outcomes = 0;          ///< positions with different outcomes
  std::uint64_t margins = 0;           ///< positions with equal outcomes and different margins
  std::uint64_t distances = 0;         ///< positions with equal outcomes and margins, and different distances
  std::vector<different_entry> first;  ///< the differing entries with the lowest numbers

  [[nodiscard]] std::uint64_t all() const noexcept { return outcomes + margins + distances; }
};

/// A value in the metadata of tables that differs between two of them.
struct different_statement {
  std::string subject;
  std::string first;   ///< the value in the first table
  std::string second;  ///< the value in the second table
};

std::string rule_text(const std::optional<player>& infinite_play) {
  if (!infinite_play) return "nobody";
  return *infinite_play == player::first ? "first" : "second";
}

template <class Number>
std::string number_text(const std::optional<Number>& number) {
  return number ? std::to_string(*number) : "none";
}

std::string shape_text(const std::vector<axis>& axes) {
  std::string text;
  for (const axis& a : axes) text += fmt::format("{}{}[{}]", text.empty() ? "" : " x ", a.name, a.size);
  return text;
}

/// Returns the numbers of wins of the first and of the second player, of ties and of draws.
std::string counts_text(const solution_summary& summary) {
  return fmt::format("{} {} {} {}", summary.winners[0], summary.winners[1], summary.counts.tie, summary.counts.draw);
}

/// Returns a parameter's value on one line, in the form of the command line, where '/' separates lines.
std::string on_one_line(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  std::replace(text.begin(), text.end(), '\n', '/');
  return text;
}

/// Returns the digest of the rules of a game without a ranking, and a digest of the positions for which it was
/// computed.
std::string rules_text(const storage::table_metadata& table) {
  if (table.keys == nullptr) return "ranked";
  std::uint64_t keys_digest = 0;
  for (const wide_key& key : table.sampled_keys) {
    keys_digest = splitmix64_mix(keys_digest + splitmix64_mix(key.high) + 3 * splitmix64_mix(key.low));
  }
  return fmt::format("{:016x} at {:016x}", table.rules_digest, keys_digest);
}

/// Returns the differences in the statements of two tables about the game and the solution. The origin of a table
/// (engine, threads, seconds, program) is not compared, nor are sums over different sets of slices.
std::vector<different_statement> compare_statements(const storage::table_metadata& a, const storage::table_metadata& b,
                                                    compared parts, bool has_same_slices) {
  std::vector<different_statement> differences;
  const auto compare = [&](const std::string& subject, const std::string& first, const std::string& second) {
    if (first != second) differences.push_back({subject, first, second});
  };
  compare("game", a.game, b.game);
  compare("rules", rules_text(a), rules_text(b));
  const std::map<std::string, std::string> first(a.parameters.begin(), a.parameters.end());
  const std::map<std::string, std::string> second(b.parameters.begin(), b.parameters.end());
  std::map<std::string, std::string> all = first;
  all.insert(second.begin(), second.end());
  const auto value = [](const auto& parameters, const std::string& name) {
    const auto at = parameters.find(name);
    return at == parameters.end() ? std::string("absent") : excerpt(at->second);
  };
  for (const auto& [name, unused] : all) {
    // Compared in full, since different long values may have equal excerpts.
    if (first.contains(name) && second.contains(name) && on_one_line(first.at(name)) == on_one_line(second.at(name))) {
      continue;
    }
    differences.push_back({"parameter " + name, value(first, name), value(second, name)});
  }
  compare("axes", shape_text(a.axes), shape_text(b.axes));
  compare("start", number_text(a.start), number_text(b.start));
  compare("infinite_play", rule_text(a.infinite_play), rule_text(b.infinite_play));
  compare("move_limit", number_text(a.move_limit), number_text(b.move_limit));
  if (!has_same_slices) return differences;
  compare("counts", counts_text(a.summary), counts_text(b.summary));
  if (parts == compared::outcomes) return differences;
  compare("metric", std::string(to_string(a.metric)), std::string(to_string(b.metric)));
  if (a.counts_repeated_moves == b.counts_repeated_moves) compare("edges", number_text(a.edges), number_text(b.edges));
  if (a.summary.by_distance != b.summary.by_distance)
    differences.push_back({"histogram", "of the first table", "of the second table"});
  compare("signature", hex_text(a.summary.signature), hex_text(b.summary.signature));
  return differences;
}

/// Returns the positions that both tables contain. Precondition: the tables have the same size.
std::vector<index_range> ranges_of_both(const opened_table& first, const opened_table& second) {
  std::vector<index_range> missing;
  for (const opened_table* const one : {&first, &second}) {
    if (one->set == nullptr) continue;
    for (const set_slice& slice : one->set->index().slices) {
      if (!slice.is_done) missing.push_back({slice.first, slice.first + slice.size});
    }
  }
  std::sort(missing.begin(), missing.end(),
            [](const index_range& a, const index_range& b) { return a.begin < b.begin; });
  std::vector<index_range> both;
  position next = 0;
  for (const index_range& gap : missing) {
    if (next < gap.begin) both.push_back({next, gap.begin});
    next = std::max(next, gap.end);
  }
  if (next < first.table->num_positions()) both.push_back({next, first.table->num_positions()});
  return both;
}

/// Returns a line that names the slices missing from a set; empty if no slice is missing.
std::string missing_text(const opened_table& opened) {
  const std::vector<std::string> missing = slices_to_do(opened);
  if (missing.empty()) return "";
  constexpr std::size_t max_named_slices = 5;
  const auto named = std::span(missing).first(std::min(missing.size(), max_named_slices));
  std::string names = fmt::format("{}", fmt::join(named, ", "));
  if (missing.size() > max_named_slices) names += fmt::format(" and {} more", missing.size() - max_named_slices);
  return escaped_text(fmt::format("{}: {} of {} slices are not done: {}", opened.file, missing.size(),
                                  opened.set->index().slices.size(), names)) +
         '\n';
}

/// Compares the entries of the positions in `ranges`. Precondition: the tables have the same size. Phase "compare".
/// @param limit  the number of differing entries to return
entry_differences compare_entries(const solution_entries& a, const solution_entries& b,
                                  const std::vector<index_range>& ranges, compared parts, std::size_t limit,
                                  unsigned threads, work_monitor& monitor) {
  per_thread<std::array<std::vector<position_value>, 2>> buffers;
  std::mutex guard;
  entry_differences total;
  const auto compare = [&](position begin, position end) {
    auto& [first, second] = buffers.local();
    first.resize(end - begin);
    second.resize(end - begin);
    a.read(begin, first);
    b.read(begin, second);
    if (parts == compared::outcomes) {
      for (position_value& entry : first) entry = {entry.outcome, no_distance, entry.extra_points};
      for (position_value& entry : second) entry = {entry.outcome, no_distance, entry.extra_points};
    }
    if (first == second) return;
    entry_differences in_block;
    for (std::size_t i = 0; i < first.size(); ++i) {
      if (first[i] == second[i]) continue;
      if (first[i].outcome != second[i].outcome) {
        ++in_block.outcomes;
      } else {
        ++(first[i].extra_points != second[i].extra_points ? in_block.margins : in_block.distances);
      }
      if (in_block.first.size() < limit) in_block.first.push_back({begin + i, first[i], second[i]});
    }
    const std::lock_guard lock(guard);
    total.outcomes += in_block.outcomes;
    total.margins += in_block.margins;
    total.distances += in_block.distances;
    total.first.insert(total.first.end(), in_block.first.begin(), in_block.first.end());
    std::sort(total.first.begin(), total.first.end(),
              [](const different_entry& x, const different_entry& y) { return x.at < y.at; });
    if (total.first.size() > limit) total.first.resize(limit);
  };
  monitor.phase("compare", total_size(ranges));
  for (const index_range& range : ranges) {
    const auto compare_in_range = [&](position begin, position end) {
      compare(range.begin + begin, range.begin + end);
    };
    for_each_block(range.end - range.begin, resolve_threads(threads), monitor, compare_in_range, block_size);
  }
  return total;
}

/// Returns the first position with different keys; nothing if all are equal. Precondition: equal numbers of keys. Phase
/// "keys".
std::optional<position> first_different_key(const position_keys& a, const position_keys& b, unsigned threads,
                                            work_monitor& monitor) {
  per_thread<std::array<std::vector<wide_key>, 2>> buffers;
  std::atomic<position> least = a.size();  // relaxed: a bound, read after all threads have finished
  const auto compare = [&](position begin, position end) {
    if (begin > least.load(std::memory_order_relaxed)) return;
    auto& [first, second] = buffers.local();
    first.resize(end - begin);
    second.resize(end - begin);
    a.read(begin, first);
    b.read(begin, second);
    const auto different = std::mismatch(first.begin(), first.end(), second.begin()).first;
    if (different == first.end()) return;
    lower_to(least, begin + static_cast<position>(different - first.begin()));
  };
  monitor.phase("keys", a.size());
  for_each_block(a.size(), resolve_threads(threads), monitor, compare, block_size);
  return least < a.size() ? std::optional(least.load()) : std::nullopt;
}

/// Returns the first position with different keys, as a statement; nothing if the games have no keys, or all keys are
/// equal. Precondition: the games have equal names and axes.
std::optional<different_statement> compare_keys(const any_game& a, const any_game& b, unsigned threads,
                                                work_monitor& monitor) {
  const auto first = a.keys();
  const auto second = b.keys();
  if ((first == nullptr) != (second == nullptr)) throw contract_error("only one of the two tables has keys");
  if (first == nullptr) return std::nullopt;
  const auto at = first_different_key(*first, *second, threads, monitor);
  if (!at) return std::nullopt;
  return different_statement{fmt::format("key of position {}", grouped_digits(*at)), key_text(first->at(*at)),
                             key_text(second->at(*at))};
}

/// Returns the metadata of a table or a set; for a set also a digest of its rules, which a table stores.
storage::table_metadata statements_of(const opened_table& opened) {
  storage::table_metadata metadata = opened.table->metadata();
  if (opened.set == nullptr || opened.game->keys() == nullptr) return metadata;
  const storage::table_metadata of_game = table_metadata_of(*opened.game, {});
  metadata.keys = of_game.keys;
  metadata.sampled_keys = of_game.sampled_keys;
  metadata.rules_digest = of_game.rules_digest;
  return metadata;
}

exit_status diff(const diff_arguments& arguments, session& s) {
  const opened_table first = open_table(arguments.first, s.games);
  const opened_table second = open_table(arguments.second, s.games);
  const compared parts = arguments.outcomes ? compared::outcomes : compared::values;
  const storage::table_metadata first_metadata = statements_of(first);
  const storage::table_metadata second_metadata = statements_of(second);
  const bool has_same_slices = slices_to_do(first) == slices_to_do(second);
  auto statements = compare_statements(first_metadata, second_metadata, parts, has_same_slices);
  progress display = arguments.work.make_progress();
  bool is_comparable =
      first.game->name() == second.game->name() && shape_text(first_metadata.axes) == shape_text(second_metadata.axes);
  if (is_comparable) {
    // Positions with equal numbers are equal only if all keys are equal.
    if (const auto other = compare_keys(*first.game, *second.game, arguments.work.threads, display)) {
      statements.push_back(*other);
      is_comparable = false;
    }
  }
  entry_differences entries;
  std::uint64_t num_compared = 0;
  if (is_comparable) {
    const std::vector<index_range> ranges = ranges_of_both(first, second);
    num_compared = total_size(ranges);
    entries =
        compare_entries(*first.table, *second.table, ranges, parts, arguments.limit, arguments.work.threads, display);
  }
  const bool is_equal = is_comparable && has_same_slices && statements.empty() && entries.all() == 0;
  display.erase();

  report_part report{missing_text(first) + missing_text(second),
                     {{"first", first.file},
                      {"second", second.file},
                      {"equal", is_equal},
                      {"statements", json::array()},
                      {"first_to_do", slices_to_do(first)},
                      {"second_to_do", slices_to_do(second)},
                      {"compared", num_compared},
                      {"different_outcomes", entries.outcomes},
                      {"different_margins", entries.margins},
                      {"different_distances", entries.distances},
                      {"entries", json::array()}}};
  for (const auto& [subject, one, other] : statements) {
    report.text += escaped_text(fmt::format("{}: {} | {}", subject, one, other)) + '\n';
    report.members["statements"].push_back({{"what", subject}, {"first", one}, {"second", other}});
  }
  if (!is_comparable) {
    report.text += "the tables have different positions\n";
  } else if (entries.all() == 0) {
    report.text += fmt::format("{} positions, all the same\n", grouped_digits(num_compared));
  } else {
    report.text +=
        fmt::format("{} of {} positions differ, {} of them in the outcome{}; the first:\n",
                    grouped_digits(entries.all()), grouped_digits(num_compared), grouped_digits(entries.outcomes),
                    entries.margins > 0 ? fmt::format(", {} other{} in the margin", grouped_digits(entries.margins),
                                                      entries.margins == 1 ? "" : "s")
                                        : "");
  }
  for (const auto& [at, one, other] : entries.first) {
    const std::string state = entry_name(*first.game, at);
    report.text += fmt::format("  {}: {} | {}\n", state, entry_text(*first.game, one), entry_text(*second.game, other));
    report.members["entries"].push_back(
        {{"state", state}, {"first", entry_json(*first.game, one)}, {"second", entry_json(*second.game, other)}});
  }
  report.text += is_equal ? "equal\n" : "different\n";
  s.print_report(report, arguments.json);
  return is_equal ? exit_status::done : exit_status::claim_false;
}

void diff_arguments::declare(command_line& command) {
  declare_table(command, first, "FIRST");
  command.add_option("SECOND", second, "The table or table set to compare with FIRST")->required();
  command.add_option("--limit", limit, "Print at most N positions that differ (default: 10)")
      ->between(1, std::uint64_t{1} << 20)
      ->type_name("N");
  command.add_flag("--outcomes", outcomes,
                   "Compare only outcomes and margins, not distances, numbers of moves or signatures");
  declare_json(command, json);
  work.declare(command);
  command.footer(
      "The engine, threads, times and program that the tables store are not compared.\n"
      "Examples:\n  {program} diff t.h5 other.h5\n  {program} diff t.h5 other.h5 --limit 100 --json\n"
      "  {program} diff set by_outcome --outcomes");
}

}  // namespace

const command_definition diff_command{"diff", "Compare two tables; status 1 if they differ", command_reach::one_process,
                                      declare_command<diff_arguments, diff>};

}  // namespace zermelo::cli
