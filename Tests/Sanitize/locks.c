/* Tells ThreadSanitizer of the locks that it cannot see. Swift's Mutex takes a free lock in the code of who uses it,
   which is instrumented; one that another thread holds, or waits for, in libswiftSynchronization, which is not. Loaded
   before that library, these do the same and say so. For the toolchain's clang: they are called as Swift calls. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))
#define HANDLE "$s15Synchronization12_MutexHandleV"
/* looked up at each call: who waits for a lock has time */
#define REAL(symbol, function) ((__typeof__(&function))dlsym(RTLD_NEXT, HANDLE symbol))

SWIFT void lock(uint32_t thread, SELF void *handle) __asm__(HANDLE "9_lockSlowyys6UInt32VF");
SWIFT bool try_lock(SELF void *handle) __asm__(HANDLE "12_tryLockSlowSbyF");
SWIFT void unlock(SELF void *handle) __asm__(HANDLE "11_unlockSlowyyF");

SWIFT void lock(uint32_t thread, SELF void *handle) {
  REAL("9_lockSlowyys6UInt32VF", lock)(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT bool try_lock(SELF void *handle) {
  bool taken = REAL("12_tryLockSlowSbyF", try_lock)(handle);
  if (taken && __tsan_acquire) __tsan_acquire(handle);
  return taken;
}

SWIFT void unlock(SELF void *handle) {
  if (__tsan_release) __tsan_release(handle);
  REAL("11_unlockSlowyyF", unlock)(handle);
}
