/** Keeps the direction of what people wrote inside a sentence from right to left: `01-home.png` would be shown as `home.png-01`.
 *  Numbers and signs need nothing. */
export function isolate(value: string | number): string | number {
  return /\p{L}/u.test(String(value)) ? `\u2068${value}\u2069` : value
}
