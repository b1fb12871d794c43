import { expect, test } from 'vitest'
import { projectListQuerySchema, projectQuerySchema } from './requests'

function messages(result: { error?: { issues: { message: string }[] } | undefined }) {
  return result.error?.issues.map(({ message }) => message)
}

test('an empty query gets the full picture and all comments', () => {
  expect(projectQuerySchema.parse({})).toEqual({ image: 'full' })
  expect(projectListQuerySchema.parse({})).toEqual({ image: 'thumbnail', state: 'active', of: 'all' })
})

test.each([
  [{ image: 'thumbnail' }, { image: 'thumbnail' }],
  [
    { image: 'none', comments: '1', after: '0' },
    { image: 'none', comments: 1, after: 0 },
  ],
  [
    { comments: '500', after: '999999999' },
    { image: 'full', comments: 500, after: 999_999_999 },
  ],
])('the query %j is valid', (query, read) => expect(projectQuerySchema.parse(query)).toEqual(read))

test.each(['0', '501', '-1', '1.5', '1e2', 'x1', '1x', '', '1234567890', ['1']])(
  'a page of %j comments is refused',
  (comments) => {
    expect(messages(projectQuerySchema.safeParse({ comments }))).toEqual(['page_size_not_valid'])
  },
)

test('a list can be requested with or without pictures, of active or deleted, own or shared projects', () => {
  const query = { image: 'none', state: 'deleted', of: 'shared' }
  expect(projectListQuerySchema.parse(query)).toEqual(query)
  expect(messages(projectListQuerySchema.safeParse({ image: 'full' }))).toEqual(['image_mode_unknown'])
  expect(messages(projectListQuerySchema.safeParse({ state: 'all' }))).toEqual(['state_unknown'])
  expect(messages(projectListQuerySchema.safeParse({ of: 'mine' }))).toEqual(['list_unknown'])
  expect(messages(projectQuerySchema.safeParse({ image: 'small' }))).toEqual(['image_mode_unknown'])
})
