// SPDX-License-Identifier: MIT
#include <zermelo/tables/report/report_benchmark.hpp>

#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <zermelo/catalog/base/memory.hpp>
#include <zermelo/catalog/base/text.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/value/solution_summary.hpp>
#include <zermelo/tables/report/report_game.hpp>

namespace zermelo {
namespace {

json timing_json(const timing& seconds) {
  return {{"median", seconds.median}, {"min", seconds.min}, {"max", seconds.max}};
}

std::string timing_text(const timing& seconds) {
  return fmt::format("{:.3g} ({:.3g}-{:.3g})", seconds.median, seconds.min, seconds.max);
}

json machine_json(const machine_description& machine) {
  json object = {{"processor", machine.processor},  {"cores", machine.cores}, {"memory_bytes", machine.memory_bytes},
                 {"compiler", machine.compiler},    {"flags", machine.flags}, {"version", machine.program_version},
                 {"revision", machine.git_revision}};
  if (!machine.program.empty()) object["program"] = machine.program;
  return object;
}

}  // namespace

report_part report_benchmark(const any_game& game, const std::vector<parameter>& schema, unsigned repeat,
                             const benchmark_report& measured, const machine_description& machine) {
  constexpr double mega = 1e6;
  const auto column = [](const std::optional<double>& value, const char* unit) {
    return value ? fmt::format("{:.2f}{}", *value, unit) : std::string("-");
  };
  report_part part = report_game(game, schema);
  part.add("machine", fmt::format("{}, {} cores, {}; {}, {}", machine.processor, machine.cores,
                                  format_bytes(machine.memory_bytes), machine.compiler, machine.flags));
  part.add("size",
           fmt::format("{} positions, {} moves", grouped_digits(measured.positions), grouped_digits(measured.edges)),
           {{"positions", measured.positions},
            {"edges", measured.edges},
            {"repeat", repeat},
            {"planned_bytes", measured.planned_bytes},
            {"machine", machine_json(machine)},
            {"limits", json::array()},
            {"results", json::array()}});
  part.text +=
      fmt::format("{:<10}{:>7}  {:<22}{:>10}{:>10}{:>8}{:>8}{:>10}{:>8}{:>8}{:>8}\n", "engine", "threads", "solve (s)",
                  "M pos/s", "M moves/s", "B/pos", "B/move", "textbook", "queue", "stream", "gather");
  std::string all_phases;
  for (const benchmark_result& result : measured.results) {
    part.text += fmt::format("{:<10}{:>7}  {:<22}{:>10.1f}{:>10.1f}{:>8}{:>8}{:>10}{:>8}{:>8}{:>8}\n",
                             to_string(result.engine), result.threads, timing_text(result.seconds.at("solve")),
                             result.positions_per_second / mega, result.edges_per_second / mega,
                             column(result.bytes_per_position, ""), column(result.bytes_per_edge, ""),
                             column(result.ratio_to_textbook, "x"), column(result.ratio_to_queue, "x"),
                             column(result.ratio_to_stream_limit, ""), column(result.ratio_to_gather_limit, ""));
    std::string phases;
    json seconds = json::object();
    for (const auto& [phase, spent] : result.seconds) {
      if (phase != "solve") phases += fmt::format("{}{} {}", phases.empty() ? "" : ", ", phase, timing_text(spent));
      seconds[phase] = timing_json(spent);
    }
    all_phases += fmt::format("  {} on {}: {}\n", to_string(result.engine), result.threads, phases);
    part.members["results"].push_back({{"engine", to_string(result.engine)},
                                       {"threads", result.threads},
                                       {"seconds", seconds},
                                       {"positions_per_second", result.positions_per_second},
                                       {"edges_per_second", result.edges_per_second},
                                       {"bytes_per_position", or_null(result.bytes_per_position)},
                                       {"bytes_per_edge", or_null(result.bytes_per_edge)},
                                       {"ratio_to_textbook", or_null(result.ratio_to_textbook)},
                                       {"ratio_to_queue", or_null(result.ratio_to_queue)},
                                       {"ratio_to_stream_limit", or_null(result.ratio_to_stream_limit)},
                                       {"ratio_to_gather_limit", or_null(result.ratio_to_gather_limit)},
                                       {"signature", hex_text(result.signature)}});
  }
  part.text += all_phases;
  for (const auto& [threads, stream, gather] : measured.limits) {
    part.text +=
        fmt::format("  limits on {}: stream {}, gather {}\n", threads, timing_text(stream), timing_text(gather));
    part.members["limits"].push_back(
        {{"threads", threads}, {"stream", timing_json(stream)}, {"gather", timing_json(gather)}});
  }
  return part;
}

}  // namespace zermelo
