package import Manuscript

/// What a style says that its paragraphs are.
package enum StyleRole: Sendable, Hashable {
  /// Level from 1.
  case heading(Int)
  case part, chapter
  /// What has a page of its own before or behind the text, or names the book.
  case matter(BookMatter)
  case quotation, attribution, verse, letter, signature, dateline, caption, sceneBreak, code, centred, ending
  /// A paragraph that begins at the edge.
  case flush
  case contents, contentsHeading, indexEntry, list, note, speaker
  /// What is said below a speaker's name, and how.
  case speech, aside

  /// By a style's name as Word has it in one of its languages, or as writers and publishers call it; nil for text.
  package init?(name: String) {
    // `Chap Title (ct)`: publishers put a code behind the name
    let name = name.hasSuffix(")") ? name.prefix { $0 != "(" } : name[...]
    var key = String(
      String.UnicodeScalarView(
        name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) }))
    // `CSP - Chapter Title` of KDP's templates, `HED Verse paragraph` of Hederis's
    for house in ["csp", "hed"] where key.hasPrefix(house) && key.utf8.count > 6 { key.removeFirst(3) }
    if let role = StyleRole.table[key] {
      self = role
      return
    }
    let digits = key.reversed().prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, let number = Int(String(digits.reversed())), number > 0 else { return nil }
    key.removeLast(digits.count)
    if StyleRole.headings.contains(key) {
      // those from 7 on number what stands within paragraphs
      self = .heading(min(number, 9))
    } else if StyleRole.contentsNames.contains(key) {
      self = .contents
    } else if let role = StyleRole.table[key], role != .part {
      // `Quote1`, `Verse 2`: made when a file was pasted into another
      self = role
    } else {
      return nil
    }
  }

  private static let headings: Set<String> = [
    "heading", "head", "berschrift", "überschrift", "titre", "titolo", "título", "titulo", "ttulo", "rubrik",
    "overskrift",
    "kop", "otsikko", "nagłówek", "nagwek", "nadpis", "заголовок", "címsor", "cmsor", "başlık", "balk", "antraštė",
    "virsraksts",
    "titlu", "encabezado", "naslov", "επικεφαλίδα", "заглавие", "見出し", "标题", "標題", "제목", "pealkiri",
  ]

  private static let contentsNames: Set<String> = [
    "toc", "verzeichnis", "inhaltsverzeichnis", "tm", "sommario", "tdc", "inhopg", "indholdsfortegnelse", "innehåll",
    "innhold",
    "spistreści", "obsah", "оглавление", "tj", "contents", "sisluet", "sisällysluettelo", "目次", "目录",
  ]

  /// All names, in the order of the kinds.
  private static let names: [(role: StyleRole, names: [String])] = [
    (
      .matter(.title),
      [
        "title", "booktitle", "titel", "titre", "titolo", "título", "titulo", "ttulo", "tittel", "название", "tytuł",
        "tytu",
        "název", "nzev", "cím", "cm", "ondertiteltitel", "titelblatt", "titlepage", "titlepagetitle",
        "titlepagebooktitle", "documenttitle", "fulltitle",
      ]
    ),
    (
      .matter(.subtitle),
      [
        "subtitle", "booksubtitle", "titlepagebooksubtitle", "titlepagesubtitle", "untertitel", "soustitre",
        "sottotitolo", "subtítulo", "subtitulo", "subttulo", "ondertitel",
        "underrubrik", "undertitel", "undertittel", "подзаголовок", "podtytuł", "podtytu", "podtitul", "alcím",
        "alaotsikko",
      ]
    ),
    (
      .matter(.author),
      [
        "author", "authors", "bookauthor", "byline", "authorname", "autor", "autorin", "auteur", "autore", "autora",
        "forfatter",
        "författare", "автор", "titlepageauthor", "titlepageauthorname", "verfasser",
      ]
    ),
    (.matter(.halfTitle), ["halftitle", "halftitlebooktitle", "bastardtitle", "schmutztitel", "fauxtitre"]),
    (
      .matter(.copyright),
      [
        "copyright", "copyrightpage", "copyrighttext", "copyrighttextsinglespace", "copyrighttextdoublespace",
        "imprint", "impressum", "legal", "legalnotice", "colophonpage", "rights",
        "verso",
      ]
    ),
    (
      .matter(.dedication),
      [
        "dedication", "dedicationtext", "widmung", "dédicace", "dedicace", "dedica", "dedicatoria", "dedicatória",
        "opdracht",
        "посвящение", "dedikation", "dedykacja", "věnování",
      ]
    ),
    (
      .matter(.epigraph),
      [
        "epigraph", "epigraphtext", "epigraphquote", "epigraphnonverse", "epigraphverse", "fmepigraphnonverse",
        "fmepigraphverse", "motto", "épigraphe", "epigraphe", "epigrafe", "epígrafe", "epigraf",
        "эпиграф", "chapterepigraph",
      ]
    ),
    (.matter(.alsoBy), ["alsoby", "alsobytheauthor", "otherbooks"]),
    (.matter(.aboutAuthor), ["abouttheauthor", "aboutauthor"]),
    (
      .attribution,
      [
        "epigraphsource", "fmepigraphsource", "chapepigraphsource", "partepigraphsource", "epigraphattribution",
        "epigraphauthor", "attribution", "quotesource", "quoteattribution", "source",
        "quoteauthor", "extractsource", "citationsource",
      ]
    ),
    (
      .part,
      [
        "part", "parttitle", "partheading", "partname", "partnumber", "teil", "teilüberschrift", "titredepartie",
        "booknumber",
      ]
    ),
    (
      .chapter,
      [
        "chapter", "chaptertitle", "chapterheading", "chapterheader", "chaptername", "chapternumber", "chapterhead",
        "chapnumber", "chaptitle", "chaptitlenonprinting", "ct", "cn", "chaptersectiontitle", "chapsectwrappernumber",
        "kapitel", "kapitelüberschrift", "kapiteltitel", "titredechapitre", "titrechapitre", "capitolo",
        "titolocapitolo",
        "capítulo", "títulodecapítulo", "hoofdstuk", "hoofdstuktitel", "глава", "rozdział", "kapitola",
      ]
    ),
    (
      .quotation,
      [
        "quote", "quotes", "quoteparagraph", "writtennote", "textconversation", "quotation", "quotations", "blocktext",
        "blockquote", "blockquotation", "intensequote",
        "extract",
        "extracttext", "extractnoindent", "chapepigraphnonverse", "chapepigraphverse", "bq", "ext", "zitat",
        "intensiveszitat", "intensiveszitate", "blocktext1", "citation", "citationintense",
        "textedebloc", "normalcentré", "citazione", "citazioneintensa", "testodelblocco", "cita", "citadestacada",
        "textodebloque",
        "citat", "starktcitat", "stærktcitat", "sitat", "sterktsitat", "citaat", "duidelijkcitaat", "citação",
        "citaçãointensa",
        "цитата", "выделеннаяцитата", "cytat", "cytatintensywny", "citát", "idézet", "quotationsstyle",
        "preformattedquote",
        "displayedquote", "pullquote", "document", "newspaper", "diary", "textmessage",
      ]
    ),
    (
      .verse,
      [
        "verse", "verseline", "verseparagraph", "versetext", "extractverse", "versetextindent", "poem", "poemtext",
        "poetry",
        "poetryline", "stanza", "song", "lyrics", "songlyrics",
        "vers", "verszeile", "gedicht", "strophe", "poème", "poeme", "poésie", "poesia", "poesía", "versi", "versos",
        "стихи",
        "wiersz", "lineblock", "linegroup",
      ]
    ),
    (.letter, ["letter", "lettertext", "letterbody", "brief", "brieftext", "lettre", "lettera", "carta", "письмо"]),
    (
      .signature,
      [
        "signature", "lettersignature", "closing", "unterschrift", "gruformel", "grußformel", "firma", "firme",
        "formuledepolitesse",
        "handtekening", "подпись", "lettersign", "signoff",
      ]
    ),
    (.dateline, ["dateline", "date", "letterdate", "datum", "data", "fecha", "dato", "datumszeile"]),
    (
      .sceneBreak,
      [
        "scenebreak", "sectionbreak", "separator", "ornamentalspace", "spacebreakwithornament", "scenedivider", "scene",
        "ornament", "ornamentalbreak",
        "ornamentalspacebreak",
        "asterism", "szenentrenner", "szenenwechsel", "trenner", "horizontalline", "spacebreak", "linespace", "dinkus",
        "textbreak", "breaker", "separateur", "séparateur", "separatore", "separador",
      ]
    ),
    (
      .caption,
      [
        "caption", "captions", "objectcaption", "captiontext", "figurecaption", "imagecaption", "tablecaption", "beschriftung", "légende", "lgende",
        "didascalia",
        "descripción", "legenda", "bijschrift", "beskrivning", "billedtekst", "bildetekst", "illustration", "abbildung",
        "figure",
        "название объекта", "podpis", "titulek", "képaláírás", "kuvaotsikko", "drawing",
      ]
    ),
    (
      .code,
      [
        "sourcecode", "code", "codeblock", "codeparagraph", "htmlpreformatted", "htmlvorformatiert", "preformattedtext",
        "preformatted",
        "verbatim", "programlisting", "listing", "macro", "makrotext",
      ]
    ),
    (
      .flush,
      [
        "bodytextfirst", "firstparagraph", "bodyfirst", "firstpara", "bodytextfirstparagraph", "noindent",
        "bodynoindent", "chapterbodytextfirstparagraph", "textstdnoindent", "textstdnoindentspacebefore",
        "textstdnoindentspaceafter", "chapopeningtextnoindentspaceafter",
        "firstbodyparagraph", "openingparagraph", "chapopeningtextnoindent", "textstdnotindent", "textstandardnoindent",
        "spacebreaktext", "paragraphfirst", "normalfirst", "chapterfirst", "firsttext", "textfirst",
        "erstabsatz", "ersterabsatz", "premierparagraphe", "fo", "bodytextnoindent", "bodytextfirstindentnone",
      ]
    ),
    (
      .centred,
      [
        "centered", "centred", "center", "centre", "centeredtext", "chaptersubtitle", "alignmentblock", "zentriert",
        "centré", "centrato", "centrado",
        "sign",
      ]
    ),
    (.ending, ["theend", "ending", "end", "endmark"]),
    (
      .speaker,
      ["speaker", "speakername", "character", "charactername", "charactercue", "sprecher", "personnage", "personaje"]
    ),
    (.speech, ["dialogue", "dialog", "dialoguetext", "playdialogue", "diálogo", "replik", "réplique"]),
    (.aside, ["parenthetical", "parentheticals", "wryly"]),
    (
      .heading(1),
      [
        "bmhead", "fmhead", "bmheadnonprinting", "fmheadnonprinting", "backmatterhead", "frontmatterhead", "heading",
        "backmattertitle", "frontmattertitle", "backmatterheading", "frontmatterheading", "backmatterheader",
        "frontmatterheader", "bmtitle", "fmtitle", "bmheading", "fmheading", "backmatterchaptertitle",
        "frontmatterchaptertitle", "unnumberedchapter", "unnumberedchaptertitle", "chaptertitleunnumbered",
        "chapterunnumbered", "unnumberedheading", "headingunnumbered", "prologuetitle", "epiloguetitle",
        "überschrift", "rubrik", "otsikko", "заголовок", "nadpis",
      ]
    ),
    (.heading(2), ["subhead", "subheading", "genericheading", "wrappertitle", "sectiontitle", "sectionheading"]),
    (.contents, ["toc", "tableoffigures", "abbildungsverzeichnis", "tabledesillustrations"]),
    (
      .contentsHeading,
      [
        "tocheading", "contentsheading", "inhaltsverzeichnisberschrift", "inhaltsverzeichnisüberschrift",
        "entêtedetabledesmatières",
        "titolosommario", "títulotdc", "encabezadodetoc", "kopvaninhoudsopgave", "indextitle", "contentstitle",
      ]
    ),
    (.indexEntry, ["index"]),
    (
      .note,
      [
        "footnotetext", "endnotetext", "funotentext", "fußnotentext", "endnotentext", "notedebasdepage", "notedefin",
        "testonotaapidipagina", "testonotadichiusura", "textonotapie", "textonotaalfinal",
      ]
    ),
  ]

  private static let table: [String: StyleRole] = {
    var table: [String: StyleRole] = [:]
    for (role, names) in names { for name in names { table[name] = role } }
    return table
  }()
}
