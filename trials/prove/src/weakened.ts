type Weakening =
  | 'acknowledge-early'
  | 'changing-names'
  | 'connect-by-name'
  | 'draw-from-files'
  | 'few-places'
  | 'forget-readers'
  | 'ignore-the-disk'
  | 'kill-after-command'
  | 'later'
  | 'let-pile-up'
  | 'parse-at-once'
  | 'read-then-write'
  | 'trust-any-signature'
  | 'trust-the-database'
  | 'watch-loop'

/** Options of Node that load a file of trials/prove/weakened before the server. Such a file removes one protection, for a
 *  control, or causes a failure at a chosen moment. The product itself has no such switches. */
export function weakenedBy(file: Weakening): string[] {
  return ['--import', new URL(`../weakened/${file}.mjs`, import.meta.url).href]
}
