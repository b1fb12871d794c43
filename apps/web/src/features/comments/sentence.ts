import { errorCatalogue, isErrorCode, pageMessages } from '@pinmark/shared/messages'

/** The sentence for the first thing a schema found: its messages are codes of the catalogue. */
export function sentenceOf({ issues }: { issues: readonly { message: string }[] }): string {
  const code = issues[0]?.message
  return isErrorCode(code) ? errorCatalogue[code].text : pageMessages.unknown
}
