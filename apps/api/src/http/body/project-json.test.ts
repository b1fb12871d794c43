import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError } from '@pinmark/shared/errors'
import { parseProject } from './project-json'

const read = (text: string) => parseProject(Buffer.from(text))
const codeOf = (text: string) =>
  read(text).then(
    () => 'read',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

test('an image with spaces and escapes is the same image', async () => {
  const spelling = fc.constantFrom<((character: string) => string)[]>(
    (character) => character,
    (character) => `${character}\\n `,
    (character) => (character === '/' ? '\\/' : character),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    (character) => (/[+/=]/.test(character) ? encodeURIComponent(character) : character),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 60 }),
      fc.array(spelling, { minLength: 1, maxLength: 20 }),
      fc.constantFrom('', 'data:image/png;base64,', ' DATA:;name=\\"a\\";BASE64,'),
      fc.string({ unit: 'binary', maxLength: 20 }),
      async (image, spellings, label, text) => {
        const base64 = Buffer.from(image).toString('base64')
        const spelled = [...base64].map((character, at) => {
          const spell = spellings[at % spellings.length]
          return spell?.(character) ?? character
        })
        const name = text.toWellFormed()

        const sent = await read(
          `{"name":${JSON.stringify(name)}, "image" : "${label}${spelled.join('')}","z":["image",{"image":"x"}]}`,
        )

        expect(sent.image?.equals(image)).toBe(true)
        expect(sent.name).toBe(name)
      },
    ),
  )
})

test('only the top-level image is decoded, and the last one if there are two', async () => {
  expect((await read('{"a":{"image":"!"},"name":"image","x":"\\"image\\":"}')).image).toBeNull()
  expect((await read('{"image":"!","image":"aGk="}')).image?.toString()).toBe('hi')
})

const large = 200_000
test.each<[string, string, string]>([
  ['a wide array', `{"name":"x","image":"a","z":[${'[],'.repeat(large)}[]]}`, 'body_too_large'],
  ['many keys', `{${Array.from({ length: large }, (_, at) => `"${at}":0`).join()}}`, 'body_too_large'],
  ['much space', `{"name":"x",${' '.repeat(large)}"image":"a"}`, 'body_too_large'],
  [
    'a wide array behind an escaped quote',
    `{"name":"\\\\\\"","z":[${'[],'.repeat(large)}[]]}`,
    'body_too_large',
  ],
  ['deep arrays', `{"z":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'body_too_deep'],
  ['a key for a database', '{"image":"aGk=","$where":"1"}', 'forbidden_key'],
  ['an image of spaces', `{"image":"${' '.repeat(large)}"}`, 'image_empty'],
  ['an image that ends in half a group', `{"image":"${'aGkx'.repeat(large)}a"}`, 'image_not_readable'],
  ['text after the padding', '{"image":"aGk=aGk="}', 'image_not_readable'],
  ['too much padding', '{"image":"aGk==="}', 'image_not_readable'],
  ['padding alone', '{"image":"=="}', 'image_not_readable'],
  ['half an escape', '{"image":"aGk%3"}', 'image_not_readable'],
  ['another escape', '{"image":"aGk%41"}', 'image_not_readable'],
  ['characters that are no base64', '{"image":"aG\u0141k"}', 'image_not_readable'],
  ['escaped characters that are no base64', '{"image":"aG\\u0141k"}', 'image_not_readable'],
  ['a number as image', '{"image":7}', 'image_not_readable'],
  ['a line feed in a string', '{"image":"aG\nk="}', 'malformed_json'],
  ['a broken escape', '{"image":"aGk\\u00"}', 'malformed_json'],
  ['an image without an end', '{"image":"aGk=', 'malformed_json'],
  ['an escape without an end', '{"image":"aGk=\\', 'malformed_json'],
  ['nothing', '', 'malformed_json'],
])('a body with %s is refused', async (_case, text, code) => {
  expect(await codeOf(text)).toBe(code)
})
