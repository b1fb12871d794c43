import type { Project } from '@pinmark/shared/entities/project'
import { useCallback, useEffect, useRef } from 'react'

/** A project with the time of the request that loaded it. Live events do not change the time. */
export type LoadedProject = Project & { readonly loadedAt?: string }

/** Whether the comment or version that a draft refers to was removed. All tabs share the drafts, and another tab
 *  may have newer data than this one. A missing id therefore counts as removed only if this page had it, or
 *  requested its data, after the draft began to refer to it. `ids` has to stay the same set until it changes. */
export function useIsRemoved(ids: ReadonlySet<string>, { loadedAt = '' }: LoadedProject) {
  const knownUntil = useRef(new Map<string, string>())
  useEffect(() => {
    const known = knownUntil.current
    return () => {
      const now = new Date().toISOString()
      for (const id of ids) known.set(id, now)
    }
  }, [ids])
  return useCallback(
    /** `since`: when the draft began to refer to it. */
    (id: string, since: string) =>
      !ids.has(id) && (since < loadedAt || since < (knownUntil.current.get(id) ?? '')),
    [ids, loadedAt],
  )
}
