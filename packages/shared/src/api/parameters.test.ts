import { expect, test } from 'vitest'
import { parameterNames, pathParameters, requestHeaders } from './parameters'

const id = '7Qm2xVd0kT4rYb9ZsLw8aE'

function messages(result: { error?: { issues: { message: string }[] } | undefined }) {
  return result.error?.issues.map(({ message }) => message)
}

test('the parameter names of a path are found in order', () => {
  expect(parameterNames('/projects/:projectId/comments/:commentId/replies')).toEqual([
    'projectId',
    'commentId',
  ])
  expect(parameterNames('/projects')).toEqual([])
})

test.each(['projectId', 'commentId', 'designId', 'versionId'] as const)(
  'a %s of 22 characters is valid',
  (name) => expect(pathParameters[name].parse(id)).toBe(id),
)

test.each([undefined, 7, '', id.slice(1), `${id}A`, `${id.slice(1)}.`, `${id}\n`])(
  'the malformed id %j is answered like an unknown one',
  (wrong) => {
    expect(messages(pathParameters.projectId.safeParse(wrong))).toEqual(['project_not_found'])
    expect(messages(pathParameters.commentId.safeParse(wrong))).toEqual(['comment_not_found'])
    expect(messages(pathParameters.designId.safeParse(wrong))).toEqual(['design_not_found'])
    expect(messages(pathParameters.versionId.safeParse(wrong))).toEqual(['design_not_found'])
    expect(messages(pathParameters.imageId.safeParse(wrong))).toEqual(['image_not_found'])
  },
)

test.each(['k', 'with spaces ~', 'k'.repeat(200), undefined])('the idempotency key %j is accepted', (key) =>
  expect(requestHeaders['Idempotency-Key'].parse(key)).toBe(key),
)

test.each(['', 'k'.repeat(201), 'é', 'a\tb', 'a\n', 7])('the idempotency key %j is refused', (key) =>
  expect(messages(requestHeaders['Idempotency-Key'].safeParse(key))).toEqual(['idempotency_key_not_valid']),
)

test.each([id, 'A'.repeat(64), 'a-_0'.repeat(6), undefined])('the guest secret %j is accepted', (secret) =>
  expect(requestHeaders['X-Guest-Secret'].parse(secret)).toBe(secret),
)

test.each(['', 'A'.repeat(21), 'A'.repeat(65), `${'A'.repeat(22)}.`, `.${'A'.repeat(22)}`, 7])(
  'the guest secret %j is refused',
  (secret) =>
    expect(messages(requestHeaders['X-Guest-Secret'].safeParse(secret))).toEqual(['guest_secret_not_valid']),
)
