import { errorCatalogue, isErrorCode } from '@pinmark/shared/messages'

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** The sentence for a field that a shared schema refused, or null: schemas name codes of the catalogue. */
export function fieldError({ issues }: { issues: readonly Issue[] }, field: string): string | null {
  const issue = issues.find(({ path }) => path[0] === field)
  if (!issue) return null
  return isErrorCode(issue.message) ? errorCatalogue[issue.message].text : issue.message
}
