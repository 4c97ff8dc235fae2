#ifndef OCTAVO_CPICTURES_SHIM_H
#define OCTAVO_CPICTURES_SHIM_H

/* gdk-pixbuf and librsvg are opened when the first picture is: linked, they and what
   they need would take 10 MB and some milliseconds of every book without pictures.
   So their few functions are declared here, as their own headers (2.42 and 2.54) have
   them; both keep their ABI within the number in the file's name. */

#include "../opened.h"

#include <glib-object.h>

static inline void *octavo_function(const char *library, const char *name) {
  void *handle = octavo_open_file(library, RTLD_LAZY | RTLD_GLOBAL);
  return handle ? dlsym(handle, name) : NULL;
}

#define OCTAVO_PIXBUF "libgdk_pixbuf-2.0.so.0"
#define OCTAVO_SVG "librsvg-2.so.2"

static inline int octavo_has_pixbuf(void) { return octavo_function(OCTAVO_PIXBUF, "gdk_pixbuf_loader_new_with_type") != NULL; }
static inline int octavo_has_svg(void) { return octavo_function(OCTAVO_SVG, "rsvg_handle_render_document") != NULL; }

/* Readers of pictures that came with the program, whose list `loaders.cache` lies in a folder, beside the system's. */
static inline void octavo_add_readers(const char *folder) {
  gboolean (*add)(const char *, GError **) =
      (gboolean (*)(const char *, GError **))octavo_function(OCTAVO_PIXBUF, "gdk_pixbuf_init_modules");
  if (add) add(folder, NULL);
}

/* The size to decode at: smaller than the picture where it is printed small. */
typedef struct { int width, height; } octavo_size;

static inline void octavo_set_size(void *loader, int width, int height, gpointer wanted) {
  octavo_size *size = (octavo_size *)wanted;
  void (*set_size)(void *, int, int) =
      (void (*)(void *, int, int))octavo_function(OCTAVO_PIXBUF, "gdk_pixbuf_loader_set_size");
  if (set_size && size->width > 0 && size->width < width && size->height > 0)
    set_size(loader, size->width, size->height);
}

/* Decodes a whole file in memory to a GdkPixbuf, the caller's to release; NULL and
   perhaps an error, to be freed, for one that is damaged. */
static inline void *octavo_decode(
    const unsigned char *bytes, gsize count, const char *type, int width, int height, GError **error) {
  void *(*make)(const char *, GError **) =
      (void *(*)(const char *, GError **))octavo_function(OCTAVO_PIXBUF, "gdk_pixbuf_loader_new_with_type");
  gboolean (*write)(void *, const unsigned char *, gsize, GError **) =
      (gboolean (*)(void *, const unsigned char *, gsize, GError **))octavo_function(OCTAVO_PIXBUF, "gdk_pixbuf_loader_write");
  gboolean (*end)(void *, GError **) =
      (gboolean (*)(void *, GError **))octavo_function(OCTAVO_PIXBUF, "gdk_pixbuf_loader_close");
  void *(*pixbuf_of)(void *) = (void *(*)(void *))octavo_function(OCTAVO_PIXBUF, "gdk_pixbuf_loader_get_pixbuf");
  if (!make || !write || !end || !pixbuf_of) return NULL;
  octavo_size wanted = {width, height};
  void *loader = make(type, error);
  if (!loader) return NULL;
  g_signal_connect_data(loader, "size-prepared", G_CALLBACK(octavo_set_size), &wanted, NULL, (GConnectFlags)0);
  void *pixbuf = NULL;
  if (!write(loader, bytes, count, error)) {
    end(loader, NULL);
  } else if (end(loader, error)) {
    pixbuf = pixbuf_of(loader);
    if (pixbuf) g_object_ref(pixbuf);
  }
  g_object_unref(loader);
  return pixbuf;
}

