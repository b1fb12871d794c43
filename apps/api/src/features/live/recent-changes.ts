import type { Position } from '../../platform/change-stream'

/** What a change was about: a thread, by its number and id, the project itself, or the verdicts of its round. */
export type Subject = { number: number; publicId: string } | 'project' | 'round'

interface RecentChange {
  position: Position
  project: string
  subject: Subject
}

/** An hour of a busy instance; about 150 bytes each. */
const maxChanges = 20_000

/** The latest changes of all projects, so that a page that was away for a moment is told what it missed. */
export class RecentChanges {
  #changes: RecentChange[] = []
  /** Everything behind this position is here; null before anything is watched. */
  #since: Position | null = null

  begin(since: Position | null): void {
    this.#changes = []
    this.#since = since
  }

  add(change: RecentChange): void {
    this.#changes.push(change)
    if (this.#changes.length < maxChanges * 1.25) return
    const dropped = this.#changes.splice(0, this.#changes.length - maxChanges)
    this.#since = dropped.at(-1)?.position ?? this.#since
  }

  /** What happened to a project behind `position`; null when that is no longer known. */
  after(position: Position, project: string): RecentChange[] | null {
    if (this.#since === null || position < this.#since) return null
    return this.#changes.filter((change) => change.project === project && change.position > position)
  }
}
