#ifndef OCTAVO_CMICROHTTPD_SHIM_H
#define OCTAVO_CMICROHTTPD_SHIM_H

/* Opened when a book is first served: it brings GnuTLS. */

#include "../opened.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>

#define OCTAVO_HTTP(F) \
  F(MHD_start_daemon) F(MHD_stop_daemon) F(MHD_run) F(MHD_get_daemon_info) F(MHD_get_timeout) \
  F(MHD_get_connection_values) F(MHD_suspend_connection) F(MHD_resume_connection) \
  F(MHD_create_response_from_buffer) F(MHD_add_response_header) F(MHD_create_response_from_fd64) F(MHD_queue_response) F(MHD_destroy_response) \
  F(MHD_get_connection_info)
OCTAVO_OPENED(http, OCTAVO_HTTP, "libmicrohttpd.so.12")

/* MHD_start_daemon takes its options as variable arguments, which Swift does not call.
   No thread of its own: the caller waits for the descriptor and calls MHD_run. */
static inline struct MHD_Daemon *octavo_http_start(
    const char *address, uint16_t port, unsigned int connections, MHD_AccessHandlerCallback handle,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connected, void *context) {
  struct sockaddr_in place;
  memset(&place, 0, sizeof place);
  place.sin_family = AF_INET;
  place.sin_port = htons(port);
  if (inet_pton(AF_INET, address, &place.sin_addr) != 1) {
    errno = EADDRNOTAVAIL;
    return NULL;
  }
  return octavo_http_library()->MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, port, NULL, NULL, handle, context,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&place,
      MHD_OPTION_CONNECTION_LIMIT, connections,
      /* without a word; those that say little are ended by HTTPServer */
      MHD_OPTION_CONNECTION_TIMEOUT, 60u,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(32 * 1024),
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, connected, context,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_END);
}

static inline uint16_t octavo_http_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = octavo_http_library()->MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}

static inline int octavo_http_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = octavo_http_library()->MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

/* The socket of a connection. */
static inline int octavo_http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      octavo_http_library()->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static inline int octavo_http_has_started(enum MHD_ConnectionNotificationCode code) {
  return code == MHD_CONNECTION_NOTIFY_STARTED;
}

/* The library's enums are closed ones, whose cases Swift gives other names from one version to the next. */
static inline enum MHD_Result octavo_http_result(int yes) { return yes ? MHD_YES : MHD_NO; }

static inline void octavo_http_values(
    struct MHD_Connection *connection, int headers, MHD_KeyValueIterator each, void *context) {
  octavo_http_library()->MHD_get_connection_values(connection, headers ? MHD_HEADER_KIND : MHD_GET_ARGUMENT_KIND, each, context);
}

static inline struct MHD_Response *octavo_http_bytes(const void *bytes, size_t count) {
  return octavo_http_library()->MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

static inline int octavo_http_timeout(struct MHD_Daemon *daemon, unsigned long long *milliseconds) {
  return octavo_http_library()->MHD_get_timeout(daemon, milliseconds) == MHD_YES;
}

#endif
