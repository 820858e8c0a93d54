// SPDX-License-Identifier: MIT
// Access to words in memory, which is atomic only if several threads share the words. Algorithms accept one of these
// classes as a template argument.
#pragma once

#include <atomic>

namespace zermelo {

/// Access to memory that only one thread uses. All functions except `load` return the value before the change.
struct plain_access {
  template <class T>
  static T load(const T& at) noexcept {
    return at;
  }
  template <class T>
  static T exchange(T& at, T value) noexcept {
    const T old = at;
    at = value;
    return old;
  }
  template <class T>
  static T fetch_add(T& at, T amount) noexcept {
    const T old = at;
    at = static_cast<T>(at + amount);
    return old;
  }
  template <class T>
  static T fetch_sub(T& at, T amount) noexcept {
    const T old = at;
    at = static_cast<T>(at - amount);
    return old;
  }
  template <class T>
  static T fetch_or(T& at, T bits) noexcept {
    const T old = at;
    at = static_cast<T>(at | bits);
    return old;
  }
};

/// Atomic access to memory that several threads use. Relaxed order is enough in all uses: no other data depend on a
/// word before the join of the sweep that writes it.
struct shared_access {
  template <class T>
  static T load(T& at) noexcept {
    return std::atomic_ref<T>(at).load(std::memory_order_relaxed);
  }
  template <class T>
  static T exchange(T& at, T value) noexcept {
    return std::atomic_ref<T>(at).exchange(value, std::memory_order_relaxed);
  }
  template <class T>
  static T fetch_add(T& at, T amount) noexcept {
    return std::atomic_ref<T>(at).fetch_add(amount, std::memory_order_relaxed);
  }
  template <class T>
  static T fetch_sub(T& at, T amount) noexcept {
    return std::atomic_ref<T>(at).fetch_sub(amount, std::memory_order_relaxed);
  }
  template <class T>
  static T fetch_or(T& at, T bits) noexcept {
    return std::atomic_ref<T>(at).fetch_or(bits, std::memory_order_relaxed);
  }
};

}  // namespace zermelo
