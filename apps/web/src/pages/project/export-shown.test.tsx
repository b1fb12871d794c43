import { exportFilterSchema, readRanges } from '@pinmark/shared/entities/export'
import { expect, test } from 'vitest'
import { givenComment, givenProject } from '../../../test/comment-page'
import { startSettings } from '../../features/review/thread-list'
import { threadOfComment } from '../../features/review/thread-view'
import { exportShown, rangesOf } from './project-export'

test('numbers become ranges that contain exactly these numbers', () => {
  expect(rangesOf([7, 1, 2, 3, 9, 10])).toBe('1-3,7,9-10')
  expect(rangesOf([])).toBe('0')
  const numbers = [1, 2, 5, 8, 9, 10, 11, 40]
  const ranges = rangesOf(numbers)
  expect(exportFilterSchema.parse({ numbers: ranges }).numbers).toBe(ranges)
  expect(Array.from({ length: 60 }, (_one, at) => at).filter(readRanges(ranges))).toEqual(numbers)
})

test('the filter New exports the new comments of all designs', () => {
  const [design] = givenProject().designs
  const [version] = design?.versions ?? []
  if (!design || !version) throw new Error('The project has no version.')
  const [here, read, elsewhere] = [1, 2, 3].map((number) => ({
    ...threadOfComment(givenComment({ number })),
    isNew: number !== 2,
  }))
  if (!here || !read || !elsewhere) throw new Error('Three threads are needed.')
  const list = { settings: { ...startSettings, filter: 'new' as const } }
  const shown = { design, version, isOld: false, isOnly: false }
  expect(exportShown({ list, listed: [here], shown, all: [here, read, elsewhere] })).toEqual({
    filter: { status: 'all', order: 'number', version: 'newest', numbers: '1,3' },
    isNarrowed: true,
  })
})
