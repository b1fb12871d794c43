import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { useMemo, useState } from 'react'
import type { Draft } from './draft'
import { useDrafts } from './draft-store'
import { newDraft } from './new-draft'

/** What this browser has to add to a thread: the reply in its field, and those that wait for the network. */
export function useReplies(project: Project, { _id: parent, version }: Comment) {
  const blank = () => newDraft(project, { parent, version, kind: 'design' })
  // Stored with its first letter; until then it is nothing but a key that is ready.
  const [fresh, setFresh] = useState(blank)
  const drafts = useDrafts(project.permanentId)
  const own = useMemo(() => drafts.filter((draft) => draft.parent === parent), [drafts, parent])
  const waiting: Draft[] = own.filter(({ status }) => status === 'queued')
  const written = own.find(({ status }) => status !== 'queued')
  return { reply: written ?? fresh, waiting, renew: () => setFresh(blank()) }
}
