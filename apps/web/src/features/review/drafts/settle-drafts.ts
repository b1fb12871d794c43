import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { m } from '@pinmark/words/messages'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { takeText } from '../../../lib/kept-texts'
import type { JoinedDraft } from '../views'
import { isDeletedHere } from '../data/comment-calls'
import { type Draft, isStoredAs, newDraft } from './draft'
import { changeDraft, findDraft, readDrafts, removeDraft, saveDraft } from './draft-store'
import { isInFlight, linkRefusals } from './send-draft'

/** Keeps drafts in step with what the server says: whether it has stored them, and whether their comment or version still
 *  exists. */

/** A project with the time of the request that loaded it. Live events do not change the time. */
export type LoadedProject = Project & { readonly loadedAt?: string }

/** When the link takes comments again, removes the reason from drafts that it has refused. */
export function useForgetRefusals({ permanentId, can, loadedAt }: LoadedProject): void {
  useEffect(() => {
    if (!can.comment) return
    for (const { key, problem } of readDrafts(permanentId)) {
      if (linkRefusals.has(problem?.code)) changeDraft(permanentId, key, { problem: null })
    }
  }, [permanentId, can.comment, loadedAt])
}

/** Removes a draft whose attempt seemed to fail, once its comment has arrived after all. */
export function useForgetStored(permanentId: string, joined: readonly JoinedDraft[]): void {
  useEffect(() => {
    for (const { draft, stored } of joined) {
      if (!stored || isInFlight(draft.key)) continue
      // The joined drafts lack the text that is still being typed.
      const present = findDraft(permanentId, draft.key)
      if (present && isStoredAs(present, stored)) removeDraft(permanentId, draft.key)
    }
  }, [permanentId, joined])
}

/** Keeps the text of a reply whose comment was deleted meanwhile: it becomes a draft on the whole design. */
export function useRescueReplies(
  project: LoadedProject,
  comments: readonly Comment[],
  drafts: readonly Draft[],
): void {
  const { permanentId, commentsNext, designs } = project
  const ids = useMemo(
    () => new Set(comments.filter(({ deletedAt }) => deletedAt === null).map(({ _id }) => _id)),
    [comments],
  )
  const isRemoved = useIsRemoved(ids, project)
  useEffect(() => {
    // The comment may be on a page that has not loaded yet.
    if (commentsNext !== null) return
    for (const { key, parent } of drafts) {
      if (parent === null) continue
      const reply = findDraft(permanentId, key)
      // Its status, because an attempt that has just been refused is still in flight when its draft changes.
      if (!reply || reply.status === 'sending' || !isRemoved(parent, reply.startedAt)) continue
      if (!hasVersion(designs, reply.version)) continue
      const comment = {
        parent: null,
        kind: 'design',
        status: 'writing',
        problem: { field: 'none', text: m.reply_parent_deleted() },
      } as const
      if (reply.sentAt === null) {
        changeDraft(permanentId, key, comment)
        continue
      }
      // The server may have the reply under the former key.
      removeDraft(permanentId, key)
      saveDraft(permanentId, { ...reply, ...comment, key: nextKey(key), sentAt: null, sentAs: null })
    }
  }, [permanentId, commentsNext, designs, isRemoved, drafts])
}

/** Keeps the text of an unsaved edit whose message was deleted elsewhere: it becomes a draft on the whole design. */
export function useRescueEdits(project: LoadedProject, comments: readonly Comment[]): void {
  const before = useRef<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const { permanentId, commentsNext, designs } = project
    // The message may be on a page that has not loaded yet.
    if (commentsNext !== null) return
    const present = versionsOf(comments)
    for (const [id, version] of before.current) {
      if (present.has(id) || isDeletedHere(id) || !hasVersion(designs, version)) continue
      const text = takeText(id)
      if (text === null) continue
      saveDraft(permanentId, {
        ...newDraft(project, { parent: null, version, kind: 'design' }),
        key: nextKey(id),
        text,
        problem: { field: 'none', text: m.that_comment_deleted() },
      })
    }
    before.current = present
  }, [project, comments])
}

/** The version of the thread of each message that was not deleted. */
function versionsOf(comments: readonly Comment[]): ReadonlyMap<string, string> {
  return new Map(
    comments.flatMap(({ version, replies, ...comment }) =>
      [comment, ...replies].flatMap(({ _id, deletedAt }) =>
        deletedAt === null ? [[_id, version] as const] : [],
      ),
    ),
  )
}

/** Whether a version is there. If it is in the trash, or its design is, its comments may be restored with it. */
function hasVersion(designs: LoadedProject['designs'], id: string): boolean {
  return designs.some(({ versions }) => versions.some(({ _id }) => _id === id))
}

/** The key of the draft that takes the place of a message. Every open tab makes this draft, so all have to give it the same
 *  key. */
function nextKey(id: string): string {
  return [...id].toReversed().join('')
}

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
