/// Every golden that a test reads; one that is not named here is an error.
package let goldenNames: [String] = [
  "alice-two-pages",
  "blocks",
  "sample-chapter-opening",
  "sample-spread-with-verse",
  "sample-title-and-contents",
  "two-lines",
]
