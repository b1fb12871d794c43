import { readStored, writeStored } from '../../lib/storage'
import { useStored } from '../../lib/use-stored'
import type { Review } from './use-review'
import type { ShownVersion } from '../../features/review/threads-on'

/** Which note is shown between the toolbar and the frame; null for none. Only the owner sees the note about comments
 *  of older versions, until they hide it.
 *  @param hasNews whether a version arrived since the last visit */
export function useNoteBar(
  canManage: boolean,
  { isOld, version }: ShownVersion,
  { threads, list }: Review,
  hasNews: boolean,
): 'Old version' | 'New version' | 'Carried comments' | null {
  const isHidden = useStored(() => readStored(keyOf(version._id)) !== null)
  if (isOld) return 'Old version'
  if (canManage && list.settings.filter === 'check') return 'Carried comments'
  if (hasNews) return 'New version'
  const isTold = !isHidden && threads.some(({ carried, state }) => carried && state === 'open')
  return canManage && isTold ? 'Carried comments' : null
}

export function hideCarried(versionId: string): void {
  writeStored(keyOf(versionId), 'hidden')
}

const keyOf = (versionId: string) => `pinmark.carried.${versionId}`
