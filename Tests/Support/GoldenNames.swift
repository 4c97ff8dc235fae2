/// Every golden that a test reads; one that is not named here is an error.
package let goldenNames: [String] = [
  "two-lines"
]
