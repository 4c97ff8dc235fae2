internal import Units

/// Where a place is from one that refers to it, in words: `above`, `on the facing page`.
public struct PlaceWords: Hashable, Sendable {
  public let above, below, facing, next, previous: String
  /// Before the number of any other page.
  public let onPage: String

  /// Nil for a language that there are no words of: the page is always named by its number.
  init?(_ language: String, onPage: String) {
    let words = PlaceWords.rows[LanguageTag.ofWords(language)]?.split(separator: "/").map(String.init) ?? []
    guard words.count == 5 else { return nil }
    (above, below, facing, next, previous) = (words[0], words[1], words[2], words[3], words[4])
    self.onPage = onPage
  }

  private static let rows = [
    "en": "above/below/on the facing page/on the next page/on the previous page",
    "de": "oben/unten/auf der gegenüberliegenden Seite/auf der nächsten Seite/auf der vorigen Seite",
    "fr": "ci-dessus/ci-dessous/page ci-contre/page suivante/page précédente",
    "es": "más arriba/más abajo/en la página opuesta/en la página siguiente/en la página anterior",
    "it": "sopra/sotto/nella pagina a fronte/nella pagina seguente/nella pagina precedente",
    "pt": "acima/abaixo/na página ao lado/na página seguinte/na página anterior",
    "nl": "hierboven/hieronder/op de tegenoverliggende pagina/op de volgende pagina/op de vorige pagina",
    "ru": "выше/ниже/на соседней странице/на следующей странице/на предыдущей странице",
    "uk": "вище/нижче/на сусідній сторінці/на наступній сторінці/на попередній сторінці",
    "pl": "powyżej/poniżej/na sąsiedniej stronie/na następnej stronie/na poprzedniej stronie",
    "cs": "výše/níže/na protější straně/na následující straně/na předchozí straně",
    "sv": "ovan/nedan/på motstående sida/på nästa sida/på föregående sida",
    "da": "ovenfor/nedenfor/på modstående side/på næste side/på forrige side",
    "nb": "ovenfor/nedenfor/på motstående side/på neste side/på forrige side",
    "no": "ovenfor/nedenfor/på motstående side/på neste side/på forrige side",
    "fi": "edellä/jäljempänä/viereisellä sivulla/seuraavalla sivulla/edellisellä sivulla",
  ]
}

/// What stands behind a work for the pages that cite it, and the words for one page and several.
package struct CitedWords {
  let cited, page, pages: String

  package init(_ language: String) {
    let words = (CitedWords.rows[LanguageTag.ofWords(language)] ?? "→/p./pp.").split(separator: "/").map(String.init)
    (cited, page, pages) = (words[0], words[1], words[2])
  }

  private static let rows = [
    "en": "cited on/page/pages", "de": "zitiert auf/Seite/Seiten", "fr": "cité/page/pages",
    "es": "citado en/la página/las páginas", "it": "citato a/pagina/pagine", "pt": "citado/na página/nas páginas",
    "nl": "geciteerd op/pagina/pagina’s", "ru": "цитируется на/с./с.", "uk": "цитується на/с./с.",
    "pl": "cytowane na/s./s.", "cs": "citováno na/s./s.", "sv": "citerad på/sidan/sidorna",
    "da": "citeret på/side/side", "nb": "sitert på/side/side", "no": "sitert på/side/side",
    "fi": "viitattu/sivulla/sivuilla",
  ]
}

/// All that octavo says of pages besides their numbers, for who looks for it.
package struct PageWords {
  package let above, below, facing, next, previous, onPage, page, pages, note: String

  package init(_ language: String) {
    let place = PlaceWords(language, onPage: LabelWords(language).onPage)
    let cited = CitedWords(language)
    func word(_ path: KeyPath<PlaceWords, String>) -> String { place?[keyPath: path] ?? "" }
    (above, below, facing) = (word(\.above), word(\.below), word(\.facing))
    (next, previous, onPage) = (word(\.next), word(\.previous), word(\.onPage))
    (page, pages, note) = (cited.page, cited.pages, IndexWords(language).note)
  }
}
