/** Request bodies except those of comments, projects and accounts: for each schema, what it accepts, and with
 *  which code it refuses. */
import { expect, test } from 'vitest'
import { createApiTokenSchema } from './api-token'
import { agreementSchema, newCommentSchema, newPictureFormSchema, newPlaceSchema } from './comment-requests'
import { commenterSchema, pictureTextSchema } from './comment'
import { comparisonQuerySchema } from './comparison'
import { designChangeSchema, newDesignsFormSchema, newVersionFormSchema, versionFieldsSchema } from './design'
import { exportQuerySchema, readRanges } from './export'
import { projectSettingsSchema } from './link-settings'
import { noticeChangeSchema } from './notices'
import { pagesQuerySchema, pdfFormSchema } from './pages'
import { guestSecretSchema } from './primitives'
import { newProjectFormSchema } from './project'
import { confirmationSchema, newReplyMailSchema } from './reply-mail-requests'
import { newVerdictSchema, roundChangeSchema } from './round'
import { unlockSchema } from './unlock'
import { emailSchema, forgottenPasswordSchema, registerSchema, resetPasswordSchema } from './user'
import { newWebhookSchema, webhookChangeSchema, webhookEvents, webhookFormats } from './webhook'

interface Schema {
  safeParse: (input: unknown) => {
    data?: unknown
    error?: { issues: { message: string; path: PropertyKey[] }[] } | undefined
  }
}

const id = '7Qm2xVd0kT4rYb9ZsLw8aE'
const other = '8Qm2xVd0kT4rYb9ZsLw8aE'
const file = new File(['x'], 'home.png')
const password = 'a quiet light table'
const hook = { url: 'https://hooks.test/', format: 'slack', password }
const at = '2026-03-01T12:00:00.000Z'
const inYear10000 = '9999-12-31T23:59:59-01:00'
const beforeYear0 = '0000-01-01T00:00:00+01:00'
const comment = { commenter: 'Ana', text: 'Hi', x: 1, y: 2 }
const exported = { format: 'json', status: 'all', order: 'number', replies: 'true' }

