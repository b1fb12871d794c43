/** Limits of the text in a picture. They are not in limits.ts, because every page loads that. */
export const textLimits = {
  lines: 5_000,
  /** Code points of a line, and UTF-16 units of all lines. */
  letters: 200,
  lettersInAll: 200_000,
  /** What a capture says of an element, and all of it. */
  selector: 300,
  capturedBytes: 1024 * 1024,
  /** The words that are shown with a comment, in code points. */
  quote: 120,
  /** The lines that a search finds. */
  found: 50,
} as const
