import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkify } from './comment-text'

function linksOf(text: string): string[] {
  return linkify(text).flatMap((piece) => (piece.kind === 'link' ? [piece.href] : []))
}

test.each([
  ['see https://example.com/a?b=c#d for more', ['https://example.com/a?b=c#d']],
  ['http://example.com', ['http://example.com/']],
  ['HTTPS://EXAMPLE.COM/Path', ['https://example.com/Path']],
  ['two: https://a.example, https://b.example.', ['https://a.example/', 'https://b.example/']],
  [
    '(https://en.wikipedia.org/wiki/Pin_(disambiguation))',
    ['https://en.wikipedia.org/wiki/Pin_(disambiguation)'],
  ],
  ['“https://quoted.example”', ['https://quoted.example/']],
  ['Is it https://a.example/?!', ['https://a.example/']],
  ['line\nhttps://a.example/x\nline', ['https://a.example/x']],
  ['https://münchen.example/straße', ['https://xn--mnchen-3ya.example/stra%C3%9Fe']],
  ['https://a.example:8080/x', ['https://a.example:8080/x']],
  [`https://a.example/${'x'.repeat(900)}`, [`https://a.example/${'x'.repeat(900)}`]],
])('a web address in %j becomes a link', (text, expected) => {
  expect(linksOf(text)).toEqual(expected)
})

test.each([
  // CJK text and punctuation.
  ['请看https://a.example/x。谢谢', ['https://a.example/x']],
  ['https://a.example/x，然后', ['https://a.example/x']],
  ['https://a.example/xを見てください', ['https://a.example/x']],
  ['https://a.example/を参照', ['https://a.example/']],
  ['https://a.exampleを参照', ['https://a.example/']],
  ['https://a.example/page를 보세요', ['https://a.example/page']],
  ['https://a.example/?q=1的结果', ['https://a.example/?q=1']],
  ['https://a.example/x；https://b.example/y', ['https://a.example/x', 'https://b.example/y']],
  ['https://a.example/x：见下', ['https://a.example/x']],
  ['https://a.example/x\u3000次', ['https://a.example/x']],
  ['（https://a.example/x）', ['https://a.example/x']],
  ['(https://a.example/x）', ['https://a.example/x']],
  ['「https://a.example/x」と', ['https://a.example/x']],
  ['『https://a.example』', ['https://a.example/']],
  ['【https://a.example/x】', ['https://a.example/x']],
  ['《https://a.example/x》', ['https://a.example/x']],
  ['https://a.example/x・https://b.example/y', ['https://a.example/x', 'https://b.example/y']],
  ['https://a.example/x〜', ['https://a.example/x']],
  // Other punctuation, quotes and symbols.
  ['‘https://a.example/x’ is it', ['https://a.example/x']],
  ['https://a.example’s page', ['https://a.example/']],
  ['‹https://a.example/x›', ['https://a.example/x']],
  ['https://a.example/x…', ['https://a.example/x']],
  ['https://a.example/x...', ['https://a.example/x']],
  ['https://a.example/x.)', ['https://a.example/x']],
  ['https://a.example/x —', ['https://a.example/x']],
  ['https://a.example/x—', ['https://a.example/x']],
  ['انظر https://a.example/x؟', ['https://a.example/x']],
  ['देखें https://a.example/x।', ['https://a.example/x']],
  ['https://a.example/old→https://a.example/new', ['https://a.example/old', 'https://a.example/new']],
  ['https://a.example/x👍', ['https://a.example/x']],
  ['https://a.example/x\u200By', ['https://a.example/x']],
  // What belongs to an address.
  ['https://日本語.jp/a', ['https://xn--wgv71a119e.jp/a']],
  ['https://日本語.jpを見て', ['https://xn--wgv71a119e.jp/']],
  ['https://例え.テスト/a', ['https://xn--r8jz45g.xn--zckzah/a']],
  ['https://佐々木.jp/a', ['https://xn--u6jy55gilq.jp/a']],
  ['https://пример.рф/путь', ['https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C']],
  ['https://col·legi.example/x', ['https://xn--collegi-xma.example/x']],
  ['https://a.example/2010–2020', ['https://a.example/2010%E2%80%932020']],
  ['https://a.example/a_(b)/c', ['https://a.example/a_(b)/c']],
  ['https://a.example/a-', ['https://a.example/a-']],
  ['https://a.example/a/', ['https://a.example/a/']],
  ['https://a.example?q=[1]', ['https://a.example/?q=[1]']],
  ['https://a.example#top.', ['https://a.example/#top']],
  ['http://[::1]:80/x', ['http://[::1]/x']],
])('the address in %j ends where the sentence goes on', (text, expected) => {
  expect(linksOf(text)).toEqual(expected)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt://%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://example.com',
  '//example.com',
  'www.example.com',
  'mailto:a@example.com',
  'https://',
  'https:///',
  'https://google.com@evil.example/login',
  'https://user:secret@evil.example/',
  'nothttps://a.example',
  'java\nscript:alert(1)',
  `https://${'ü.'.repeat(200)}example`,
])('%j stays plain text', (text) => {
  expect(linksOf(text)).toEqual([])
})

test('a link ends before a bidi control that would disguise it', () => {
  expect(linksOf('https://a.example/\u202Emoc.knab')).toEqual(['https://a.example/'])
})

test('the joined pieces are the text, and every link is http or https', () => {
  const part = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom('https://a.example/b?c=d#e', 'http://[::1]:80/', 'https://ü.example'),
    fc.constantFrom(
      'https://',
      'http://',
      'javascript:',
      ')',
      '(',
      '.',
      ' ',
      '\n',
      '\uD800',
      '\u{1F469}',
      '@',
      '\u202E',
      '"',
      '<',
    ),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const pieces = linkify(text)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      for (const href of linksOf(text)) expect(href).toMatch(/^https?:\/\/[^/@]/)
    }),
  )
})

test('the time to split a very long text grows linearly with its length', () => {
  const text = `https://a.example/${'('.repeat(2_500)}${')'.repeat(2_600)}`
  expect(
    linkify(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})
