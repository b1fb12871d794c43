/** The message of an error and of its cause, in one line. */
export function toOneLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const said = error.message.trim().split('\n').at(-1) ?? ''
  return error.cause instanceof Error ? `${said}: ${toOneLine(error.cause)}` : said
}
