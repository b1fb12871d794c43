import { describe, expect, test } from 'vitest'
import { errorCatalogue, type ErrorCode } from '@pinmark/shared/messages'
import { sharedTestApp } from '../../../test/app-under-test'
import { givenUser } from '../../../test/given-user'
import { sendRaw, statusesIn } from '../../../test/raw-request'
import { maxBodyDepth } from './json-body'

const app = sharedTestApp()

const refused = (code: ErrorCode) => ({
  status: errorCatalogue[code].status,
  headers: { 'x-error-code': code },
  body: { error: errorCatalogue[code].text, code },
})
const lines = (...text: string[]) => `${text.join('\r\n')}\r\n\r\n`

describe('bodies', () => {
  const post = (body: string, contentType = 'application/json') =>
    app.api.post('/users/login').set('Content-Type', contentType).send(body)
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

  test.each<[ErrorCode, string]>([
    ['malformed_json', '{'],
    ['malformed_json', 'undefined'],
    ['object_expected', '5'],
    ['object_expected', '"text"'],
    ['object_expected', 'null'],
    ['object_expected', '[]'],
    ['body_too_deep', deep(maxBodyDepth + 1)],
    ['body_too_deep', deep(30_000)],
    ['body_too_deep', `{"email":${deep(maxBodyDepth)}}`],
    ['wrong_login', `{"email":"a","password":"b","more":${deep(20)}}`],
    ['forbidden_key', '{"email":{"$gt":""},"password":"x"}'],
    ['forbidden_key', '{"$where":"1"}'],
    ['forbidden_key', '{"a.b":1}'],
    ['forbidden_key', '{"__proto__":{"admin":true}}'],
    ['forbidden_key', '{"list":[{"constructor":1}]}'],
    ['wrong_login', '{"email":["a"],"password":{}}'],
    ['body_too_large', JSON.stringify({ email: 'x'.repeat(64 * 1024) })],
  ])('are refused as %s', async (code, body) => {
    expect(await post(body)).toMatchObject(refused(code))
  })

  test('that are nested too deeply are told the limit', () => {
    expect(errorCatalogue.body_too_deep.text).toContain(` ${maxBodyDepth} levels`)
  })

  test('that are not UTF-8 are refused', async () => {
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
    const head = lines(
      'POST /users/login HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    )
    const answer = await sendRaw(app.port, Buffer.concat([Buffer.from(head), body]))
    expect(answer).toContain('"code":"malformed_json"')
  })

  test.each<[ErrorCode, string]>([
    ['json_expected', 'text/plain'],
    ['json_expected', 'application/x-www-form-urlencoded'],
    ['json_expected', 'multipart/form-data; boundary=x'],
    ['json_expected', 'application/jsonp'],
    ['json_expected', 'nonsense'],
    ['charset_not_supported', 'application/json; charset=utf-16'],
    ['charset_not_supported', 'application/json; charset=latin1'],
  ])('are refused as %s with the type %s', async (code, contentType) => {
    expect(await post('{}', contentType)).toMatchObject(refused(code))
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/merge-patch+json',
  ])('are read with the type %s', async (contentType) => {
    expect(await post('{"email":"a@b.c","password":"x"}', contentType)).toMatchObject(refused('wrong_login'))
  })

  test.each(['gzip', 'br', 'deflate', 'x-nothing'])(
    'are refused when compressed with %s',
    async (encoding) => {
      const answer = await app.api
        .post('/users/login')
        .set('Content-Encoding', encoding)
        .type('json')
        .send('{}')
      expect(answer).toMatchObject(refused('charset_not_supported'))
    },
  )

  test('are not required for calls without content', async () => {
    const user = await givenUser(app.api)
    const withType = await app.api
      .post('/users/logout')
      .set(user.auth)
      .set('Content-Type', 'application/json')
    expect(withType.status).toBe(204)
    expect(await app.api.post('/users/login')).toMatchObject(refused('object_expected'))
  })

  test('are ignored by calls that take none, and the connection goes on', async () => {
    const head = (length: number) =>
      lines('POST /users/logout HTTP/1.1', 'Host: x', 'Content-Type: text/plain', `Content-Length: ${length}`)
    const next = lines('GET /healthz HTTP/1.1', 'Host: x', 'Connection: close')
    const both = `${head(100_000)}${'x'.repeat(100_000)}${next}`
    expect(statusesIn(await sendRaw(app.port, both, { quietMs: 20_000 }))).toEqual([401, 200])
    expect(statusesIn(await sendRaw(app.port, `${head(100)}half`))).toEqual([401])
  })

  test('that stop half-way block nothing, and are dropped when the sender leaves', async () => {
    const head = lines(
      'POST /users/login HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      'Content-Length: 100',
    )
    await sendRaw(app.port, `${head}{"email":`, { firstByteMs: 100 })
    expect((await app.api.get('/healthz')).status).toBe(200)
    expect(app.log.join('')).not.toContain('unexpected error')
  })

  test('above the limit are answered before they are read to the end', async () => {
    const head = lines(
      'POST /users/login HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      'Content-Length: 900000000',
    )
    const answer = await sendRaw(app.port, head + 'x'.repeat(1_000))
    expect(statusesIn(answer)).toEqual([413])
  })
})
