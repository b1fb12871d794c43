import { expect, test } from 'vitest'
import {
  codePointLength,
  foldName,
  hasControlCharacters,
  hasHiddenCharacters,
  isBlank,
  normalizeEmail,
  normalizeLineEnds,
  normalizeName,
  normalizePassword,
} from './text'

test('an emoji counts once', () => {
  expect(codePointLength('a😀')).toBe(2)
})

test('line ends become LF, and nothing else changes', () => {
  expect(normalizeLineEnds('a\r\nb\rc\n\td ')).toBe('a\nb\nc\n\td ')
})

test('a name loses outer and doubled spaces, and is composed', () => {
  expect(normalizeName('  Ana \u00a0 Rui\u0301z\n')).toBe('Ana Ruíz')
})

test.each([
  ['name', normalizeName],
  ['address', normalizeEmail],
  ['password', normalizePassword],
])('a %s is composed, but one that is far too long stays as it is', (_what, normalize) => {
  const unsorted = (length: number) => `a${'\u0301'.repeat(length / 2)}${'\u0316'.repeat(length / 2)}`

  expect(normalize('\u0301\u0316')).toBe('\u0316\u0301')
  expect(normalize(unsorted(32_000))).toBe(unsorted(32_000))
})

test('a name behind much white space is composed', () => {
  expect(normalizeName(`${' '.repeat(5_000)}Ana  Rui\u0301z`)).toBe('Ana Ruíz')
})

test.each(['a\u0000b', 'bell\u0007', 'delete\u007f', 'next line\u0085', '\ud800 alone', 'alone \udfff'])(
  'control characters and lone surrogates are found in %j',
  (text) => expect(hasControlCharacters(text)).toBe(true),
)

test.each(['two\nlines', 'tab\tbed', 'नमस्ते', '👩‍👩‍👧', 'مرحبا'])(
  'plain text %j contains no control character',
  (text) => expect(hasControlCharacters(text)).toBe(false),
)

test.each([
  '\u202Egnp.exe',
  'Ana\u200B',
  'A\u2066na',
  'Z\u0301\u0302\u0303\u0304\u0305',
  '\u200DAna',
  'Ana\u{E0041}',
  '\uFEFFAna',
])('hidden, reordering or stacked characters are found in %j', (name) =>
  expect(hasHiddenCharacters(name)).toBe(true),
)

test.each(['Ana Ruiz', '👩‍👩‍👧 family', 'علی‌رضا', 'Nguyễn Thị', 'นางสาว', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Kate'])(
  'the name %j is valid',
  (name) => expect(hasHiddenCharacters(name)).toBe(false),
)

test.each(['', '   ', '\n\t', '\u200B\u200B', '\u3164', '\u2800', '\u034F\uFE0F'])('%j is blank', (text) =>
  expect(isBlank(text)).toBe(true),
)

test('a dot is not blank', () => {
  expect(isBlank(' . ')).toBe(false)
})

test('four combining marks in a row are part of a name', () => {
  expect(hasHiddenCharacters('Z\u0301\u0302\u0303\u0304')).toBe(false)
})

test('different names fold differently', () => {
  expect(foldName('Ana')).not.toBe(foldName('Ben'))
  expect(foldName('Ana')).not.toBe(foldName('Anna'))
})

test('names that look the same fold to the same', () => {
  expect(foldName('Ａna  RUIZ')).toBe(foldName('ana ruiz'))
  expect(foldName('Straße')).toBe(foldName('STRASSE'))
})

test.each([
  'An\u200Da Ruiz',
  'Ana\u200C Ruiz',
  'Ana\uFE0F Ruiz',
  'Ana\u034F Ruiz',
  'Ana\u2800Ruiz',
  'Ana\u{E0100} Ruiz',
])('an invisible character does not change a name: %j', (name) =>
  expect(foldName(name)).toBe(foldName('Ana Ruiz')),
)
