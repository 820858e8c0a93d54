// SPDX-License-Identifier: MIT
#include <zermelo/core/base/per_thread.hpp>

#include <mutex>

#include <oneapi/tbb/enumerable_thread_specific.h>

namespace zermelo::detail {

struct thread_objects::slots {
  slots(make_object make_one, delete_object remove_one) : make(std::move(make_one)), remove(remove_one) {}
  slots(const slots&) = delete;
  slots& operator=(const slots&) = delete;
  ~slots() { clear(); }

  void clear() noexcept {
    for (void* const object : objects) remove(object);
    objects.clear();
    of_threads.clear();
  }

  make_object make;
  delete_object remove;
  tbb::enumerable_thread_specific<void*> of_threads{nullptr};  ///< null until the thread's object exists
  std::vector<void*> objects;
  std::mutex objects_mutex;
};

thread_objects::thread_objects(make_object make, delete_object remove)
    : m_slots(std::make_unique<slots>(std::move(make), remove)) {}

thread_objects::thread_objects(thread_objects&& other) noexcept = default;
thread_objects& thread_objects::operator=(thread_objects&& other) noexcept = default;
thread_objects::~thread_objects() = default;

void* thread_objects::local() {
  void*& slot = m_slots->of_threads.local();
  if (slot == nullptr) {
    std::unique_ptr<void, delete_object> made(m_slots->make(), m_slots->remove);
    const std::lock_guard lock(m_slots->objects_mutex);
    m_slots->objects.push_back(made.get());
    slot = made.release();
  }
  return slot;
}

const std::vector<void*>& thread_objects::all() const noexcept { return m_slots->objects; }

void thread_objects::clear() noexcept { m_slots->clear(); }

}  // namespace zermelo::detail
