import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { errorCatalogue, type ErrorCode } from '@pinmark/shared/messages'
import { guestSecretHeader } from '@pinmark/shared/paths'
import { givenTestApp, sharedTestApp } from '../../../test/app-under-test'
import { sendImage } from '../../../test/given-image'
import { givenProject, newKey } from '../../../test/given-project'
import { givenUser, type GivenUser } from '../../../test/given-user'
import { sendRaw } from '../../../test/raw-request'
import { heicHeader, hollowPng, noisePng, pngOf, quarterImage } from '../../../test/sample-images'
import { rendererLoad } from '../../images/renditions/render'

const app = sharedTestApp({ limits: { maxUploadMb: 1 } })
let owner: GivenUser
let png: Buffer

beforeAll(async () => {
  owner = await givenUser(app.api)
  png = await pngOf()
})

/** Every failure of POST /projects is plain text, with the code in a header. */
function refusal(code: ErrorCode, text: string = errorCatalogue[code].text) {
  return {
    status: errorCatalogue[code].status,
    text,
    headers: expect.objectContaining({
      'x-error-code': code,
      'content-type': 'text/plain; charset=utf-8',
      'x-request-id': expect.any(String),
    }),
  }
}

const create = () => app.api.post('/projects').set(owner.auth)
const sendJson = (body: object) => create().send(body)
const names = async () => {
  const { body } = await app.api.get('/projects?image=none').set(owner.auth)
  return JSON.stringify(body)
}

/** A multipart body written by hand, to be wrong in any way. */
function sendForm(body: string | Buffer, contentType = 'multipart/form-data; boundary=cut') {
  return create().set('Content-Type', contentType).send(body)
}
const part = (disposition: string, content: string) =>
  `--cut\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`

test.each<[string, (base64: string) => string]>([
  ['the right label', (base64) => `data:image/png;base64,${base64}`],
  ['a wrong image label', (base64) => `data:image/jpeg;base64,${base64}`],
  ['a label nobody knows', (base64) => `data:image/x-unknown;base64,${base64}`],
  ['parameters', (base64) => `data:image/png;charset=utf-8;name="a;b.png";base64,${base64}`],
  ['capital letters', (base64) => `DATA:IMAGE/PNG;BASE64,${base64}`],
  ['no label', (base64) => `data:;base64,${base64}`],
  ['no prefix', (base64) => base64],
  ['broken lines', (base64) => `data:image/png;base64,${base64.replace(/(.{76})/g, '$1\r\n')}`],
  ['no padding', (base64) => `data:image/png;base64,${base64.replace(/=+$/, '')}`],
  ['escaped characters', (base64) => `data:image/png;base64,${encodeURIComponent(base64)}`],
  ['space around it', (base64) => `  data:image/png;base64,${base64}\n`],
])('an image as text with %s becomes a project', async (_case, encode) => {
  const answer = await sendJson({
    user: 'somebody-else',
    name: 'As text',
    image: encode(png.toString('base64')),
  })

  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({ name: 'As text', width: 64, height: 48 })
})

test('an image in a form becomes a project; other fields are ignored', async () => {
  const answer = await create()
    .field('user', 'x')
    .field('name', 'Als Formular 🎨')
    .attach('image', png, 'a.exe')

  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({ name: 'Als Formular 🎨', width: 64, height: 48 })
})

