import { expect, test } from 'vitest'
import { firstPaints } from './first-paint'

test('the first paint has nothing that the security policy forbids, or that requires the app', () => {
  const html = firstPaints.get('en') ?? ''

  expect(html).toMatch(/<h1 translate="no" dir="auto"[^>]*>{{name}}<\/h1>/)
  expect(html).toContain('><span>{{description}}</span></p>')
  expect(html).not.toMatch(/<(script|style|link|button|a|input)\b|\s(style|tabindex)=|\son\w+=/i)
})
