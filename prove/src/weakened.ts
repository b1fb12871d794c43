/** Options of Node that load a file of prove/weakened before the server: it takes one protection away, for a control.
 *  The product itself has no switch for any of it. */
export function weakenedBy(file: 'acknowledge-early' | 'read-then-write'): string[] {
  return ['--import', new URL(`../weakened/${file}.mjs`, import.meta.url).href]
}
