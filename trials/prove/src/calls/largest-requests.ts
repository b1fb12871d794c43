import { drawNoise } from '@pinmark/testbed/test-image'
import type { Random } from '@pinmark/testbed/random'
import { guestSecretHeader } from '@pinmark/shared/paths'
import { jsonRequest, type HttpRequest } from '../http-request'
import { calls, type Call } from '@pinmark/testbed/calls'
import { addressIn, bearer, type TestProject } from './test-project'
import { sampleBody } from '@pinmark/testbed/sample-bodies'

export interface LargestRequest extends HttpRequest {
  /** The call, and the content that fills its request. */
  what: string
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte
/** The accepted sizes: docs of the API; a JSON upload contains an image of 10 MB as base64. */
const maxBytes = { body: 64 * kilobyte, json: 13_900_000, form: 25 * megabyte, head: 7 * kilobyte }

/** Every call of the API with the largest requests it accepts, in the shapes that are expensive to read. */
export async function largestRequests(testProject: TestProject, random: Random): Promise<LargestRequest[]> {
  const asked = await Promise.all(calls.map((call) => requestsOf(call, testProject)))
  // Calls that delete data which others need come last.
  const isEnd = ({ what }: LargestRequest) => /logout|deletion|DELETE|\/link|restore/.test(what)
  const all = asked.flat()
  return [
    ...(await largestUploads(testProject, random)),
    ...all.filter((each) => !isEnd(each)),
    ...all.filter((each) => isEnd(each)),
  ]
}

async function requestsOf(call: Call, testProject: TestProject): Promise<LargestRequest[]> {
  const { key, method, path } = call
  const headers = { ...(call.needsToken ? bearer(testProject.owner) : testProject.guest) }
  const address = addressIn(path, testProject)
  const sample = await sampleBody(call)
  const heads = Object.entries(largeHeads(address)).map(([shape, { path: itsPath, headers: extra }]) => ({
    ...jsonRequest(method, itsPath ?? address, sample, { ...headers, ...extra }),
    what: `${key}, ${shape}`,
  }))
  if (!sample) return heads
  const bodies = Object.entries(jsonShapes(maxBytes.body, sample, call.fields)).map(([shape, body]) => ({
    ...{ method, path: address, body, what: `${key}, ${shape}` },
    headers: { ...headers, 'Content-Type': 'application/json' },
  }))
  return [...heads, ...bodies]
}

/** Ways to fill the head of a request. */
function largeHeads(address: string): Record<string, { path?: string; headers?: Record<string, string> }> {
  const full = (piece: string) => piece.repeat(Math.floor(maxBytes.head / piece.length))
  return {
    'many query fields': { path: `${address}?${full('a&')}` },
    'a long query field': { path: `${address}?image=${full('%F0%9F%92%A9')}` },
    'a long address': { path: `${address}/${full('%2e')}` },
    'many headers': {
      headers: Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`x-${at}`, 'a'])),
    },
    'long lists in headers': {
      headers: {
        Accept: full('a/b,').slice(0, 1_500),
        'Accept-Encoding': full('gzip,').slice(0, 1_500),
        'X-Forwarded-For': full('1.1.1.1,').slice(0, 1_500),
        Range: `bytes=${full('0-1,').slice(0, 1_500)}`,
        'If-None-Match': full('"a",').slice(0, 1_000),
      },
    },
    'a long secret': { headers: { [guestSecretHeader]: full('A') } },
    'a long token': { headers: { Authorization: `Bearer ${full('a.')}` } },
  }
}

/** Texts of `length` that are expensive to check. */
const texts: Record<string, (length: number) => string> = {
  letters: (length) => 'x'.repeat(length),
  spaces: (length) => ' '.repeat(length),
  emojis: (length) => '💩'.repeat(length / 4),
  'combining marks': (length) => `a${'\u0301'.repeat(length / 2 - 1)}`,
  // Normalization sorts them by their class, in quadratic time.
  'marks of two classes': (length) => `a${'\u0301'.repeat(length / 4)}${'\u0316'.repeat(length / 4 - 1)}`,
  addresses: (length) => 'a@a.'.repeat(length / 4),
  links: (length) => 'http://a '.repeat(length / 9),
  escapes: (length) => '\u0001'.repeat(length / 6),
}

