#ifndef OCTAVO_CSPAWN_SHIM_H
#define OCTAVO_CSPAWN_SHIM_H

/* Starts a program that ends with this one, however this one ends: posix_spawn has no way to ask the kernel for
   that (prctl(2), PR_SET_PDEATHSIG), which only the child itself can. */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <unistd.h>

/* NAME is found in PATH; its standard output is OUTPUT, the others are /dev/null. Every signal is met in the usual
   way and none is held back, whatever this thread does with them. Returns the child, or -1 with errno. Between fork
   and exec only what is safe in a program of several threads is called (signal-safety(7); glibc's execvp is). */
static inline pid_t octavo_spawn(const char *_Nonnull name, char *_Nullable const *_Nonnull arguments, int output) {
  int failure[2];
  if (pipe2(failure, O_CLOEXEC) != 0) return -1;
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    /* it may have ended before it was asked for */
    if (getppid() != parent) _exit(127);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int nothing = open("/dev/null", O_RDWR);
    if (nothing >= 0 && dup2(nothing, 0) >= 0 && dup2(output, 1) >= 0 && dup2(nothing, 2) >= 0) {
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