const wrongJson: [string, object, ErrorCode][] = [
  ['no name', { image: 'aGk=' }, 'name_and_image_required'],
  ['a blank name', { name: ' \n ', image: 'aGk=' }, 'name_and_image_required'],
  ['no image', { name: 'A' }, 'name_and_image_required'],
  ['an empty image', { name: 'A', image: '' }, 'name_and_image_required'],
  ['null as image', { name: 'A', image: null }, 'name_and_image_required'],
  ['nothing', {}, 'name_and_image_required'],
  ['a number as image', { name: 'A', image: 7 }, 'image_not_readable'],
  ['an object as image', { name: 'A', image: { gt: '' } }, 'image_not_readable'],
  ['a data URL without data', { name: 'A', image: 'data:image/png;base64,' }, 'image_empty'],
  ['a data URL of spaces', { name: 'A', image: 'data:image/png;base64, \n' }, 'image_empty'],
  ['padding alone', { name: 'A', image: 'data:image/png;base64,==' }, 'image_not_readable'],
  ['a data URL without a comma', { name: 'A', image: 'data:image/png;base64' }, 'image_not_readable'],
  ['a data URL that is not base64', { name: 'A', image: 'data:image/png,%89PNG' }, 'image_not_readable'],
  ['junk', { name: 'A', image: 'not base64 at all!' }, 'image_not_readable'],
  ['half of a surrogate pair', { name: 'A', image: '\ud800' }, 'image_not_readable'],
  [
    'text instead of an image',
    { name: 'A', image: 'data:image/png;base64,aGVsbG8gd29ybGQ=' },
    'image_not_supported',
  ],
  ['a page', { name: 'A', image: 'data:text/html;base64,aGVsbG8gd29ybGQ=' }, 'image_not_supported'],
  ['an SVG in plain text', { name: 'A', image: 'data:image/svg+xml,%3Csvg%2F%3E' }, 'image_not_readable'],
  ['an array', [1, 2], 'object_expected'],
  ['a forbidden key', { name: 'A', image: 'aGk=', $where: '1' }, 'forbidden_key'],
]

test.each(wrongJson)('JSON with %s is refused', async (_case, body, code) => {
  expect(await sendJson(body)).toMatchObject(refusal(code))
})

test.each<[string, string, ErrorCode]>([
  ['cut off', '{"name":"A","image":"aGk', 'malformed_json'],
  ['that is not JSON', 'name=A', 'malformed_json'],
  ['nested a thousand times', '['.repeat(1_000) + ']'.repeat(1_000), 'body_too_deep'],
])('a body %s is refused', async (_case, body, code) => {
  expect(await create().set('Content-Type', 'application/json').send(body)).toMatchObject(refusal(code))
})

test('an empty body is refused like an empty form', async () => {
  expect(await create()).toMatchObject(refusal('name_and_image_required'))
})

test.each<[string, ErrorCode]>([
  ['text/plain', 'json_expected'],
  ['application/x-www-form-urlencoded', 'json_expected'],
  ['image/png', 'json_expected'],
  ['multipart/mixed; boundary=cut', 'json_expected'],
  ['application/json; charset=utf-16', 'charset_not_supported'],
])('a body of type %s is refused', async (contentType, code) => {
  expect(await create().set('Content-Type', contentType).send('x')).toMatchObject(refusal(code))
})

test('a compressed body is refused', async () => {
  const answer = await create()
    .set('Content-Type', 'application/json')
    .set('Content-Encoding', 'gzip')
    .send('x')

  expect(answer).toMatchObject(refusal('charset_not_supported'))
})

