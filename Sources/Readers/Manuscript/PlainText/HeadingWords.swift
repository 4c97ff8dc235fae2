/// Words with a number that head no text: pictures and references.
let unnumberedWords: Set<String> = [
  "fig", "figure", "plate", "table", "no", "note", "page", "vol", "op", "ex", "pl", "map", "tab", "abb", "taf",
]

/// Words that name a division only beside a number that counts: `One Night` is a title.
let softKeywords: Set<String> = [
  "night", "nuit", "story", "tale", "adventure", "lesson", "lecture", "sermon", "conte", "märchen",
  "geschichte", "cuento", "fabula", "fable", "problem",
]