/** Schema, input, and the parsed value if it differs from the input. */
const read: [Schema, unknown, unknown?][] = [
  [createApiTokenSchema, { name: 'Report', scope: 'read' }],
  ...['comment', 'manage'].map((scope): [Schema, unknown] => [
    createApiTokenSchema,
    { name: 'Report', scope, password },
  ]),
  [createApiTokenSchema, { name: 'x'.repeat(60), scope: 'read', endsAt: at }],
  [createApiTokenSchema, { name: 'Report', scope: 'read', endsAt: '2030-01-01T00:00:00+02:00' }],
  [createApiTokenSchema, { name: 'Report', scope: 'read', endsAt: '9999-12-31T23:59:59Z' }],
  [createApiTokenSchema, { name: 'Report', scope: 'read', endsAt: null }],
  [agreementSchema, { agree: true, commenter: 'Ana' }],
  [newCommentSchema, { ...comment, _id: id, pictures: [id, other], design: id, version: other }],
  [newCommentSchema, { ...comment, text: ' ', pictures: [id] }],
  [newPictureFormSchema, { _id: id, image: file }],
  [newPlaceSchema, { state: 'followed', version: id }],
  [newPlaceSchema, { x: 1, y: 2, w: 3, h: 4 }],
  [newPlaceSchema, { kind: 'design' }],
  [comparisonQuerySchema, {}],
  [comparisonQuerySchema, { from: '1', to: '999999999' }, { from: 1, to: 999_999_999 }],
  [designChangeSchema, { title: ' Home ' }, { title: 'Home' }],
  [designChangeSchema, { position: 1 }],
  [newDesignsFormSchema, { image: [file] }],
  [
    newVersionFormSchema,
    { image: file, note: 'a\r\nb', round: '123' },
    { image: file, note: 'a\nb', round: 123 },
  ],
  [versionFieldsSchema, {}, { note: '' }],
  [exportQuerySchema, {}, exported],
  ...['csv', 'markdown', 'annotations', 'png'].map((format): [Schema, unknown, unknown] => [
    exportQuerySchema,
    { format },
    { ...exported, format },
  ]),
  ...['open', 'resolved', 'check'].map((status): [Schema, unknown, unknown] => [
    exportQuerySchema,
    { status },
    { ...exported, status },
  ]),
  ...['place', 'newest'].map((order): [Schema, unknown, unknown] => [
    exportQuerySchema,
    { order },
    { ...exported, order },
  ]),
  ...['1', '12', '1-30', '1-3,7', '1-3,70-80,9', '123456789-123456789'].map(
    (numbers): [Schema, unknown, unknown] => [exportQuerySchema, { numbers }, { ...exported, numbers }],
  ),
  ...['newest', '1', '120'].map((version): [Schema, unknown, unknown] => [
    exportQuerySchema,
    { version },
    { ...exported, version },
  ]),
  [
    exportQuerySchema,
    { mine: 'true', replies: 'false', person: 'Ana', search: 'x', design: `${id},`.repeat(100) },
    { ...exported, mine: 'true', replies: 'false', person: 'Ana', search: 'x', design: `${id},`.repeat(100) },
  ],
  [exportQuerySchema, { person: 'Jose\u0301' }, { ...exported, person: 'Jos\u00e9' }],
  [projectSettingsSchema, { password: 'long\uFF45nough' }, { password: 'longenough' }],
  [projectSettingsSchema, { password: '123456' }],
  [projectSettingsSchema, { password: '😀'.repeat(256) }],
  [projectSettingsSchema, { password: null, end: null }],
  [projectSettingsSchema, { end: { at, to: 'view' } }],
  [projectSettingsSchema, { end: { at, to: 'closed' } }],
  [noticeChangeSchema, { mode: 'off', project: id }],
  [noticeChangeSchema, { mode: null }],
  ...['1', '12', '1-30', '1-3,7', '1-3,70-80,9', '123456-123456'].map((pages): [Schema, unknown] => [
    pagesQuerySchema,
    { pages },
  ]),
  [pagesQuerySchema, {}],
  [pdfFormSchema, { image: file }],
  [newProjectFormSchema, { name: 'Site', image: file }],
  [confirmationSchema, { token: `${id}.${'a-_9'.repeat(10)}abc` }],
  [newReplyMailSchema, { email: ' Ana@x.test' }, { email: 'ana@x.test' }],
  [newVerdictSchema, { verdict: 'good', name: 'Ana' }, { verdict: 'good', name: 'Ana', note: '' }],
  [newVerdictSchema, { verdict: 'changes', name: 'Ana', note: 'x'.repeat(500), round: 1 }],
  [roundChangeSchema, { closed: true }, { closed: true, message: '' }],
  [roundChangeSchema, { closed: false, message: 'x'.repeat(500), round: 2 }],
  [unlockSchema, { password: 'long\uFF45nough' }, { password: 'longenough' }],
  [unlockSchema, { password: '' }],
  [forgottenPasswordSchema, { email: 'Ana@x.test' }, { email: 'ana@x.test' }],
  [resetPasswordSchema, { token: 'x'.repeat(200), newPassword: 'long enough' }],
  ...webhookFormats.map((format): [Schema, unknown, unknown] => [
    newWebhookSchema,
    { ...hook, format },
    {
      ...hook,
      format,
      events: ['comment', 'reply', 'resolve', 'verdict', 'version', 'round'],
      project: null,
    },
  ]),
  [newWebhookSchema, { ...hook, events: ['reply'], project: id }],
  [newWebhookSchema, { ...hook, events: [...webhookEvents], project: null }],
  [webhookChangeSchema, { url: ' http://hooks.test ', password }, { url: 'http://hooks.test/', password }],
  [webhookChangeSchema, { events: ['round'] }],
  [webhookChangeSchema, { project: id }],
  [webhookChangeSchema, { paused: true }],
  [webhookChangeSchema, { removed: false }],
  [guestSecretSchema, 'a'.repeat(22)],
]

