#ifndef OCTAVO_CPLATFORM_SHIM_H
#define OCTAVO_CPLATFORM_SHIM_H

/* What systems have in ways of their own, by one name: nothing outside this file, opened.h, the module maps and
   Platform/Libc names one. What is macOS's has never been compiled (HowToReadThisCode). */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/inotify.h>
#include <sys/prctl.h>
#endif

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* glibc's heap. */

static inline void octavo_heap_prepare(int own_pages_from, int give_back_from, int step) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, own_pages_from);
  mallopt(M_TRIM_THRESHOLD, give_back_from);
  mallopt(M_TOP_PAD, step);
#endif
}

static inline void octavo_heap_share(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}

static inline void octavo_heap_give_back(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/* Files. */

#ifdef __linux__
/* glibc declares these only to programs that ask for all of GNU's */
int memfd_create(const char *_Nonnull name, unsigned int flags);
int pipe2(int ends[_Nonnull 2], int flags);
int sched_getaffinity(pid_t process, size_t size, void *_Nonnull cores);
#endif

/* A file without a name, in memory; -1 where there is none. */
static inline int octavo_memory_file(void) {
#ifdef __linux__
  return memfd_create("octavo", 1u /* MFD_CLOEXEC */);
#else
  return -1;
#endif
}

static inline int octavo_files_may_grow(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

/* Limits and use. */

/* What a program may ask of memory, which those that it begins inherit: not what it has of files and libraries, so far
   as the system can tell these apart. */
static inline int octavo_limit_memory(uint64_t bytes) {
#ifdef __linux__
  int kind = RLIMIT_DATA;
#else
  int kind = RLIMIT_AS;
#endif
  struct rlimit limit;
  if (getrlimit(kind, &limit) != 0) return -1;
  if (limit.rlim_max != RLIM_INFINITY && bytes > limit.rlim_max) return 0;
  limit.rlim_cur = limit.rlim_max = (rlim_t)bytes;
  return setrlimit(kind, &limit);
}

/* SIGALRM, once. */
static inline void octavo_alarm(double seconds) {
  struct itimerval timer = {{0, 0}, {0, 0}};
  timer.it_value.tv_sec = (time_t)seconds;
  timer.it_value.tv_usec = (suseconds_t)((seconds - (double)(time_t)seconds) * 1e6);
  /* a timer of nothing would never go off */
  if (timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) timer.it_value.tv_usec = 1;
  setitimer(ITIMER_REAL, &timer, NULL);
}

struct octavo_use {
  double seconds; /* of the processor */
  int64_t peak;   /* bytes of memory */
};

static inline struct octavo_use octavo_use_of(const struct rusage *_Nonnull usage) {
  struct octavo_use use;
  use.seconds = (double)usage->ru_utime.tv_sec + (double)usage->ru_stime.tv_sec +
                ((double)usage->ru_utime.tv_usec + (double)usage->ru_stime.tv_usec) / 1e6;
#ifdef __APPLE__
  use.peak = usage->ru_maxrss;
#else
  use.peak = (int64_t)usage->ru_maxrss * 1024;
#endif
  return use;
}

/* Of this program, or of those that it has begun and that have ended. */
static inline struct octavo_use octavo_use_so_far(int of_children) {
  struct rusage usage = {0};
  getrusage(of_children ? RUSAGE_CHILDREN : RUSAGE_SELF, &usage);
  return octavo_use_of(&usage);
}

/* The number behind a word of one of the system's files; -1 where there is none. */
static inline int64_t octavo_number_in(const char *_Nonnull path, const char *_Nonnull word) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  char text[2048];
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  if (count <= 0) return -1;
  text[count] = 0;
  const char *found = strstr(text, word);
  if (!found) return -1;
  char *end;
  long long number = strtoll(found + strlen(word), &end, 10);
  return end == found + strlen(word) ? -1 : (int64_t)number;
}

/* Memory that programs could have, in bytes; -1 where the system does not say. In a container its own limit counts. */
static inline int64_t octavo_free_memory(void) {
#ifdef __linux__
  int64_t free_memory = octavo_number_in("/proc/meminfo", "MemAvailable:");
  if (free_memory >= 0) free_memory *= 1024;
  int64_t most = octavo_number_in("/sys/fs/cgroup/memory.max", "");
  int64_t taken = octavo_number_in("/sys/fs/cgroup/memory.current", "");
  if (most >= 0 && taken >= 0 && (free_memory < 0 || most - taken < free_memory)) {
    free_memory = most > taken ? most - taken : 0;
  }
  return free_memory;
#else
  return -1;
#endif
}

/* Cores that this program may use: a scheduler may have given it a few of the machine's. */
static inline int octavo_cores(void) {
#ifdef __linux__
  unsigned char cores[1024] = {0};
  int count = 0;
  if (sched_getaffinity(0, sizeof cores, cores) == 0) {
    for (size_t index = 0; index < sizeof cores; index++) count += __builtin_popcount(cores[index]);
  }
  /* a container's share of the processor: so much time in each period */
  int64_t share = octavo_number_in("/sys/fs/cgroup/cpu.max", ""), period = -1;
  char word[24];
  if (share > 0 && snprintf(word, sizeof word, "%lld ", (long long)share) > 0) {
    period = octavo_number_in("/sys/fs/cgroup/cpu.max", word);
  }
  if (period > 0 && (share + period - 1) / period < count) count = (int)((share + period - 1) / period);
  if (count > 0) return count;
#endif
  long all = sysconf(_SC_NPROCESSORS_ONLN);
  return all > 0 ? (int)all : 1;
}

static inline struct timespec octavo_modified(const struct stat *_Nonnull info) {
#ifdef __APPLE__
  return info->st_mtimespec;
#else
  return info->st_mtim;
#endif
}

/* Ready to be read when something happened in a folder that is watched; -1 where the system tells of nothing. */
static inline int octavo_watch(void) {
#ifdef __linux__
  return inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
#else
  return -1;
#endif
}

static inline int octavo_watch_folder(int descriptor, const char *_Nonnull folder) {
#ifdef __linux__
  return inotify_add_watch(
      descriptor, folder,
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF);
#else
  return -1;
#endif
}

/* Signals: what holds the handler has other names, as macros, from one system to the next. */

static inline int octavo_is_ignored(int number) {
  struct sigaction present;
  return sigaction(number, NULL, &present) != 0 || present.sa_handler == SIG_IGN;
}

static inline void octavo_handle(int number, void (*_Nonnull handler)(int), int flags) {
  struct sigaction action = {0};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(number, &action, NULL);
}

/* Threads: a number on one system, an address on the other. */

static inline uintptr_t octavo_thread(void) { return (uintptr_t)pthread_self(); }

static inline void *_Nullable octavo_wait_at(void *_Nullable gate) {
  pthread_mutex_lock((pthread_mutex_t *)gate);
  pthread_mutex_unlock((pthread_mutex_t *)gate);
  return NULL;
}

/* Whether so many threads can be begun; what is refused is asked for ten times more, as other programs may end. */
static inline int octavo_grants_threads(int count) {
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_t threads[count];
  int begun = 0, patience = 10;
  pthread_mutex_lock(&gate);
  while (begun < count && patience > 0) {
    if (pthread_create(&threads[begun], NULL, octavo_wait_at, &gate) == 0) {
      begun++;
    } else if (--patience > 0) {
      usleep(50000);
    }
  }
  pthread_mutex_unlock(&gate);
  for (int index = 0; index < begun; index++) pthread_join(threads[index], NULL);
  return begun == count;
}

/* Programs: posix_spawn has no way to ask the kernel that a program end with this one (prctl(2), PR_SET_PDEATHSIG),
   which only the child itself can. macOS has no such wish: there a reader of PDFs whose user kills octavo goes on. */

/* No child holds an end of it, not even one that another thread begins meanwhile, where the system has that. */
static inline int octavo_pipe(int *_Nonnull ends) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC);
#else
  if (pipe(ends) != 0) return -1;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

