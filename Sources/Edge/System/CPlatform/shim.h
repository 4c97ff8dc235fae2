#ifndef OCTAVO_CPLATFORM_SHIM_H
#define OCTAVO_CPLATFORM_SHIM_H

/* What systems have in ways of their own, by one name: nothing outside this file, opened.h, the module maps and
   Edge/Libc names one. What is macOS's has never been compiled (HowToReadThisCode). */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

/* NAME is found in PATH. With an OUTPUT, that is its standard output, the others are /dev/null, and it ends with this
   program, however this one ends; else it outlives this one and has its standard streams. Every signal is met in the
   usual way and none is held back, whatever this thread does with them. Returns the child, or -1 with errno. Between fork
   and exec only what is safe in a program of several threads is called (signal-safety(7); glibc's execvp is). */
static inline pid_t octavo_spawn(const char *_Nonnull name, char *_Nullable const *_Nonnull arguments, int output) {
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
    if (output < 0 || (nothing >= 0 && dup2(nothing, 0) >= 0 && dup2(output, 1) >= 0 && dup2(nothing, 2) >= 0)) {
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

#endif
