// SPDX-License-Identifier: MIT
// A container with one object for each thread of a parallel loop.
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include <zermelo/core/base/cache_line.hpp>

namespace zermelo {

namespace detail {

/// The objects of a `per_thread`, without their type: the search for the calling thread's object is compiled once for
/// all types.
class thread_objects {
 public:
  using make_object = std::function<void*()>;
  using delete_object = void (*)(void*);

  thread_objects(make_object make, delete_object remove);
  thread_objects(thread_objects&& other) noexcept;
  thread_objects& operator=(thread_objects&& other) noexcept;
  ~thread_objects();

  /// The object of the calling thread, which the first call creates. Thread-safe.
  /// @throws what `make` throws, and std::bad_alloc.
  [[nodiscard]] void* local();

  /// All objects, in the order of creation. Must not be called while a thread may create one.
  [[nodiscard]] const std::vector<void*>& all() const noexcept;

  /// Deletes all objects. Must not be called while a thread uses one.
  void clear() noexcept;

 private:
  struct slots;
  std::unique_ptr<slots> m_slots;
};

}  // namespace detail

/// One object of type T for each thread that calls `local`. Iteration covers the existing objects. `local` searches for
/// the thread's object: call it once per block of work, not once per position.
template <class T>
class per_thread {
  /// Threads write to their objects often, so no two objects share a cache line.
  struct alignas(cache_line_bytes) padded {
    T value;
  };

  /// Iterates over objects of type Value, which is T or const T.
  template <class Value>
  class object_iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = Value*;
    using reference = Value&;

    explicit object_iterator(std::vector<void*>::const_iterator at) : m_at(at) {}
    [[nodiscard]] Value& operator*() const { return static_cast<padded*>(*m_at)->value; }
    object_iterator& operator++() {
      ++m_at;
      return *this;
    }
    [[nodiscard]] bool operator==(const object_iterator&) const = default;

   private:
    std::vector<void*>::const_iterator m_at;
  };

 public:
  using iterator = object_iterator<T>;
  using const_iterator = object_iterator<const T>;

  /// Objects are value-initialized.
  per_thread() : per_thread([] { return T(); }) {}

  /// @param make  returns a new object; called by the thread that needs the object, also by several threads at once
  template <class Make>
  explicit per_thread(Make make)
      : m_objects([make = std::move(make)]() -> void* { return new padded{make()}; },
                  [](void* object) { delete static_cast<padded*>(object); }) {}

  /// The object of the calling thread, which the first call creates. Thread-safe.
  /// @throws what `make` throws, and std::bad_alloc.
  [[nodiscard]] T& local() { return static_cast<padded*>(m_objects.local())->value; }

  [[nodiscard]] iterator begin() { return iterator(m_objects.all().begin()); }
  [[nodiscard]] iterator end() { return iterator(m_objects.all().end()); }
  [[nodiscard]] const_iterator begin() const { return const_iterator(m_objects.all().begin()); }
  [[nodiscard]] const_iterator end() const { return const_iterator(m_objects.all().end()); }

  /// Deletes all objects.
  void clear() noexcept { m_objects.clear(); }

 private:
  detail::thread_objects m_objects;
};

}  // namespace zermelo
