import { errorCatalogue, isErrorCode, pageMessages } from '@pinmark/shared/messages'

/** The sentence for the first issue of a schema. Its messages are codes of the error catalogue. */
export function sentenceOf({ issues }: { issues: readonly { message: string }[] }): string {
  const code = issues[0]?.message
  return isErrorCode(code) ? errorCatalogue[code].text : pageMessages.unknown
}
