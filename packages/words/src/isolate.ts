/** Keeps the direction of what people wrote inside a sentence from right to left: `01-home.png` would be shown as `home.png-01`.
 *  Numbers and signs need nothing. */
export function isolate(value: string | number): string | number {
  return /\p{L}/u.test(String(value)) ? `\u2068${value}\u2069` : value
}

/** The same for a sentence from left to right, in which only letters from right to left need it. */
export function isolateRightToLeft(value: string | number): string | number {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(
    String(value),
  )
    ? `\u2068${value}\u2069`
    : value
}
