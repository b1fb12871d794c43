import { expect, test } from 'vitest'
import { commentFieldsSchema } from './comment'
import { commentChangeSchema, newCommentSchema, newReplySchema } from './comment-requests'
import { newProjectSchema, newVisitSchema, projectChangeSchema, renameSchema } from './project'
import { projectSettingsSchema } from './link-settings'
import {
  changePasswordSchema,
  changeUserSchema,
  deleteAccountSchema,
  loginSchema,
  registerSchema,
} from './user'

function firstMessage(result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) {
  return result.error?.issues[0]?.message
}

const comment = { commenter: 'Ana', text: 'Hi', x: 1, y: 2 }

test.each([
  [{ ...comment, commenter: ' \u200b ' }, 'commenter_required'],
  [{ ...comment, commenter: 7 }, 'commenter_required'],
  [{ ...comment, commenter: 'Ana\u0007' }, 'name_has_hidden_characters'],
  [{ ...comment, text: 7 }, 'text_required'],
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
  [{ commenter: 'Ana', text: 'Hi', x: 1 }, 'position_required'],
  [{ commenter: 'Ana', text: 'Hi', y: 1 }, 'position_required'],
  [{ ...comment, kind: 'region' }, 'region_size_required'],
  [{ ...comment, kind: 'region', w: -1, h: 2 }, 'region_size_required'],
  [{ ...comment, kind: 'region', w: 0, h: 2 }, 'region_size_required'],
  [{ ...comment, kind: 'region', w: 1 }, 'region_size_required'],
  [{ ...comment, kind: 'region', h: 1 }, 'region_size_required'],
  [{ ...comment, w: 'wide' }, 'region_size_required'],
  [{ ...comment, kind: 'drawing' }, 'kind_unknown'],
  [{ ...comment, strokes: {} }, 'strokes_not_valid'],
  [{ ...comment, strokes: [[1, 2]] }, 'strokes_not_valid'],
  [{ ...comment, strokes: [[1, 2, 3]] }, 'strokes_not_valid'],
  [{ ...comment, strokes: [[1, 2, 3, Number.NaN]] }, 'strokes_not_valid'],
  [{ ...comment, strokes: [[1, 2, 3, Infinity]] }, 'strokes_not_valid'],
  [{ ...comment, strokes: Array.from({ length: 21 }, () => [1, 2, 3, 4]) }, 'too_many_strokes'],
  [{ ...comment, strokes: [Array.from({ length: 4_002 }, () => 1)] }, 'too_many_strokes'],
  [{ ...comment, createdAt: 'yesterday' }, 'date_not_valid'],
  [{ ...comment, _id: 'mine' }, 'comment_id_not_valid'],
])('the comment %j is refused with %s', (input, expected) => {
  expect(firstMessage(newCommentSchema.safeParse(input))).toBe(expected)
})

test.each([
  { ...comment, kind: 'region', w: 1, h: 2 },
  { ...comment, kind: 'pin' },
  { ...comment, strokes: [[-1.5, 2, 3, 4]] },
  { ...comment, createdAt: '2026-03-01T12:00:00+02:00' },
  { ...comment, createdAt: '2026-03-01T12:00:00' },
])('the comment %j is accepted unchanged', (input) => {
  expect(newCommentSchema.parse(input)).toEqual(input)
})

test('an invalid comment is reported at its field, with the first error only', () => {
  const faults = (input: object) => newCommentSchema.safeParse(input).error?.issues.map(({ path }) => path)
  expect(faults({ commenter: 'Ana', text: 'Hi' })).toEqual([['x']])
  expect(faults({ ...comment, kind: 'region' })).toEqual([['w']])
  expect(faults({ ...comment, commenter: `\u202E${'a'.repeat(61)}` })).toEqual([['commenter']])
  expect(faults({ ...comment, commenter: ' ', text: '\u0000'.repeat(5_001) })).toEqual([
    ['commenter'],
    ['text'],
  ])
})

