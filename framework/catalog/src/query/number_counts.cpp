// SPDX-License-Identifier: MIT
#include <zermelo/catalog/query/number_counts.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <stdexcept>

namespace zermelo {

void number_counts::add(std::int64_t number, std::uint64_t count) {
  constexpr std::int64_t max_small = 65'535;
  if (number < 0 || number > max_small) {
    m_other[number] += count;
    return;
  }
  const auto index = static_cast<std::size_t>(number);
  if (index >= m_small.size()) m_small.resize(index + 1);
  m_small[index] += count;
}

void number_counts::add(const number_counts& other) {
  for (const auto& [number, count] : other.all()) add(number, count);
}

bool number_counts::empty() const { return m_small.empty() && m_other.empty(); }

std::map<std::int64_t, std::uint64_t> number_counts::all() const {
  std::map<std::int64_t, std::uint64_t> counts = m_other;
  for (std::size_t number = 0; number < m_small.size(); ++number) {
    if (m_small[number] > 0) counts.emplace(static_cast<std::int64_t>(number), m_small[number]);
  }
  return counts;
}

double number_counts::mean() const {
  double sum = 0;
  double total = 0;
  for (const auto& [number, count] : all()) {
    sum += static_cast<double>(number) * static_cast<double>(count);
    total += static_cast<double>(count);
  }
  return sum / total;
}

double number_counts::quantile(double at) const {
  const auto counts = all();
  std::uint64_t total = 0;
  for (const auto& [number, count] : counts) total += count;
  const double index = at * static_cast<double>(total - 1);
  const auto below = std::min(static_cast<std::uint64_t>(index), total - 1);
  // The numbers at index `below` and at the next index.
  std::uint64_t up_to = 0;
  for (auto one = counts.begin(); one != counts.end(); ++one) {
    up_to += one->second;
    if (up_to <= below) continue;
    const auto lower = static_cast<double>(one->first);
    const bool is_last_of_number = up_to == below + 1;
    if (!is_last_of_number || below + 1 == total) return lower;
    const auto upper = static_cast<double>(std::next(one)->first);
    return lower + (upper - lower) * (index - static_cast<double>(below));
  }
  throw std::logic_error("quantile: expected at least 1 number, got 0");
}

}  // namespace zermelo
