#ifndef OCTAVO_CQPDF_SHIM_H
#define OCTAVO_CQPDF_SHIM_H

/* Opened for the first PDF that octavo reads, or finishes for a press: with GnuTLS, which it brings, it would
   be a tenth of the start of a book of one page. */

#include "../opened.h"

#include <qpdf/qpdf-c.h>
#include <stdlib.h>

/* The functions that are called. */
#define OCTAVO_QPDF(F) \
  F(qpdf_cleanup) F(qpdf_force_pdf_version) F(qpdf_get_buffer) F(qpdf_get_buffer_length) F(qpdf_get_error) \
  F(qpdf_get_error_code) F(qpdf_get_error_full_text) F(qpdf_get_error_message_detail) F(qpdf_get_num_pages) \
  F(qpdf_get_object_by_id) F(qpdf_get_page_n) F(qpdf_get_root) F(qpdf_get_trailer) F(qpdf_has_error) \
  F(qpdf_init) F(qpdf_init_write) F(qpdf_init_write_memory) F(qpdf_is_encrypted) F(qpdf_make_indirect_object) \
  F(qpdf_more_warnings) F(qpdf_next_warning) F(qpdf_oh_append_item) F(qpdf_oh_begin_dict_key_iter) \
  F(qpdf_oh_copy_foreign_object) F(qpdf_oh_dict_more_keys) F(qpdf_oh_dict_next_key) F(qpdf_oh_get_array_item) \
  F(qpdf_oh_get_array_n_items) F(qpdf_oh_get_binary_string_value) F(qpdf_oh_get_dict) \
  F(qpdf_oh_get_key_if_dict) F(qpdf_oh_get_object_id) F(qpdf_oh_get_page_content_data) \
  F(qpdf_oh_get_stream_data) F(qpdf_oh_get_value_as_number) F(qpdf_oh_is_array) F(qpdf_oh_is_dictionary) \
  F(qpdf_oh_is_null) F(qpdf_oh_is_stream) F(qpdf_oh_is_string) F(qpdf_oh_new_array) F(qpdf_oh_new_dictionary) \
  F(qpdf_oh_new_null) F(qpdf_oh_new_real_from_string) F(qpdf_oh_new_stream) F(qpdf_oh_parse) F(qpdf_oh_release) \
  F(qpdf_oh_release_all) F(qpdf_oh_remove_key) F(qpdf_oh_replace_key) F(qpdf_oh_replace_stream_data) \
  F(qpdf_oh_set_array_item) F(qpdf_oh_unparse_resolved) F(qpdf_read_memory) F(qpdf_replace_object) \
  F(qpdf_set_attempt_recovery) F(qpdf_set_minimum_pdf_version) F(qpdf_set_newline_before_endstream) \
  F(qpdf_set_object_stream_mode) F(qpdf_set_preserve_encryption) F(qpdf_set_static_ID) \
  F(qpdf_set_stream_data_mode) F(qpdf_set_suppress_warnings) F(qpdf_silence_errors) \
  F(qpdf_update_all_pages_cache) F(qpdf_write)

/* The number is that of its C++: the functions named above are the same in 11 (29), in 12 (30), and by its makers' word
   in all that follow, so the last name is whatever a -dev package has put there. */
OCTAVO_OPENED(qpdf, OCTAVO_QPDF, "libqpdf.so.30", "libqpdf.so.29", "libqpdf.so")

/* QPDF_ERRORS and QPDF_WARNINGS are written as shifts, which Swift does not import. */
static inline int octavo_qpdf_failed(QPDF_ERROR_CODE code) { return (code & (QPDF_ERRORS)) != 0; }

#endif
