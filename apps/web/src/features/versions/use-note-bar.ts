import { readStored, writeStored } from '../../lib/storage'
import { useStored } from '../../lib/store'
import type { ThreadView } from '../review/thread-view'
import { useReview } from '../review/use-review'

/** Which note is shown between the toolbar and the frame; null for none. Only the owner sees the note about comments
 *  of older versions: while they are placed, and if one is to check, until they hide it. */
export function useNoteBar(): 'old' | 'new' | 'carried' | null {
  const { project, shown, threads, list, sinceVisit } = useReview()
  const { isOld, version } = shown
  const canManage = project.can.manage
  const isHidden = useStored(() => readStored(keyOf(version._id)) !== null)
  if (isOld) return 'old'
  if (canManage && list.settings.filter === 'check') return 'carried'
  if (sinceVisit.news) return 'new'
  const isTold =
    !isHidden &&
    (version.placing === 'failed' || threads.some(({ carried, state }) => state === 'open' && asks(carried)))
  return canManage && isTold ? 'carried' : null
}

/** Whether a comment's place is not found yet, or is to check. */
function asks(carried: ThreadView['carried']): boolean {
  return carried !== undefined && ['pending', 'check', 'gone'].includes(carried.state)
}

export function hideCarried(versionId: string): void {
  writeStored(keyOf(versionId), 'hidden')
}

const keyOf = (versionId: string) => `pinmark.carried.${versionId}`