const image = 'name="image"; filename="a.png"'
const wrongForms: [string, string, ErrorCode][] = [
  ['without an image', `${part('name="name"', 'A')}--cut--\r\n`, 'name_and_image_required'],
  [
    'with an image nobody chose',
    `${part('name="name"', 'A')}${part('name="image"; filename=""', '')}--cut--\r\n`,
    'name_and_image_required',
  ],
  ['with an empty file', `${part('name="name"', 'A')}${part(image, '')}--cut--\r\n`, 'image_empty'],
  [
    'with text as image',
    `${part('name="name"', 'A')}${part('name="image"', 'hello')}--cut--\r\n`,
    'image_not_readable',
  ],
  [
    'with a lot of text as image',
    `${part('name="image"', 'a'.repeat(70_000))}--cut--\r\n`,
    'image_not_readable',
  ],
  ['without a name', `${part(image, 'x')}--cut--\r\n`, 'name_and_image_required'],
  [
    'with two names',
    `${part('name="name"', 'A')}${part('name="name"', 'B')}${part(image, 'x')}--cut--\r\n`,
    'name_and_image_required',
  ],
  [
    'with a name as long as a book',
    `${part('name="name"', 'a'.repeat(70_000))}--cut--\r\n`,
    'project_name_too_long',
  ],
  [
    'with two images',
    `${part('name="name"', 'A')}${part(image, 'x')}${part(image, 'y')}--cut--\r\n`,
    'one_image_expected',
  ],
  [
    'with a file in another field',
    `${part('name="name"', 'A')}${part('name="picture"; filename="a.png"', 'x')}--cut--\r\n`,
    'one_image_expected',
  ],
  [
    'with the name as a file',
    `${part('name="name"; filename="a.txt"', 'A')}--cut--\r\n`,
    'one_image_expected',
  ],
  [
    'with more fields than anyone needs',
    `${Array.from({ length: 12 }, (_, at) => part(`name="f${at}"`, 'x')).join('')}--cut--\r\n`,
    'malformed_upload',
  ],
  [
    'with a field name as long as a page',
    `${part(`name="${'n'.repeat(3_000)}"`, 'x')}--cut--\r\n`,
    'malformed_upload',
  ],
  [
    'with a long text that nobody asked for',
    `${part('name="name"', 'A')}${part('name="user"', 'x'.repeat(5_000))}--cut--\r\n`,
    'malformed_upload',
  ],
  [
    'with a file name as long as a page',
    `${part('name="name"', 'A')}${part(`name="image"; filename="${'n'.repeat(3_000)}"`, 'x')}--cut--\r\n`,
    'malformed_upload',
  ],
  ['with a field without a name', `${part('filename="a.png"', 'x')}--cut--\r\n`, 'malformed_upload'],
  ['that ends too soon', `${part('name="name"', 'A')}${part(image, 'x')}`, 'malformed_upload'],
  ['that ends in a header', '--cut\r\nContent-Disposition: form-', 'malformed_upload'],
  [
    'whose header is broken',
    '--cut\r\nContent Disposition form-data\r\n\r\nx\r\n--cut--\r\n',
    'malformed_upload',
  ],
  ['that is none', 'hello', 'malformed_upload'],
  ['that is empty', '--cut--\r\n', 'name_and_image_required'],
]

test('texts and file names of a form for designs stay short, because they stay in memory until its end', async () => {
  const { _id, owner: designer } = await givenProject(app.api)
  const add = (...parts: string[]) =>
    app.api
      .post(`/projects/${_id}/designs`)
      .set(designer.auth)
      .set('Content-Type', 'multipart/form-data; boundary=cut')
      .send(`${parts.join('')}--cut--\r\n`)
  const long = 'x'.repeat(5_000)

  expect((await add(part(image, 'x'), part('name="user"', long))).body.code).toBe('malformed_upload')
  expect((await add(part(`name="image"; filename="${long}"`, 'x'))).body.code).toBe('malformed_upload')
  expect((await add(part(`${image}\r\nContent-Type: image/${long}`, 'x'))).body.code).toBe('malformed_upload')
})

test.each(wrongForms)('a form %s is refused', async (_case, body, code) => {
  expect(await sendForm(body)).toMatchObject(refusal(code))
})

test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=other'])(
  'a form whose boundary is wrong (%s) is refused',
  async (contentType) => {
    const body = `${part('name="name"', 'A')}${part(image, 'x')}--cut--\r\n`

    expect(await sendForm(body, contentType)).toMatchObject(refusal('malformed_upload'))
  },
)

test.each<[string, () => Promise<Buffer> | Buffer, ErrorCode, text?: string]>([
  [
    'a HEIC photo',
    heicHeader,
    'image_type_not_supported',
    'HEIC files are not supported. Export PNG or JPEG.',
  ],
  [
    'an SVG without an area',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>'),
    'image_damaged',
  ],
  ['a PDF without content', () => Buffer.from('%PDF-1.4'), 'pdf_not_readable'],
  [
    'a page that says it is a PNG',
    () => Buffer.from('<!doctype html><script>alert(1)</script>'),
    'image_not_supported',
  ],
  [
    'a PNG cut short before its first row',
    async () => (await pngOf(200, 200)).subarray(0, 64),
    'image_cut_off',
  ],
  ['a bomb of ten billion pixels', () => hollowPng(100_000, 100_000), 'too_many_pixels'],
  ['an image that is too wide', () => hollowPng(65_501, 2), 'too_many_pixels'],
])('%s is refused with its sentence, and nothing is stored', async (name, make, code, text) => {
  const answer = await sendImage(app.api, owner, await make(), name)

  expect(answer).toMatchObject(refusal(code, text))
  expect(await names()).not.toContain(name)
})

