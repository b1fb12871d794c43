import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { givenProject } from '../../../../test/comment-page'
import { givenSession } from '../../../../test/given'
import { writeInAnotherTab } from '../../../../test/late-tab'
import { keepText, useKeptText } from '../../../lib/kept-texts'
import { endSession, startSession } from '../../../lib/session'
import { newDraft, type Draft } from './draft'
import { changeDraft, editDraft, findDraft, isPictureUsed, readDrafts, saveDraft } from './draft-store'

const project = givenProject()
const version = project.designs[0]?.versions[0]?._id ?? ''
const picture = { id: 'P'.repeat(22), name: 'shot.png' }

function write(text: string) {
  const draft = newDraft(project, { parent: null, version, kind: 'pin' })
  saveDraft(project._id, { ...draft, text, pictures: text === 'As Mara' ? [picture] : [] })
  keepText('verdict', text)
}

function shown() {
  const { result } = renderHook(() => useKeptText('verdict'))
  const drafts = readDrafts(project._id).map(({ text }) => text)
  return { drafts: drafts.toSorted(), kept: result.current }
}

test('what was written under an account is hidden after its logout, until it logs in again', () => {
  write('As a guest')
  const session = givenSession()
  write('As Mara')
  expect(shown()).toEqual({ drafts: ['As Mara', 'As a guest'], kept: 'As Mara' })

  endSession('logout')
  expect(shown()).toEqual({ drafts: ['As a guest'], kept: 'As a guest' })
  expect(isPictureUsed(project._id, picture.id), 'its picture stays').toBe(true)

  startSession({ token: 'other', user: { ...session.user, _id: 'B'.repeat(22) } })
  expect(shown()).toEqual({ drafts: ['As a guest'], kept: null })
  endSession('logout')
  startSession(session)
  expect(shown()).toEqual({ drafts: ['As Mara', 'As a guest'], kept: 'As Mara' })

  // The page is still open, and its author at work.
  endSession('expired')
  expect(shown()).toEqual({ drafts: ['As Mara', 'As a guest'], kept: 'As Mara' })
})

test.each<[string, Partial<Draft>]>([
  ['the state', { status: 'sending', problem: null }],
  ['the place', { version: 'V'.repeat(22), x: 7 }],
  ['a picture', { pictures: [picture] }],
])('a change of %s keeps what is typed in another tab at the same moment', (_what, change) => {
  const draft = { ...newDraft(project, { parent: null, version, kind: 'pin' }), text: 'Like' }
  saveDraft(project._id, draft)
  const learn = writeInAnotherTab(() => editDraft(project._id, draft.key, { text: 'Like this' }))
  changeDraft(project._id, draft.key, change)
  learn()
  expect(findDraft(project._id, draft.key)).toEqual({ ...draft, text: 'Like this', ...change })
})

test('a draft that a page of an earlier version stores as a whole is read and changed', () => {
  const draft = { ...newDraft(project, { parent: null, version, kind: 'pin' }), text: 'Like this' }
  const earlier = { ...draft, pictures: [{ ...picture, sentAt: draft.startedAt }] }
  const store = (whole: object) =>
    localStorage.setItem(`pinmark.draft.${project._id}.${draft.key}`, JSON.stringify(whole))
  store(earlier)
  expect(findDraft(project._id, draft.key)).toEqual({ ...draft, pictures: [picture] })
  changeDraft(project._id, draft.key, { status: 'failed' })
  expect(findDraft(project._id, draft.key)).toEqual({ ...draft, pictures: [picture], status: 'failed' })
  // Its page is still open.
  store({ ...earlier, text: 'Like this, and more' })
  expect(findDraft(project._id, draft.key)?.text).toBe('Like this, and more')
})
