/** The message of an error and of its cause, in one line. */
export function tidy(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const said = error.message.trim().split('\n').at(-1) ?? ''
  return error.cause instanceof Error ? `${said}: ${tidy(error.cause)}` : said
}
