import { createHash } from 'node:crypto'
import { request } from 'node:http'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { givenTestApp, sharedTestApp } from '../../test/app-under-test'
import { givenVersion } from '../../test/given-design'
import { givenImage } from '../../test/given-image'
import { givenPicture } from '../../test/given-picture'
import { givenComment, givenGuest, givenProject, givenReply } from '../../test/given-project'
import { givenUser, type GivenUser } from '../../test/given-user'
import { readZip } from '../../test/read-zip'
import { noisePng } from '../../test/sample-images'
import { UserModel } from './user.record'

const app = sharedTestApp()

const ask = (user: GivenUser) => app.api.get('/users/export').set(user.auth).responseType('blob')

async function download(user: GivenUser) {
  const { status, headers, body } = await ask(user)
  expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/zip' })
  const files = await readZip(body)
  const json = (path: string) => JSON.parse(files.get(path)?.toString() ?? `"there is no ${path}"`)
  return { files, json, paths: [...files.keys()], text: [...files.values()].map(String).join('\n'), headers }
}

test('contains the account, every project with its comments, the originals, and comments in other projects', async () => {
  const user = await givenUser(app.api, { name: 'Åsa Bergström' })
  const original = await noisePng(300, 200)
  const project = await givenImage(app.api, original, user)
  await app.api
    .put(`/projects/${project._id}`)
    .set(user.auth)
    .send({ name: '../Café / "new": a\\b?', description: 'Is it\ncalm?' })
  const link = (await app.api.post(`/projects/${project._id}/link`).set(user.auth)).body.id
  const comment = await givenComment(app.api, link, {
    commenter: 'Ana Ruiz',
    text: 'Too “loud” \u2028 here',
    x: 12,
    y: 34,
  })
  const reply = await givenReply(app.api, link, comment._id, { text: 'I see.' }, user.auth)
  await app.api
    .patch(`/projects/${project._id}/comments/${comment._id}`)
    .set(user.auth)
    .send({ resolved: true })
  const trashed = await givenProject(app.api, { owner: user, name: 'Old one' })
  await app.api.delete(`/projects/${trashed._id}`).set(user.auth)
  const neighbour = await givenProject(app.api, { name: 'Not yours to know' })
  const thread = await givenComment(
    app.api,
    neighbour._id,
    { commenter: 'Åsa', text: 'Nice moon' },
    user.auth,
  )
  const answer = await givenReply(
    app.api,
    neighbour._id,
    thread._id,
    { commenter: 'Åsa', text: 'Still nice' },
    user.auth,
  )
  await app.api.post(`/projects/${neighbour._id}/visit`).set(user.auth).send({ number: 1 })

  const { files, json, paths, text, headers } = await download(user)

  expect(headers['content-disposition']).toMatch(/^attachment; filename=pinmark-\d{4}-\d\d-\d\d\.zip$/)
  expect(paths).toEqual([
    'README.txt',
    'account.json',
    'projects/1 Café - -new- a-b/design 1, version 1.png',
    'projects/1 Café - -new- a-b/project.json',
    'projects/2 Old one/design 1, version 1.png',
    'projects/2 Old one/project.json',
    'comments-elsewhere.json',
  ])
  expect(json('account.json')).toMatchObject({
    format: 'pinmark-account',
    formatVersion: 1,
    account: { id: user.user._id, name: 'Åsa Bergström', email: user.email },
    visits: [{ project: neighbour._id, lastSeenNumber: 1 }],
    agreements: [],
    notices: { mode: 'digest', projects: [] },
  })
  expect(files.get('projects/1 Café - -new- a-b/design 1, version 1.png')?.equals(original)).toBe(true)
  expect(json('projects/1 Café - -new- a-b/project.json')).toMatchObject({
    id: project._id,
    name: '../Café / "new": a\\b?',
    description: 'Is it\ncalm?',
    deletedAt: null,
    link: { id: link, permission: 'comment', hasPassword: false },
    designs: [{ versions: [{ number: 1, width: 300, height: 200, file: 'design 1, version 1.png' }] }],
    comments: [
      {
        id: comment._id,
        number: 1,
        commenter: 'Ana Ruiz',
        text: 'Too “loud” \u2028 here',
        x: 12,
        y: 34,
        resolved: { by: user.name },
        replies: [{ id: reply._id, byOwner: true, commenter: user.name, text: 'I see.' }],
      },
    ],
  })
  expect(json('projects/2 Old one/project.json')).toMatchObject({
    deletedAt: expect.any(String),
    comments: [],
  })
  expect(json('comments-elsewhere.json').comments).toMatchObject([
    { project: neighbour._id, id: thread._id, number: 1, text: 'Nice moon' },
    { project: neighbour._id, id: answer._id, replyTo: thread._id, text: 'Still nice' },
  ])
  expect(text).not.toContain('Not yours to know')
})

