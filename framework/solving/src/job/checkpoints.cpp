// SPDX-License-Identifier: MIT
#include <zermelo/solving/job/checkpoints.hpp>

#include <algorithm>
#include <new>
#include <system_error>

#include <fmt/core.h>

#include <zermelo/catalog/base/text.hpp>
#include <zermelo/catalog/games/any_game.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/parameters.hpp>
#include <zermelo/solving/job/table_metadata.hpp>

#include "save_on_blocks.hpp"

namespace zermelo {
namespace {

storage::checkpoint_metadata checkpoint_metadata_of(const any_game& game, const solve_inputs& inputs) {
  storage::checkpoint_metadata metadata{std::string(game.name()), stored_parameters(game)};
  metadata.parameters.insert(metadata.parameters.end(), inputs.begin(), inputs.end());
  metadata.counts_repeated_moves = game.is_numbered() && game.rules().traits().counts_repeated_moves;
  return metadata;
}

/// Returns the part of the checkpoint's words that this process checks.
storage::reading_share share_of(block_exchange& blocks) {
  const auto sum_over_blocks = [&blocks](std::uint64_t number) {
    std::vector<std::uint64_t> sum{number};
    blocks.sum(sum);
    return sum.front();
  };
  return {blocks.number(), blocks.num_blocks(), sum_over_blocks};
}

/// Returns the first difference between `saved` and `expected`, for a message. Precondition: they differ.
std::string difference_text(const storage::checkpoint_metadata& saved, const storage::checkpoint_metadata& expected) {
  if (saved.game != expected.game) return fmt::format("expected game '{}', got '{}'", expected.game, saved.game);
  for (const auto& parameter : expected.parameters) {
    const auto same_name = [&](const auto& other) { return other.first == parameter.first; };
    const auto found = std::find_if(saved.parameters.begin(), saved.parameters.end(), same_name);
    if (found == saved.parameters.end()) return fmt::format("parameter '{}' is missing", parameter.first);
    if (found->second != parameter.second) {
      return fmt::format("expected {}={}, got '{}'", parameter.first, excerpt(parameter.second),
                         excerpt(found->second));
    }
  }
  return "the checkpoint has additional parameters";
}

}  // namespace

checkpoint_writer::checkpoint_writer(const any_game& game, std::filesystem::path file, checkpoint_schedule schedule,
                                     warning_callback warn, const solve_inputs& inputs, block_exchange* blocks)
    : m_game(game),
      m_file(std::move(file)),
      m_metadata(checkpoint_metadata_of(game, inputs)),
      m_schedule(schedule),
      m_warn(std::move(warn)),
      m_blocks(blocks) {}

bool checkpoint_writer::wants_snapshot() {
  if (!is_first_block(m_blocks)) return false;
  ++m_waves;
  return is_due();
}

void checkpoint_writer::on_snapshot(const solve_snapshot& snapshot) {
  if (snapshot.partition != nullptr) return save_blocks(snapshot);
  ++m_waves;
  if (is_due()) save([&] { storage::write_checkpoint(m_file, m_metadata, snapshot, m_game.keys().get()); });
}

void checkpoint_writer::on_snapshot(const exploration_snapshot& snapshot) {
  if (is_due()) save([&] { storage::write_checkpoint(m_file, m_metadata, snapshot); });
}

bool checkpoint_writer::is_due() const {
  return (m_schedule.time_interval && clock::now() - m_last >= *m_schedule.time_interval) ||
         (m_schedule.wave_interval && m_waves >= *m_schedule.wave_interval);
}

void checkpoint_writer::save_blocks(const solve_snapshot& snapshot) {
  save_on_blocks(m_file, m_metadata, snapshot, *m_blocks, [this](const auto& write) { save(write); });
  m_has_saved = m_blocks->any(m_has_saved);
}

void checkpoint_writer::save(const std::function<void()>& write) {
  const auto start = clock::now();
  try {
    write();
    m_has_saved = true;
  } catch (const interrupted&) {
    throw;
  } catch (const error& rejected) {
    m_warn(fmt::format("checkpoint not saved, the solve continues: {}", rejected.what()));
  } catch (const std::bad_alloc&) {
    m_warn(fmt::format("checkpoint not saved, the solve continues: {}: out of memory", m_file.string()));
  }
  m_waves = 0;
  m_last = clock::now();
  m_spent += m_last - start;
}

std::optional<saved_job> read_saved_job(const std::filesystem::path& file, const any_game& game,
                                        std::uint64_t max_bytes, const solve_inputs& inputs, block_exchange* blocks) {
  std::error_code failure;
  const bool exists = std::filesystem::exists(file, failure);
  if (failure) throw input_error(fmt::format("cannot read {}: {}", file.string(), failure.message()));
  if (!exists) {
    if (blocks == nullptr || !blocks->any(false)) return std::nullopt;
    throw input_error(fmt::format("{} is missing on this rank, but not on others; use a shared folder", file.string()));
  }
  if (blocks != nullptr) (void)blocks->any(true);
  storage::checkpoint read = blocks == nullptr ? storage::read_checkpoint(file, max_bytes)
                                               : storage::read_checkpoint_together(file, share_of(*blocks));
  const storage::checkpoint_metadata expected = checkpoint_metadata_of(game, inputs);
  if (read.solve && read.metadata.counts_repeated_moves != expected.counts_repeated_moves) {
    throw input_error(
        fmt::format("{}: the checkpoint was saved by a program that counts moves differently in {}, which is "
                    "reduced by symmetry; remove it and solve again",
                    file.string(), game.name()));
  }
  if (read.metadata != expected) {
    throw input_error(fmt::format("{}: the file belongs to another game or instance: {}", file.string(),
                                  difference_text(read.metadata, expected)));
  }
  const bool has_ranking = game.is_numbered() && game.keys() == nullptr;
  const bool has_keys = read.exploration || read.keys != nullptr;
  if (has_ranking && has_keys) {
    throw input_error(fmt::format("{}: the checkpoint has keys, which {} does not use", file.string(), game.name()));
  }
  if (!has_ranking && !has_keys) {
    throw input_error(fmt::format("{}: no keys, which {} needs; remove this file", file.string(), game.name()));
  }
  if (read.solve && game.is_numbered()) {
    const std::uint64_t positions = num_saved_positions(*read.solve);
    if (positions != game.num_positions()) {
      throw input_error(fmt::format("{}: the checkpoint has {} positions, but the game has {}", file.string(),
                                    grouped_digits(positions), grouped_digits(game.num_positions())));
    }
  }
  return saved_job{std::move(read.exploration), std::move(read.keys), std::move(read.solve)};
}

}  // namespace zermelo
