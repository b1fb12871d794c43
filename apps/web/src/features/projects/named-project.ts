/** The data of a project that a dialog needs. */
export interface NamedProject {
  readonly _id: string
  readonly name: string
}

/** What happened to a project. A long name is cut, so that the note stays small on a phone. */
export function projectNote(name: string, what: 'created' | 'deleted' | 'restored'): string {
  const letters = [...name]
  const short = letters.length > longestName ? `${letters.slice(0, longestName).join('')}…` : name
  return `Project “${short}” ${what}`
}

const longestName = 40
