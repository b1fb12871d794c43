/** Reading JSON bodies without the rest of the server; `json-body.test.ts` shows the same in the whole server. */
import express, { type ErrorRequestHandler } from 'express'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { Endpoint } from '@pinmark/shared/api/endpoint'
import { code } from '@pinmark/shared/entities/primitives'
import { limits } from '@pinmark/shared/limits'
import * as z from 'zod/mini'
import { parse } from '../route'
import { toAppError } from '../error-handler'
import { checkJsonType, decodeText, isUpload, maxBodyDepth, parseJson, readJsonBody } from './json-body'

const tellError: ErrorRequestHandler = (error, _req, res, _next) =>
  void res.json({ code: toAppError(error).code })

const bodiless: Endpoint = { method: 'POST', path: '/', access: 'public', answers: {} }
const plain: Endpoint = { ...bodiless, body: z.object({}) }
/** Answers what was read, or the code of the refusal. */
const at = (endpoint: Endpoint = plain) =>
  supertest(
    express()
      .use((req, _res, next) => {
        req.endpoint = endpoint
        next()
      }, readJsonBody)
      .use((req, res) => void res.json({ read: req.body, isUpload: isUpload(req) }))
      .use(tellError),
  ).post('/')
const json = (body: string, encoding = 'identity') =>
  at().set('Content-Type', 'application/json').set('Content-Encoding', encoding).send(body)

test('a body is read, and is undefined if nothing was sent', async () => {
  expect((await json('{"a":[1,null,{"b":"c"}]}')).body).toEqual({
    ...{ read: { a: [1, null, { b: 'c' }] }, isUpload: false },
  })
  expect((await json('{}', 'Identity')).body.read).toEqual({})
  expect((await at()).body).toEqual({ isUpload: false })
  expect((await at().set('Content-Type', 'text/plain').set('Content-Length', '0')).body).toEqual({
    isUpload: false,
  })
})

test('a body of unknown length is read too', async () => {
  const request = at().set('Content-Type', 'application/json').set('Transfer-Encoding', 'chunked')
  request.write('{"a"')
  request.write(':1}')
  expect((await request).body.read).toEqual({ a: 1 })
  const empty = at().set('Content-Type', 'application/json').set('Transfer-Encoding', 'chunked')
  expect((await empty).body).toEqual({ isUpload: false })
})

test('uploads are left to their routes, and a body is ignored by calls that take none', async () => {
  const upload: Endpoint = { ...bodiless, upload: { form: z.object({}) } }
  expect((await at(upload).type('text').send('x')).body).toEqual({ isUpload: true })
  expect((await at(bodiless).type('text').send('x')).body).toEqual({ isUpload: false })
})

test('other types, encodings and large bodies are refused', async () => {
  expect((await at().type('text').send('x')).body.code).toBe('json_expected')
  expect((await json('{}', 'gzip')).body.code).toBe('charset_not_supported')
  const long = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`
  expect((await json(long(limits.maxBodyBytes + 1))).body.code).toBe('body_too_large')
  expect((await json(long(limits.maxBodyBytes))).body.read).toHaveLength(limits.maxBodyBytes - 2)
})

test.each([
  'application/json',
  'Application/JSON ; charset=utf-8',
  'application/json;charset=UTF8',
  'application/json; profile=x; charset="utf-8" ',
  'application/merge-patch+json',
  'application/vnd.x.y+json',
])('the type %j is JSON', (type) => expect(() => checkJsonType(type)).not.toThrow())

test.each([
  [undefined, 'json_expected'],
  ['', 'json_expected'],
  ['text/json', 'json_expected'],
  ['xapplication/json', 'json_expected'],
  ['application/jsonx', 'json_expected'],
  ['application/+json', 'json_expected'],
  ['application/a b+json', 'json_expected'],
  ['application/json; charset=utf-16', 'charset_not_supported'],
  ['application/json; profile=x; charset=latin1', 'charset_not_supported'],
  ['application/json; charset=utf-8x', 'charset_not_supported'],
  ['application/json; charset=xutf-8', 'charset_not_supported'],
])('the type %j is refused with %s', (type, code) =>
  expect(() => checkJsonType(type)).toThrow(expect.objectContaining({ code })),
)

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test.each(['null', '1', '""', '[]', nested(maxBodyDepth), '{"$":1}'.replace('$', 'a$'), '["$a","a.b"]'])(
  '%s is read unchanged',
  (text) => expect(parseJson(text)).toEqual(JSON.parse(text)),
)

test.each([
  ['malformed_json', '{'],
  ['body_too_deep', nested(maxBodyDepth + 1)],
  ['body_too_deep', `{"a":${nested(maxBodyDepth)}}`],
  ['forbidden_key', '{"$a":1}'],
  ['forbidden_key', '{"a.b":1}'],
  ['forbidden_key', '[{"a":{"__proto__":1}}]'],
  ['forbidden_key', '{"constructor":1}'],
  ['forbidden_key', '{"prototype":1}'],
])('%s: %s', (code, text) => expect(() => parseJson(text)).toThrow(expect.objectContaining({ code })))

test('keys that only contain a forbidden word are allowed', () => {
  expect(parseJson('{"my__proto__":1,"constructors":2}')).toEqual({ my__proto__: 1, constructors: 2 })
})

test('a body is read as UTF-8, of any length', async () => {
  const long = `"${'aä'.repeat(400_000)}"`
  expect(await decodeText(Buffer.from('"ä"'))).toBe('"ä"')
  expect((await decodeText(Buffer.from(long))) === long).toBe(true)
})

test('a body that is not UTF-8 is refused as invalid JSON, and the error keeps its cause', async () => {
  for (const bytes of [Buffer.of(0x22, 0xff, 0x22), Buffer.from('"ä').subarray(0, 2)]) {
    await expect(decodeText(bytes)).rejects.toThrow(
      expect.objectContaining({ code: 'malformed_json', cause: expect.any(TypeError) }),
    )
  }
})

test('invalid JSON is refused with its cause', () => {
  expect(() => parseJson('{')).toThrow(
    expect.objectContaining({ code: 'malformed_json', cause: expect.any(SyntaxError) }),
  )
})

const schema = z.object({ name: z.string(code('name_required')), size: z.number() })

test.each([
  [{ size: 1 }, 'name_required'],
  [{ name: 'x' }, 'bad_request'],
  ['text', 'object_expected'],
  [undefined, 'object_expected'],
])('%j is refused: %s', (value, code) => {
  expect(() => parse(schema, value)).toThrow(expect.objectContaining({ code }))
})

test('a value outside of an enum is refused, and unknown keys are dropped', () => {
  expect(() => parse(z.enum(['a']), 'b')).toThrow(expect.objectContaining({ code: 'bad_request' }))
  expect(parse(schema, { name: 'x', size: 1, more: 2 })).toEqual({ name: 'x', size: 1 })
})
