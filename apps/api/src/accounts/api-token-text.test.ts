import { expect, test } from 'vitest'
import { hashApiToken, isApiTokenText, newApiTokenText } from './api-token.record'

test('tokens are unique, are one word for a secret scanner, and have a checksum', () => {
  const tokens = Array.from({ length: 1_000 }, newApiTokenText)
  expect(new Set(tokens).size).toBe(1_000)
  for (const token of tokens) {
    expect(token).toMatch(/^pinmark_\w{49}$/)
    expect(isApiTokenText(token)).toBe(true)
  }
  expect(new Set(tokens.map(hashApiToken)).size).toBe(1_000)
})

test('one wrong, missing or additional letter is detected', () => {
  const token = newApiTokenText()
  for (let at = 0; at < token.length; at += 1) {
    const wrong = token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1)
    expect(isApiTokenText(wrong)).toBe(false)
    expect(isApiTokenText(token.slice(0, at) + token.slice(at + 1))).toBe(false)
  }
  for (const wrong of [`${token}a`, ` ${token}`, `${token}\n`, '', 'pinmark_'])
    expect(isApiTokenText(wrong)).toBe(false)
})