/* NAME is found in PATH. With an OUTPUT, that is its standard output, ERRORS its standard error if there is one, the
   others are /dev/null, and it ends with this program, however this one ends; else it outlives this one and has its
   standard streams. Every signal is met in the usual way and none is held back, whatever this thread does with them.
   Returns the child, or -1 with errno. Between fork and exec only what is safe in a program of several threads is called
   (signal-safety(7); glibc's execvp is). */
static inline pid_t octavo_spawn(
    const char *_Nonnull name, char *_Nullable const *_Nonnull arguments, int output, int errors) {
  int failure[2];
  if (octavo_pipe(failure) != 0) return -1;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
#ifdef __linux__
    if (output >= 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    /* it may have ended before it was asked for */
    if (output >= 0 && getppid() != parent) _exit(127);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nothing = output < 0 ? -1 : open("/dev/null", O_RDWR);
    if (output < 0 || (nothing >= 0 && dup2(nothing, 0) >= 0 && dup2(output, 1) >= 0 &&
                       dup2(errors < 0 ? nothing : errors, 2) >= 0)) {
      if (nothing > 2) close(nothing);
      execvp(name, arguments);
    }
    int code = errno;
    ssize_t written = write(failure[1], &code, sizeof code);
    (void)written;
    _exit(127);
  }
  int code = errno;
  close(failure[1]);
  if (child > 0) {
    ssize_t got;
    do got = read(failure[0], &code, sizeof code);
    while (got < 0 && errno == EINTR);
    if (got != sizeof code) code = 0;
  }
  close(failure[0]);
  if (code != 0 || child < 0) {
    errno = code;
    return -1;
  }
  return child;
}

/* Whether a program that was begun has ended: its number then, with how it ended and what it took; 0 where it goes on. */
static inline pid_t octavo_ended(pid_t child, int *_Nonnull status, struct octavo_use *_Nonnull use) {
  struct rusage usage = {0};
  pid_t found;
  do found = wait4(child, status, WNOHANG, &usage);
  while (found < 0 && errno == EINTR);
  *use = octavo_use_of(&usage);
  return found;
}

#endif