/** Bodies of almost `bytes`. */
function jsonShapes(bytes: number, sample: object, fields: readonly string[]): Record<string, string> {
  const room = bytes - JSON.stringify(sample).length - 100
  const start = JSON.stringify(sample).slice(0, -1)
  const around = (piece: string, between: string) => {
    const count = Math.floor(room / (piece.length + between.length))
    return Array.from({ length: count }, () => piece).join(between)
  }
  const keys = () => {
    const parts: string[] = []
    for (let length = 0; length < room - 20; length += parts.at(-1)?.length ?? 0)
      parts.push(`,"${parts.length.toString(36)}":0`)
    return parts.join('')
  }
  return {
    'a wide array': `${start},"z":[${around('[]', ',')}]}`,
    'a wide array of objects': `${start},"z":[${around('{}', ',')}]}`,
    'many numbers': `${start},"z":[${around('1e-9', ',')}]}`,
    'a long number': `${start},"z":${'1'.repeat(room)}}`,
    'many keys': `${start}${keys()}}`,
    'the same key': `${start},${around('"z":{}', ',')}}`,
    'a deep array': `${start},"z":${'['.repeat(room / 2)}${']'.repeat(room / 2)}}`,
    'a deep object': `${start},"z":${'{"a":'.repeat(room / 6)}0${'}'.repeat(room / 6)}}`,
    'much space': `${start}${' '.repeat(room)}}`,
    'no end': `${start},"z":[${around('[]', ',')}`,
    ...Object.fromEntries(
      fields.flatMap((field) =>
        Object.entries(texts).map(([name, text]) => {
          const body = JSON.stringify({ ...sample, [field]: text(room - 100) })
          return [`${name} as ${field}`, body]
        }),
      ),
    ),
  }
}

/** The largest requests of POST /projects, which takes more than every other call, in two formats, and pictures of the largest
 *  size for a comment and for a design.
 *  @param random draws a PNG that no format makes small, as large as an upload may be */
export async function largestUploads(
  { owner, project }: TestProject,
  random: Random,
): Promise<LargestRequest[]> {
  const post = (type: string, what: string, body: string | Buffer, path = '/projects'): LargestRequest => ({
    ...{ method: 'POST', path, what: `POST ${path.replace(project._id, '{project}')}, ${what}` },
    headers: { ...bearer(owner), 'Content-Type': type },
    body: Buffer.from(body),
  })
  const asJson = (what: string, body: string) => post('application/json', `JSON, ${what}`, body)
  const full = (piece: string) => piece.repeat(Math.floor(maxBytes.json / piece.length))
  const image = (text: string) => JSON.stringify({ name: 'x', image: text })
  const raw = (text: string) => `{"name":"x","image":"${text}"}`
  const [tiny, small, large] = await Promise.all([1_290, 1_860, 2_900].map((side) => drawNoise(random, side)))
  if (!tiny || !small || !large) throw new Error('A picture was not drawn.')
  const base64 = small.toString('base64')

  const boundary = 'cut'
  const part = (head: string, content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ])
  const file = (content: Buffer | string) => part('name="image"; filename="a.png"', content)
  const formTo = (path: string, what: string, ...parts: (Buffer | string)[]) =>
    post(
      `multipart/form-data; boundary=${boundary}`,
      `form, ${what}`,
      Buffer.concat([...parts.map((each) => Buffer.from(each)), Buffer.from(`--${boundary}--\r\n`)]),
      path,
    )
  const asForm = (what: string, ...parts: (Buffer | string)[]) => formTo('/projects', what, ...parts)
  const fullForm = (piece: string) => piece.repeat(Math.floor((maxBytes.form - 1_000) / piece.length))

  const shapes = jsonShapes(maxBytes.json, { name: 'x', image: 'a' }, [])
  return [
    ...Object.entries(shapes).map(([what, body]) => asJson(what, body)),
    asJson('a picture', image(`data:image/png;base64,${base64}`)),
    asJson('a picture with escaped slashes', image(base64).replaceAll('/', '\\/')),
    asJson(
      'a picture with a line feed behind each group',
      raw(base64.replace(/.{9}/g, '$&\\n').slice(0, maxBytes.json - 100)),
    ),
    asJson('base64', raw(full('QUJD'))),
    asJson('spaces', raw(full(' '))),
    asJson('base64 with spaces', raw(full('A '))),
    asJson('base64 in escapes', raw(full('\\u0041'))),
    asJson('escaped quotes', raw(full('\\"'))),
    asJson('percent escapes', raw(full('%2B'))),
    asJson('base64 beyond ASCII', raw(full('é'))),
    asJson('padding', raw(full('='))),
    asJson('a long name', `{"name":"${full('x')}","image":"a"}`),
    asForm('a picture', part('name="name"', 'x'), file(large.subarray(0, 25 * megabyte))),
    formTo(`/projects/${project._id}/pictures`, 'a picture', file(tiny)),
    formTo(`/projects/${project._id}/designs`, 'a picture', file(small)),
    asForm('beginnings of boundaries', file(fullForm('\r\n--cu'))),
    asForm('line feeds', file(fullForm('\r\n'))),
    asForm('tiny parts', Buffer.concat(Array.from({ length: 200_000 }, () => part('name="a"', 'x')))),
    asForm('one long header', `--${boundary}\r\nX: ${fullForm('x')}\r\n\r\n`),
    asForm('nothing but a preamble', fullForm('-')),
    asForm('a long field', part('name="name"', fullForm('x'))),
  ]
}
