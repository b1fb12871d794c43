import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '@pinmark/shared/errors'
import { ProjectJsonReader } from './project-json'

const maxRestBytes = 64 * 1024

/** Reads a body that arrives in pieces which end at `cuts`. */
function read(text: string, cuts: readonly number[] = []) {
  const bytes = Buffer.from(text)
  const reader = new ProjectJsonReader(maxRestBytes, () => undefined)
  const places = cuts.map((cut) => cut % (bytes.length + 1)).toSorted((one, other) => one - other)
  for (const [index, place] of [...places, bytes.length].entries()) {
    reader.write(bytes.subarray(places[index - 1] ?? 0, place))
  }
  return reader.end()
}

function codeOf(work: () => unknown): string {
  try {
    work()
    return 'read'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

test('a body split anywhere, with spaces and escapes in its image, gives the same image', () => {
  const spelling = fc.constantFrom<((character: string) => string)[]>(
    (character) => character,
    (character) => `${character}\n `,
    (character) => (character === '/' ? '\\/' : character),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    (character) => (/[+/=]/.test(character) ? encodeURIComponent(character) : character),
  )
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 60 }),
      fc.array(spelling, { minLength: 1, maxLength: 20 }),
      fc.constantFrom('', 'data:image/png;base64,', ' DATA:;name=\\"a\\";BASE64,'),
      fc.array(fc.nat(2_000), { maxLength: 30 }),
      fc.string({ unit: 'binary', maxLength: 20 }),
      (image, spellings, label, cuts, name) => {
        const base64 = Buffer.from(image).toString('base64')
        const spelled = [...base64].map((character, at) => {
          const spell = spellings[at % spellings.length]
          return (spell?.(character) ?? character).replaceAll('\n', '\\n')
        })
        const wellFormed = name.toWellFormed()
        const text = `{"name":${JSON.stringify(wellFormed)}, "image" : "${label}${spelled.join('')}","z":["image",{"image":"x"}]}`

        const { body, image: bytes } = read(text, cuts)

        expect(bytes?.equals(image)).toBe(true)
        expect(body).toEqual({ name: wellFormed, image: '', z: ['image', { image: 'x' }] })
      },
    ),
  )
})

test('only the top-level image is decoded, and the last one if there are two', () => {
  expect(read('{"a":{"image":"!"},"name":"image","x":"\\"image\\":"}').image).toBeUndefined()
  expect(read('{"image":"!","image":"aGk="}').image?.toString()).toBe('hi')
  expect(read('{"image":"aGk=","image":7}').body).toEqual({ image: 7 })
})

const large = 200_000
describe.each<[string, string, string]>([
  ['a wide array', `{"name":"x","image":"a","z":[${'[],'.repeat(large)}[]]}`, 'body_too_large'],
  ['many keys', `{${Array.from({ length: large }, (_, at) => `"${at}":0`).join()}}`, 'body_too_large'],
  ['much space', `{"name":"x",${' '.repeat(large)}"image":"a"}`, 'body_too_large'],
  ['a long name', `{"name":"${'x'.repeat(large)}","image":"a"}`, 'body_too_large'],
  ['deep arrays', `{"z":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'body_too_deep'],
  ['an image of spaces', `{"image":"${' '.repeat(large)}"}`, 'image_empty'],
  ['an image that ends in half a group', `{"image":"${'aGkx'.repeat(large)}a"}`, 'image_not_readable'],
  ['text after the padding', '{"image":"aGk=aGk="}', 'image_not_readable'],
  ['too much padding', '{"image":"aGk==="}', 'image_not_readable'],
  ['half an escape', '{"image":"aGk%3"}', 'image_not_readable'],
  ['another escape', '{"image":"aGk%41"}', 'image_not_readable'],
  ['characters that are no base64', '{"image":"aG\u0141k"}', 'image_not_readable'],
  ['escaped characters that are no base64', '{"image":"aG\\u0141k"}', 'image_not_readable'],
  ['a line feed in a string', '{"image":"aG\nk="}', 'malformed_json'],
  ['a broken escape', '{"image":"aGk\\u00"}', 'malformed_json'],
  ['an image without an end', '{"image":"aGk=', 'malformed_json'],
  ['an escape without an end', '{"image":"aGk=\\', 'malformed_json'],
  ['nothing', '', 'malformed_json'],
])('a body with %s', (_case, text, code) => {
  test(`is refused as ${code}, wherever it is split`, () => {
    expect(codeOf(() => read(text))).toBe(code)
    expect(codeOf(() => read(text, [3, 17, 18, 19, 20, text.length - 3, text.length - 1]))).toBe(code)
  })
})