test('contains the verdicts on each round, and the account’s own verdicts', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const neighbour = await givenProject(app.api, { name: 'Not yours to know' })
  const say = (id: string, headers: Record<string, string>, body: object) =>
    app.api.put(`/projects/${id}/round/verdict`).set(headers).send(body).expect(200)
  const [tom, priya] = [givenGuest(), givenGuest()]
  await say(project._id, tom, { verdict: 'changes', name: 'Tom Keller', note: 'The red' })
  await say(project._id, priya, { verdict: 'good', name: 'Priya' })
  await app.api.delete(`/projects/${project._id}/round/verdict`).set(priya).expect(200)
  await givenVersion(app.api, project)
  await say(project._id, tom, { verdict: 'good', name: 'Tom Keller' })
  await say(neighbour._id, owner.auth, { verdict: 'good', name: 'Mara', note: 'Calm' })

  const { json, text } = await download(owner)

  expect(json('projects/1 Landing page/project.json').verdicts).toEqual([
    { round: 1, name: 'Tom Keller', verdict: 'changes', note: 'The red', at: expect.any(String) },
    { round: 2, name: 'Tom Keller', verdict: 'good', note: '', at: expect.any(String) },
  ])
  expect(json('account.json').verdicts).toEqual([
    { project: neighbour._id, round: 1, name: 'Mara', verdict: 'good', note: 'Calm', at: expect.any(String) },
  ])
  expect(text).not.toContain('Not yours to know')
})

test('contains the account’s agreements, tokens, webhooks and mail settings', async () => {
  const user = await givenUser(app.api)
  const project = await givenProject(app.api, { owner: user })
  const comment = await givenComment(app.api, project._id)
  const send = (method: 'put' | 'post' | 'patch', path: string, body: object) =>
    app.api[method](path).set(user.auth).send(body)
  const agreement = `/projects/${project._id}/comments/${comment._id}/agreement`
  await send('put', agreement, { agree: true, commenter: 'Mara' }).expect(200)
  await send('post', '/users/me/tokens', { name: 'Nightly build', scope: 'read' }).expect(201)
  const address = 'https://93.184.215.14/secret-path'
  await send('post', '/users/me/webhooks', {
    ...{ url: address, format: 'slack', events: ['comment'] },
    password: user.password,
  }).expect(201)
  await send('patch', '/users/me/notices', { project: project._id, mode: 'off' }).expect(200)

  const { json, text } = await download(user)

  expect(json('account.json')).toMatchObject({
    agreements: [{ project: project._id, comment: comment._id }],
    apiTokens: [{ name: 'Nightly build', scope: 'read', endsAt: null }],
    webhooks: [{ server: '93.184.215.14', format: 'slack', events: ['comment'], project: null }],
    notices: { mode: 'digest', projects: [{ project: project._id, mode: 'off' }] },
  })
  expect(text).not.toContain('secret-path')
  expect(text).toMatch(new RegExp(`"agreedBy": \\[\\s*"${user.name}"`))
})

test('contains the pictures in comments, of its own projects and of its own comments elsewhere', async () => {
  const [user, guest] = [await givenUser(app.api), givenGuest()]
  const project = await givenProject(app.api, { owner: user, name: 'Mine' })
  const elsewhere = await givenProject(app.api)
  const here = await givenPicture(app.api, project._id, guest)
  const there = await givenPicture(app.api, elsewhere._id, user.auth)
  const notTheirs = await givenPicture(app.api, elsewhere._id, guest)
  await givenComment(app.api, project._id, { pictures: [here._id] }, guest)
  await givenComment(app.api, elsewhere._id, { pictures: [there._id] }, user.auth)
  await givenComment(app.api, elsewhere._id, { pictures: [notTheirs._id] }, guest)

  const { files, json, paths } = await download(user)

  const picture = { name: 'calmer.png', width: 400, height: 300 }
  expect(json('projects/1 Mine/project.json').comments).toMatchObject([
    { pictures: [{ ...picture, file: `pictures/${here._id}.webp` }] },
  ])
  expect(json('comments-elsewhere.json').comments).toMatchObject([
    { pictures: [{ ...picture, file: `pictures/${there._id}.webp` }] },
  ])
  expect(paths).toContain(`projects/1 Mine/pictures/${here._id}.webp`)
  const bytes = files.get(`pictures/${there._id}.webp`) ?? Buffer.alloc(0)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 400 })
  expect(paths.filter((path) => path.includes(notTheirs._id))).toEqual([])
})

