import { pageErrors, isPageErrorCode } from '@pinmark/shared/page-messages'

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** The sentence for a field that a shared schema refused, or null: schemas name codes of the catalogue. */
export function fieldError({ issues }: { issues: readonly Issue[] }, field: string): string | null {
  return sentenceOf(issues.find(({ path }) => path[0] === field))
}

/** The same for the schema of a single value. */
export function valueError({ issues }: { issues: readonly Issue[] }): string | null {
  return sentenceOf(issues[0])
}

function sentenceOf(issue: Issue | undefined): string | null {
  if (!issue) return null
  return isPageErrorCode(issue.message) ? pageErrors[issue.message].text : issue.message
}
