import type { Position } from '../../platform/change-stream'

/** The subject of a change: a thread (number and id), the project itself, the verdicts of its round, or what a
 *  visitor has read. */
export type Subject = { number: number; publicId: string } | 'project' | 'round' | `visit ${string}`

interface RecentChange {
  position: Position
  project: string
  subject: Subject
}

/** About an hour of a busy instance; about 300 bytes each. */
const maxChanges = 20_000

/** Joined to one string. The text of an ObjectId consists of twelve parts, which use some 230 bytes. */
const inOnePiece = (text: string) => Buffer.from(text, 'latin1').toString('latin1')

/** The latest changes of all projects. A page that was disconnected for a moment receives its missed changes
 *  from here. */
export class RecentChanges {
  #changes: RecentChange[] = []
  /** All changes after this position are here; null before the first change is watched. */
  #since: Position | null = null

  begin(since: Position | null): void {
    this.#changes = []
    this.#since = since
  }

  add(change: RecentChange): void {
    this.#changes.push({ ...change, project: inOnePiece(change.project) })
    if (this.#changes.length < maxChanges * 1.25) return
    const dropped = this.#changes.splice(0, this.#changes.length - maxChanges)
    this.#since = dropped.at(-1)?.position ?? this.#since
  }

  /** The changes of a project after `position`; null when they are no longer known. */
  after(position: Position, project: string): RecentChange[] | null {
    if (this.#since === null || position < this.#since) return null
    return this.#changes.filter((change) => change.project === project && change.position > position)
  }
}
