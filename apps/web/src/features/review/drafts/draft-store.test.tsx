import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { givenProject } from '../../../../test/comment-page'
import { givenSession } from '../../../../test/given'
import { keepText, useKeptText } from '../../../lib/kept-texts'
import { endSession, startSession } from '../../../lib/session'
import { newDraft } from './draft'
import { isPictureUsed, readDrafts, saveDraft } from './draft-store'

const project = givenProject()
const picture = { id: 'P'.repeat(22), name: 'shot.png', sentAt: null }

function write(text: string) {
  const version = project.designs[0]?.versions[0]?._id ?? ''
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
