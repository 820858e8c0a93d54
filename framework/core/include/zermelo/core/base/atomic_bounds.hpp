// SPDX-License-Identifier: MIT
// Updates of a minimum and a maximum that several threads share.
#pragma once

#include <atomic>
#include <type_traits>

namespace zermelo {

// Relaxed order is enough: no other data depend on the number, and it is read only as a hint or after all threads have
// ended.

/// Sets `least` to `number` if `number` is less. Thread-safe.
template <class Number>
void lower_to(std::atomic<Number>& least, std::type_identity_t<Number> number) noexcept {
  Number known = least.load(std::memory_order_relaxed);
  while (number < known && !least.compare_exchange_weak(known, number, std::memory_order_relaxed)) {}
}

/// Sets `greatest` to `number` if `number` is greater. Thread-safe.
template <class Number>
void raise_to(std::atomic<Number>& greatest, std::type_identity_t<Number> number) noexcept {
  Number known = greatest.load(std::memory_order_relaxed);
  while (number > known && !greatest.compare_exchange_weak(known, number, std::memory_order_relaxed)) {}
}

}  // namespace zermelo
