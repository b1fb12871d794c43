import { expect, test, vi } from 'vitest'
import { givenProject } from '../../../../test/comment-page'
import { newDraft } from './new-draft'

test('drafts that an earlier version stored under one key are found', async () => {
  const project = givenProject()
  const version = project.designs[0]?.versions[0]?._id ?? ''
  const drafts = ['One', 'Two'].map((text, second) => ({
    ...newDraft(project, { parent: null, version, kind: 'design' }),
    ...{ text, startedAt: `2026-11-21T09:00:0${second}.000Z` },
  }))
  localStorage.setItem(`pinmark.drafts.${project.permanentId}`, JSON.stringify(drafts))
  vi.resetModules()
  const { readDrafts } = await import('./draft-store')
  expect(readDrafts(project.permanentId)).toEqual(drafts)
  expect(localStorage.getItem(`pinmark.drafts.${project.permanentId}`)).toBeNull()
})