static inline int octavo_pixbuf_number(const char *name, const void *pixbuf) {
  int (*get)(const void *) = (int (*)(const void *))octavo_function(OCTAVO_PIXBUF, name);
  return get ? get(pixbuf) : 0;
}
static inline int octavo_pixbuf_width(const void *pixbuf) { return octavo_pixbuf_number("gdk_pixbuf_get_width", pixbuf); }
static inline int octavo_pixbuf_height(const void *pixbuf) { return octavo_pixbuf_number("gdk_pixbuf_get_height", pixbuf); }
static inline int octavo_pixbuf_stride(const void *pixbuf) { return octavo_pixbuf_number("gdk_pixbuf_get_rowstride", pixbuf); }
static inline int octavo_pixbuf_channels(const void *pixbuf) { return octavo_pixbuf_number("gdk_pixbuf_get_n_channels", pixbuf); }
static inline const unsigned char *octavo_pixbuf_pixels(const void *pixbuf) {
  const unsigned char *(*get)(const void *) =
      (const unsigned char *(*)(const void *))octavo_function(OCTAVO_PIXBUF, "gdk_pixbuf_read_pixels");
  return get ? get(pixbuf) : NULL;
}

/* A GdkPixbuf as a JPEG, to be freed with g_free; 0 and perhaps an error where there is none. */
static inline int octavo_jpeg(void *pixbuf, char **bytes, gsize *count, GError **error) {
  gboolean (*save)(void *, char **, gsize *, const char *, char **, char **, GError **) =
      (gboolean (*)(void *, char **, gsize *, const char *, char **, char **, GError **))octavo_function(
          OCTAVO_PIXBUF, "gdk_pixbuf_save_to_bufferv");
  char quality[] = "quality", most[] = "95";
  char *keys[] = {quality, NULL}, *values[] = {most, NULL};
  return save ? save(pixbuf, bytes, count, "jpeg", keys, values, error) : 0;
}

/* An SVG picture of these bytes alone, the caller's to release: without a base address
   librsvg loads nothing that they name. Its lengths are CSS's, 96 to the inch. */
static inline void *octavo_svg(const unsigned char *bytes, gsize count, GError **error) {
  void *(*make)(const unsigned char *, gsize, GError **) =
      (void *(*)(const unsigned char *, gsize, GError **))octavo_function(OCTAVO_SVG, "rsvg_handle_new_from_data");
  void (*set_dpi)(void *, double) = (void (*)(void *, double))octavo_function(OCTAVO_SVG, "rsvg_handle_set_dpi");
  void *handle = make ? make(bytes, count, error) : NULL;
  if (handle && set_dpi) set_dpi(handle, 96);
  return handle;
}

typedef struct { double x, y, width, height; } octavo_rectangle;
typedef struct { double length; int unit; } octavo_length;

/* Its own size in pixels, else that of its view box; 0 where it has neither. */
static inline int octavo_svg_size(void *handle, double *width, double *height) {
  gboolean (*size)(void *, double *, double *) =
      (gboolean (*)(void *, double *, double *))octavo_function(OCTAVO_SVG, "rsvg_handle_get_intrinsic_size_in_pixels");
  if (size && size(handle, width, height) && *width > 0 && *height > 0) return 1;
  void (*dimensions)(
      void *, gboolean *, octavo_length *, gboolean *, octavo_length *, gboolean *, octavo_rectangle *) =
      (void (*)(void *, gboolean *, octavo_length *, gboolean *, octavo_length *, gboolean *, octavo_rectangle *))
          octavo_function(OCTAVO_SVG, "rsvg_handle_get_intrinsic_dimensions");
  gboolean has_width = 0, has_height = 0, has_box = 0;
  octavo_length across = {0, 0}, down = {0, 0};
  octavo_rectangle box = {0, 0, 0, 0};
  if (dimensions) dimensions(handle, &has_width, &across, &has_height, &down, &has_box, &box);
  *width = box.width;
  *height = box.height;
  return has_box && box.width > 0 && box.height > 0;
}

/* Draws it on a cairo_t, in a box at the origin. */
static inline int octavo_svg_draw(void *handle, void *context, double width, double height, GError **error) {
  gboolean (*draw)(void *, void *, const octavo_rectangle *, GError **) =
      (gboolean (*)(void *, void *, const octavo_rectangle *, GError **))octavo_function(OCTAVO_SVG, "rsvg_handle_render_document");
  octavo_rectangle box = {0, 0, width, height};
  return draw ? draw(handle, context, &box, error) : 0;
}

#endif