test.each(read)('%#: a valid body is parsed', (schema, input, expected = input) => {
  const { data, error } = schema.safeParse(input)
  expect(error?.issues).toBeUndefined()
  expect(data).toEqual(expected)
})

const cases = (schema: Schema, code: string, ...inputs: unknown[]) =>
  inputs.map((input): [string, Schema, unknown] => [code, schema, input])
const ranges = (wrong: string[], field: string) => wrong.map((value) => ({ [field]: value }))
const notRanges = [
  '',
  ',',
  '1,',
  ',1',
  '1-',
  '-1',
  'a',
  '1a',
  'a1',
  '1-a',
  '1,a',
  '1-2-3',
  '1-2,3-',
  '1,2-a',
  '1 2',
]

test.each([
  ...cases(createApiTokenSchema, 'name_required', { name: ' ', scope: 'read' }, { scope: 'read' }),
  ...cases(createApiTokenSchema, 'token_name_too_long', { name: 'x'.repeat(61), scope: 'read' }),
  ...cases(createApiTokenSchema, 'token_scope_unknown', { name: 'Report', scope: 'all' }),
  ...cases(
    createApiTokenSchema,
    'date_not_valid',
    ...['never', inYear10000, beforeYear0].map((endsAt) => ({ name: 'Report', scope: 'read', endsAt })),
  ),
  ...cases(agreementSchema, 'agree_not_valid', { agree: 'yes', commenter: 'Ana' }),
  ...cases(newCommentSchema, 'comment_id_not_valid', { ...comment, _id: 7 }),
  ...cases(newCommentSchema, 'position_required', { ...comment, x: '1' }),
  ...cases(
    newCommentSchema,
    'text_required',
    { ...comment, text: '' },
    { ...comment, text: ' ', pictures: [] },
  ),
  ...cases(newCommentSchema, 'too_many_pictures', {
    ...comment,
    pictures: [1, 2, 3, 4, 5].map((digit) => `${digit}${id.slice(1)}`),
  }),
  ...cases(
    newCommentSchema,
    'pictures_not_valid',
    ...[7, [7], ['short'], [id, 'short'], [id, id]].map((pictures) => ({ ...comment, pictures })),
  ),
  ...cases(
    newPictureFormSchema,
    'pictures_not_valid',
    { _id: 7, image: file },
    { _id: 'short', image: file },
  ),
  ...cases(
    newPlaceSchema,
    'place_not_valid',
    ...[{}, { x: 1 }, { y: 1 }, { state: 'followed', kind: 'design' }, { state: 'followed', x: 1, y: 2 }],
    ...[
      { state: 'gone', x: 1, y: 2 },
      { kind: 'pin', x: 1, y: 2 },
    ],
  ),
  ...cases(
    comparisonQuerySchema,
    'version_number_not_valid',
    ...[7, '', '0', '-1', '1.5', 'x1', '1x', '1234567890'].map((from) => ({ from })),
  ),
  ...cases(designChangeSchema, 'name_required', { title: ' ' }),
  ...cases(designChangeSchema, 'design_title_too_long', { title: 'x'.repeat(61) }),
  ...cases(designChangeSchema, 'design_position_not_valid', { position: 0 }, { position: 1.5 }),
  ...cases(designChangeSchema, 'no_change_to_design', {}),
  ...cases(versionFieldsSchema, 'note_not_valid', { note: 7 }),
  ...cases(versionFieldsSchema, 'note_too_long', { note: 'x'.repeat(501) }),
  ...cases(
    versionFieldsSchema,
    'round_not_valid',
    ...[7, '', '0', '-1', '1.5', 'x1', '1x', '1234567890'].map((round) => ({ round })),
  ),
  ...cases(exportQuerySchema, 'export_format_unknown', { format: 'pdf' }),
  ...cases(
    exportQuerySchema,
    'export_filter_not_valid',
    ...[{ status: 'new' }, { order: 'name' }, { mine: 'false' }, { replies: 'no' }, { search: 7 }],
    ...[{ person: 'x'.repeat(121) }, { design: 'x'.repeat(2_301) }, ...ranges(notRanges, 'numbers')],
    ...['', '0', 'oldest', '1a', 'a1', 'newest1', '1newest', '1234567890'].map((version) => ({ version })),
  ),
  ...cases(projectSettingsSchema, 'setting_not_valid', { closed: 'no' }, { password: 7 }),
  ...cases(
    projectSettingsSchema,
    'link_password_too_short',
    { password: '12345' },
    { password: '😀'.repeat(5) },
  ),
  ...cases(projectSettingsSchema, 'password_too_long', { password: 'x'.repeat(257) }),
  ...cases(projectSettingsSchema, 'link_permission_unknown', { permission: 'all' }),
  ...cases(
    projectSettingsSchema,
    'link_end_not_valid',
    ...[7, { at, to: 'comment' }, { at: 'soon', to: 'view' }, { at: inYear10000, to: 'view' }].map((end) => ({
      end,
    })),
  ),
  ...cases(noticeChangeSchema, 'notice_mode_unknown', { mode: 'often' }),
  ...cases(pagesQuerySchema, 'pages_not_valid', { pages: 7 }, { pages: '1,'.repeat(200) + '1' }),
  ...cases(
    pagesQuerySchema,
    'pages_not_valid',
    ...ranges([...notRanges, '0', '1-0', '1,0', '1,2-0'], 'pages'),
  ),
  ...cases(
    confirmationSchema,
    'confirm_link_over',
    ...[
      7,
      '',
      id,
      `${id}.`,
      `${id}.${'a'.repeat(42)}`,
      `${id}.${'a'.repeat(44)}`,
      `a${id}.${'a'.repeat(43)}`,
    ],
    ...[`${id}.${'a'.repeat(42)}!`, `!${id.slice(1)}.${'a'.repeat(43)}`, `${id}a${'a'.repeat(43)}`],
  ).map(([code, schema, token]): [string, Schema, unknown] => [code, schema, { token }]),
  ...cases(newVerdictSchema, 'verdict_not_valid', { verdict: 'bad', name: 'Ana' }),
  ...cases(newVerdictSchema, 'commenter_required', { verdict: 'good', name: ' ' }),
  ...cases(newVerdictSchema, 'commenter_too_long', { verdict: 'good', name: 'x'.repeat(61) }),
  ...cases(newVerdictSchema, 'note_not_valid', { verdict: 'good', name: 'Ana', note: 7 }),
  ...cases(newVerdictSchema, 'note_too_long', { verdict: 'good', name: 'Ana', note: 'x'.repeat(501) }),
  ...cases(
    newVerdictSchema,
    'round_not_valid',
    ...[0, 1.5, '1'].map((round) => ({ verdict: 'good', name: 'Ana', round })),
  ),
  ...cases(roundChangeSchema, 'setting_not_valid', {}, { closed: 1 }),
  ...cases(roundChangeSchema, 'note_not_valid', { closed: true, message: 7 }),
  ...cases(roundChangeSchema, 'note_too_long', { closed: true, message: 'x'.repeat(501) }),
  ...cases(unlockSchema, 'wrong_link_password', {}, { password: 7 }),
  ...cases(forgottenPasswordSchema, 'email_required', {}, { email: ' ' }),
  ...cases(resetPasswordSchema, 'reset_link_over', ...[7, 'x'.repeat(201)].map((token) => reset({ token }))),
  ...cases(resetPasswordSchema, 'password_too_short', reset({ newPassword: 'short' })),
  ...cases(newWebhookSchema, 'webhook_format_unknown', { ...hook, format: 'mail' }),
  ...cases(
    newWebhookSchema,
    'webhook_address_not_valid',
    ...[7, '', 'hooks.test', 'ftp://hooks.test', 'xhttps://hooks.test', 'https+x://hooks.test'].map(hookTo),
    hookTo(`https://hooks.test/${'x'.repeat(1_982)}`),
    hookTo(`nothing ${'x'.repeat(2_000)}`),
  ),
  ...cases(
    newWebhookSchema,
    'webhook_address_has_login',
    ...['https://ana@hooks.test', 'https://:x@hooks.test'].map(hookTo),
  ),
  ...cases(
    newWebhookSchema,
    'webhook_events_not_valid',
    ...[7, [], ['all'], Array(7).fill('reply')].map((events) => ({ ...hook, events })),
  ),
  ...cases(newWebhookSchema, 'project_not_found', { ...hook, project: 7 }, { ...hook, project: 'short' }),
  ...cases(webhookChangeSchema, 'setting_not_valid', { removed: true }),
  ...cases(webhookChangeSchema, 'no_change_to_webhook', {}, { password }),
  ...cases(newWebhookSchema, 'password_required', { ...hook, password: '' }),
  ...cases(webhookChangeSchema, 'password_required', { url: hook.url, password: '' }),
  ...['comment', 'manage'].flatMap((scope) =>
    cases(createApiTokenSchema, 'password_required', { name: 'Report', scope, password: '' }),
  ),
  ...cases(guestSecretSchema, 'guest_secret_not_valid', 7, 'short', 'a'.repeat(65)),
  ...cases(registerSchema.shape.name, 'user_name_required', ' '),
  ...cases(emailSchema, 'email_not_valid', `${'a '.repeat(127)}@b.cd`, 'ana@ruiz', 'ana@ruiz.', 'ana@.test'),
  ...cases(registerSchema.shape.password, 'password_required', ''),
  ...cases(registerSchema.shape.password, 'password_too_short', 'short'),
])('%s, %#', (code, schema, input) => {
  expect(schema.safeParse(input).error?.issues.map(({ message }) => message)).toEqual([code])
})