test('an image with a web page appended becomes a project without that page', async () => {
  const polyglot = Buffer.concat([
    await quarterImage().jpeg().toBuffer(),
    Buffer.from('<html><script>alert(1)</script></html>'),
  ])

  const { body } = await sendImage(app.api, owner, polyglot)

  for (const rendition of ['view', 'jpeg', 'thumbnail']) {
    const served = await app.api
      .get(`/images/${body.thumbnail}/${rendition}`)
      .buffer(true)
      .responseType('arraybuffer')
    expect(served.status).toBe(200)
    expect(Buffer.from(served.body).includes('<script>')).toBe(false)
  }
})

test('an image above the limit is refused with its size and the limit', async () => {
  const tooLarge = await noisePng(640, 640)
  const size = Math.ceil((tooLarge.length / 1024 / 1024) * 10) / 10
  expect(size).toBeGreaterThan(1)

  const asForm = await sendImage(app.api, owner, tooLarge, 'Too large')
  const asText = await sendJson({ name: 'Too large', image: tooLarge.toString('base64') })

  for (const answer of [asForm, asText]) {
    expect(answer).toMatchObject(refusal('image_too_large', `The image is ${size} MB. The limit is 1 MB.`))
  }
  expect(await names()).not.toContain('Too large')
})

test('an image just above the limit is not reported with the size of the limit', async () => {
  const barely = Buffer.concat([await pngOf(), Buffer.alloc(1024 * 1024)])

  const answer = await sendImage(app.api, owner, barely)

  expect(answer.text).toMatch(/^The image is (over 1|1\.1) MB\. The limit is 1 MB\.$/)
})

test('text has its own limit of 10 MB', async () => {
  const roomy = await givenTestApp()
  const someone = await givenUser(roomy.api)
  const large = Buffer.concat([await pngOf(), Buffer.alloc(11 * 1024 * 1024)])

  const asText = await roomy.api
    .post('/projects')
    .set(someone.auth)
    .send({ name: 'A', image: large.toString('base64') })
  const asForm = await sendImage(roomy.api, someone, large)

  expect(asText).toMatchObject(refusal('image_too_large', 'The image is 11.1 MB. The limit is 10 MB.'))
  expect(asForm.status).toBe(201)
})

test.each([
  ['JSON', 'application/json'],
  ['a form', 'multipart/form-data; boundary=cut'],
])('an endless upload as %s, which states no length, is refused at the limit', async (_case, contentType) => {
  const head = `POST /projects HTTP/1.1\r\nHost: x\r\nAuthorization: ${owner.auth.Authorization}\r\nContent-Type: ${contentType}\r\nTransfer-Encoding: chunked\r\n\r\n`
  const start = contentType.startsWith('app') ? '{"name":"A","image":"' : part(image, '').slice(0, -2)
  const body = start + 'a'.repeat(2 * 1024 * 1024)

  const answer = await sendRaw(app.port, `${head}${body.length.toString(16)}\r\n${body}\r\n`, {
    quietMs: 3_000,
  })

  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain('The image is over 1 MB. The limit is 1 MB.')
})

test('what refused senders send on takes no memory from the uploads of others', async () => {
  const { _id } = await givenProject(app.api)
  const head = `POST /projects/${_id}/pictures HTTP/1.1\r\nHost: x\r\n${guestSecretHeader}: ${newKey()}\r\nContent-Type: multipart/form-data; boundary=cut\r\nTransfer-Encoding: chunked\r\n\r\n`
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const sendOn = async () => {
    const socket = connect(app.port, '127.0.0.1').setEncoding('latin1')
    socket.write(head + chunk('-'.repeat(6_000_000)))
    expect(String(await once(socket, 'data'))).toContain(' 413 ')
    socket.write(chunk(`\r\n${part(image, 'a'.repeat(4_000_000))}`))
    await once(socket, 'close')
  }

  await Promise.all(Array.from({ length: 7 }, sendOn))

  expect((await sendImage(app.api, owner, await noisePng(400, 400))).status).toBe(201)
})