test('contains no secret, no hash and no database id', async () => {
  const user = await givenUser(app.api)
  const project = await givenProject(app.api, { owner: user })
  const guest = givenGuest()
  await givenComment(app.api, project._id, {}, guest)
  const { _id, passwordHash } = await UserModel.findOne({ email: user.email }).orFail()
  const secret = guest['X-Guest-Secret']

  const { text } = await download(user)

  const secrets = [
    passwordHash,
    secret,
    createHash('sha256').update(secret).digest('base64url'),
    _id.toHexString(),
    user.token,
  ]
  expect(secrets.filter((value) => text.includes(value))).toEqual([])
  expect(text).not.toMatch(/\b[0-9a-f]{24}\b|dedupe|bodyHash|passwordHash|tokenVersion/)
})

test('contains more comments than are read at a time, in order, each once', async () => {
  const project = await givenProject(app.api)
  for (let batch = 0; batch < 4; batch += 1) {
    await Promise.all(Array.from({ length: 30 }, () => givenComment(app.api, project._id)))
  }
  const { json } = await download(project.owner)
  const numbers = json('projects/1 Landing page/project.json').comments.map(
    ({ number }: { number: number }) => number,
  )
  expect(numbers).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
})

test('contains nothing of another account', async () => {
  const other = await givenProject(app.api, { name: 'Somebody else’s' })
  const user = await givenUser(app.api)
  const { paths, text } = await download(user)
  expect(paths).toEqual(['README.txt', 'account.json', 'comments-elsewhere.json'])
  for (const value of [other._id, other.owner.email, other.name]) expect(text).not.toContain(value)
})

test.each([
  ['everywhere', '/users/logout-everywhere'],
  ['here', '/users/logout'],
])('a logout %s during the download ends it, and the partial archive is invalid', async (_where, path) => {
  const user = await givenUser(app.api)
  // A plain, uncompressed image: many bytes that are quickly prepared.
  const plain = { width: 2_000, height: 2_000, channels: 3, background: '#ff6b1a' } as const
  const image = await sharp({ create: plain }).png({ compressionLevel: 0 }).toBuffer()
  const { _id } = await givenImage(app.api, image, user)
  await app.api.post(`/projects/${_id}/designs`).set(user.auth).attach('image', image, { filename: 'b.png' })

  const received = await new Promise<{ complete: boolean; bytes: number }>((resolve, reject) => {
    const sent = request(`${app.url}/users/export`, { headers: user.auth, agent: false }, (answer) => {
      let bytes = 0
      // The reader takes nothing until the login has ended, so the server has to wait in the middle of the
      // first image.
      void app.api
        .post(path)
        .set(user.auth)
        .then(() => answer.on('data', (piece: Buffer) => (bytes += piece.length)), reject)
      answer.on('error', () => undefined)
      answer.on('close', () => resolve({ complete: answer.complete, bytes }))
    })
    sent.on('error', reject)
    sent.end()
  })
  expect(received.complete).toBe(false)
  expect(received.bytes).toBeLessThan(2 * image.length)
})

test('is rate limited per account, and HEAD does not count', async () => {
  const strict = await givenTestApp({ rates: { export: 2 } })
  const [user, other] = [await givenUser(app.api), await givenUser(app.api)]
  const asks = (who: GivenUser) => strict.api.get('/users/export').set(who.auth).responseType('blob')
  const head = await strict.api.head('/users/export').set(user.auth)
  expect(head).toMatchObject({ status: 200, headers: { 'content-type': 'application/zip' } })
  expect([(await asks(user)).status, (await asks(user)).status]).toEqual([200, 200])
  const refused = await strict.api.get('/users/export').set(user.auth)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_exports' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
  expect((await asks(other)).status).toBe(200)
})
