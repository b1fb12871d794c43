const storageKey = 'pinmark.new'

/** Ids of the messages that were still marked as new when this visit was reloaded. The server takes the visit as seen after
 *  a few seconds; without this a reload would clear the marks of comments that nobody has opened. */
export function readKeptNew(projectId: string): ReadonlySet<string> {
  try {
    const [visit, ...ids] = sessionStorage.getItem(storageKey)?.split('\n') ?? []
    return new Set(visit === visitOf(projectId) ? ids : [])
  } catch {
    // Forbidden by the browser's settings: nothing is kept.
    return new Set()
  }
}

export function keepNew(projectId: string, ids: readonly string[]): void {
  try {
    sessionStorage.setItem(storageKey, [visitOf(projectId), ...ids].join('\n'))
  } catch {
    // Forbidden or full: a reload clears the marks.
  }
}

/** A visit is an entry of the tab's history: a reload belongs to it, and coming back through the dashboard does not. */
function visitOf(projectId: string): string {
  return projectId + JSON.stringify(history.state)
}