function reset(change: object) {
  return { token: 'x', newPassword: 'long enough', ...change }
}

function hookTo(url: unknown) {
  return { ...hook, url }
}

test('a message without text and pictures is refused at the text', () => {
  expect(newCommentSchema.safeParse({ ...comment, text: ' ' }).error?.issues[0]?.path).toEqual(['text'])
})

test.each([
  ['1-3,7', [1, 2, 3, 7]],
  ['5', [5]],
  ['7-9,1', [1, 7, 8, 9]],
  ['3-1', []],
])('the numbers up to ten in %s are %j', (text, expected) => {
  const upToTen = Array.from({ length: 11 }, (_, number) => number)
  expect(upToTen.filter(readRanges(text))).toEqual(expected)
})

test('the API document gets limits and formats', () => {
  const { url } = newWebhookSchema.shape
  expect(url._zod.bag).toMatchObject({ format: 'web-address' })
  expect(commenterSchema._zod.bag).toMatchObject({ format: 'name', minimum: 1, maximum: 60 })
  expect(pictureTextSchema._zod.bag).toMatchObject({ format: 'text', maximum: 5_000 })
  expect(emailSchema._zod.bag).toMatchObject({ maximum: 254 })
  expect(registerSchema.shape.password._zod.bag).toMatchObject({
    ...{ format: 'new-password', minimum: 8, maximum: 256 },
  })
  const { bag } = projectSettingsSchema.shape.password._zod.def.innerType._zod.def.innerType._zod
  expect(bag).toMatchObject({ minimum: 6, maximum: 256 })
  expect(bag).not.toHaveProperty('format')
})