test('60 emoji are a valid name, and 5,000 a valid text', () => {
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

test.each([
  [{ commenter: 'Ana' }, 'no_change_to_comment'],
  [{}, 'no_change_to_comment'],
  [{ x: 1 }, 'position_required'],
  [{ y: 1 }, 'position_required'],
  [{ resolved: 'yes' }, 'resolved_not_valid'],
  [{ deleted: true }, 'deleted_not_valid'],
  [{ resolved: true, commenter: '' }, 'commenter_required'],
])('the change %j of a comment is refused with %s', (input, expected) => {
  expect(firstMessage(commentChangeSchema.safeParse(input))).toBe(expected)
})

test('a spot without a side is reported at x', () => {
  const { error } = commentChangeSchema.safeParse({ y: 1 })
  expect(error?.issues.map(({ path }) => path)).toEqual([['x']])
})

test.each([{ text: 'Hi' }, { x: 1, y: 2 }, { w: 3 }, { h: 3 }, { resolved: false }, { deleted: false }])(
  'the change %j of a comment is accepted',
  (input) => expect(commentChangeSchema.parse(input)).toEqual(input),
)

test('the forms of a comment and of a reply require a name and a text', () => {
  for (const schema of [commentFieldsSchema, newReplySchema]) {
    expect(schema.parse({ commenter: ' Ana ', text: 'Hi' })).toEqual({ commenter: 'Ana', text: 'Hi' })
    expect(firstMessage(schema.safeParse({ commenter: '', text: 'Hi' }))).toBe('commenter_required')
    expect(firstMessage(schema.safeParse({ commenter: 'Ana', text: '' }))).toBe('text_required')
  }
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

test.each([
  [{ name: 7 }, 'name_required'],
  [{ name: 'x'.repeat(121) }, 'project_name_too_long'],
  [{ description: 7 }, 'description_not_text'],
  [{ description: 'x'.repeat(5_001) }, 'description_too_long'],
  [{ description: '\u0000' }, 'text_has_control_characters'],
])('the change %j of a project is refused with %s', (input, expected) => {
  expect(firstMessage(projectChangeSchema.safeParse(input))).toBe(expected)
})

test.each([{ name: 'Site' }, { description: '' }, { name: 'Site', description: 'x'.repeat(5_000) }])(
  'the change %j of a project is accepted',
  (input) => expect(projectChangeSchema.parse(input)).toEqual(input),
)

test('the name of a project can have 120 characters, at creation and at a rename', () => {
  const name = 'x'.repeat(120)
  expect(newProjectSchema.parse({ name, image: 'i' })).toEqual({ name, image: 'i' })
  expect(renameSchema.parse({ name })).toEqual({ name })
  const tooLong = { name: `${name}x`, image: 'i' }
  expect(firstMessage(newProjectSchema.safeParse(tooLong))).toBe('project_name_too_long')
  expect(firstMessage(renameSchema.safeParse(tooLong))).toBe('project_name_too_long')
})

test.each([
  [{ permission: 'edit' }, 'link_permission_unknown'],
  [{ closed: 'yes' }, 'setting_not_valid'],
])('the settings %j are refused with %s', (input, expected) => {
  expect(firstMessage(projectSettingsSchema.safeParse(input))).toBe(expected)
})

test.each([
  { permission: 'view' },
  { permission: 'comment' },
  { permission: 'manage' },
  { closed: false },
  { password: null },
])('the settings %j are accepted', (input) => expect(projectSettingsSchema.parse(input)).toEqual(input))

test.each([-1, 1.5, '1', undefined])('a visit up to number %j is refused', (number) => {
  expect(firstMessage(newVisitSchema.safeParse({ number }))).toBe('visit_not_valid')
})

test('a visit is refused whose end is not a time', () => {
  expect(firstMessage(newVisitSchema.safeParse({ number: 0, until: 'now' }))).toBe('date_not_valid')
})

test('a visit has read replies up to a time in any zone', () => {
  const visit = { number: 0, until: '2026-03-01T14:00:00.123456+02:00' }
  expect(newVisitSchema.parse(visit)).toEqual(visit)
})

test('a visit can have seen nothing', () => {
  expect(newVisitSchema.parse({ number: 0 })).toEqual({ number: 0 })
})

test.each(['ana@studio.test', 'a+b@x.test', "o'neil@mail.example.org", 'ünï@exämple.test'])(
  '%s is a mail address',
  (email) => {
    expect(registerSchema.safeParse({ name: 'Ana', email, password: 'longenough' }).success).toBe(true)
  },
)

test.each([
  'ana',
  'ana@x',
  '@x',
  'a@',
  'a b@c.d',
  'a@b@c',
  'a@b..c',
  `${'a'.repeat(250)}@b.cd`,
  'a\u0000@b.c',
])('%j is not a mail address', (email) => {
  const result = registerSchema.safeParse({ name: 'Ana', email, password: 'longenough' })
  expect(firstMessage(result)).toBe('email_not_valid')
})

test('an address is normalised to lower case, a password to its composed form', () => {
  expect(loginSchema.parse({ email: ' Ana@X.Test ', password: 'e\u0301' })).toEqual({
    email: 'ana@x.test',
    password: 'é',
  })
})

test('addresses of 254 characters and passwords of 8 to 256 are accepted, counted in characters', () => {
  const email = `${'a'.repeat(244)}@b.example`
  const register = (change: object) =>
    registerSchema.safeParse({ name: 'Ana', email, password: 'x'.repeat(8), ...change })
  expect(email).toHaveLength(254)
  expect(register({}).success).toBe(true)
  expect(firstMessage(register({ email: `a${email}` }))).toBe('email_not_valid')
  expect(firstMessage(register({ email: ' ' }))).toBe('email_required')
  expect(firstMessage(register({ email: 7 }))).toBe('email_required')
  expect(register({ password: '😀'.repeat(256) }).success).toBe(true)
  expect(firstMessage(register({ password: '😀'.repeat(257) }))).toBe('password_too_long')
  expect(firstMessage(register({ password: '😀'.repeat(7) }))).toBe('password_too_short')
  expect(firstMessage(register({ password: '' }))).toBe('password_required')
  expect(firstMessage(register({ password: null }))).toBe('password_required')
  expect(firstMessage(register({ name: ' ' }))).toBe('user_name_required')
  expect(firstMessage(register({ name: 'x'.repeat(61) }))).toBe('user_name_too_long')
})

test('each error of an account is reported once', () => {
  const { error } = registerSchema.safeParse({ name: 'Ana', email: '', password: '' })
  expect(error?.issues.map(({ message }) => message)).toEqual(['email_required', 'password_required'])
})

test('an account is stored in the form that logins are compared in', () => {
  const typed = { name: ' Ana  Ruiz ', email: ' Ana@E\u0301cole.Test ', password: 'long\uFF45nough' }
  expect(registerSchema.parse(typed)).toEqual({
    name: 'Ana Ruiz',
    email: 'ana@école.test',
    password: 'longenough',
  })
  expect(loginSchema.parse(typed).email).toBe('ana@école.test')
})

test('a value that is not a string gets the same answer as a failed login', () => {
  expect(firstMessage(loginSchema.safeParse({ email: 7, password: 'x' }))).toBe('wrong_login')
  expect(firstMessage(loginSchema.safeParse({ email: 'a@b', password: {} }))).toBe('wrong_login')
})

test('a password of any length is confirmed in its composed form', () => {
  expect(deleteAccountSchema.parse({ password: 'e\u0301' })).toEqual({ password: 'é' })
  expect(changePasswordSchema.parse({ currentPassword: 'old', newPassword: 'long enough' })).toEqual({
    currentPassword: 'old',
    newPassword: 'long enough',
    keepTokensAndWebhooks: false,
  })
  for (const password of ['', 7]) {
    expect(firstMessage(deleteAccountSchema.safeParse({ password }))).toBe('password_required')
  }
  expect(changeUserSchema.parse({ name: ' Ana ' })).toEqual({ name: 'Ana' })
})
