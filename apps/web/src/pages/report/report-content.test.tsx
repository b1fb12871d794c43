import { exportFilterSchema } from '@pinmark/shared/entities/export'
import { expect, test } from 'vitest'
import { givenComment, givenProject } from '../../../test/comment-page'
import { countsOf, designsOf } from './report-content'

test('a deleted comment with replies is in the report, and counts as neither open nor resolved', () => {
  const project = givenProject()
  const [design] = project.designs
  const on = { design: design?._id ?? '', version: design?.versions[0]?._id ?? '' }
  const at = '2026-11-14T08:50:00.000Z'
  const comments = [
    givenComment({ ...on, number: 1 }),
    givenComment({ ...on, number: 2, resolved: { at, by: 'Mara' } }),
    givenComment({ ...on, number: 3, text: '', deletedAt: at }),
  ]

  const reports = designsOf(project, comments, exportFilterSchema.parse({}))

  expect(reports).toMatchObject([{ threads: [{}, {}, {}], open: 1, total: 2 }])
  expect(countsOf(reports)).toBe('1 open of 2')
  const open = designsOf(project, comments, exportFilterSchema.parse({ status: 'open' }))
  expect(open).toMatchObject([{ threads: [{ comment: comments[0] }] }])
  const found = designsOf(project, comments, exportFilterSchema.parse({ numbers: '2-3' }))
  expect(countsOf(found)).toBe('1 of 2 comments')
})
