import { readStored, writeStored } from '../../lib/storage'
import { useStored } from '../../lib/store'
import { useReview } from '../../features/review/use-review'

/** Which note is shown between the toolbar and the frame; null for none. Only the owner sees the note about comments
 *  of older versions, until they hide it. */
export function useNoteBar(): 'Old version' | 'New version' | 'Carried comments' | null {
  const { project, shown, threads, list, sinceVisit } = useReview()
  const { isOld, version } = shown
  const canManage = project.can.manage
  const isHidden = useStored(() => readStored(keyOf(version._id)) !== null)
  if (isOld) return 'Old version'
  if (canManage && list.settings.filter === 'check') return 'Carried comments'
  if (sinceVisit.news) return 'New version'
  const isTold = !isHidden && threads.some(({ carried, state }) => carried && state === 'open')
  return canManage && isTold ? 'Carried comments' : null
}

export function hideCarried(versionId: string): void {
  writeStored(keyOf(versionId), 'hidden')
}

const keyOf = (versionId: string) => `pinmark.carried.${versionId}`
