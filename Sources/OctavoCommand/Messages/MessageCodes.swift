/// The codes of all messages, as programs read them; a test holds the list against the sources.
package enum MessageCodes {
  package static let all = list.split(whereSeparator: \.isWhitespace).map(String.init)

  private static let list = """
    alternative annotations-left-out batch blank-rows blanks bleed bleed-cut blurb-long caption-of-bleed
    caption-place cells-not-run chapters-by citation-file citation-unknown citations citations-failed citations-none
    class-unknown columns-narrow comment-unclosed comments-left-out control-dropped could-not-render cover-count cover-flaps cover-grey cover-ink cover-resolution creep directive-place
    directive-unknown disk-full drawn-anew embed-left-out emoji-named empty encoding-unknown encoding-wrong epub-aside epub-container
    epub-damaged epub-deep epub-empty epub-encoding epub-entry-damaged epub-fixed epub-form epub-heading-picture epub-item-empty
    epub-item-foreign epub-item-missing epub-locked epub-malformed epub-media epub-no-library epub-package
    epub-spine epub-spine-twice epub-vertical explain-page face-letters face-missing family-missing
    feature-missing fence-mistyped fence-unclosed file-is-folder file-missing file-size-limit file-too-large
    file-unreadable file-unwritable files-left-out fit-signatures folder-is-file folder-missing font-licence foreign-file
    formula-tall formula-unread front-after-body front-matter-unclosed front-matter-unknown given-twice
    glyph-missing heading-level heading-missing heading-without-blank headings-mixed headings-twice hint-failed
    hint-place hint-unheeded html-empty html-left-out html-shown hyphenation-exceptions-invalid hyphenation-patterns-missing
    hyphenation-patterns-unreadable image-absent image-coarse image-missing image-part image-remote image-unreadable
    image-unshown include-missing index-added index-alike index-empty index-old-pages index-range index-see-unknown
    ink-limit inside-auto isbn isbn-differs label-repeated label-unknown language leading link-nowhere link-outside link-unknown loose-line
    loose-lines manuscript-empty manuscript-not-text margin marks-left-out math-font memory-unlimited meta-missing
    nested-too-deep no-alternative no-language no-room no-structure no-title not-tagged not-utf8 note-id
    note-missing note-repeated note-uncalled output-closed output-is-folder output-is-input page-count
    page-size-like page-sizes pages-turned pages-up pandoc-failed pandoc-folder pandoc-json pandoc-missing
    pandoc-include pandoc-raw pandoc-skipped pandoc-tree pandoc-words pdf-boxes pdf-damaged pdf-destination pdf-failed pdf-no-sheets pdf-not-whole
    pdf-outline pdf-page pdf-pages-lost pdf-password pdf-position pdf-repaired pdf-sheet pdf-unreadable
    picture-alone picture-attribute picture-in-line planned printing profile raw-left-out read-again recognised role row-too-long rules
    section-pages section-single section-thick sections-uneven sheet-fit sheet-room sheet-size short-line
    short-lines shortcode-left-out size spine-long standard style-unknown table-body table-nested table-rows table-scope
    table-stacked table-too-wide table-twice tag-unclosed target-with-blank tex-shown text-boxes text-left-out
    text-is-markdown text-not-whole time-out title-missing trim typescript-head unchanged usage utf16-invalid utf8-invalid value-not-computed
    verse-doubted watching word-bookmark word-chart word-chunk word-comments word-cropped word-damaged word-diagram word-encoding word-endnotes word-formulas word-hidden
    word-locked word-malformed word-markdown word-no-document word-no-library word-old word-part-damaged word-symbol word-too-wide word-vertical written
    """
}
