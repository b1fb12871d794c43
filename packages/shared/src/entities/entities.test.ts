import { expect, test } from 'vitest'
import { commentChangeSchema, newCommentSchema } from './comment'
import { newProjectSchema, projectChangeSchema } from './project'
import { loginSchema, registerSchema } from './user'

function firstMessage(result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) {
  return result.error?.issues[0]?.message
}

const comment = { commenter: 'Ana', text: 'Hi', x: 1, y: 2 }

test.each([
  [{ ...comment, commenter: ' \u200b ' }, 'commenter_required'],
  [{ ...comment, commenter: 7 }, 'commenter_required'],
  [{ ...comment, commenter: 'a'.repeat(61) }, 'commenter_too_long'],
  [{ ...comment, commenter: 'A\u202Ena' }, 'name_has_hidden_characters'],
  [{ ...comment, commenter: 'A\ud800' }, 'name_has_hidden_characters'],
  [{ ...comment, text: '\n \t' }, 'text_required'],
  [{ ...comment, text: 'x'.repeat(5001) }, 'text_too_long'],
  [{ ...comment, text: 'a\u0000' }, 'text_has_control_characters'],
  [{ ...comment, x: '1' }, 'position_required'],
  [{ ...comment, x: Number.NaN }, 'position_required'],
  [{ ...comment, y: Infinity }, 'position_required'],
  [{ commenter: 'Ana', text: 'Hi' }, 'position_required'],
  [{ ...comment, kind: 'region' }, 'region_size_required'],
  [{ ...comment, kind: 'region', w: -1, h: 2 }, 'region_size_required'],
  [{ ...comment, kind: 'drawing' }, 'kind_unknown'],
  [{ ...comment, createdAt: 'yesterday' }, 'date_not_valid'],
])('the comment %j is refused with %s', (input, expected) => {
  expect(firstMessage(newCommentSchema.safeParse(input))).toBe(expected)
})

test('60 emoji are a name, 5,000 are a text', () => {
  const input = { ...comment, commenter: '😀'.repeat(60), text: '😀'.repeat(5000) }
  expect(newCommentSchema.safeParse(input).success).toBe(true)
})

test('a comment on the whole design needs no position', () => {
  expect(newCommentSchema.parse({ commenter: ' Ana ', text: 'a\r\nb', kind: 'design' })).toEqual({
    commenter: 'Ana',
    text: 'a\nb',
    kind: 'design',
  })
})

test('an empty change of a comment is refused', () => {
  expect(firstMessage(commentChangeSchema.safeParse({ commenter: 'Ana' }))).toBe('no_change_to_comment')
})

test.each([
  {},
  { name: ' ', image: 'data:' },
  { name: 'Site' },
  { name: 'Site', image: '' },
  { name: 4, image: 'x' },
])('a project from %j gets the one sentence of the specification', (input) =>
  expect(firstMessage(newProjectSchema.safeParse(input))).toBe('name_and_image_required'),
)

test('a rename to blank is refused with its own sentence', () => {
  expect(firstMessage(projectChangeSchema.safeParse({ name: '  ' }))).toBe('name_required')
  expect(firstMessage(projectChangeSchema.safeParse({}))).toBe('nothing_to_change')
})

test.each(['ana@studio.test', 'a+b@x', "o'neil@mail.example.org", 'ünï@exämple.test'])(
  '%s is an address',
  (email) => {
    expect(registerSchema.safeParse({ name: 'Ana', email, password: 'longenough' }).success).toBe(true)
  },
)

test.each(['ana', '@x', 'a@', 'a b@c.d', 'a@b@c', 'a@b..c', `${'a'.repeat(250)}@b.cd`, 'a\u0000@b.c'])(
  '%j is not an address',
  (email) => {
    const result = registerSchema.safeParse({ name: 'Ana', email, password: 'longenough' })
    expect(firstMessage(result)).toBe('email_not_valid')
  },
)

test('an address is compared in lower case, a password in its composed form', () => {
  expect(loginSchema.parse({ email: ' Ana@X.Test ', password: 'e\u0301' })).toEqual({
    email: 'ana@x.test',
    password: 'é',
  })
})
