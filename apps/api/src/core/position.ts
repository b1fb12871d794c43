import { hasBecomeViewOnly } from '../projects/link-state'
import type { ProjectRecord } from '../projects/project.record'

/** What a page knows of a project: its changes up to a number, and whether its link had become view-only at its end date.
 *  Nothing is stored when that happens. */
export interface Position {
  seq: number
  isViewOnly: boolean
}

const viewOnlyMark = 'v'

/** The position after change number `seq` as text: the ids of live events. */
export function positionText({ link }: Pick<ProjectRecord, 'link'>, seq: number): string {
  return `${seq}${hasBecomeViewOnly(link) ? viewOnlyMark : ''}`
}

/** @returns null for any other text */
export function readPosition(text: string | undefined): Position | null {
  const [, seq, mark] = /^(\d{1,15})(v?)$/.exec(text ?? '') ?? []
  return seq === undefined ? null : { seq: Number(seq), isViewOnly: mark === viewOnlyMark }
}
