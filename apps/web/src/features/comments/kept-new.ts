const storageKey = 'pinmark.new'

/** Ids of the messages that were still marked as new when the page was reloaded. The server counts a visit as
 *  seen after a few seconds; without these ids, a reload would remove the marks of comments that were never
 *  opened. */
export function readKeptNew(projectId: string): ReadonlySet<string> {
  try {
    const [visit, ...ids] = sessionStorage.getItem(storageKey)?.split('\n') ?? []
    return new Set(visit === visitOf(projectId) ? ids : [])
  } catch {
    // The browser's settings forbid it, so nothing is stored.
    return new Set()
  }
}

export function keepNew(projectId: string, ids: readonly string[]): void {
  try {
    sessionStorage.setItem(storageKey, [visitOf(projectId), ...ids].join('\n'))
  } catch {
    // Forbidden or full. A reload then removes the marks.
  }
}

/** Identifies a visit by its entry in the tab's history. A reload belongs to the same visit; coming back from
 *  the dashboard does not. */
function visitOf(projectId: string): string {
  return projectId + JSON.stringify(history.state)
}
