// SPDX-License-Identifier: MIT
#include <zermelo/catalog/games/any_game.hpp>

#include <limits>

#include <fmt/core.h>

#include <zermelo/core/engines/engine.hpp>
#include <zermelo/core/engines/engine_list.hpp>
#include <zermelo/core/engines/erased_game.hpp>
#include <zermelo/core/game/game_hooks.hpp>
#include <zermelo/core/positions/cached_moves.hpp>
#include <zermelo/core/positions/position_numbering.hpp>
#include <zermelo/core/rules/product_rules.hpp>
#include <zermelo/core/slices/part_rules.hpp>

namespace zermelo {

any_game::any_game(game_description description, std::unique_ptr<erased_game> game)
    : m_description(std::make_shared<const game_description>(std::move(description))),
      m_owned_game(std::move(game)),
      m_game(m_owned_game.get()),
      m_size(m_description->size.value_or(game_size{})) {
  if (const product_rules* const rows = m_game->product()) m_turns = rows->form().turns;
  const auto engines = engine_list();
  m_engines.assign(engines.begin(), engines.end());
}

any_game::any_game(const any_game& whole, slice_numbers numbers, std::shared_ptr<const joined_entries> finished,
                   const game_size& size)
    : m_description(whole.m_description),
      m_game(whole.m_game),
      m_part(std::make_unique<part_rules>(whole.rules(), std::move(numbers), std::move(finished))),
      m_size(size),
      m_engines(whole.m_engines) {}

any_game::any_game(any_game&&) noexcept = default;
any_game::~any_game() = default;

const zermelo::rules& any_game::rules() const { return m_part != nullptr ? *m_part : m_game->rules(); }
const game_hooks& any_game::hooks() const { return m_game->hooks(); }
const product_rules* any_game::product() const { return m_part != nullptr ? nullptr : m_game->product(); }
position_numbering* any_game::numbering() const { return m_part != nullptr ? nullptr : m_game->numbering(); }
engine_task any_game::task() const { return m_part != nullptr ? engine_task{.rules = *m_part} : m_game->task(); }

std::array<std::string, 2> any_game::player_names() const {
  return {hooks().player_name(player::first), hooks().player_name(player::second)};
}
result_rules any_game::result_rule() const { return hooks().result_rule(); }
viewpoint any_game::seen_by() const { return rules().traits().seen_by; }
position any_game::num_positions() const { return rules().num_positions(); }

std::vector<axis> any_game::axes() const {
  if (m_part != nullptr) return {axis{"position", num_positions(), {}, {}}};
  if (!is_numbered()) return {axis{"position", std::numeric_limits<position>::max(), {}, {}}};
  return hooks().axes();
}
std::vector<slice> any_game::slices() const { return m_part != nullptr ? std::vector<slice>() : hooks().slices(); }

bool any_game::is_numbered() const { return numbering() == nullptr || numbering()->is_numbered(); }
std::shared_ptr<const position_keys> any_game::keys() const {
  return numbering() != nullptr ? numbering()->keys() : nullptr;
}

std::optional<position> any_game::start() const {
  if (m_part != nullptr || !hooks().has().fixed_start) return m_chosen_start;
  return rank_of_representative(hooks(), hooks().start());
}
bool any_game::chooses_start() const { return m_part == nullptr && hooks().has().chosen_start; }
void any_game::set_start(position p) {
  if (chooses_start()) m_chosen_start = p;
}

std::uint64_t any_game::cached_bytes() const {
  return numbering() != nullptr && numbering()->moves() != nullptr ? m_cached_bytes : 0;
}
void any_game::set_size(const game_size& size, std::uint64_t cached_bytes) {
  m_size = size;
  m_cached_bytes = cached_bytes;
  set_metric(m_metric);  // slices have their sizes now
}

void any_game::set_metric(zermelo::metric metric) {
  m_metric = metric;
  m_groups.reset();
  if (metric == metric::conversion && is_numbered()) m_groups.emplace(slices());
}
bool any_game::converts(position from, position to) const {
  return m_groups && m_groups->slice_of(from).rank != m_groups->slice_of(to).rank;
}

bool has_margins(const any_game& game) { return has_gains(game) || game.hooks().max_margin() > 1; }
std::string why_no_margins(const any_game& game) {
  return fmt::format("{} is not played for points: its positions have no margin", game.name());
}
bool has_gains(const any_game& game) { return game.hooks().has().max_gain; }

}  // namespace zermelo