test.each<[string, string, ErrorCode]>([
  ['without a token', '', 'sign_in_to_create'],
  ['with a token that does not count', 'Authorization: Bearer wrong\r\n', 'session_ended'],
  ['with a header of another kind', 'Authorization: Basic YTpi\r\n', 'session_ended'],
])('a large upload %s is refused before any of it is read', async (_case, authorization, code) => {
  const head = `POST /projects HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: application/json\r\nContent-Length: 900000000\r\n\r\n`

  const answer = await sendRaw(app.port, head)

  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(answer).toContain(`X-Error-Code: ${code}`)
  expect(answer.toLowerCase()).toContain('www-authenticate: bearer')
  expect(answer).toContain(errorCatalogue[code].text)
})

test('a large upload without a token still gets the answer, and the connection closes soon', async () => {
  const head =
    'POST /projects HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000000\r\n\r\n'

  const answer = await sendRaw(app.port, Buffer.concat([Buffer.from(head), Buffer.alloc(4_000_000, 'a')]), {
    quietMs: 10_000,
  })

  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  expect(answer).toContain(errorCatalogue.sign_in_to_create.text)
})

test('a client that reads only after it has sent everything gets the refusal of an upload', async () => {
  const answer = await fetch(`${app.url}/projects`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: 'a'.repeat(20_000_000),
  })

  expect(answer.status).toBe(401)
  expect(await answer.text()).toBe(errorCatalogue.sign_in_to_create.text)
})

test.each([
  ['JSON', 'application/json', '{"name":"Broken off","image":"'],
  ['a form', 'multipart/form-data; boundary=cut', `${part('name="name"', 'Broken off')}${part(image, 'x')}`],
])('an aborted upload as %s leaves neither a project nor an error', async (_case, contentType, body) => {
  const before = app.log.length
  const socket = connect(app.port, '127.0.0.1')
  socket.write(
    `POST /projects HTTP/1.1\r\nHost: x\r\nAuthorization: ${owner.auth.Authorization}\r\nContent-Type: ${contentType}\r\nContent-Length: 50000\r\nExpect: 100-continue\r\n\r\n`,
  )
  await once(socket, 'data')
  socket.write(body, () => socket.destroy())

  await expect.poll(() => app.log.length).toBeGreaterThan(before)

  expect(app.log.slice(before).join('')).not.toContain('unexpected error')
  expect(await names()).not.toContain('Broken off')
})

