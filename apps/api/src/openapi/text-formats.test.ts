import { expect, test } from 'vitest'
import { projectNameSchema } from '@pinmark/shared/entities/primitives'
import { newWebhookSchema } from '@pinmark/shared/entities/webhook'
import { textFormats, textShapes } from './json-schema'

const { Name } = textShapes()
const england = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'

test.each([
  ['Landing page', true],
  [' Two\nlines ', true],
  ['Team 👩\u200D💻', true],
  ['می\u200Cخواهم', true],
  [`Team ${england}`, true],
  [england, true],
  ['x\u0323\u0330\u0331\u0324', true],
  ['', false],
  [' \u2800\u200D ', false],
  ['a\u0007', false],
  ['a\u200Bb', false],
  ['\u202Ea', false],
  ['\u200Da', false],
  ['a\u200C', false],
  ['a \u200Db', false],
  ['a\u200D b', false],
  ['a\u200C\u200Db', false],
  ['a\u{E0067}', false],
  ['🏴\u{E0067}', false],
  ['x\u0323\u0330\u0331\u0324\u0325', false],
])('the pattern of names and the server agree on %j: %s', (name, isValid) => {
  expect(new RegExp(Name.pattern, 'u').test(name)).toBe(isValid)
  expect(projectNameSchema.safeParse(name).success).toBe(isValid)
})

test.each([
  ['https://hooks.test/a?b#c', true],
  ['http://3com.hooks2.example:65535', true],
  ['HTTPS://hooks.test:10443/', true],
  ['https://hooks.test:65536/', false],
  ['https://hooks.1', false],
  ['ftp://hooks.test', false],
  ['https://', false],
])('the pattern of web addresses and the server agree on %s: %s', (url, isValid) => {
  expect(new RegExp(textFormats['web-address']?.pattern ?? '', 'u').test(url)).toBe(isValid)
  expect(newWebhookSchema.shape.url.safeParse(url).success).toBe(isValid)
})
