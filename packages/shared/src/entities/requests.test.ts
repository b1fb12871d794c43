import { expect, test } from 'vitest'
import {
  commentParamsSchema,
  guestSecretHeaderSchema,
  idempotencyKeySchema,
  projectListQuerySchema,
  projectParamsSchema,
  projectQuerySchema,
  versionParamsSchema,
} from './requests'

const id = '7Qm2xVd0kT4rYb9ZsLw8aE'

function messages(result: { error?: { issues: { message: string }[] } | undefined }) {
  return result.error?.issues.map(({ message }) => message)
}

test('ids of 22 characters are read, and nothing beside them', () => {
  expect(projectParamsSchema.parse({ projectId: id })).toEqual({ projectId: id })
  const comment = { projectId: id, commentId: id }
  expect(commentParamsSchema.parse({ ...comment, other: 1 })).toEqual(comment)
  const version = { projectId: id, designId: id, versionId: id }
  expect(versionParamsSchema.parse(version)).toEqual(version)
})

test.each([undefined, 7, '', id.slice(1), `${id}A`, `${id.slice(1)}.`, `${id}\n`])(
  'the id %j is answered like one that does not exist',
  (wrong) => {
    expect(messages(projectParamsSchema.safeParse({ projectId: wrong }))).toEqual(['project_not_found'])
    const comment = commentParamsSchema.safeParse({ projectId: id, commentId: wrong })
    expect(messages(comment)).toEqual(['comment_not_found'])
    const version = versionParamsSchema.safeParse({ projectId: wrong, designId: wrong, versionId: wrong })
    expect(messages(version)).toEqual(['project_not_found', 'design_not_found', 'design_not_found'])
  },
)

test('a query that asks for nothing gets the whole picture and all comments', () => {
  expect(projectQuerySchema.parse({})).toEqual({ image: 'full' })
  expect(projectListQuerySchema.parse({})).toEqual({ image: 'thumbnail', state: 'active' })
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
])('the query %j is read', (query, read) => expect(projectQuerySchema.parse(query)).toEqual(read))

test.each(['0', '501', '-1', '1.5', '1e2', 'x1', '1x', '', '1234567890', ['1']])(
  'a page of %j comments is refused',
  (comments) => {
    expect(messages(projectQuerySchema.safeParse({ comments }))).toEqual(['page_size_not_valid'])
  },
)

test('a list is asked for with or without pictures, of active or deleted projects', () => {
  const query = { image: 'none', state: 'deleted' }
  expect(projectListQuerySchema.parse(query)).toEqual(query)
  expect(messages(projectListQuerySchema.safeParse({ image: 'full' }))).toEqual(['image_mode_unknown'])
  expect(messages(projectListQuerySchema.safeParse({ state: 'all' }))).toEqual(['state_unknown'])
  expect(messages(projectQuerySchema.safeParse({ image: 'small' }))).toEqual(['image_mode_unknown'])
})

test.each(['k', 'with spaces ~', 'k'.repeat(200), undefined])('the idempotency key %j is accepted', (key) =>
  expect(idempotencyKeySchema.parse(key)).toBe(key),
)

test.each(['', 'k'.repeat(201), 'é', 'a\tb', 'a\n', 7])('the idempotency key %j is refused', (key) =>
  expect(messages(idempotencyKeySchema.safeParse(key))).toEqual(['idempotency_key_not_valid']),
)

test.each([id, 'A'.repeat(64), 'a-_0'.repeat(6), undefined])('the guest secret %j is accepted', (secret) =>
  expect(guestSecretHeaderSchema.parse(secret)).toBe(secret),
)

test.each(['', 'A'.repeat(21), 'A'.repeat(65), `${'A'.repeat(22)}.`, `.${'A'.repeat(22)}`, 7])(
  'the guest secret %j is refused',
  (secret) => expect(messages(guestSecretHeaderSchema.safeParse(secret))).toEqual(['guest_secret_not_valid']),
)