/** Sends the head of a form of `length` bytes with the boundary `cut`. */
function beginForm(port: number, path: string, { auth }: GivenUser, length: number) {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${auth.Authorization}\r\nContent-Type: multipart/form-data; boundary=cut\r\nContent-Length: ${length}\r\n\r\n`,
  )
  return socket
}

test('an upload whose sender has left still becomes a project, and holds its memory until then', async () => {
  const roomy = await givenTestApp()
  const someone = await givenUser(roomy.api)
  const padding = Buffer.alloc(13 * 1024 * 1024)
  const slow = Buffer.concat([await pngOf(3_000, 3_000), padding])
  const body = Buffer.concat([
    Buffer.from(part('name="name"', 'Left alone') + part(image, '').slice(0, -2)),
    slow,
    Buffer.from('\r\n--cut--\r\n'),
  ])
  const socket = beginForm(roomy.port, '/projects', someone, body.length)
  socket.write(body)
  await expect.poll(() => rendererLoad().running, { interval: 1 }).toBe(1)

  socket.destroy()
  await expect.poll(() => roomy.log.join('').includes('"status":499'), { interval: 1 }).toBe(true)
  const meanwhile = await sendImage(roomy.api, someone, Buffer.concat([png, padding]))

  expect(meanwhile).toMatchObject(refusal('images_busy'))
  await expect
    .poll(async () => (await roomy.api.get('/projects?image=none').set(someone.auth)).text)
    .toContain('Left alone')
  await expect
    .poll(async () => (await sendImage(roomy.api, someone, Buffer.concat([png, padding]))).status)
    .toBe(201)
})

test('of a form that ends before its second design nothing is added, and no file is left', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pinmark-uploads-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const apart = await givenTestApp({ dataDir })
  const { _id, owner } = await givenProject(apart.api)
  const socket = beginForm(apart.port, `/projects/${_id}/designs`, owner, png.length + 2_000)
  socket.write(part(image, '').slice(0, -2))
  socket.write(png)
  await new Promise((resolve) => socket.write(`\r\n${part(image, '')}`, resolve))
  const files = () => readdir(join(dataDir, 'uploads'), { recursive: true, withFileTypes: true })
  await expect.poll(async () => (await files()).filter((entry) => entry.isFile()).length).toBe(2)

  socket.destroy()

  await expect.poll(files).toEqual([])
  const { body } = await apart.api.get(`/projects/${_id}`).set(owner.auth)
  expect(body.designs).toHaveLength(1)
})

test.each([
  ['a project as JSON', 'application/json', '{"name":"A","image":"', () => '/projects'],
  ['a project', 'multipart/form-data; boundary=cut', part(image, '').slice(0, -2), () => '/projects'],
  [
    'designs',
    'multipart/form-data; boundary=cut',
    part(image, '').slice(0, -2),
    (projectId: string) => `/projects/${projectId}/designs`,
  ],
])('senders of %s who pause keep nobody from uploading', async (_what, contentType, start, pathOf) => {
  const roomy = await givenTestApp({ trustProxyHops: 1 })
  const someone = await givenUser(roomy.api)
  const bytes = 13 * 1024 * 1024
  for (let network = 1; network <= 6; network += 1) {
    const { _id, owner } = await givenProject(roomy.api)
    const socket = connect(roomy.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const head = [
      `POST ${pathOf(_id)} HTTP/1.1`,
      'Host: x',
      `X-Forwarded-For: 203.0.${network}.1`,
      `Authorization: ${owner.auth.Authorization}`,
      `Content-Type: ${contentType}`,
      `Content-Length: ${bytes + 2_000}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${start}`)
    await new Promise((resolve) => socket.write(Buffer.alloc(bytes, 'A'), resolve))
    // The server of the test, in the same process, reads what the system has taken.
    for (let turn = 0; turn < 1_000; turn += 1) await nextTurn()
  }

  expect((await sendImage(roomy.api, someone, await noisePng(400, 400))).status).toBe(201)
  const inJson = { name: 'As text', image: png.toString('base64') }
  expect((await roomy.api.post('/projects').set(someone.auth).send(inJson)).status).toBe(201)
})

test('a form of many designs leaves no listener behind', async () => {
  const warnings: Error[] = []
  const collect = (warning: Error) => void warnings.push(warning)
  process.on('warning', collect)
  onTestFinished(() => void process.off('warning', collect))
  const { _id, owner } = await givenProject(app.api)

  let request = app.api.post(`/projects/${_id}/designs`).set(owner.auth)
  for (let count = 0; count < 12; count += 1) request = request.attach('image', png, `${count}.png`)
  const answer = await request

  expect([answer.status, answer.body.designs]).toMatchObject([201, { length: 12 }])
  expect(warnings).toEqual([])
})

test('uploads of an account are limited per minute, separately from others', async () => {
  const strict = await givenTestApp({ rates: { upload: 2 } })
  const [busy, other] = [await givenUser(strict.api), await givenUser(strict.api)]
  const send = (by: GivenUser) => sendImage(strict.api, by, png)

  expect([(await send(busy)).status, (await send(busy)).status]).toEqual([201, 201])
  const third = await send(busy)
  expect(third).toMatchObject({ status: 429, headers: { 'x-error-code': 'too_many_uploads' } })
  expect(third.text).toMatch(/^You have sent many images within a minute\. Try again in \d+ seconds?\.$/)
  expect((await send(other)).status).toBe(201)
})
