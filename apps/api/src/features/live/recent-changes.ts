import { createHash } from 'node:crypto'
import type { Position } from '../../platform/change-stream'

/** The subject of a change: a thread by its number, the project itself, the verdicts of its round, or what a visitor
 *  has read. */
export type Subject = number | 'project' | 'round' | `visit ${string}`

interface RecentChange {
  position: Position
  project: string
  subject: Subject
}

/** About an hour of a busy instance. */
const standardMaxChanges = 20_000
/** A change in bytes: its position, the id of its project, and a number for its subject. */
const record = { projectAt: 8, subjectAt: 20, bytes: 24 }

/** The latest changes of all projects. A page that was disconnected for a moment receives its missed changes
 *  from here. They are in one buffer. Objects would use 300 bytes each, and the heap would grow for hours. */
export class RecentChanges {
  readonly #records: Buffer
  /** Changes since `begin`. Each overwrites the one `maxChanges` before it. */
  #count = 0
  /** All changes after this position are here; null before the first change is watched. */
  #since: Position | null = null

  constructor(private readonly maxChanges = standardMaxChanges) {
    this.#records = Buffer.alloc(maxChanges * record.bytes)
  }

  begin(since: Position | null): void {
    this.#count = 0
    this.#since = since
  }

  add({ position, project, subject }: RecentChange): void {
    const start = this.#startOf(this.#count)
    if (this.#count >= this.maxChanges)
      this.#since = this.#records.toString('hex', start, start + record.projectAt)
    this.#records.write(position, start, 'hex')
    this.#records.write(project, start + record.projectAt, 'hex')
    this.#records.writeInt32BE(codeOf(subject), start + record.subjectAt)
    this.#count += 1
  }

  /** Those of `subjects` that changed after `position`, and the numbers of the threads that changed after or at it; null
   *  when the changes are no longer known. Comments that were inserted together have the same position, and a stream
   *  may end between their events. */
  after(position: Position, project: string, subjects: readonly Subject[]): Set<Subject> | null {
    if (this.#since === null || position < this.#since) return null
    const subjectOf = new Map(subjects.map((subject) => [codeOf(subject), subject]))
    const changed = new Set<Subject>()
    for (const code of this.#codesSince(wordsOf(position), wordsOf(project))) {
      const subject = code > 0 ? code : subjectOf.get(code)
      if (subject !== undefined) changed.add(subject)
    }
    return changed
  }

  /** Compares numbers of four bytes: a thousand pages may search at the same time, for up to 20,000 changes each. */
  #codesSince([high = 0, low = 0]: number[], [first, second, third]: number[]): Set<number> {
    const codes = new Set<number>()
    const records = this.#records
    const oldest = Math.max(0, this.#count - this.maxChanges)
    // The newest come first, so that a short absence is a short search.
    for (let at = this.#count - 1; at >= oldest; at -= 1) {
      const start = this.#startOf(at)
      const order = records.readUInt32BE(start) - high || records.readUInt32BE(start + 4) - low
      if (order < 0) break
      const code = records.readInt32BE(start + record.subjectAt)
      const isOfProject =
        records.readUInt32BE(start + 16) === third &&
        records.readUInt32BE(start + 12) === second &&
        records.readUInt32BE(start + 8) === first
      if (isOfProject && (order > 0 || code > 0)) codes.add(code)
    }
    return codes
  }

  #startOf(at: number): number {
    return (at % this.maxChanges) * record.bytes
  }
}

/** Hexadecimal text as numbers of four bytes. */
function wordsOf(hex: string): number[] {
  return (hex.match(/.{8}/g) ?? []).map((word) => parseInt(word, 16))
}

/** A number of 32 bits: positive for threads, negative for visitors. Two visitors may share one. Then one of them is told
 *  again what they have read. */
function codeOf(subject: Subject): number {
  if (typeof subject === 'number') return subject
  if (subject === 'project') return 0
  if (subject === 'round') return -1
  return -2 - (createHash('sha256').update(subject).digest().readUInt32LE() >>> 2)
}
